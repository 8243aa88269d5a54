//! The ranges of requests, in Yahoo's notation.

use jiff::Timestamp;

use crate::{
    domain::{bar::Interval, session::Calendar},
    providers::yahoo::{
        target::{PriceSource, Target},
        timing::DAY,
    },
};

/// The interval between requests for the long range, which contains dividends and adjusted bars, in seconds.
const LONG_RANGE_INTERVAL: i64 = 7 * DAY;

/// The range of the whole history.
pub(in crate::providers::yahoo) const EVERYTHING: &str = "max";

/// Returns the range that covers all stored bars; for daily bars, the whole history.
pub(super) fn whole_range(interval: Interval) -> &'static str {
    match interval {
        Interval::Day => EVERYTHING,
        Interval::Hour => "6mo",
        Interval::FiveMinutes => "1mo",
    }
}

/// Returns the range for daily bars. `long_range_received_at` is the time when the long range was last received, `last_bar` the start of
/// the newest stored bar, or of an earlier session that is missing (both in Unix seconds).
pub(super) fn daily(
    long_range_received_at: Option<i64>,
    last_bar: Option<i64>,
    now: i64,
) -> &'static str {
    // The age is negative if the clock was set back.
    let age = long_range_received_at.map(|received_at| now - received_at);
    let is_recent = age.is_some_and(|age| (0..LONG_RANGE_INTERVAL).contains(&age));
    match last_bar.filter(|_| is_recent).map(|start| now - start) {
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

/// Returns one day if stored bars reach into the current session, otherwise five. A coin whose price comes from charts also
/// needs bars from before midnight for its change over 24 hours.
pub(super) fn five_minutes(
    target: &Target,
    price_source: PriceSource,
    last: Option<i64>,
    now: Timestamp,
) -> &'static str {
    let calendar = target.calendar();
    let open = calendar.session_at_or_before(now).open;
    let needs_yesterday = calendar == Calendar::Always && price_source == PriceSource::Chart;
    if last.is_some_and(|last| last >= open) && !needs_yesterday {
        "1d"
    } else {
        "5d"
    }
}
