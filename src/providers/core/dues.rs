//! When things are asked about again, for sources that ask about one after another.

use std::{
    collections::{BTreeSet, HashMap},
    hash::Hash,
};

use jiff::{SignedDuration, Timestamp};

use crate::{
    domain::session::Calendar,
    source::{Context, SourceError},
};

/// A source that has nothing for so many symbols in a row is not well.
const MOST_IN_A_ROW: usize = 5;
/// Pause before a symbol that is not known is asked for again.
const UNKNOWN: SignedDuration = SignedDuration::from_hours(24);

/// When each may be asked about again.
#[derive(Debug)]
pub(crate) struct Dues<K> {
    /// When it is due, and when that was reckoned.
    by_key: HashMap<K, (Timestamp, Timestamp)>,
    /// The symbols that got nothing since one got something.
    missing: BTreeSet<String>,
}

impl<K> Default for Dues<K> {
    fn default() -> Self {
        Self {
            by_key: HashMap::new(),
            missing: BTreeSet::new(),
        }
    }
}

impl<K: Eq + Hash> Dues<K> {
    /// When it may be asked about, as of `now`: at once, where nobody asked yet.
    pub(crate) fn of(&self, key: &K, now: Timestamp) -> Timestamp {
        match self.by_key.get(key) {
            // What was reckoned in our future was, before the clock was set back.
            Some((due, set)) if *set <= now => *due,
            _ => Timestamp::MIN,
        }
    }

    /// It is asked about again at `due`.
    pub(crate) fn put(&mut self, key: K, due: Timestamp, now: Timestamp) {
        self.by_key.insert(key, (due, now));
    }

    /// There was something for a symbol.
    pub(crate) fn answered(&mut self, context: &Context, symbol: &str) {
        self.missing.clear();
        context.health.symbol_answered(symbol);
    }

    /// There is nothing for `symbol`, of which these are asked: they are left alone for a day. `why` are the
    /// source's words. An error of the source as a whole, where it has nothing for any of the `of` symbols
    /// that it can be asked about, or for many in a row.
    pub(crate) fn exclude_bars(
        &mut self,
        context: &Context,
        (symbol, of): (&str, usize),
        keys: impl IntoIterator<Item = K>,
        why: Option<&str>,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let until = now.saturating_add(UNKNOWN).unwrap_or(Timestamp::MAX);
        for key in keys {
            self.put(key, until, now);
        }
        let why = why
            .map(|why| format!(", and says: {why}"))
            .unwrap_or_default();
        let error = SourceError::Refused(format!("{symbol}: it has nothing for it{why}"));
        context
            .health
            .symbol_unknown(symbol, now, &error, Some(until));
        self.missing.insert(symbol.to_owned());
        let missing = self.missing.len();
        if missing < of.min(MOST_IN_A_ROW) {
            return Ok(());
        }
        Err(SourceError::Refused(format!(
            "it has nothing for any of the last {missing} symbols that it was asked about{why}"
        )))
    }
}

/// When a price is asked for again: after `every` while its market trades, and else as long after its next
/// opening as `opening` says.
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
    fn a_price_is_asked_for_again_at_its_pace_and_after_the_next_opening() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let next = |now| {
            let (every, opening) = (SignedDuration::from_mins(1), SignedDuration::from_secs(10));
            next_price(Calendar::NewYork, every, opening, at(now))
        };
        assert_eq!(next("2026-11-20T15:30:00Z"), at("2026-11-20T15:31:00Z"));
        assert_eq!(next("2026-11-20T22:00:00Z"), at("2026-11-23T14:30:10Z"));
    }

    #[test]
    fn what_was_reckoned_before_the_clock_was_set_back_is_due_at_once() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let mut dues = Dues::default();
        assert_eq!(dues.of(&"AAPL", at(0)), Timestamp::MIN);
        dues.put("AAPL", at(160), at(100));
        assert_eq!(dues.of(&"AAPL", at(100)), at(160));
        assert_eq!(dues.of(&"AAPL", at(99)), Timestamp::MIN);
    }
}
