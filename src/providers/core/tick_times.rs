//! The times when each stream last priced each ticker.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;

/// The number of seconds after a tick during which its stream counts as pricing the ticker.
const MAX_TICK_AGE: i64 = 30;

/// The times of the last ticks, by symbol and stream.
#[derive(Debug, Clone, Default)]
pub(super) struct TickTimes(Arc<Mutex<HashMap<String, LastTicks>>>);

/// The time of the last tick by the name of the stream.
type LastTicks = HashMap<&'static str, Timestamp>;

impl TickTimes {
    /// Records a tick of `symbol` from `stream`.
    pub(super) fn record(&self, symbol: &str, stream: &'static str, now: Timestamp) {
        let mut ticks_by_symbol = self.lock();
        match ticks_by_symbol.get_mut(symbol) {
            Some(ticks) => {
                ticks.insert(stream, now);
            }
            None => {
                ticks_by_symbol.insert(symbol.to_owned(), HashMap::from([(stream, now)]));
            }
        }
    }

    /// Returns true if a stream for which `is_relevant` is true has priced `symbol` within the last [`MAX_TICK_AGE`] seconds.
    pub(super) fn is_priced(
        &self,
        symbol: &str,
        now: Timestamp,
        is_relevant: impl Fn(&'static str) -> bool,
    ) -> bool {
        // A time in the future was recorded before the clock was set back.
        let is_recent =
            |at: &Timestamp| (0..MAX_TICK_AGE).contains(&now.duration_since(*at).as_secs());
        self.lock().get(symbol).is_some_and(|ticks| {
            ticks
                .iter()
                .any(|(stream, at)| is_recent(at) && is_relevant(stream))
        })
    }

    /// Records that `stream` no longer prices `symbol`.
    pub(super) fn remove(&self, symbol: &str, stream: &'static str) {
        let mut ticks_by_symbol = self.lock();
        if let Some(ticks) = ticks_by_symbol.get_mut(symbol) {
            ticks.remove(stream);
            if ticks.is_empty() {
                ticks_by_symbol.remove(symbol);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, LastTicks>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_without_a_stream_is_removed() {
        let (ticks, now) = (TickTimes::default(), Timestamp::UNIX_EPOCH);
        ticks.record("BTC", "binance", now);
        ticks.record("BTC", "kraken", now);
        ticks.remove("BTC", "binance");
        assert!(ticks.is_priced("BTC", now, |stream| stream == "kraken"));
        ticks.remove("BTC", "kraken");
        assert!(ticks.lock().is_empty());
    }
}
