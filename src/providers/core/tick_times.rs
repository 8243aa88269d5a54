//! When each stream last priced each ticker.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;

/// Seconds after its last tick during which a stream counts as pricing a ticker.
const FRESH_SECONDS: i64 = 30;

/// Last tick by symbol and stream.
#[derive(Debug, Clone, Default)]
pub(super) struct TickTimes(Arc<Mutex<HashMap<String, LastTicks>>>);

/// Time of the last tick by stream name.
type LastTicks = HashMap<&'static str, Timestamp>;

impl TickTimes {
    /// Notes that `stream` has a price of `symbol`.
    pub(super) fn note(&self, symbol: &str, stream: &'static str, now: Timestamp) {
        let mut all = self.lock();
        match all.get_mut(symbol) {
            Some(priced) => {
                priced.insert(stream, now);
            }
            None => {
                all.insert(symbol.to_owned(), HashMap::from([(stream, now)]));
            }
        }
    }

    /// Returns true if a stream that `counts` priced `symbol` within the last [`FRESH_SECONDS`].
    pub(super) fn is_fresh(
        &self,
        symbol: &str,
        now: Timestamp,
        counts: impl Fn(&'static str) -> bool,
    ) -> bool {
        // A time in our future was noted before the clock was set back.
        let is_fresh =
            |at: &Timestamp| (0..FRESH_SECONDS).contains(&now.duration_since(*at).as_secs());
        self.lock().get(symbol).is_some_and(|priced| {
            priced
                .iter()
                .any(|(stream, at)| is_fresh(at) && counts(stream))
        })
    }

    /// Notes that `stream` no longer prices `symbol`.
    pub(super) fn forget(&self, symbol: &str, stream: &'static str) {
        let mut all = self.lock();
        if let Some(priced) = all.get_mut(symbol) {
            priced.remove(stream);
            if priced.is_empty() {
                all.remove(symbol);
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
    fn a_symbol_without_a_stream_is_forgotten() {
        let (ticks, now) = (TickTimes::default(), Timestamp::UNIX_EPOCH);
        ticks.note("BTC", "binance", now);
        ticks.note("BTC", "kraken", now);
        ticks.forget("BTC", "binance");
        assert!(ticks.is_fresh("BTC", now, |stream| stream == "kraken"));
        ticks.forget("BTC", "kraken");
        assert!(ticks.lock().is_empty());
    }
}
