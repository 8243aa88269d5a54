//! Which streams price which tickers at present.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;

/// So long after its last tick a stream counts as pricing a ticker, in seconds.
const FRESH: i64 = 30;

/// When each stream last priced a ticker, by symbol.
#[derive(Debug, Clone, Default)]
pub(super) struct Ticks(Arc<Mutex<HashMap<String, Priced>>>);

/// By the stream's name.
type Priced = HashMap<&'static str, Timestamp>;

impl Ticks {
    /// `stream` has a price of `symbol`.
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

    /// Whether a stream that `counts` priced `symbol` a short while ago.
    pub(super) fn is_fresh(
        &self,
        symbol: &str,
        now: Timestamp,
        counts: impl Fn(&'static str) -> bool,
    ) -> bool {
        // What is dated in our future was noted before the clock was set back.
        let is_fresh = |at: &Timestamp| (0..FRESH).contains(&now.duration_since(*at).as_secs());
        self.lock().get(symbol).is_some_and(|priced| {
            priced
                .iter()
                .any(|(stream, at)| is_fresh(at) && counts(stream))
        })
    }

    /// `stream` prices `symbol` no more.
    pub(super) fn forget(&self, symbol: &str, stream: &'static str) {
        let mut all = self.lock();
        if let Some(priced) = all.get_mut(symbol) {
            priced.remove(stream);
            if priced.is_empty() {
                all.remove(symbol);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Priced>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_that_no_stream_prices_any_longer_takes_no_memory() {
        let (ticks, now) = (Ticks::default(), Timestamp::UNIX_EPOCH);
        ticks.note("BTC", "binance", now);
        ticks.note("BTC", "kraken", now);
        ticks.forget("BTC", "binance");
        assert!(ticks.is_fresh("BTC", now, |stream| stream == "kraken"));
        ticks.forget("BTC", "kraken");
        assert!(ticks.lock().is_empty());
    }
}
