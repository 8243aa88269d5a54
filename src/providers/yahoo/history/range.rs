//! Ranges of requests, in Yahoo's notation.

use jiff::Timestamp;

use crate::{
    domain::{bar::Interval, session::Calendar},
    providers::yahoo::{
        target::{PricedBy, Target},
        timing::DAY,
    },
};

/// Interval between requests for the long range, which brings dividends and restated bars.
const LONG_RANGE_INTERVAL: i64 = 7 * DAY;

/// The range of everything.
pub(in crate::providers::yahoo) const EVERYTHING: &str = "max";

/// Returns the range that covers every stored bar; for daily bars everything.
pub(super) fn all_that_is_kept(interval: Interval) -> &'static str {
    match interval {
        Interval::Day => EVERYTHING,
        Interval::Hour => "6mo",
        Interval::FiveMinutes => "1mo",
    }
}

/// Returns the range for daily bars; `long` is when the long range was last answered.
pub(super) fn daily(long: Option<i64>, last: Option<i64>, now: i64) -> &'static str {
    // The clock may have been set back since.
    let age = long.map(|long| now - long);
    let fresh = age.is_some_and(|age| (0..LONG_RANGE_INTERVAL).contains(&age));
    match last.filter(|_| fresh).map(|last| now - last) {
        Some(gap) if gap <= 4 * DAY => "5d",
        Some(gap) if gap <= 25 * DAY => "1mo",
        _ => "5y",
    }
}

pub(super) fn hourly(last: Option<i64>, now: i64) -> &'static str {
    match last.map(|last| now - last) {
        Some(gap) if gap <= 4 * DAY => "5d",
        Some(gap) if gap <= 25 * DAY => "1mo",
        _ => "3mo",
    }
}

/// Returns one day if stored bars reach into the current session. A crypto day starts at midnight,
/// so the change over 24 hours needs more.
pub(super) fn five_minutes(
    target: &Target,
    priced_by: PricedBy,
    last: Option<i64>,
    now: Timestamp,
) -> &'static str {
    let calendar = target.calendar();
    let open = calendar.session_at_or_before(now).open;
    let needs_yesterday = calendar == Calendar::Always && priced_by == PricedBy::Chart;
    if last.is_some_and(|last| last >= open) && !needs_yesterday {
        "1d"
    } else {
        "5d"
    }
}
