//! Fan-out of ticker frames to the readers that watch them.
//!
//! The hub keeps the newest frame of each ticker, encoded once. For each reader it keeps one bit per watched ticker, one bit
//! per pending ticker and a wake-up handle. There is no queue, so memory per reader is bounded at any message rate, and a slow
//! reader skips superseded prices.
//!
//! If a reader has a [`FrameSink`], the publisher writes its frames in one pass over all readers, without waking the reader's
//! task. That task is woken only if frames must wait, for the write window or for the client, and then writes them itself.

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

/// The fan-out hub, shared by `ingest` and every live connection.
#[derive(Debug, Default)]
pub struct Hub {
    latest: RwLock<Vec<Bytes>>,
    readers: RwLock<Slots<Subscriber>>,
    /// Incremented whenever the set of watched tickers may have changed.
    watch_version: AtomicU64,
}

/// Lock order: a reader's lock comes before the lock of the newest frames.
#[derive(Debug, Default)]
struct Subscriber {
    /// True for a live connection of this process; false for a stand-in for another process.
    is_connection: bool,
    state: Mutex<ReaderState>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct ReaderState {
    watched: BitSet,
    /// Receives the frames of every ticker, but does not count as watching any.
    watches_all: bool,
    /// Receives several tickers in one frame.
    combines: bool,
    pending: PendingFrames,
    /// Writes frames without waking the reader's task; `None` until connected.
    writer: Option<FrameWriter>,
}

/// Maximum number of broadcast frames pending per reader; the oldest is dropped first.
const MAX_BROADCASTS: usize = 16;

/// Number of readers served before other tasks may run: about 0.2 ms of writing.
const READERS_PER_TURN: usize = 20;
/// Minimum number of readers per worker thread that justifies sharing the work.
const READERS_PER_SHARE: usize = 512;

thread_local! {
    /// Scratch buffer shared by all readers of a thread, because most readers have nothing to write most of the time.
    static BATCH: RefCell<Batch> = RefCell::default();
}

impl Hub {
    /// Creates a hub with no readers.
    pub fn new() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// Stores `frames` as the newest of their tickers and serves or wakes every reader that watches one of them. Each frame
    /// must be complete, ready to be written.
    ///
    /// Readers are served in small groups, and other tasks may run in between: ten thousand writes in a row would delay every
    /// request until the last one. With many readers and several worker threads, each thread serves a share.
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
            // The error means that the task was cancelled: the program is ending.
            let _ = other.await;
        }
    }

    /// Marks tickers as `changed` for the readers in a range of slots, and serves or wakes them.
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

    /// Writes pending frames to a reader. Returns `false` if the reader's own task must do it, later or to handle an error.
    fn try_write_now(&self, state: &mut ReaderState, now: Instant) -> bool {
        let may = |writer: &FrameWriter| writer.is_free() && now >= writer.due();
        if !state.writer.as_ref().is_some_and(may) {
            return false;
        }
        let written = BATCH.with_borrow_mut(|batch| self.write(state, batch, now));
        matches!(written, Ok(WriteStatus::All))
    }

    /// Writes the rest of a partial frame and then all pending frames, as far as the sink accepts them.
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

    /// Sends a whole frame to every reader, regardless of what it watches.
    pub fn broadcast(&self, frame: &Bytes) {
        self.offer(|ReaderState { pending, .. }| {
            if pending.broadcasts.len() == MAX_BROADCASTS {
                pending.broadcasts.remove(0);
            }
            pending.broadcasts.push(frame.clone());
            true
        });
    }

    /// Sends every reader a frame that announces a change. A reader that has not received the previous identical frame gets
    /// only one: it then requests the current state, so a slow reader misses nothing.
    pub fn announce(&self, frame: &Bytes) {
        self.offer(|ReaderState { pending, .. }| {
            let is_new = !pending.announced.contains(frame);
            if is_new {
                pending.announced.push(frame.clone());
            }
            is_new
        });
    }

    /// Applies `add` to the pending frames of every reader, and wakes the readers for which it returns true.
    fn offer(&self, mut add: impl FnMut(&mut ReaderState) -> bool) {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        for reader in readers.all() {
            if add(&mut reader.lock()) {
                reader.wake.notify_one();
            }
        }
    }

    /// Subscribes to every frame of every current and future ticker, for forwarding.
    pub fn subscribe_all(self: &Arc<Self>) -> Subscription {
        let subscription = self.add(false);
        subscription.reader.lock().watches_all = true;
        subscription
    }

    /// Adds a reader for a live connection; it watches nothing yet.
    pub fn subscribe(self: &Arc<Self>) -> Subscription {
        self.add(true)
    }

    /// Adds a reader that stands for another process, not for a live connection; it watches nothing yet.
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

    /// Returns a number that changes whenever [`Hub::watched`] may have changed.
    pub(crate) fn watch_version(&self) -> u64 {
        self.watch_version.load(Ordering::Acquire)
    }

    fn watch_changed(&self) {
        self.watch_version.fetch_add(1, Ordering::Release);
    }

    /// Returns the tickers that at least one reader watches, in ascending order.
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

    /// Returns the number of live connections.
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

/// A handle to one reader; dropping it removes the reader.
#[derive(Debug)]
pub struct Subscription {
    hub: Arc<Hub>,
    reader: Arc<Subscriber>,
    /// Index of the reader in the hub.
    slot: usize,
    /// Swapped with the reader's pending frames by `drain`, to avoid allocating under the reader's lock.
    drained: PendingFrames,
}

/// The reader already watches the maximum number of tickers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchLimitReached;

impl Subscription {
    /// Watches a ticker, unless `most` others are watched already. Its newest frame becomes pending at once, so no tick is lost
    /// between a snapshot and the first update.
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

    /// Watches exactly these tickers on behalf of another process, discarding pending frames.
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

    /// Resolves when frames may be pending. Cancel-safe.
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

    /// Takes the newest frame of each pending ticker, and the broadcast frames; announcements are discarded.
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

    /// Moves all pending frames into a batch.
    pub fn drain(&mut self, into: &mut Batch) {
        let combines = {
            let mut state = self.reader.lock();
            std::mem::swap(&mut state.pending, &mut self.drained);
            state.combines
        };
        self.drained.gather(&self.hub.latest, combines, into);
    }

    /// Combines tickers that are pending at the same time into one frame from now on.
    pub fn combine(&self) {
        self.reader.lock().combines = true;
    }

    /// Writes frames to `sink` from now on, at most once per `window`.
    pub fn connect(&self, sink: Box<dyn FrameSink>, window: Duration) {
        self.reader.lock().writer = Some(FrameWriter::new(sink, window));
    }

    /// Returns when the reader may write: now if nothing is connected or the sink is not ready.
    pub(crate) fn due(&self) -> Instant {
        let state = self.reader.lock();
        let writer = state.writer.as_ref().filter(|writer| writer.is_free());
        writer.map_or_else(Instant::now, FrameWriter::due)
    }

    /// Writes the rest of a partial frame and then all pending frames, as far as the sink accepts them.
    pub(crate) fn write(&self) -> io::Result<WriteStatus> {
        let mut state = self.reader.lock();
        BATCH.with_borrow_mut(|batch| self.hub.write(&mut state, batch, Instant::now()))
    }

    /// Pauses writing by the hub so that the reader may write to the connection itself. Tries to finish a partial frame, which
    /// must come first.
    pub(crate) fn pause(&self) -> io::Result<WriteStatus> {
        let mut state = self.reader.lock();
        state
            .writer
            .as_mut()
            .map_or(Ok(WriteStatus::All), FrameWriter::pause)
    }

    /// Resumes writing by the hub.
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
