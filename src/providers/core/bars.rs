//! Bars in responses: order, combination into longer bars, and unfinished days.

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::Date, tz::TimeZone};

pub(crate) use crate::domain::bar::day_start;
use crate::{
    domain::{
        bar::{Bar, Interval},
        session::Calendar,
    },
    source::{Context, TickerInfo},
};

/// How long after the close the daily bar of a session is requested.
const CLOSE_MARGIN: SignedDuration = SignedDuration::from_mins(40);
/// The number of days before the last stored bar that are requested again, because sources correct recent bars.
const OVERLAP_DAYS: i32 = 10;

/// Number of the oldest overlapping bars that are compared to find out whether a source has adjusted its history.
const COMPARED_BARS: usize = 3;
/// Minimum factor between stored and new closes. Trading may move a single close that far, but not several closes by the same factor.
const MIN_ADJUSTMENT: f64 = 1.05;
/// Maximum difference between the factors of the compared bars, as a fraction: prices are rounded.
const ADJUSTMENT_TOLERANCE: f64 = 0.01;
/// Minimum time between two requests for the whole history because it was adjusted.
const WHOLE_HISTORY_INTERVAL: SignedDuration = SignedDuration::from_hours(12);

/// Returns bars in ascending order. Of several bars with the same start, the first one is kept.
pub(crate) fn sorted(bars: impl Iterator<Item = Bar>) -> Vec<Bar> {
    let mut bars: Vec<Bar> = bars.collect();
    bars.sort_by_key(|bar| bar.start);
    bars.dedup_by_key(|bar| bar.start);
    bars
}

/// Combines bars (ascending) into longer bars of `interval`.
pub(crate) fn combine(bars: &[Bar], interval: Interval) -> Vec<Bar> {
    let start_of = |bar: &Bar| bar.start - bar.start.rem_euclid(interval.seconds());
    bars.chunk_by(|one, next| start_of(one) == start_of(next))
        .filter_map(|chunk| {
            let (first, last) = (chunk.first()?, chunk.last()?);
            Some(Bar {
                start: start_of(first),
                open: first.open,
                high: chunk.iter().map(|bar| bar.high).fold(f64::MIN, f64::max),
                low: chunk.iter().map(|bar| bar.low).fold(f64::MAX, f64::min),
                close: last.close,
                // An unknown volume is NaN, so the sum is unknown if one of the volumes is.
                volume: chunk.iter().map(|bar| bar.volume).sum(),
            })
        })
        .collect()
}

/// Removes daily bars of sessions that are still open: their close is not final.
pub(crate) fn completed_days(bars: Vec<Bar>, calendar: Calendar, now: Timestamp) -> Vec<Bar> {
    let is_complete = |bar: &Bar| calendar.has_closed(bar.start, now);
    bars.into_iter().filter(is_complete).collect()
}

/// Returns true if a session has closed since the daily bars of `ticker` were last fetched, or if its years of history were never
/// fetched.
pub(crate) fn lacks_days(ticker: &TickerInfo, now: Timestamp) -> bool {
    let Some(fetched) = ticker.fetched.day.filter(|at| *at <= now) else {
        return true;
    };
    ticker.fetched.years.is_none() || next_daily_bar(ticker.calendar, fetched) <= now
}

/// Returns the time when the daily bar of the session that is open at `now`, or of the next one, is complete.
pub(crate) fn next_daily_bar(calendar: Calendar, now: Timestamp) -> Timestamp {
    let complete_at = |close: i64| {
        let close = Timestamp::from_second(close).unwrap_or(Timestamp::MAX);
        close.saturating_add(CLOSE_MARGIN).unwrap_or(Timestamp::MAX)
    };
    let last = complete_at(calendar.session_at_or_before(now).close);
    if last > now {
        return last;
    }
    complete_at(calendar.next_session(now).close)
}

/// Returns the first date of daily bars to request: `years` ago for a ticker whose history was never fetched, otherwise shortly
/// before its last bar. The second value is true in the first case.
pub(crate) fn first_day(context: &Context, ticker: &TickerInfo, years: i16) -> (Date, bool) {
    let date_of = |at: Timestamp| at.to_zoned(TimeZone::UTC).date();
    let last_bar = context.market.last_bar(&ticker.symbol, Interval::Day);
    let last_bar = last_bar.and_then(|start| Timestamp::from_second(start).ok());
    if let Some(last) = last_bar.filter(|_| ticker.fetched.years.is_some()) {
        return (date_of(last).saturating_sub(OVERLAP_DAYS.days()), false);
    }
    let today = date_of(context.clock.now());
    (today.saturating_sub(years.years()), true)
}

/// Returns the first date of the whole history (`years` ago) if the source has adjusted its history since the stored bars were fetched,
/// as after a split. The whole history must then be requested in the new units. `bars` are the response to a request since
/// [`first_day`]. Returns `None` if they fit the stored bars, or if the whole history was fetched recently.
pub(crate) fn first_adjusted_day(
    context: &Context,
    ticker: &TickerInfo,
    bars: &[Bar],
    years: i16,
) -> Option<Date> {
    let fetched_at = ticker.fetched.years?;
    let now = context.clock.now();
    if now.duration_since(fetched_at) < WHOLE_HISTORY_INTERVAL {
        return None;
    }
    let stored = |bar: &Bar| context.market.day_close(&ticker.symbol, bar.start);
    let today = now.to_zoned(TimeZone::UTC).date();
    is_adjusted(bars, stored).then(|| today.saturating_sub(years.years()))
}

/// Returns true if the oldest closes of `bars` (ascending) differ from the stored ones by the same factor.
fn is_adjusted(bars: &[Bar], stored: impl Fn(&Bar) -> Option<f64>) -> bool {
    let factor = |bar: &Bar| Some(stored(bar)? / bar.close);
    let factors: Vec<f64> = bars.iter().filter_map(factor).take(COMPARED_BARS).collect();
    let Some(&first) = factors.first() else {
        return false;
    };
    let is_close = |factor: &f64| (factor / first - 1.0).abs() <= ADJUSTMENT_TOLERANCE;
    let is_large = first.max(1.0 / first) >= MIN_ADJUSTMENT;
    factors.len() == COMPARED_BARS && first > 0.0 && is_large && factors.iter().all(is_close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_is_adjusted_if_its_oldest_bars_differ_by_one_factor() {
        let days = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"];
        let adjusted = |closes: [f64; 4], stored: &[Option<f64>]| {
            let bars: Vec<Bar> = days
                .iter()
                .zip(closes)
                .map(|(date, close)| Bar { close, ..bar(date) })
                .collect();
            let at = |bar: &Bar| bars.iter().position(|one| one.start == bar.start);
            is_adjusted(&bars, |bar| stored.get(at(bar)?).copied().flatten())
        };
        let stored = [Some(100.0), Some(102.0), Some(99.0), Some(101.0)];
        assert!(
            adjusted([10.0, 10.2, 9.9, 10.1], &stored),
            "a split adjusts the history"
        );
        assert!(
            adjusted([2000.0, 2040.0, 1980.0, 2020.0], &stored),
            "a reverse split adjusts the history"
        );
        // The newest stored bar is in new units already.
        let newest_is_new = [Some(100.0), Some(102.0), Some(99.0), Some(10.1)];
        assert!(adjusted([10.0, 10.2, 9.9, 10.1], &newest_is_new));
        assert!(
            !adjusted([100.0, 102.0, 99.0, 101.0], &stored),
            "the closes are the same"
        );
        assert!(
            !adjusted([99.0, 101.0, 98.0, 100.0], &stored),
            "a dividend changes the closes by less than MIN_ADJUSTMENT"
        );
        assert!(
            !adjusted([90.0, 102.0, 99.0, 101.0], &stored),
            "only one close was corrected"
        );
        assert!(
            !adjusted([10.0, 10.2, 9.9, 10.1], &[Some(100.0), Some(102.0)]),
            "too few closes are stored"
        );
        assert!(
            !adjusted([0.0, 0.0, 0.0, 0.0], &stored),
            "closes of zero give no factor"
        );
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn bar(date: &str) -> Bar {
        Bar {
            start: day_start(date.parse().unwrap()),
            open: 1.0,
            high: 1.0,
            low: 1.0,
            close: 1.0,
            volume: 1.0,
        }
    }

    #[test]
    fn a_day_is_complete_after_the_close() {
        let count = |now| {
            let bars = vec![bar("2026-11-19"), bar("2026-11-20")];
            completed_days(bars, Calendar::NewYork, at(now)).len()
        };
        assert_eq!(count("2026-11-20T20:59:00Z"), 1);
        assert_eq!(count("2026-11-20T21:00:00Z"), 2);
    }

    #[test]
    fn the_next_daily_bar_is_complete_after_the_close_of_the_open_or_next_session() {
        let next = |now| next_daily_bar(Calendar::NewYork, at(now));
        let friday = at("2026-11-20T21:40:00Z");
        assert_eq!(next("2026-11-20T15:00:00Z"), friday);
        assert_eq!(next("2026-11-20T21:10:00Z"), friday);
        assert_eq!(next("2026-11-20T21:40:00Z"), at("2026-11-23T21:40:00Z"));
    }
}
