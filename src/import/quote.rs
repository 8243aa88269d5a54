//! The quote that the last bar of a file gives.

use super::resample::IntervalBars;
use crate::domain::{
    Timestamp,
    bar::{Bar, Interval},
    packed_bars::PackedBars,
    quote::{Quote, percent_change},
    ticker::Ticker,
};

const DAY: i64 = 86_400;
const YEAR: i64 = 365 * DAY;

/// Returns the quote of the last daily bar, as of its end: a file that ends in 2013 gives a quote
/// of 2013. Returns `None` without daily bars.
pub(crate) fn last_quote(
    ticker: &Ticker,
    intervals: &[IntervalBars],
    now: Timestamp,
) -> Option<Quote> {
    let days: Vec<Bar> = bars_of(intervals, Interval::Day)?.iter().collect();
    let (last, before) = days.split_last()?;
    let since = |seconds: i64| {
        let from = days.partition_point(|bar| bar.start <= last.start - seconds);
        days[from..].iter()
    };
    let highest = |bars: &mut dyn Iterator<Item = &Bar>| bars.map(|bar| bar.high).reduce(f64::max);
    let lowest = |bars: &mut dyn Iterator<Item = &Bar>| bars.map(|bar| bar.low).reduce(f64::min);
    let previous_close = before.last().map(|bar| bar.close);
    let week_ago = before
        .iter()
        .rev()
        .find(|bar| bar.start <= last.start - 7 * DAY)
        .map(|bar| bar.close);
    Some(Quote {
        is_bar_close: false,
        id: ticker.id,
        price: last.close,
        as_of: end_of(ticker, intervals, last)?.min(now),
        source: "file".into(),
        previous_close,
        change_24h: percent_change(previous_close, last.close),
        change_7d: percent_change(week_ago, last.close),
        // Today's shares times an old price would not be a meaningful market cap.
        market_cap: None,
        volume_24h: (last.volume > 0.0).then_some(last.volume),
        day_high: Some(last.high),
        day_low: Some(last.low),
        year_high: highest(&mut since(YEAR)),
        year_low: lowest(&mut since(YEAR)),
        all_time_high: highest(&mut days.iter()),
        supply: None,
        extended: None,
        units_of: None,
    })
}

/// Returns the end of the last day: the close of its session, or the end of the last shorter bar.
fn end_of(ticker: &Ticker, intervals: &[IntervalBars], last_day: &Bar) -> Option<Timestamp> {
    let shorter = [Interval::FiveMinutes, Interval::Hour]
        .into_iter()
        .find_map(|interval| {
            let last = bars_of(intervals, interval)?.last()?;
            // Shorter bars of an older file do not reach that day.
            (last.start >= last_day.start).then_some(last.start + interval.seconds())
        });
    let calendar = ticker.profile.calendar();
    let date = Timestamp::from_second(last_day.start)
        .ok()?
        .to_zoned(jiff::tz::TimeZone::UTC)
        .date();
    let end = shorter
        .or_else(|| calendar.session_on(date).map(|session| session.close))
        // The exchange was closed that day; some files have such days.
        .unwrap_or(last_day.start + DAY);
    Timestamp::from_second(end).ok()
}

fn bars_of(intervals: &[IntervalBars], wanted: Interval) -> Option<&PackedBars> {
    intervals
        .iter()
        .find(|(interval, _)| *interval == wanted)
        .map(|(_, bars)| bars)
}
