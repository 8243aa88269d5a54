//! Fan-out: who watches what, and what is new to them.
//!
//! Per ticker the hub holds the newest frame, encoded once. Per reader it holds a bit for each
//! watched ticker and a bit for each that is new, and one wake-up; there is no queue, so memory
//! per reader is bounded whatever the rate, and a slow reader skips superseded prices.
//!
//! A reader with a [`FrameSink`] has its frames written by who publishes, in one pass over all readers: its own task sleeps on.
//! That task is woken where frames must wait, for their window or for the client to take more, and writes them itself.

mod batch;
mod pending;
mod slots;
#[cfg(test)]
mod tests;
mod writer;

use std::{
    cell::RefCell,
    io,
    ops::Range,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use tokio::{
    runtime::Handle,
    sync::Notify,
    task::yield_now,
    time::{Duration, Instant},
};

pub use self::{
    batch::{Batch, TICKER_PREFIX},
    writer::{FrameSink, WriteStatus},
};
use self::{pending::PendingFrames, slots::Slots, writer::FrameWriter};
use super::bit_set::BitSet;
use crate::domain::ticker::TickerId;

/// The fan-out, shared by `ingest` and every live connection.
#[derive(Debug, Default)]
pub struct Hub {
    latest: RwLock<Vec<Bytes>>,
    readers: RwLock<Slots<Subscriber>>,
    /// Grows with every change of what is watched.
    watch_version: AtomicU64,
}

/// Where two of these locks are held at once, the reader's comes before that of the newest frames.
#[derive(Debug, Default)]
struct Subscriber {
    /// A live connection of this process; others stand for another process.
    is_connection: bool,
    state: Mutex<ReaderState>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct ReaderState {
    watched: BitSet,
    /// It gets every ticker's frames, and counts for nobody who watches.
    watches_all: bool,
    /// Several tickers come to it in one frame.
    combines: bool,
    pending: PendingFrames,
    /// Where frames are written without the reader's task being woken, if anywhere.
    writer: Option<FrameWriter>,
}

/// Broadcast frames that wait for one reader at most; beyond it the oldest goes.
const MAX_BROADCASTS: usize = 16;

/// Readers that are woken or written to before other tasks have their turn: a fifth of a millisecond's writing, about.
const READERS_PER_TURN: usize = 20;
/// As many readers are reason to share the work among the threads that there are.
const READERS_PER_SHARE: usize = 512;

thread_local! {
    /// What is being written: most readers have nothing to be written most of the time, and none keeps a buffer for it.
    static BATCH: RefCell<Batch> = RefCell::default();
}

impl Hub {
    /// A hub with no readers.
    pub fn new() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// Makes `frames` the newest of their tickers and wakes whoever watches one of them.
    /// Each frame is whole: ready to be written as it is.
    ///
    /// Readers are served some at a time, and other tasks have their turn between: ten thousand writes at once would keep every
    /// request waiting until the last of them. Where there are many and several threads, each serves a share.
    pub async fn publish(self: &Arc<Self>, frames: Vec<(TickerId, Bytes)>) {
        let mut changed = BitSet::default();
        {
            let mut latest = self.latest.write().unwrap_or_else(PoisonError::into_inner);
            for (id, frame) in frames {
                if latest.len() <= id.index() {
                    latest.resize(id.index() + 1, Bytes::new());
                }
                latest[id.index()] = frame;
                changed.set(id.index());
            }
        }
        let slots = self.slots();
        let shares = match Handle::try_current() {
            Ok(handle) if slots > READERS_PER_SHARE => handle
                .metrics()
                .num_workers()
                .min(slots / READERS_PER_SHARE),
            _ => 1,
        };
        let share = slots.div_ceil(shares.max(1));
        let changed = Arc::new(changed);
        let others = (1..shares).map(|number| {
            let (hub, changed) = (Arc::clone(self), Arc::clone(&changed));
            let slots = number * share..((number + 1) * share).min(slots);
            tokio::spawn(async move { hub.serve(slots, &changed).await })
        });
        let others: Vec<_> = others.collect();
        self.serve(0..share.min(slots), &changed).await;
        for other in others {
            // It was cancelled, as this will be: the program ends.
            let _ = other.await;
        }
    }

    /// Tells the readers in some slots that tickers have `changed`.
    async fn serve(&self, slots: Range<usize>, changed: &BitSet) {
        for begin in slots.clone().step_by(READERS_PER_TURN) {
            if begin > slots.start {
                yield_now().await;
            }
            let now = Instant::now();
            let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
            for reader in readers.within(begin..slots.end.min(begin + READERS_PER_TURN)) {
                let mut state = reader.lock();
                let ReaderState {
                    watched,
                    watches_all,
                    pending,
                    ..
                } = &mut *state;
                let is_new = if *watches_all {
                    pending.dirty.add(changed);
                    true
                } else {
                    pending.dirty.add_common(watched, changed)
                };
                if is_new && !self.try_write_now(&mut state, now) {
                    drop(state);
                    reader.wake.notify_one();
                }
            }
        }
    }

    /// Writes what is new to a reader; `false` where its own task must: at another time, or to find out what is wrong.
    fn try_write_now(&self, state: &mut ReaderState, now: Instant) -> bool {
        let may = |writer: &FrameWriter| writer.is_free() && now >= writer.due();
        if !state.writer.as_ref().is_some_and(may) {
            return false;
        }
        let written = BATCH.with_borrow_mut(|batch| self.write(state, batch, now));
        matches!(written, Ok(WriteStatus::All))
    }

    /// Writes what is left of a frame that was begun and then the newest frame of everything that is new, as far as the sink
    /// takes it.
    fn write(
        &self,
        state: &mut ReaderState,
        batch: &mut Batch,
        now: Instant,
    ) -> io::Result<WriteStatus> {
        let ReaderState {
            pending,
            writer,
            combines,
            ..
        } = state;
        let Some(writer) = writer else {
            return Ok(WriteStatus::All);
        };
        if writer.finish()? == WriteStatus::Blocked {
            return Ok(WriteStatus::Blocked);
        }
        pending.gather(&self.latest, *combines, batch);
        writer.write(pending, batch, now)
    }

    fn slots(&self) -> usize {
        let readers = self.readers.read();
        readers.unwrap_or_else(PoisonError::into_inner).slots()
    }

    /// Sends a whole frame to every reader, whatever it watches.
    pub fn broadcast(&self, frame: &Bytes) {
        self.offer(|ReaderState { pending, .. }| {
            if pending.broadcasts.len() == MAX_BROADCASTS {
                pending.broadcasts.remove(0);
            }
            pending.broadcasts.push(frame.clone());
            true
        });
    }

    /// Sends every reader a whole frame that says of something that it has changed. A reader that has not read the one before
    /// gets it once: it asks for what there is now, so a slow reader misses nothing.
    pub fn announce(&self, frame: &Bytes) {
        self.offer(|ReaderState { pending, .. }| {
            let is_new = !pending.announced.contains(frame);
            if is_new {
                pending.announced.push(frame.clone());
            }
            is_new
        });
    }

    /// Lets `add` put something pending before every reader, and wakes those for whom it did.
    fn offer(&self, mut add: impl FnMut(&mut ReaderState) -> bool) {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        for reader in readers.all() {
            if add(&mut reader.lock()) {
                reader.wake.notify_one();
            }
        }
    }

    /// A new reader that takes every frame of every ticker there will be, to pass it on.
    pub fn subscribe_all(self: &Arc<Self>) -> Subscription {
        let subscription = self.add(false);
        subscription.reader.lock().watches_all = true;
        subscription
    }

    /// A new reader that watches nothing yet, for a live connection.
    pub fn subscribe(self: &Arc<Self>) -> Subscription {
        self.add(true)
    }

    /// A new reader that watches nothing yet and is no live connection of this process: it stands for another process.
    #[cfg(feature = "cluster")]
    pub(crate) fn subscribe_process(self: &Arc<Self>) -> Subscription {
        self.add(false)
    }

    fn add(self: &Arc<Self>, is_connection: bool) -> Subscription {
        let reader = Arc::new(Subscriber {
            is_connection,
            ..Subscriber::default()
        });
        let readers = self.readers.write();
        let mut readers = readers.unwrap_or_else(PoisonError::into_inner);
        let slot = readers.add(Arc::clone(&reader));
        Subscription {
            hub: Arc::clone(self),
            reader,
            slot,
            drained: PendingFrames::default(),
        }
    }

    /// Changes whenever [`Hub::watched`] may have changed.
    pub(crate) fn watch_version(&self) -> u64 {
        self.watch_version.load(Ordering::Acquire)
    }

    fn watch_changed(&self) {
        self.watch_version.fetch_add(1, Ordering::Release);
    }

    /// The tickers that somebody watches, in the order of their numbers.
    pub fn watched(&self) -> Vec<TickerId> {
        let mut watched = BitSet::default();
        for reader in self
            .readers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .all()
        {
            watched.add(&reader.lock().watched);
        }
        watched.ones().map(TickerId::from_index).collect()
    }

    /// How many live connections there are.
    pub(crate) fn connections(&self) -> usize {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        let connections = readers.all().filter(|reader| reader.is_connection);
        connections.count()
    }
}

impl Subscriber {
    fn lock(&self) -> std::sync::MutexGuard<'_, ReaderState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One reader's state; dropping it ends it.
#[derive(Debug)]
pub struct Subscription {
    hub: Arc<Hub>,
    reader: Arc<Subscriber>,
    /// Where the hub has the reader.
    slot: usize,
    /// What `drain` takes in exchange, so that nobody allocates under the reader's lock.
    drained: PendingFrames,
}

/// As many tickers are watched as may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchLimitReached;

impl Subscription {
    /// Watches a ticker, unless `most` others are watched already. Its newest frame, if there is one, is
    /// new to this reader at once, so nothing falls between a snapshot and the first tick.
    pub fn watch(&mut self, id: TickerId, most: usize) -> Result<(), WatchLimitReached> {
        let mut state = self.reader.lock();
        let ReaderState {
            watched,
            pending: PendingFrames { dirty, .. },
            ..
        } = &mut *state;
        if !watched.contains(id.index()) && watched.count() >= most {
            return Err(WatchLimitReached);
        }
        watched.set(id.index());
        dirty.set(id.index());
        dirty.reserve_like(watched);
        self.drained.dirty.reserve_like(watched);
        drop(state);
        self.hub.watch_changed();
        self.reader.wake.notify_one();
        Ok(())
    }

    /// Watches these tickers and no others, for somebody who reads elsewhere: what is new of them waits for nobody.
    pub fn watch_only(&self, ids: &[TickerId]) {
        let mut state = self.reader.lock();
        state.watched = BitSet::default();
        for id in ids {
            state.watched.set(id.index());
        }
        state.pending = PendingFrames::default();
        drop(state);
        self.hub.watch_changed();
    }

    /// Stops watching a ticker.
    pub(crate) fn unwatch(&self, id: TickerId) {
        let mut state = self.reader.lock();
        state.watched.clear(id.index());
        state.pending.dirty.clear(id.index());
        drop(state);
        self.hub.watch_changed();
    }

    /// Resolves when something may be new. Dropping the future loses nothing.
    pub async fn changed(&self) {
        loop {
            {
                let state = self.reader.lock();
                let has_partial_frame = state
                    .writer
                    .as_ref()
                    .is_some_and(FrameWriter::has_partial_frame);
                if has_partial_frame || !state.pending.is_empty() {
                    return;
                }
            }
            self.reader.wake.notified().await;
        }
    }

    /// Takes the newest frame of each ticker that is new, and the frames for everybody but those that say what has changed.
    pub fn take(&mut self) -> (Vec<(TickerId, Bytes)>, Vec<Bytes>) {
        std::mem::swap(&mut self.reader.lock().pending, &mut self.drained);
        let latest = self.hub.latest.read();
        let latest = latest.unwrap_or_else(PoisonError::into_inner);
        let ticks = self.drained.dirty.ones().filter_map(|index| {
            let frame = latest.get(index).filter(|frame| !frame.is_empty())?;
            Some((TickerId::from_index(index), frame.clone()))
        });
        let ticks = ticks.collect();
        self.drained.dirty.clear_all();
        self.drained.announced.clear();
        (ticks, std::mem::take(&mut self.drained.broadcasts))
    }

    /// Gathers the newest frame of everything that is new.
    pub fn drain(&mut self, into: &mut Batch) {
        let combines = {
            let mut state = self.reader.lock();
            std::mem::swap(&mut state.pending, &mut self.drained);
            state.combines
        };
        self.drained.gather(&self.hub.latest, combines, into);
    }

    /// From now on tickers that are new at once come in one frame.
    pub fn combine(&self) {
        self.reader.lock().combines = true;
    }

    /// Has frames written to `sink`, a moment after those before them at the earliest: `window`.
    pub fn connect(&self, sink: Box<dyn FrameSink>, window: Duration) {
        self.reader.lock().writer = Some(FrameWriter::new(sink, window));
    }

    /// When its reader may write: now, where nothing is connected, and where somebody must wait for the sink.
    pub(crate) fn due(&self) -> Instant {
        let state = self.reader.lock();
        let writer = state.writer.as_ref().filter(|writer| writer.is_free());
        writer.map_or_else(Instant::now, FrameWriter::due)
    }

    /// Writes what is left of a frame that was begun and then the newest frame of everything that is new, as far as the sink
    /// takes it.
    pub(crate) fn write(&self) -> io::Result<WriteStatus> {
        let mut state = self.reader.lock();
        BATCH.with_borrow_mut(|batch| self.hub.write(&mut state, batch, Instant::now()))
    }

    /// Keeps the hub from writing, so that its reader may write past it: once what must come before anything else is
    /// written, which this tries.
    pub(crate) fn pause(&self) -> io::Result<WriteStatus> {
        let mut state = self.reader.lock();
        state
            .writer
            .as_mut()
            .map_or(Ok(WriteStatus::All), FrameWriter::pause)
    }

    /// The hub may write again.
    pub(crate) fn resume(&self) {
        if let Some(writer) = &mut self.reader.lock().writer {
            writer.resume();
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let readers = self.hub.readers.write();
        let mut readers = readers.unwrap_or_else(PoisonError::into_inner);
        readers.remove(self.slot);
        drop(readers);
        self.hub.watch_changed();
    }
}
