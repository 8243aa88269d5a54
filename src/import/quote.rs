//! The quote that follows from the last bar of a file.

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

/// Returns the quote that follows from the last daily bar, as of the end of that bar. The quote of
/// a file that ends in 2013 is therefore dated 2013. Returns `None` without daily bars.
pub(crate) fn last_quote(
    ticker: &Ticker,
    intervals: &[IntervalBars],
    now: Timestamp,
) -> Option<Quote> {
    let days: Vec<Bar> = bars_of(intervals, Interval::Day)?.iter().collect();
    let (last, previous_days) = days.split_last()?;
    let since = |seconds: i64| {
        let from = days.partition_point(|bar| bar.start <= last.start - seconds);
        days[from..].iter()
    };
    let highest = |bars: &mut dyn Iterator<Item = &Bar>| bars.map(|bar| bar.high).reduce(f64::max);
    let lowest = |bars: &mut dyn Iterator<Item = &Bar>| bars.map(|bar| bar.low).reduce(f64::min);
    let previous_close = previous_days.last().map(|bar| bar.close);
    let week_ago = previous_days
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
        // The current number of shares times an old price would not be a meaningful market cap.
        market_cap: None,
        volume_24h: (last.volume > 0.0).then_some(last.volume),
        day_high: Some(last.high),
        day_low: Some(last.low),
        year_high: highest(&mut since(YEAR)),
        year_low: lowest(&mut since(YEAR)),
        all_time_high: highest(&mut days.iter()),
        supply: None,
        extended: None,
        adjusted_for: None,
    })
}

/// Returns the end of the last day: the end of its last shorter bar, or else the close of its
/// session.
fn end_of(ticker: &Ticker, intervals: &[IntervalBars], last_day: &Bar) -> Option<Timestamp> {
    let shorter = [Interval::FiveMinutes, Interval::Hour]
        .into_iter()
        .find_map(|interval| {
            let last = bars_of(intervals, interval)?.last()?;
            // Shorter bars from an older file may end before that day.
            (last.start >= last_day.start).then_some(last.start + interval.seconds())
        });
    let calendar = ticker.profile.calendar();
    let date = Timestamp::from_second(last_day.start)
        .ok()?
        .to_zoned(jiff::tz::TimeZone::UTC)
        .date();
    let end = shorter
        .or_else(|| calendar.session_on(date).map(|session| session.close))
        // Some files have bars of days on which the exchange was closed.
        .unwrap_or(last_day.start + DAY);
    Timestamp::from_second(end).ok()
}

fn bars_of(intervals: &[IntervalBars], interval: Interval) -> Option<&PackedBars> {
    intervals
        .iter()
        .find(|(bars_interval, _)| *bars_interval == interval)
        .map(|(_, bars)| bars)
}
