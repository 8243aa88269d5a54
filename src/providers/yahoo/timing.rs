//! When a request comes up again.

use jiff::Timestamp;

use crate::domain::{bar::Interval, session::Calendar};

pub(super) const MINUTE: i64 = 60;
pub(super) const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;
/// How long after the close the day's numbers have settled.
const SETTLING: i64 = 20 * MINUTE;
/// Pause after the first time that there was nothing; it grows fourfold each time.
const NO_DATA: i64 = 15 * MINUTE;

/// When something is due.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Due {
    /// Unix seconds.
    at: i64,
    /// When that was set.
    set: i64,
}

impl Due {
    /// Unix seconds, as of `now`: at once, where the clock was set back since that was reckoned.
    pub(super) fn at(self, now: i64) -> i64 {
        if self.set > now { 0 } else { self.at }
    }

    pub(super) fn wait(&mut self, now: i64, until: i64) {
        self.set = now;
        self.at = until;
    }

    /// Not later than `at` (Unix seconds).
    pub(super) fn hurry(&mut self, at: i64) {
        self.at = self.at.min(at);
    }

    pub(super) fn at_once(&mut self) {
        self.at = 0;
    }

    /// When it was set, in Unix seconds.
    pub(super) fn set(self) -> i64 {
        self.set
    }
}

/// The pause after nothing came for the `times`-th time in a row, counted from zero.
pub(super) fn no_data_pause(times: u32) -> i64 {
    NO_DATA.saturating_mul(4_i64.saturating_pow(times)).min(DAY)
}

pub(super) fn is_open(calendar: Calendar, now: Timestamp) -> bool {
    calendar.phase(now).may_trade()
}

/// When a market is asked about again: after `pause` while it is open, once more when the day's
/// numbers have settled, then `opening` seconds after the next session has begun.
pub(super) fn again(calendar: Calendar, now: Timestamp, pause: i64, opening: i64) -> i64 {
    let second = now.as_second();
    if is_open(calendar, now) {
        return second + pause;
    }
    let settled = calendar.session_at_or_before(now).close + SETTLING;
    if second < settled {
        settled
    } else {
        calendar.next_session(now).open + opening
    }
}

/// Like [`again`], for bars of a length: a day's bar is asked for when its day is over, the others
/// when the first of a session can be there.
pub(super) fn next_bars_due(
    calendar: Calendar,
    interval: Interval,
    now: Timestamp,
    pause: i64,
) -> i64 {
    if calendar == Calendar::Always || interval != Interval::Day {
        return again(calendar, now, pause, interval.seconds());
    }
    let settled = calendar.session_at_or_before(now).close + SETTLING;
    if now.as_second() < settled {
        settled
    } else {
        calendar.next_session(now).close + SETTLING
    }
}
