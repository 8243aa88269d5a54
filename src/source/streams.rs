//! The status of stream connections: subscribed symbols and message rates.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::domain::provider::StreamConnection;

/// The window of the message rate, in whole seconds.
const RATE_WINDOW_SECONDS: usize = 60;

/// The index of the provider, the number of the connection, and a unique number.
type Key = (usize, usize, u64);

/// The status of all stream connections.
#[derive(Debug, Clone, Default)]
pub(super) struct Connections(Arc<Mutex<StatusTable>>);

#[derive(Debug, Default)]
struct StatusTable {
    next_id: u64,
    streams: BTreeMap<Key, StreamStatus>,
}

/// The status of a connection.
#[derive(Debug)]
struct StreamStatus {
    provider: String,
    max_symbols: Option<usize>,
    symbols: usize,
    /// `None` while the connection is being opened or waits for a retry.
    traffic: Option<Traffic>,
}

/// The messages of an open connection.
#[derive(Debug)]
struct Traffic {
    opened: Instant,
    last_message: Option<Instant>,
    /// The numbers of messages per second: a ring buffer, indexed by the seconds since the opening, that includes the current second.
    counts: [u32; RATE_WINDOW_SECONDS + 1],
    /// The second of the last message, counted from the opening.
    second: u64,
}

/// The status record of a connection, which is removed on drop.
#[derive(Debug)]
pub(crate) struct ConnectionRecord {
    connections: Connections,
    key: Key,
}

impl Connections {
    /// Adds a connection that is about to be opened, with its provider (index and name) and number.
    pub(super) fn add(
        &self,
        (index, provider): (usize, String),
        number: usize,
        max_symbols: Option<usize>,
    ) -> ConnectionRecord {
        let mut table = self.lock();
        let key = (index, number, table.next_id);
        table.next_id += 1;
        let stream = StreamStatus {
            provider,
            max_symbols,
            symbols: 0,
            traffic: None,
        };
        table.streams.insert(key, stream);
        ConnectionRecord {
            connections: self.clone(),
            key,
        }
    }

    /// Returns all connections at `now`, sorted by provider and number.
    pub(super) fn list(&self, now: Instant) -> Vec<StreamConnection> {
        let table = self.lock();
        let connections = table.streams.iter().map(|((_, number, _), stream)| {
            let traffic = stream.traffic.as_ref();
            let last_message = traffic.and_then(|traffic| traffic.last_message);
            StreamConnection {
                provider: stream.provider.clone(),
                number: *number,
                symbols: stream.symbols,
                max_symbols: stream.max_symbols,
                open_duration: traffic.map(|traffic| now.saturating_duration_since(traffic.opened)),
                last_message_age: last_message
                    .map(|last_message| now.saturating_duration_since(last_message)),
                messages_per_second: traffic.and_then(|traffic| traffic.per_second(now)),
            }
        });
        connections.collect()
    }

    fn lock(&self) -> MutexGuard<'_, StatusTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionRecord {
    /// Records that the connection is open.
    pub(crate) fn opened(&self, now: Instant) {
        self.change(|stream| stream.traffic = Some(Traffic::new(now)));
    }

    /// Sets the number of subscribed symbols.
    pub(crate) fn set_symbols(&self, symbols: usize) {
        self.change(|stream| stream.symbols = symbols);
    }

    /// Counts a message.
    pub(crate) fn message_received(&self, now: Instant) {
        self.change(|stream| {
            if let Some(traffic) = &mut stream.traffic {
                traffic.count(now);
            }
        });
    }

    /// Records that the connection is closed.
    pub(crate) fn closed(&self) {
        self.change(|stream| (stream.traffic, stream.symbols) = (None, 0));
    }

    fn change(&self, change: impl FnOnce(&mut StreamStatus)) {
        if let Some(stream) = self.connections.lock().streams.get_mut(&self.key) {
            change(stream);
        }
    }
}

impl Drop for ConnectionRecord {
    fn drop(&mut self) {
        self.connections.lock().streams.remove(&self.key);
    }
}

impl Traffic {
    fn new(opened: Instant) -> Self {
        Self {
            opened,
            last_message: None,
            counts: [0; RATE_WINDOW_SECONDS + 1],
            second: 0,
        }
    }

    fn since_opening(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.opened)
    }

    fn count(&mut self, now: Instant) {
        let second = self.since_opening(now).as_secs();
        // Counts that are older than the window are cleared.
        let elapsed = second.saturating_sub(self.second).min(self.len());
        for age in 0..elapsed {
            let index = self.index(second - age);
            self.counts[index] = 0;
        }
        self.second = self.second.max(second);
        let index = self.index(second);
        self.counts[index] = self.counts[index].saturating_add(1);
        self.last_message = Some(now);
    }

    /// Returns the messages per second over at most 60 complete seconds; `None` within the first second.
    fn per_second(&self, now: Instant) -> Option<f64> {
        let current = self.since_opening(now).as_secs();
        let first = current.saturating_sub(self.len() - 1);
        let span = current - first;
        if span == 0 {
            return None;
        }
        // Counts after the second of the last message are outdated.
        let counted = first..current.min(self.second + 1);
        let messages: u32 = counted.map(|second| self.counts[self.index(second)]).sum();
        Some(f64::from(messages) / span as f64)
    }

    fn len(&self) -> u64 {
        self.counts.len() as u64
    }

    fn index(&self, second: u64) -> usize {
        (second % self.len()) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single_connection(connections: &Connections, now: Instant) -> StreamConnection {
        let list = connections.list(now);
        assert_eq!(list.len(), 1);
        list[0].clone()
    }

    fn record(connections: &Connections) -> ConnectionRecord {
        connections.add((0, "yahoo_stream".to_owned()), 1, Some(100))
    }

    #[test]
    fn the_message_rate_covers_at_most_the_last_minute() {
        let (connections, start) = (Connections::default(), Instant::now());
        let record = record(&connections);
        record.opened(start);
        let rate = |tenths: u64| {
            let now = start + Duration::from_millis(tenths * 100);
            single_connection(&connections, now).messages_per_second
        };
        // There are ten messages a second for half a minute, and one a second from then on.
        for tenths in 0..3_000_u64 {
            let now = start + Duration::from_millis(tenths * 100);
            if tenths < 300 || tenths % 10 == 0 {
                record.message_received(now);
            }
            match tenths {
                5 => assert_eq!(rate(tenths), None),
                10 | 155 | 300 => assert_eq!(rate(tenths), Some(10.0), "{tenths}"),
                600 => assert_eq!(rate(tenths), Some((300.0 + 30.0) / 60.0)),
                900 | 2_999 => assert_eq!(rate(tenths), Some(1.0), "{tenths}"),
                _ => {}
            }
        }
        assert_eq!(rate(3_300), Some(0.5));
        assert_eq!(rate(90_000), Some(0.0));
    }

    #[test]
    fn old_messages_do_not_count_after_a_gap() {
        let (connections, start) = (Connections::default(), Instant::now());
        let record = record(&connections);
        record.opened(start);
        for second in (0..50).chain([2_000]) {
            record.message_received(start + Duration::from_secs(second));
        }
        let now = start + Duration::from_secs(2_006);
        let connection = single_connection(&connections, now);
        assert_eq!(connection.messages_per_second, Some(1.0 / 60.0));
        assert_eq!(connection.last_message_age, Some(Duration::from_secs(6)));
        assert_eq!(connection.open_duration, Some(Duration::from_secs(2_006)));
    }

    #[test]
    fn a_closed_connection_has_no_rate_and_a_dropped_one_is_removed() {
        let (connections, now) = (Connections::default(), Instant::now());
        let record = record(&connections);
        let closed = StreamConnection {
            provider: "yahoo_stream".to_owned(),
            number: 1,
            symbols: 0,
            max_symbols: Some(100),
            open_duration: None,
            last_message_age: None,
            messages_per_second: None,
        };
        assert_eq!(single_connection(&connections, now), closed);
        record.opened(now);
        record.set_symbols(44);
        record.message_received(now);
        assert_eq!(single_connection(&connections, now).symbols, 44);
        record.closed();
        assert_eq!(single_connection(&connections, now), closed);
        drop(record);
        assert!(connections.list(now).is_empty());
    }
}
