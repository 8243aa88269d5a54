//! Fan-out: who watches what, and what is new to them.
//!
//! Per ticker the hub holds the newest frame, encoded once. Per reader it holds a bit for each
//! watched ticker and a bit for each that is new, and one wake-up; there is no queue, so memory
//! per reader is bounded whatever the rate, and a slow reader skips superseded prices.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use bytes::Bytes;
use tokio::{sync::Notify, task::yield_now};

use super::bits::Bits;
use crate::domain::ticker::TickerId;

/// The fan-out, shared by `ingest` and every live connection.
#[derive(Debug, Default)]
pub struct Hub {
    latest: RwLock<Vec<Bytes>>,
    readers: RwLock<Vec<Arc<Reader>>>,
}

#[derive(Debug, Default)]
struct Reader {
    state: Mutex<Interest>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct Interest {
    watched: Bits,
    /// It gets every ticker's frames, and counts for nobody who watches.
    takes_all: bool,
    fresh: Fresh,
}

/// What was not written yet.
#[derive(Debug, Default)]
struct Fresh {
    /// Watched tickers with a newer frame.
    dirty: Bits,
    /// Frames for everybody: alerts, so few.
    news: Vec<Bytes>,
    /// Frames that say what has changed: each once, so there are as many as kinds of things at most.
    announced: Vec<Bytes>,
}

impl Fresh {
    fn is_empty(&self) -> bool {
        self.dirty.is_empty() && self.news.is_empty() && self.announced.is_empty()
    }
}

/// Broadcast frames that wait for one reader at most; beyond it the oldest goes.
const MOST_NEWS: usize = 16;

/// Readers that are woken before other tasks have their turn: a millisecond's writing, about.
const AT_ONCE: usize = 64;

impl Hub {
    /// A hub with no readers.
    pub fn new() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// Makes `frames` the newest of their tickers and wakes whoever watches one of them.
    /// Each frame is whole: ready to be written as it is.
    ///
    /// Readers are woken some at a time, and other tasks have their turn between: ten thousand writes at once would keep every
    /// request waiting until the last of them.
    pub async fn publish(&self, frames: Vec<(TickerId, Bytes)>) {
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
        // From the end: where a reader goes meanwhile, the last one takes its place, and must not be missed.
        let mut left = usize::MAX;
        while left > 0 {
            left = self.offer_last(left, |interest| {
                let Interest { watched, fresh, .. } = interest;
                if interest.takes_all {
                    fresh.dirty.add(&changed);
                    return true;
                }
                fresh.dirty.add_common(watched, &changed)
            });
            if left > 0 {
                yield_now().await;
            }
        }
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
        let mut left = usize::MAX;
        while left > 0 {
            left = self.offer_last(left, &mut add);
        }
    }

    /// The same, for the last [`AT_ONCE`] of the first `of` readers; tells how many are left.
    fn offer_last(&self, of: usize, mut add: impl FnMut(&mut Interest) -> bool) -> usize {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        let end = of.min(readers.len());
        let begin = end.saturating_sub(AT_ONCE);
        for reader in &readers[begin..end] {
            if add(&mut reader.lock()) {
                reader.wake.notify_one();
            }
        }
        begin
    }

    /// A new reader that takes every frame of every ticker there will be, to pass it on.
    pub fn tap(self: &Arc<Self>) -> Subscription {
        let subscription = self.subscribe();
        subscription.reader.lock().takes_all = true;
        subscription
    }

    /// A new reader that watches nothing yet.
    pub fn subscribe(self: &Arc<Self>) -> Subscription {
        let reader = Arc::new(Reader::default());
        self.readers
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Arc::clone(&reader));
        Subscription {
            hub: Arc::clone(self),
            reader,
            drained: Fresh::default(),
        }
    }

    /// The tickers that somebody watches, in the order of their numbers.
    pub fn watched(&self) -> Vec<TickerId> {
        let mut watched = Bits::default();
        for reader in self
            .readers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
        {
            watched.add(&reader.lock().watched);
        }
        watched.ones().map(TickerId::from_index).collect()
    }

    /// How many readers there are.
    pub(crate) fn readers(&self) -> usize {
        self.readers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
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
    }

    /// Stops watching a ticker.
    pub(crate) fn unwatch(&self, id: TickerId) {
        let mut interest = self.reader.lock();
        interest.watched.clear(id.index());
        interest.fresh.dirty.clear(id.index());
    }

    /// Resolves when something may be new. Dropping the future loses nothing.
    pub async fn changed(&self) {
        loop {
            {
                if !self.reader.lock().fresh.is_empty() {
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
        into.clear();
        std::mem::swap(&mut self.reader.lock().fresh, &mut self.drained);
        let Fresh {
            dirty,
            news,
            announced,
        } = &mut self.drained;
        for frame in news.drain(..).chain(announced.drain(..)) {
            into.bytes.extend_from_slice(&frame);
            into.frames += 1;
        }
        into.unique = into.bytes.len();
        let latest = self
            .hub
            .latest
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        for index in dirty.ones() {
            if let Some(frame) = latest.get(index).filter(|frame| !frame.is_empty()) {
                into.bytes.extend_from_slice(frame);
                into.frames += 1;
                into.tickers.push((index, into.bytes.len()));
            }
        }
        dirty.clear_all();
    }

    /// Of a batch of which only `written` bytes could be written: what must follow before anything else. Tickers of which
    /// nothing was written are new again and no longer of the batch, so that a slow reader gets what is newest when it can
    /// take more, and nothing is held for it meanwhile.
    pub(crate) fn put_back<'a>(&mut self, batch: &'a mut Batch, written: usize) -> &'a [u8] {
        let begun = batch.tickers.partition_point(|(_, end)| *end < written);
        let end = match batch.tickers.get(begun) {
            Some((_, end)) if written > batch.unique => *end,
            _ => batch.unique.max(written),
        };
        let mut interest = self.reader.lock();
        while let Some((index, _)) = batch.tickers.pop_if(|(_, last)| *last > end) {
            interest.fresh.dirty.set(index);
            batch.frames -= 1;
        }
        batch.bytes.truncate(end);
        &batch.bytes[written..]
    }
}

/// What is written to a reader at once.
#[derive(Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    frames: usize,
    /// Length of the frames that come first, which cannot be had again.
    unique: usize,
    /// Which tickers' frames follow, and where in `bytes` each ends.
    tickers: Vec<(usize, usize)>,
}

impl Batch {
    /// Room that is kept for the next batch.
    const KEPT: usize = 64 * 1_024;

    /// Whole frames, one after the other.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many there are.
    pub fn frames(&self) -> usize {
        self.frames
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(Self::KEPT);
        self.tickers.clear();
        (self.frames, self.unique) = (0, 0);
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut readers = self
            .hub
            .readers
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = readers
            .iter()
            .position(|reader| Arc::ptr_eq(reader, &self.reader))
        {
            readers.swap_remove(at);
        }
    }
}
