//! The times when each symbol may be requested next, for sources that request one symbol at a time.

use std::{
    collections::{BTreeSet, HashMap},
    hash::Hash,
};

use jiff::{SignedDuration, Timestamp};

use crate::{
    domain::session::Calendar,
    source::{Context, SourceError, TickerInfo},
};

/// The number of consecutive unknown symbols after which the source counts as failing.
const MAX_MISSING_IN_A_ROW: usize = 5;
/// The delay before an unknown symbol is requested again.
const UNKNOWN_SYMBOL_RETRY: SignedDuration = SignedDuration::from_hours(24);
/// The delay before a request is repeated that failed in an outage. The source itself is paused for longer if it keeps failing.
const FAILURE_RETRY: SignedDuration = SignedDuration::from_mins(15);

/// The time when each key may be requested next.
#[derive(Debug)]
pub(crate) struct DueTimes<K> {
    /// For each key, the time when it is due and the time when that was set.
    by_key: HashMap<K, (Timestamp, Timestamp)>,
    /// Unknown symbols since the last successful response.
    missing: BTreeSet<String>,
}

impl<K> Default for DueTimes<K> {
    fn default() -> Self {
        Self {
            by_key: HashMap::new(),
            missing: BTreeSet::new(),
        }
    }
}

impl<K: Eq + Hash> DueTimes<K> {
    /// Returns the time when `key` is due, as of `now`. Returns the earliest possible time if it was never requested.
    pub(crate) fn of(&self, key: &K, now: Timestamp) -> Timestamp {
        match self.by_key.get(key) {
            // An entry from the future was set before the clock was set back, and is ignored.
            Some((due, set_at)) if *set_at <= now => *due,
            _ => Timestamp::MIN,
        }
    }

    /// Makes `key` due at `due`.
    pub(crate) fn set(&mut self, key: K, due: Timestamp, now: Timestamp) {
        self.by_key.insert(key, (due, now));
    }

    /// Returns the outcome of the request for `key`. If it failed in an outage, `key` is due again soon, so that an outage of a minute
    /// does not delay data that is requested a few times a day. After any other error the due time stays, because the next response
    /// would probably be the same.
    pub(crate) fn retry_after_outage<T>(
        &mut self,
        key: K,
        outcome: Result<T, SourceError>,
        now: Timestamp,
    ) -> Result<T, SourceError> {
        outcome.inspect_err(|error| {
            if error.is_outage() {
                let soon = now.saturating_add(FAILURE_RETRY).unwrap_or(Timestamp::MAX);
                let due = self.of(&key, now).min(soon);
                self.set(key, due, now);
            }
        })
    }

    /// Records that the source has data for `symbol`.
    pub(crate) fn record_response(&mut self, context: &Context, symbol: &str) {
        self.missing.clear();
        context.health.symbol_succeeded(symbol);
    }

    /// Records that the source has no data for `symbol`, and delays its `keys` by a day. `reason` is the reason that the
    /// source reported. Returns an error for the whole source if it has no data for any of its `count` symbols, or for
    /// several consecutive ones.
    pub(crate) fn skip_symbol(
        &mut self,
        context: &Context,
        (symbol, count): (&str, usize),
        keys: impl IntoIterator<Item = K>,
        reason: Option<&str>,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let reason = reason
            .map(|reason| format!(" ({reason})"))
            .unwrap_or_default();
        self.delay(context, symbol, keys, &format!("no data{reason}"), now);
        self.missing.insert(symbol.to_owned());
        let missing = self.missing.len();
        if missing < count.min(MAX_MISSING_IN_A_ROW) {
            return Ok(());
        }
        Err(SourceError::Refused(format!(
            "no data for any of the last {missing} symbols requested{reason}"
        )))
    }
}

impl<K: Eq + Hash> DueTimes<K> {
    /// Records that the source has prices of `symbol` but lacks other data (`what`, such as bars), and delays its `keys` by a day. This
    /// does not count as a failure of the source.
    pub(crate) fn skip_part(
        &mut self,
        context: &Context,
        (symbol, what): (&str, &str),
        keys: impl IntoIterator<Item = K>,
        now: Timestamp,
    ) {
        self.delay(context, symbol, keys, &format!("no {what}"), now);
    }

    fn delay(
        &mut self,
        context: &Context,
        symbol: &str,
        keys: impl IntoIterator<Item = K>,
        problem: &str,
        now: Timestamp,
    ) {
        let until = now
            .saturating_add(UNKNOWN_SYMBOL_RETRY)
            .unwrap_or(Timestamp::MAX);
        for key in keys {
            self.set(key, until, now);
        }
        let error = SourceError::Refused(format!("{symbol}: {problem}"));
        context
            .health
            .symbol_unknown(symbol, now, &error, Some(until));
    }
}

impl<K: Copy + Eq + Hash> DueTimes<(String, K)> {
    /// Returns the request to send next, of those that are due and that `is_wanted` accepts. `kinds` are the kinds of request,
    /// most important first. Watched tickers come first, then the more important kinds, then the requests that have been due
    /// for the longest time.
    pub(crate) fn next_request(
        &self,
        context: &Context,
        kinds: &[K],
        is_wanted: impl Fn(&TickerInfo, K) -> bool,
    ) -> Option<(TickerInfo, K)> {
        let now = context.clock.now();
        let watched = context.market.watched();
        let tickers = context.market.tickers();
        let requests = tickers.iter().flat_map(|ticker| {
            let kinds = kinds.iter().enumerate();
            kinds.map(move |(rank, kind)| (ticker, rank, *kind))
        });
        let due = requests.filter_map(|(ticker, rank, kind)| {
            let due = self.of(&(ticker.symbol.clone(), kind), now);
            let priority = (!watched.contains(&ticker.symbol), rank, due);
            (due <= now && is_wanted(ticker, kind)).then_some((priority, ticker, kind))
        });
        let (_, ticker, kind) = due.min_by_key(|(priority, ..)| *priority)?;
        Some((ticker.clone(), kind))
    }

    /// Returns at most `max` tickers whose request of `kind` is due and that `is_wanted` accepts, for a request for several
    /// tickers. Watched tickers come first, then those that have been due for the longest time.
    pub(crate) fn due_tickers(
        &self,
        context: &Context,
        kind: K,
        max: usize,
        is_wanted: impl Fn(&TickerInfo) -> bool,
    ) -> Vec<TickerInfo> {
        let now = context.clock.now();
        let due_at = |ticker: &TickerInfo| self.of(&(ticker.symbol.clone(), kind), now);
        let watched = context.market.watched();
        let mut tickers = context.market.tickers();
        tickers.retain(|ticker| due_at(ticker) <= now && is_wanted(ticker));
        tickers.sort_by_cached_key(|ticker| (!watched.contains(&ticker.symbol), due_at(ticker)));
        tickers.truncate(max);
        tickers
    }
}

/// Returns the time of the next request for a price: `poll_interval` from `now` while the market trades, otherwise `delay` after
/// the close, when a delayed source has the closing price, and then `delay` after the next opening.
pub(crate) fn next_price(
    calendar: Calendar,
    poll_interval: SignedDuration,
    delay: SignedDuration,
    now: Timestamp,
) -> Timestamp {
    if calendar.phase(now).may_trade() {
        return now.checked_add(poll_interval).unwrap_or(Timestamp::MAX);
    }
    let after = |second: i64| {
        let time = Timestamp::from_second(second + delay.as_secs());
        time.unwrap_or(Timestamp::MAX)
    };
    let closing_price = after(calendar.session_at_or_before(now).close);
    if closing_price > now {
        closing_price
    } else {
        after(calendar.next_session(now).open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_due_at_the_poll_interval_and_after_the_close_and_the_open() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let next = |now| {
            let (poll_interval, opening) =
                (SignedDuration::from_mins(1), SignedDuration::from_secs(10));
            next_price(Calendar::NewYork, poll_interval, opening, at(now))
        };
        assert_eq!(next("2026-11-20T15:30:00Z"), at("2026-11-20T15:31:00Z"));
        assert_eq!(next("2026-11-20T21:00:05Z"), at("2026-11-20T21:00:10Z"));
        assert_eq!(next("2026-11-20T21:00:10Z"), at("2026-11-23T14:30:10Z"));
    }

    #[test]
    fn a_request_that_failed_in_an_outage_is_repeated_soon() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let mut due_times = DueTimes::default();
        due_times.set("AAPL", at(21_600), at(0));
        let unusable = || Err::<(), _>(SourceError::InvalidResponse("no table".to_owned()));
        let outage = || Err::<(), _>(SourceError::Status(500));
        let outcome = due_times.retry_after_outage("AAPL", unusable(), at(0));
        assert!(outcome.is_err(), "the error is passed on");
        assert_eq!(due_times.of(&"AAPL", at(0)), at(21_600));
        let outcome = due_times.retry_after_outage("AAPL", outage(), at(0));
        assert!(outcome.is_err());
        assert_eq!(due_times.of(&"AAPL", at(0)), at(900));
        due_times.set("MSFT", at(60), at(0));
        let outcome = due_times.retry_after_outage("MSFT", outage(), at(0));
        assert!(outcome.is_err());
        assert_eq!(
            due_times.of(&"MSFT", at(0)),
            at(60),
            "an outage never delays a request"
        );
    }

    #[test]
    fn times_set_before_the_clock_was_set_back_are_due_immediately() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let mut due_times = DueTimes::default();
        assert_eq!(due_times.of(&"AAPL", at(0)), Timestamp::MIN);
        due_times.set("AAPL", at(160), at(100));
        assert_eq!(due_times.of(&"AAPL", at(100)), at(160));
        assert_eq!(due_times.of(&"AAPL", at(99)), Timestamp::MIN);
    }
}
