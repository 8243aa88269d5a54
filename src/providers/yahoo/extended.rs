//! Schedules requests for extended-hours prices of watched tickers, because the stream does not send prices from before the
//! program was started.

use std::collections::HashMap;

use jiff::Timestamp;

use super::{target::Target, timing::MINUTE};
use crate::domain::{
    session::{Calendar, Phase},
    ticker::TickerKind,
};

/// The interval between requests during extended hours, in seconds.
const EXTENDED_INTERVAL: i64 = 5 * MINUTE;
/// The delay after extended hours until their last prices are available, in seconds.
const SETTLING_DELAY: i64 = MINUTE;

/// The queue of requests for extended-hours prices.
#[derive(Debug, Default)]
pub(super) struct ExtendedQueue {
    /// The time of the last request and the earliest time of the next one (Unix seconds), by symbol.
    last_requests: HashMap<String, (i64, i64)>,
}

impl ExtendedQueue {
    /// Returns the time when a target is due (Unix seconds); `None` if it has no extended hours.
    pub(super) fn due(&self, target: &Target, now: Timestamp) -> Option<i64> {
        let has_extended_hours = matches!(target.kind, TickerKind::Stock | TickerKind::Etf);
        if !has_extended_hours || target.calendar() != Calendar::NewYork {
            return None;
        }
        let second = now.as_second();
        // A request in the future was sent before the clock was set back, and is ignored.
        let previous = self.last_requests.get(&target.symbol);
        let Some((last, earliest)) = previous.filter(|(last, _)| *last <= second) else {
            return Some(second);
        };
        let settled = match target.calendar().phase(now) {
            Phase::Pre | Phase::Post => return Some(last + EXTENDED_INTERVAL.max(earliest - last)),
            Phase::Regular => target.calendar().session_at_or_before(now).open,
            _ => target
                .calendar()
                .session_at_or_before(now)
                .after_hours_close(),
        } + SETTLING_DELAY;
        let due = if *last < settled {
            settled
        } else {
            target.calendar().next_change(now).0.as_second()
        };
        Some(due.max(*earliest))
    }

    /// Records a request for a target. The next one is sent after `seconds` at the earliest.
    pub(super) fn record_request(&mut self, target: &Target, now: Timestamp, seconds: i64) {
        let now = now.as_second();
        self.last_requests
            .insert(target.symbol.clone(), (now, now + seconds));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::currency::Currency;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn target(kind: TickerKind) -> Target {
        Target {
            symbol: "X".into(),
            yahoo: "X".into(),
            kind,
            currency: Currency::USD,
            calendar: kind.default_calendar(),
            is_followed: false,
        }
    }

    /// Returns when a stock that was requested at `last` is due, as of `now`.
    fn next_due(last: &str, now: &str) -> String {
        let stock = target(TickerKind::Stock);
        let mut queue = ExtendedQueue::default();
        queue.record_request(&stock, at(last), 0);
        let due = queue.due(&stock, at(now)).unwrap();
        Timestamp::from_second(due).unwrap().to_string()
    }

    #[test]
    fn a_stock_is_requested_every_five_minutes_in_extended_hours() {
        let pre = "2026-11-20T13:00:00Z";
        assert_eq!(
            next_due(pre, "2026-11-20T13:01:00Z"),
            "2026-11-20T13:05:00Z"
        );
        let post = "2026-11-20T22:00:00Z";
        assert_eq!(
            next_due(post, "2026-11-20T22:01:00Z"),
            "2026-11-20T22:05:00Z"
        );
    }

    #[test]
    fn a_stock_is_requested_once_more_after_extended_hours() {
        let (pre, noon) = ("2026-11-20T14:28:00Z", "2026-11-20T17:00:00Z");
        assert_eq!(next_due(pre, noon), "2026-11-20T14:31:00Z");
        assert_eq!(
            next_due("2026-11-20T14:31:00Z", noon),
            "2026-11-20T21:00:00Z"
        );
        let (post, saturday) = ("2026-11-21T00:58:00Z", "2026-11-21T12:00:00Z");
        assert_eq!(next_due(post, saturday), "2026-11-21T01:01:00Z");
        let night = "2026-11-21T01:01:00Z";
        assert_eq!(
            next_due(night, saturday),
            "2026-11-23T09:00:00Z",
            "the next request is in the pre-market session of Monday"
        );
    }

    #[test]
    fn requests_continue_after_the_clock_is_set_back_and_other_kinds_are_not_requested() {
        let now = "2026-11-20T13:00:00Z";
        assert_eq!(next_due("2026-12-20T13:00:00Z", now), now);
        let queue = ExtendedQueue::default();
        for kind in [TickerKind::Index, TickerKind::Crypto, TickerKind::Commodity] {
            assert_eq!(queue.due(&target(kind), at(now)), None, "{kind:?}");
        }
    }
}
