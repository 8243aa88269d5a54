//! Fan-out: who watches what, and what is new to them.
//!
//! Per ticker the hub holds the newest frame, encoded once. Per reader it holds a bit for each
//! watched ticker and a bit for each that is new, and one wake-up; there is no queue, so memory
//! per reader is bounded whatever the rate, and a slow reader skips superseded prices.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use bytes::Bytes;
use tokio::sync::Notify;

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
    dirty: Bits,
    /// Frames for everybody that were not written yet: alerts, so few.
    news: Vec<Bytes>,
}

/// Broadcast frames that wait for one reader at most; beyond it the oldest goes.
const MOST_NEWS: usize = 16;

impl Hub {
    /// A hub with no readers.
    pub fn new() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// Makes `frames` the newest of their tickers and wakes whoever watches one of them.
    /// Each frame is whole: ready to be written as it is.
    pub fn publish(&self, frames: Vec<(TickerId, Bytes)>) {
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
        for reader in self
            .readers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
        {
            let mut interest = reader.lock();
            let Interest { watched, dirty, .. } = &mut *interest;
            if dirty.add_common(watched, &changed) {
                reader.wake.notify_one();
            }
        }
    }

    /// Sends a whole frame to every reader, whatever it watches.
    pub fn broadcast(&self, frame: &Bytes) {
        for reader in self
            .readers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
        {
            let mut interest = reader.lock();
            if interest.news.len() == MOST_NEWS {
                interest.news.remove(0);
            }
            interest.news.push(frame.clone());
            reader.wake.notify_one();
        }
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
        }
    }

    /// How many readers there are.
    pub fn readers(&self) -> usize {
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
}

impl Subscription {
    /// Watches a ticker. Its newest frame, if there is one, is new to this reader at once, so
    /// nothing falls between a snapshot and the first tick.
    pub fn watch(&self, id: TickerId) {
        let mut interest = self.reader.lock();
        interest.watched.set(id.index());
        interest.dirty.set(id.index());
        self.reader.wake.notify_one();
    }

    /// Stops watching a ticker.
    pub fn unwatch(&self, id: TickerId) {
        let mut interest = self.reader.lock();
        interest.watched.clear(id.index());
        interest.dirty.clear(id.index());
    }

    /// How many tickers are watched.
    pub fn watched(&self) -> usize {
        self.reader.lock().watched.count()
    }

    /// Resolves when something may be new. Dropping the future loses nothing.
    pub async fn changed(&self) {
        loop {
            {
                let interest = self.reader.lock();
                if !interest.dirty.is_empty() || !interest.news.is_empty() {
                    return;
                }
            }
            self.reader.wake.notified().await;
        }
    }

    /// Appends the newest frame of everything that is new, and returns how many.
    pub fn drain(&self, into: &mut Vec<u8>) -> usize {
        let (dirty, news) = {
            let mut interest = self.reader.lock();
            (
                std::mem::take(&mut interest.dirty),
                std::mem::take(&mut interest.news),
            )
        };
        let latest = self
            .hub
            .latest
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let mut frames = news.len();
        for frame in &news {
            into.extend_from_slice(frame);
        }
        for index in dirty.ones() {
            if let Some(frame) = latest.get(index).filter(|frame| !frame.is_empty()) {
                into.extend_from_slice(frame);
                frames += 1;
            }
        }
        frames
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tick(hub: &Hub, id: u32, text: &'static str) {
        hub.publish(vec![(TickerId(id), Bytes::from_static(text.as_bytes()))]);
    }

    fn heard(subscription: &Subscription) -> String {
        let mut buffer = Vec::new();
        subscription.drain(&mut buffer);
        String::from_utf8(buffer).unwrap()
    }

    #[test]
    fn a_reader_hears_only_what_it_watches_and_each_once() {
        let hub = Hub::new();
        let reader = hub.subscribe();
        reader.watch(TickerId(2));
        tick(&hub, 1, "one ");
        tick(&hub, 2, "two ");
        assert_eq!(heard(&reader), "two ");
        assert_eq!(heard(&reader), "");
    }

    #[test]
    fn a_slow_reader_gets_the_newest_and_never_what_it_superseded() {
        let hub = Hub::new();
        let reader = hub.subscribe();
        reader.watch(TickerId(70));
        reader.watch(TickerId(1));
        tick(&hub, 70, "old ");
        tick(&hub, 1, "first ");
        tick(&hub, 70, "new ");
        assert_eq!(heard(&reader), "first new ");
    }

    #[test]
    fn watching_brings_the_newest_frame_at_once() {
        let hub = Hub::new();
        tick(&hub, 3, "three ");
        let reader = hub.subscribe();
        reader.watch(TickerId(3));
        assert_eq!(heard(&reader), "three ");
    }

    #[test]
    fn after_unwatching_nothing_is_heard() {
        let hub = Hub::new();
        let reader = hub.subscribe();
        reader.watch(TickerId(1));
        tick(&hub, 1, "one ");
        reader.unwatch(TickerId(1));
        tick(&hub, 1, "two ");
        assert_eq!(heard(&reader), "");
        assert_eq!(reader.watched(), 0);
    }

    #[test]
    fn what_is_for_everybody_reaches_those_who_watch_nothing() {
        let hub = Hub::new();
        let reader = hub.subscribe();
        hub.broadcast(&Bytes::from_static(b"hear "));
        assert_eq!(heard(&reader), "hear ");
        assert_eq!(heard(&reader), "");
        (0..100).for_each(|_| hub.broadcast(&Bytes::from_static(b".")));
        assert_eq!(
            heard(&reader).len(),
            MOST_NEWS,
            "a reader that never reads holds no more"
        );
    }

    #[test]
    fn a_dropped_reader_is_forgotten() {
        let hub = Hub::new();
        let (first, second) = (hub.subscribe(), hub.subscribe());
        drop(first);
        assert_eq!(hub.readers(), 1);
        drop(second);
        assert_eq!(hub.readers(), 0);
    }

    #[tokio::test]
    async fn a_tick_between_two_waits_is_not_lost() {
        let hub = Hub::new();
        let reader = hub.subscribe();
        reader.watch(TickerId(1));
        reader.changed().await;
        heard(&reader);
        tick(&hub, 1, "one ");
        reader.changed().await;
        assert_eq!(heard(&reader), "one ");
    }
}
