//! When each symbol may be requested next, for sources that request one symbol at a time.

use std::{
    collections::{BTreeSet, HashMap},
    hash::Hash,
};

use jiff::{SignedDuration, Timestamp};

use crate::{
    domain::session::Calendar,
    source::{Context, SourceError},
};

/// Number of unknown symbols in a row after which the source counts as failing.
const MAX_MISSING_IN_A_ROW: usize = 5;
/// Delay before an unknown symbol is requested again.
const UNKNOWN_SYMBOL_RETRY: SignedDuration = SignedDuration::from_hours(24);

/// When each key may be requested next.
#[derive(Debug)]
pub(crate) struct DueTimes<K> {
    /// For each key, when it is due and when that was set.
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
    /// Returns when `key` is due, as of `now`; the earliest time if it was never requested.
    pub(crate) fn of(&self, key: &K, now: Timestamp) -> Timestamp {
        match self.by_key.get(key) {
            // A time set in our future was set before the clock was set back.
            Some((due, set)) if *set <= now => *due,
            _ => Timestamp::MIN,
        }
    }

    /// Makes `key` due at `due`.
    pub(crate) fn put(&mut self, key: K, due: Timestamp, now: Timestamp) {
        self.by_key.insert(key, (due, now));
    }

    /// Notes that the source has data for `symbol`.
    pub(crate) fn answered(&mut self, context: &Context, symbol: &str) {
        self.missing.clear();
        context.health.symbol_answered(symbol);
    }

    /// Notes that the source has no data for `symbol`, and delays its `keys` by a day. `why` is the reason that the
    /// source gave. Returns an error for the source as a whole if it has data for none of its `of` symbols, or for none
    /// of many in a row.
    pub(crate) fn skip_symbol(
        &mut self,
        context: &Context,
        (symbol, of): (&str, usize),
        keys: impl IntoIterator<Item = K>,
        why: Option<&str>,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let until = now
            .saturating_add(UNKNOWN_SYMBOL_RETRY)
            .unwrap_or(Timestamp::MAX);
        for key in keys {
            self.put(key, until, now);
        }
        let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
        let error = SourceError::Refused(format!("{symbol}: no data{why}"));
        context
            .health
            .symbol_unknown(symbol, now, &error, Some(until));
        self.missing.insert(symbol.to_owned());
        let missing = self.missing.len();
        if missing < of.min(MAX_MISSING_IN_A_ROW) {
            return Ok(());
        }
        Err(SourceError::Refused(format!(
            "no data for any of the last {missing} symbols requested{why}"
        )))
    }
}

/// Returns when to request a price next: after `every` while the market trades, otherwise `opening` after its next
/// opening.
pub(crate) fn next_price(
    calendar: Calendar,
    every: SignedDuration,
    opening: SignedDuration,
    now: Timestamp,
) -> Timestamp {
    let next = match calendar.phase(now) {
        phase if phase.may_trade() => now.checked_add(every).ok(),
        _ => {
            let open = calendar.next_session(now).open;
            Timestamp::from_second(open + opening.as_secs()).ok()
        }
    };
    next.unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_due_at_its_interval_and_after_the_next_open() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let next = |now| {
            let (every, opening) = (SignedDuration::from_mins(1), SignedDuration::from_secs(10));
            next_price(Calendar::NewYork, every, opening, at(now))
        };
        assert_eq!(next("2026-11-20T15:30:00Z"), at("2026-11-20T15:31:00Z"));
        assert_eq!(next("2026-11-20T22:00:00Z"), at("2026-11-23T14:30:10Z"));
    }

    #[test]
    fn due_times_from_before_a_clock_set_back_are_due_at_once() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let mut due_times = DueTimes::default();
        assert_eq!(due_times.of(&"AAPL", at(0)), Timestamp::MIN);
        due_times.put("AAPL", at(160), at(100));
        assert_eq!(due_times.of(&"AAPL", at(100)), at(160));
        assert_eq!(due_times.of(&"AAPL", at(99)), Timestamp::MIN);
    }
}
