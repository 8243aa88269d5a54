//! Fan-out: who watches what, and what is new to them.
//!
//! Per ticker the hub holds the newest frame, encoded once. Per reader it holds a bit for each
//! watched ticker and a bit for each that is new, and one wake-up; there is no queue, so memory
//! per reader is bounded whatever the rate, and a slow reader skips superseded prices.
//!
//! A reader with an [`Outlet`] has its frames written by who publishes, in one pass over all readers: its own task sleeps on.
//! That task is woken where frames must wait, for their window or for the client to take more, and writes them itself.

mod batch;
mod fresh;
mod line;
mod slots;
#[cfg(test)]
mod tests;

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
    batch::{BEFORE_TICKER, Batch},
    line::{Outlet, Written},
};
use self::{fresh::Fresh, line::Line, slots::Slots};
use super::bits::Bits;
use crate::domain::ticker::TickerId;

/// The fan-out, shared by `ingest` and every live connection.
#[derive(Debug, Default)]
pub struct Hub {
    latest: RwLock<Vec<Bytes>>,
    readers: RwLock<Slots<Reader>>,
    /// Grows with every change of what is watched.
    watch_version: AtomicU64,
}

/// Where two of these locks are held at once, the reader's comes before that of the newest frames.
#[derive(Debug, Default)]
struct Reader {
    /// A live connection of this process; others stand for another process.
    is_connection: bool,
    state: Mutex<Interest>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct Interest {
    watched: Bits,
    /// It gets every ticker's frames, and counts for nobody who watches.
    takes_all: bool,
    /// Several tickers come to it in one frame.
    joins: bool,
    fresh: Fresh,
    /// Where frames are written without the reader's task being woken, if anywhere.
    line: Option<Line>,
}

/// Broadcast frames that wait for one reader at most; beyond it the oldest goes.
const MOST_NEWS: usize = 16;

/// Readers that are woken or written to before other tasks have their turn: a fifth of a millisecond's writing, about.
const AT_ONCE: usize = 20;
/// As many readers are reason to share the work among the threads that there are.
const MANY: usize = 512;

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
        let mut changed = Bits::default();
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
            Ok(handle) if slots > MANY => handle.metrics().num_workers().min(slots / MANY),
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
    async fn serve(&self, slots: Range<usize>, changed: &Bits) {
        for begin in slots.clone().step_by(AT_ONCE) {
            if begin > slots.start {
                yield_now().await;
            }
            let now = Instant::now();
            let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
            for reader in readers.within(begin..slots.end.min(begin + AT_ONCE)) {
                let mut interest = reader.lock();
                let Interest {
                    watched,
                    takes_all,
                    fresh,
                    ..
                } = &mut *interest;
                let is_new = if *takes_all {
                    fresh.dirty.add(changed);
                    true
                } else {
                    fresh.dirty.add_common(watched, changed)
                };
                if is_new && !self.delivers(&mut interest, now) {
                    drop(interest);
                    reader.wake.notify_one();
                }
            }
        }
    }

    /// Writes what is new to a reader; `false` where its own task must: at another time, or to find out what is wrong.
    fn delivers(&self, interest: &mut Interest, now: Instant) -> bool {
        let may = |line: &Line| line.is_free() && now >= line.due();
        if !interest.line.as_ref().is_some_and(may) {
            return false;
        }
        let written = BATCH.with_borrow_mut(|batch| self.write(interest, batch, now));
        matches!(written, Ok(Written::All))
    }

    /// Writes what is left of a frame that was begun and then the newest frame of everything that is new, as far as the outlet
    /// takes it.
    fn write(
        &self,
        interest: &mut Interest,
        batch: &mut Batch,
        now: Instant,
    ) -> io::Result<Written> {
        let Interest {
            fresh, line, joins, ..
        } = interest;
        let Some(line) = line else {
            return Ok(Written::All);
        };
        if line.finish()? == Written::Part {
            return Ok(Written::Part);
        }
        fresh.gather(&self.latest, *joins, batch);
        line.write(fresh, batch, now)
    }

    fn slots(&self) -> usize {
        let readers = self.readers.read();
        readers.unwrap_or_else(PoisonError::into_inner).slots()
    }

    /// Sends a whole frame to every reader, whatever it watches.
    pub fn broadcast(&self, frame: &Bytes) {
        self.offer(|Interest { fresh, .. }| {
            if fresh.news.len() == MOST_NEWS {
                fresh.news.remove(0);
            }
            fresh.news.push(frame.clone());
            true
        });
    }

    /// Sends every reader a whole frame that says of something that it has changed. A reader that has not read the one before
    /// gets it once: it asks for what there is now, so a slow reader misses nothing.
    pub fn announce(&self, frame: &Bytes) {
        self.offer(|Interest { fresh, .. }| {
            let is_new = !fresh.announced.contains(frame);
            if is_new {
                fresh.announced.push(frame.clone());
            }
            is_new
        });
    }

    /// Lets `add` put something fresh before every reader, and wakes those for whom it did.
    fn offer(&self, mut add: impl FnMut(&mut Interest) -> bool) {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        for reader in readers.all() {
            if add(&mut reader.lock()) {
                reader.wake.notify_one();
            }
        }
    }

    /// A new reader that takes every frame of every ticker there will be, to pass it on.
    pub fn tap(self: &Arc<Self>) -> Subscription {
        let subscription = self.add(false);
        subscription.reader.lock().takes_all = true;
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
        let reader = Arc::new(Reader {
            is_connection,
            ..Reader::default()
        });
        let readers = self.readers.write();
        let mut readers = readers.unwrap_or_else(PoisonError::into_inner);
        let slot = readers.add(Arc::clone(&reader));
        Subscription {
            hub: Arc::clone(self),
            reader,
            slot,
            drained: Fresh::default(),
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
        let mut watched = Bits::default();
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

impl Reader {
    fn lock(&self) -> std::sync::MutexGuard<'_, Interest> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One reader's interest; dropping it ends it.
#[derive(Debug)]
pub struct Subscription {
    hub: Arc<Hub>,
    reader: Arc<Reader>,
    /// Where the hub has the reader.
    slot: usize,
    /// What `drain` takes in exchange, so that nobody allocates under the reader's lock.
    drained: Fresh,
}

/// As many tickers are watched as may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany;

impl Subscription {
    /// Watches a ticker, unless `most` others are watched already. Its newest frame, if there is one, is
    /// new to this reader at once, so nothing falls between a snapshot and the first tick.
    pub fn watch(&mut self, id: TickerId, most: usize) -> Result<(), TooMany> {
        let mut interest = self.reader.lock();
        let Interest {
            watched,
            fresh: Fresh { dirty, .. },
            ..
        } = &mut *interest;
        if !watched.contains(id.index()) && watched.count() >= most {
            return Err(TooMany);
        }
        watched.set(id.index());
        dirty.set(id.index());
        dirty.reserve_like(watched);
        self.drained.dirty.reserve_like(watched);
        drop(interest);
        self.hub.watch_changed();
        self.reader.wake.notify_one();
        Ok(())
    }

    /// Watches these tickers and no others, for somebody who reads elsewhere: what is new of them waits for nobody.
    pub fn watch_only(&self, ids: &[TickerId]) {
        let mut interest = self.reader.lock();
        interest.watched = Bits::default();
        for id in ids {
            interest.watched.set(id.index());
        }
        interest.fresh = Fresh::default();
        drop(interest);
        self.hub.watch_changed();
    }

    /// Stops watching a ticker.
    pub(crate) fn unwatch(&self, id: TickerId) {
        let mut interest = self.reader.lock();
        interest.watched.clear(id.index());
        interest.fresh.dirty.clear(id.index());
        drop(interest);
        self.hub.watch_changed();
    }

    /// Resolves when something may be new. Dropping the future loses nothing.
    pub async fn changed(&self) {
        loop {
            {
                let interest = self.reader.lock();
                let is_cut = interest.line.as_ref().is_some_and(Line::is_cut);
                if is_cut || !interest.fresh.is_empty() {
                    return;
                }
            }
            self.reader.wake.notified().await;
        }
    }

    /// Takes the newest frame of each ticker that is new, and the frames for everybody but those that say what has changed.
    pub fn take(&mut self) -> (Vec<(TickerId, Bytes)>, Vec<Bytes>) {
        std::mem::swap(&mut self.reader.lock().fresh, &mut self.drained);
        let latest = self.hub.latest.read();
        let latest = latest.unwrap_or_else(PoisonError::into_inner);
        let ticks = self.drained.dirty.ones().filter_map(|index| {
            let frame = latest.get(index).filter(|frame| !frame.is_empty())?;
            Some((TickerId::from_index(index), frame.clone()))
        });
        let ticks = ticks.collect();
        self.drained.dirty.clear_all();
        self.drained.announced.clear();
        (ticks, std::mem::take(&mut self.drained.news))
    }

    /// Gathers the newest frame of everything that is new.
    pub fn drain(&mut self, into: &mut Batch) {
        let joins = {
            let mut interest = self.reader.lock();
            std::mem::swap(&mut interest.fresh, &mut self.drained);
            interest.joins
        };
        self.drained.gather(&self.hub.latest, joins, into);
    }

    /// From now on tickers that are new at once come in one frame.
    pub fn join(&self) {
        self.reader.lock().joins = true;
    }

    /// Has frames written to `outlet`, a moment after those before them at the earliest: `window`.
    pub fn connect(&self, outlet: Box<dyn Outlet>, window: Duration) {
        self.reader.lock().line = Some(Line::new(outlet, window));
    }

    /// When its reader may write: now, where nothing is connected, and where somebody must wait for the outlet.
    pub(crate) fn due(&self) -> Instant {
        let interest = self.reader.lock();
        let line = interest.line.as_ref().filter(|line| line.is_free());
        line.map_or_else(Instant::now, Line::due)
    }

    /// Writes what is left of a frame that was begun and then the newest frame of everything that is new, as far as the outlet
    /// takes it.
    pub(crate) fn write(&self) -> io::Result<Written> {
        let mut interest = self.reader.lock();
        BATCH.with_borrow_mut(|batch| self.hub.write(&mut interest, batch, Instant::now()))
    }

    /// Keeps the hub from writing, so that its reader may write past it: once what must come before anything else is
    /// written, which this tries.
    pub(crate) fn hold(&self) -> io::Result<Written> {
        let mut interest = self.reader.lock();
        interest.line.as_mut().map_or(Ok(Written::All), Line::hold)
    }

    /// The hub may write again.
    pub(crate) fn release(&self) {
        if let Some(line) = &mut self.reader.lock().line {
            line.release();
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
