//! Fan-out of ticker frames to the subscribers that watch them.
//!
//! The hub keeps the newest frame of each ticker, encoded once. For each subscriber it keeps one bit per watched ticker, one bit
//! per pending ticker and a wake-up handle. There is no queue, so memory per subscriber is bounded at any message rate, and a slow
//! subscriber skips superseded prices.
//!
//! If a subscriber has a [`FrameSink`], the publisher writes the frames itself, in one pass over all subscribers. The task of a
//! subscriber is woken only if its frames must wait, for the write window or for the client; then the task writes them.

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
use crate::domain::{person::PersonId, ticker::TickerId};

/// The fan-out hub, shared by `ingest` and every live connection.
#[derive(Debug, Default)]
pub struct Hub {
    /// The newest frame of each ticker, by index of its id; empty if there is none.
    latest: RwLock<Vec<Bytes>>,
    subscribers: RwLock<Slots<Subscriber>>,
    /// Incremented whenever the set of watched tickers may have changed.
    watch_version: AtomicU64,
}

/// A receiver of frames. Lock order: a subscriber's lock is taken before the lock of the newest frames.
#[derive(Debug, Default)]
struct Subscriber {
    /// The person of a live connection of this process; `None` for another process and for forwarding.
    connection_of: Option<PersonId>,
    state: Mutex<SubscriberState>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct SubscriberState {
    watched: BitSet,
    /// True if the subscriber receives the frames of every ticker without counting as watching them.
    watches_all: bool,
    /// True if the subscriber accepts frames with several tickers.
    combines_frames: bool,
    pending: PendingFrames,
    /// Writes frames without waking the subscriber's task; `None` before [`Subscription::connect`].
    writer: Option<FrameWriter>,
}

/// The newest frames of tickers, and the broadcast frames with the person for whom each is.
pub type TakenFrames = (Vec<(TickerId, Bytes)>, Vec<(PersonId, Bytes)>);

/// Maximum number of broadcast frames pending per subscriber; the oldest is dropped first.
const MAX_BROADCASTS: usize = 16;

/// Number of subscribers that are served before other tasks may run: about 0.2 ms of writing.
const SUBSCRIBERS_PER_TURN: usize = 20;
/// Minimum number of subscribers per worker thread that justifies sharing the work.
const SUBSCRIBERS_PER_SHARE: usize = 512;

thread_local! {
    /// Scratch buffer shared by all subscribers of a thread, because most subscribers have nothing to write most of the time.
    static BATCH: RefCell<Batch> = RefCell::default();
}

impl Hub {
    /// Creates a hub with no subscribers.
    pub fn new() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// Stores `frames` as the newest frames of their tickers. Serves or wakes every subscriber that watches one of these tickers. Each
    /// frame must be complete and ready to be written.
    ///
    /// Subscribers are served in small groups, and other tasks may run in between: ten thousand writes in a row would delay every
    /// request until the last one. With many subscribers and several worker threads, each thread serves a share.
    pub async fn publish(self: &Arc<Self>, frames: Vec<(TickerId, Bytes)>) {
        let mut changed = BitSet::default();
        {
            let mut latest = self.latest.write().unwrap_or_else(PoisonError::into_inner);
            for (id, frame) in frames {
                if latest.len() <= id.index() {
                    latest.resize(id.index() + 1, Bytes::new());
                }
                latest[id.index()] = frame;
                changed.insert(id.index());
            }
        }
        let slots = self.slot_count();
        let shares = match Handle::try_current() {
            Ok(handle) if slots > SUBSCRIBERS_PER_SHARE => handle
                .metrics()
                .num_workers()
                .min(slots / SUBSCRIBERS_PER_SHARE),
            _ => 1,
        };
        let share = slots.div_ceil(shares.max(1));
        let changed = Arc::new(changed);
        // This task serves the first share itself.
        let tasks = (1..shares).map(|number| {
            let (hub, changed) = (Arc::clone(self), Arc::clone(&changed));
            let slots = number * share..((number + 1) * share).min(slots);
            tokio::spawn(async move { hub.serve(slots, &changed).await })
        });
        let tasks: Vec<_> = tasks.collect();
        self.serve(0..share.min(slots), &changed).await;
        for task in tasks {
            // An error means that the task was canceled, because the program is shutting down.
            let _ = task.await;
        }
    }

    /// Marks the `changed` tickers as pending for the subscribers in a range of slots, and serves or wakes these subscribers.
    async fn serve(&self, slots: Range<usize>, changed: &BitSet) {
        for begin in slots.clone().step_by(SUBSCRIBERS_PER_TURN) {
            if begin > slots.start {
                yield_now().await;
            }
            let now = Instant::now();
            let subscribers = self
                .subscribers
                .read()
                .unwrap_or_else(PoisonError::into_inner);
            for subscriber in subscribers.within(begin..slots.end.min(begin + SUBSCRIBERS_PER_TURN))
            {
                let mut state = subscriber.lock();
                let SubscriberState {
                    watched,
                    watches_all,
                    pending,
                    ..
                } = &mut *state;
                let has_new = if *watches_all {
                    pending.dirty.insert_all(changed);
                    true
                } else {
                    pending.dirty.insert_intersection(watched, changed)
                };
                if has_new && !self.try_write_now(&mut state, now) {
                    drop(state);
                    subscriber.wake.notify_one();
                }
            }
        }
    }

    /// Writes pending frames to a subscriber. Returns `false` if the subscriber's own task must write them later, or must handle an
    /// error.
    fn try_write_now(&self, state: &mut SubscriberState, now: Instant) -> bool {
        let can_write = |writer: &FrameWriter| writer.is_ready() && now >= writer.due();
        if !state.writer.as_ref().is_some_and(can_write) {
            return false;
        }
        let written = BATCH.with_borrow_mut(|batch| self.write(state, batch, now));
        matches!(written, Ok(WriteStatus::All))
    }

    /// Writes the rest of a partial frame and then all pending frames, as far as the sink accepts them.
    fn write(
        &self,
        state: &mut SubscriberState,
        batch: &mut Batch,
        now: Instant,
    ) -> io::Result<WriteStatus> {
        let SubscriberState {
            pending,
            writer,
            combines_frames,
            ..
        } = state;
        let Some(writer) = writer else {
            return Ok(WriteStatus::All);
        };
        if writer.finish()? == WriteStatus::Blocked {
            return Ok(WriteStatus::Blocked);
        }
        pending.gather(&self.latest, *combines_frames, batch);
        writer.write(pending, batch, now)
    }

    fn slot_count(&self) -> usize {
        let subscribers = self.subscribers.read();
        subscribers
            .unwrap_or_else(PoisonError::into_inner)
            .slot_count()
    }

    /// Sends a whole frame, such as a fired alert, to every subscriber of a person, regardless of what it watches. Other processes and
    /// forwarding get the frames of all people. Ticks go through [`Self::publish`].
    pub fn broadcast(&self, person: PersonId, frame: &Bytes) {
        self.add_pending(|subscriber, SubscriberState { pending, .. }| {
            if subscriber.connection_of.is_some_and(|of| of != person) {
                return false;
            }
            if pending.broadcasts.len() == MAX_BROADCASTS {
                pending.broadcasts.remove(0);
            }
            pending.broadcasts.push((person, frame.clone()));
            true
        });
    }

    /// Sends every subscriber a frame that announces a change. While the same frame is still pending for a subscriber, it is not added
    /// again: the client requests the current state when it receives the frame, so a slow subscriber misses nothing.
    pub fn announce(&self, frame: &Bytes) {
        self.add_pending(|_, SubscriberState { pending, .. }| {
            let is_new = !pending.announcements.contains(frame);
            if is_new {
                pending.announcements.push(frame.clone());
            }
            is_new
        });
    }

    /// Applies `add` to the pending frames of every subscriber, and wakes the subscribers for which it returns true.
    fn add_pending(&self, mut add: impl FnMut(&Subscriber, &mut SubscriberState) -> bool) {
        let subscribers = self
            .subscribers
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        for subscriber in subscribers.iter() {
            if add(subscriber, &mut subscriber.lock()) {
                subscriber.wake.notify_one();
            }
        }
    }

    /// Subscribes to every frame of every current and future ticker, for forwarding.
    pub fn subscribe_all(self: &Arc<Self>) -> Subscription {
        let subscription = self.add(None);
        subscription.subscriber.lock().watches_all = true;
        subscription
    }

    /// Adds a subscriber for a live connection of a person. The subscriber watches no tickers yet.
    pub fn subscribe(self: &Arc<Self>, person: PersonId) -> Subscription {
        self.add(Some(person))
    }

    /// Adds a subscriber that represents another process of the cluster. The subscriber watches no tickers yet.
    #[cfg(feature = "cluster")]
    pub(crate) fn subscribe_process(self: &Arc<Self>) -> Subscription {
        self.add(None)
    }

    fn add(self: &Arc<Self>, connection_of: Option<PersonId>) -> Subscription {
        let subscriber = Arc::new(Subscriber {
            connection_of,
            ..Subscriber::default()
        });
        let subscribers = self.subscribers.write();
        let mut subscribers = subscribers.unwrap_or_else(PoisonError::into_inner);
        let slot = subscribers.add(Arc::clone(&subscriber));
        Subscription {
            hub: Arc::clone(self),
            subscriber,
            slot,
            drain_buffer: PendingFrames::default(),
        }
    }

    /// Returns a number that changes whenever [`Hub::watched`] may have changed.
    pub(crate) fn watch_version(&self) -> u64 {
        self.watch_version.load(Ordering::Acquire)
    }

    fn bump_watch_version(&self) {
        self.watch_version.fetch_add(1, Ordering::Release);
    }

    /// Returns the tickers that at least one subscriber watches, in ascending order.
    pub fn watched(&self) -> Vec<TickerId> {
        let mut watched = BitSet::default();
        for subscriber in self
            .subscribers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
        {
            watched.insert_all(&subscriber.lock().watched);
        }
        watched.iter().map(TickerId::from_index).collect()
    }

    /// Returns the number of live connections.
    pub(crate) fn connections(&self) -> usize {
        let subscribers = self
            .subscribers
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let connections = subscribers
            .iter()
            .filter(|subscriber| subscriber.connection_of.is_some());
        connections.count()
    }
}

impl Subscriber {
    fn lock(&self) -> std::sync::MutexGuard<'_, SubscriberState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A handle to one subscriber; dropping it removes the subscriber.
#[derive(Debug)]
pub struct Subscription {
    hub: Arc<Hub>,
    subscriber: Arc<Subscriber>,
    /// Index of the subscriber in the hub.
    slot: usize,
    /// An empty buffer that is swapped with the pending frames when they are drained, so that nothing is allocated under the
    /// subscriber's lock.
    drain_buffer: PendingFrames,
}

/// Error: the subscriber already watches the maximum number of tickers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchLimitReached;

impl Subscription {
    /// Watches a ticker, unless `limit` other tickers are watched already. The newest frame becomes pending at once, so that no tick is
    /// lost between a snapshot and the first update.
    pub fn watch(&mut self, id: TickerId, limit: usize) -> Result<(), WatchLimitReached> {
        let mut state = self.subscriber.lock();
        let SubscriberState {
            watched,
            pending: PendingFrames { dirty, .. },
            ..
        } = &mut *state;
        if !watched.contains(id.index()) && watched.count() >= limit {
            return Err(WatchLimitReached);
        }
        watched.insert(id.index());
        dirty.insert(id.index());
        dirty.reserve_like(watched);
        self.drain_buffer.dirty.reserve_like(watched);
        drop(state);
        self.hub.bump_watch_version();
        self.subscriber.wake.notify_one();
        Ok(())
    }

    /// Replaces the watched tickers of a subscriber that represents another process. Discards pending frames.
    pub fn watch_only(&self, ids: &[TickerId]) {
        let mut state = self.subscriber.lock();
        state.watched = BitSet::default();
        for id in ids {
            state.watched.insert(id.index());
        }
        state.pending = PendingFrames::default();
        drop(state);
        self.hub.bump_watch_version();
    }

    /// Stops watching a ticker.
    pub(crate) fn unwatch(&self, id: TickerId) {
        let mut state = self.subscriber.lock();
        state.watched.remove(id.index());
        state.pending.dirty.remove(id.index());
        drop(state);
        self.hub.bump_watch_version();
    }

    /// Resolves when frames may be pending. Cancel-safe.
    pub async fn changed(&self) {
        loop {
            {
                let state = self.subscriber.lock();
                let has_partial_frame = state
                    .writer
                    .as_ref()
                    .is_some_and(FrameWriter::has_partial_frame);
                if has_partial_frame || !state.pending.is_empty() {
                    return;
                }
            }
            self.subscriber.wake.notified().await;
        }
    }

    /// Removes and returns the newest frame of each pending ticker, and the broadcast frames. Discards announcements.
    pub fn take_frames(&mut self) -> TakenFrames {
        std::mem::swap(&mut self.subscriber.lock().pending, &mut self.drain_buffer);
        let latest = self.hub.latest.read();
        let latest = latest.unwrap_or_else(PoisonError::into_inner);
        let ticks = self.drain_buffer.dirty.iter().filter_map(|index| {
            let frame = latest.get(index).filter(|frame| !frame.is_empty())?;
            Some((TickerId::from_index(index), frame.clone()))
        });
        let ticks = ticks.collect();
        self.drain_buffer.dirty.clear();
        self.drain_buffer.announcements.clear();
        (ticks, std::mem::take(&mut self.drain_buffer.broadcasts))
    }

    /// Replaces the content of `batch` with all pending frames.
    pub fn drain(&mut self, batch: &mut Batch) {
        let combines_frames = {
            let mut state = self.subscriber.lock();
            std::mem::swap(&mut state.pending, &mut self.drain_buffer);
            state.combines_frames
        };
        self.drain_buffer
            .gather(&self.hub.latest, combines_frames, batch);
    }

    /// From now on, combines tickers that are pending at the same time into one frame.
    pub fn combine_frames(&self) {
        self.subscriber.lock().combines_frames = true;
    }

    /// From now on, writes frames to `sink`, at most once per `window`.
    pub fn connect(&self, sink: Box<dyn FrameSink>, window: Duration) {
        self.subscriber.lock().writer = Some(FrameWriter::new(sink, window));
    }

    /// Returns the earliest time at which the subscriber's task may write. If there is no sink, or if the sink is paused or blocked,
    /// the task need not wait for the window.
    pub(crate) fn due(&self) -> Instant {
        let state = self.subscriber.lock();
        let writer = state.writer.as_ref().filter(|writer| writer.is_ready());
        writer.map_or_else(Instant::now, FrameWriter::due)
    }

    /// Writes the rest of a partial frame and then all pending frames, as far as the sink accepts them.
    pub(crate) fn write(&self) -> io::Result<WriteStatus> {
        let mut state = self.subscriber.lock();
        BATCH.with_borrow_mut(|batch| self.hub.write(&mut state, batch, Instant::now()))
    }

    /// Pauses writing by the hub, so that the subscriber's task may write to the connection directly. First tries to finish a partial
    /// frame.
    pub(crate) fn pause(&self) -> io::Result<WriteStatus> {
        let mut state = self.subscriber.lock();
        state
            .writer
            .as_mut()
            .map_or(Ok(WriteStatus::All), FrameWriter::pause)
    }

    /// Resumes writing by the hub.
    pub(crate) fn resume(&self) {
        if let Some(writer) = &mut self.subscriber.lock().writer {
            writer.resume();
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let subscribers = self.hub.subscribers.write();
        let mut subscribers = subscribers.unwrap_or_else(PoisonError::into_inner);
        subscribers.remove(self.slot);
        drop(subscribers);
        self.hub.bump_watch_version();
    }
}
