//! Computes when requests are due.

use jiff::Timestamp;

use crate::domain::{bar::Interval, session::Calendar};

pub(super) const MINUTE: i64 = 60;
pub(super) const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;
/// The delay after the close until the day's values are final, in seconds.
const SETTLING_DELAY: i64 = 20 * MINUTE;
/// The delay after the first response without data, in seconds. It is multiplied by four each time.
const NO_DATA_DELAY: i64 = 15 * MINUTE;

/// The time when a request is due.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Due {
    /// When the request is due (Unix seconds).
    at: i64,
    /// When `at` was set (Unix seconds).
    set_at: i64,
}

impl Due {
    /// Returns the time when the request is due (Unix seconds), or 0 if the clock was set back since it was set.
    pub(super) fn at(self, now: i64) -> i64 {
        if self.set_at > now { 0 } else { self.at }
    }

    pub(super) fn set(&mut self, now: i64, due: i64) {
        self.set_at = now;
        self.at = due;
    }

    /// Makes the request due at `at` (Unix seconds) at the latest.
    pub(super) fn advance_to(&mut self, at: i64) {
        self.at = self.at.min(at);
    }

    pub(super) fn set_due_now(&mut self) {
        self.at = 0;
    }

    /// Returns the time when the due time was set (Unix seconds).
    pub(super) fn set_at(self) -> i64 {
        self.set_at
    }
}

/// Returns the delay after a response without data in seconds; `earlier` is the number of consecutive responses without data before it.
pub(super) fn no_data_delay(earlier: u32) -> i64 {
    NO_DATA_DELAY
        .saturating_mul(4_i64.saturating_pow(earlier))
        .min(DAY)
}

pub(super) fn is_open(calendar: Calendar, now: Timestamp) -> bool {
    calendar.phase(now).may_trade()
}

/// Returns the time of the next request (Unix seconds): `delay` seconds from `now` while the market is open, then once when the day's
/// values are final, and then `opening` seconds after the next session starts.
pub(super) fn next_due(calendar: Calendar, now: Timestamp, delay: i64, opening: i64) -> i64 {
    let second = now.as_second();
    if is_open(calendar, now) {
        return second + delay;
    }
    let settled = calendar.session_at_or_before(now).close + SETTLING_DELAY;
    if second < settled {
        settled
    } else {
        calendar.next_session(now).open + opening
    }
}

/// Like [`next_due`], for bars: daily bars are due when the day is over, others when the first bar of a session is complete.
pub(super) fn next_bars_due(
    calendar: Calendar,
    interval: Interval,
    now: Timestamp,
    delay: i64,
) -> i64 {
    if calendar == Calendar::Always || interval != Interval::Day {
        return next_due(calendar, now, delay, interval.seconds());
    }
    let settled = calendar.session_at_or_before(now).close + SETTLING_DELAY;
    if now.as_second() < settled {
        settled
    } else {
        calendar.next_session(now).close + SETTLING_DELAY
    }
}
