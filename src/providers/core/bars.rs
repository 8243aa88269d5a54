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

/// Returns bars in ascending order, the first one of each start.
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
                // Unknown if one of them is: the constant is NaN.
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_next_daily_bar_is_that_of_the_open_or_the_next_session() {
        let next = |now| next_daily_bar(Calendar::NewYork, at(now));
        let friday = at("2026-11-20T21:40:00Z");
        assert_eq!(next("2026-11-20T15:00:00Z"), friday);
        assert_eq!(next("2026-11-20T21:10:00Z"), friday);
        assert_eq!(next("2026-11-20T21:40:00Z"), at("2026-11-23T21:40:00Z"));
    }
}
