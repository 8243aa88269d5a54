//! When requests are due.

use jiff::Timestamp;

use crate::domain::{bar::Interval, session::Calendar};

pub(super) const MINUTE: i64 = 60;
pub(super) const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;
/// Delay after the close until the day's figures are final.
const SETTLING_DELAY: i64 = 20 * MINUTE;
/// Delay after the first empty response; it grows fourfold each time.
const NO_DATA_DELAY: i64 = 15 * MINUTE;

/// When something is due.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Due {
    /// Unix seconds.
    at: i64,
    /// When `at` was set.
    set: i64,
}

impl Due {
    /// Returns when it is due (Unix seconds): at once if the clock was set back since.
    pub(super) fn at(self, now: i64) -> i64 {
        if self.set > now { 0 } else { self.at }
    }

    pub(super) fn wait(&mut self, now: i64, until: i64) {
        self.set = now;
        self.at = until;
    }

    /// Makes it due at `at` (Unix seconds) at the latest.
    pub(super) fn hurry(&mut self, at: i64) {
        self.at = self.at.min(at);
    }

    pub(super) fn at_once(&mut self) {
        self.at = 0;
    }

    /// Returns when it was set, in Unix seconds.
    pub(super) fn set(self) -> i64 {
        self.set
    }
}

/// Returns the delay after an empty response, for the number of earlier ones in a row.
pub(super) fn no_data_pause(times: u32) -> i64 {
    NO_DATA_DELAY
        .saturating_mul(4_i64.saturating_pow(times))
        .min(DAY)
}

pub(super) fn is_open(calendar: Calendar, now: Timestamp) -> bool {
    calendar.phase(now).may_trade()
}

/// Returns when a market is due: after `pause` while it is open, once more when the day's figures
/// are final, then `opening` seconds after the next session starts.
pub(super) fn again(calendar: Calendar, now: Timestamp, pause: i64, opening: i64) -> i64 {
    let second = now.as_second();
    if is_open(calendar, now) {
        return second + pause;
    }
    let settled = calendar.session_at_or_before(now).close + SETTLING_DELAY;
    if second < settled {
        settled
    } else {
        calendar.next_session(now).open + opening
    }
}

/// Like [`again`], for bars: a daily bar is due when its day is over, others when the first of a
/// session can exist.
pub(super) fn next_bars_due(
    calendar: Calendar,
    interval: Interval,
    now: Timestamp,
    pause: i64,
) -> i64 {
    if calendar == Calendar::Always || interval != Interval::Day {
        return again(calendar, now, pause, interval.seconds());
    }
    let settled = calendar.session_at_or_before(now).close + SETTLING_DELAY;
    if now.as_second() < settled {
        settled
    } else {
        calendar.next_session(now).close + SETTLING_DELAY
    }
}
