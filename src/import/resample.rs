//! Resampling of bars to longer intervals.

use std::collections::BTreeMap;

use crate::domain::{
    Timestamp,
    bar::{Bar, Interval},
    packed_bars::PackedBars,
    session::{Calendar, Session},
};

/// The bars of one interval.
pub(super) type IntervalBars = (Interval, PackedBars);

const HOUR: i64 = 3_600;

/// Returns the bars and the bars of every longer interval, resampled from them.
pub(super) fn with_longer_intervals(
    bars: PackedBars,
    interval: Interval,
    calendar: Calendar,
) -> Vec<IntervalBars> {
    let mut all = Vec::new();
    if interval == Interval::FiveMinutes {
        all.push((Interval::Hour, hours(bars.iter(), calendar).into()));
    }
    if interval != Interval::Day {
        all.push((Interval::Day, days(|| bars.iter(), calendar).into()));
    }
    all.push((interval, bars));
    all
}

/// Resamples to hourly bars. If the session opens at half past an hour, the bars also start at half
/// past.
fn hours(bars: impl Iterator<Item = Bar>, calendar: Calendar) -> Vec<Bar> {
    merge_by_start(bars.map(|bar| {
        let offset = session_of(&bar, calendar).open.rem_euclid(HOUR);
        let start = (bar.start - offset).div_euclid(HOUR) * HOUR + offset;
        (start, bar)
    }))
}

/// Resamples to daily bars of the regular session. Bars before the open and after the close are
/// ignored, unless the file has no others.
fn days<I: Iterator<Item = Bar>>(bars: impl Fn() -> I, calendar: Calendar) -> Vec<Bar> {
    let in_session = |bar: Bar| {
        let session = session_of(&bar, calendar);
        let within = (session.open..session.close).contains(&bar.start);
        within.then(|| (session.daily_bar_start(), bar))
    };
    let days = merge_by_start(bars().filter_map(in_session));
    if days.is_empty() {
        return merge_by_start(
            bars().map(|bar| (session_of(&bar, calendar).daily_bar_start(), bar)),
        );
    }
    days
}

/// Returns the session that contains a bar, or the last session before the bar.
fn session_of(bar: &Bar, calendar: Calendar) -> Session {
    let start = Timestamp::from_second(bar.start).unwrap_or(Timestamp::UNIX_EPOCH);
    calendar.session_at_or_before(start)
}

/// Merges bars that have the same new start. The bars must be ascending.
fn merge_by_start(bars: impl Iterator<Item = (i64, Bar)>) -> Vec<Bar> {
    let mut merged: BTreeMap<i64, Bar> = BTreeMap::new();
    for (start, bar) in bars {
        merged
            .entry(start)
            .and_modify(|long| {
                long.high = long.high.max(bar.high);
                long.low = long.low.min(bar.low);
                long.close = bar.close;
                long.volume += bar.volume;
            })
            .or_insert(Bar { start, ..bar });
    }
    merged.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(start: &str, open: f64, close: f64) -> Bar {
        let start: Timestamp = start.parse().unwrap();
        Bar {
            start: start.as_second(),
            open,
            high: open.max(close) + 1.0,
            low: open.min(close) - 1.0,
            close,
            volume: 10.0,
        }
    }

    #[test]
    fn a_daily_bar_covers_the_regular_session() {
        // New York in winter: 14:30 to 21:00 UTC.
        let bars = [
            bar("2024-01-02T14:00:00Z", 90.0, 91.0),
            bar("2024-01-02T14:30:00Z", 100.0, 102.0),
            bar("2024-01-02T20:30:00Z", 105.0, 103.0),
            bar("2024-01-02T21:00:00Z", 120.0, 130.0),
            bar("2024-01-03T14:30:00Z", 104.0, 99.0),
        ];
        let days = days(|| bars.iter().copied(), Calendar::NewYork);
        assert_eq!(days.len(), 2);
        let midnight: Timestamp = "2024-01-02T00:00:00Z".parse().unwrap();
        let first = Bar {
            start: midnight.as_second(),
            open: 100.0,
            high: 106.0,
            low: 99.0,
            close: 103.0,
            volume: 20.0,
        };
        assert_eq!(days[0], first);
        assert_eq!(days[1].start - days[0].start, 86_400);
    }

    #[test]
    fn a_futures_day_starts_on_the_previous_evening() {
        let bars = [
            bar("2024-01-08T00:00:00Z", 2_040.0, 2_041.0), // Sunday evening in New York
            bar("2024-01-08T15:00:00Z", 2_041.0, 2_030.0),
        ];
        let days = days(|| bars.iter().copied(), Calendar::Futures);
        let monday: Timestamp = "2024-01-08T00:00:00Z".parse().unwrap();
        assert_eq!(days.len(), 1);
        assert_eq!(days[0].start, monday.as_second());
        assert!((days[0].open - 2_040.0).abs() < 1e-9);
    }

    #[test]
    fn hourly_bars_of_new_york_start_at_half_past() {
        let bars = [
            bar("2024-01-02T14:30:00Z", 100.0, 101.0),
            bar("2024-01-02T15:25:00Z", 101.0, 102.0),
            bar("2024-01-02T15:30:00Z", 102.0, 103.0),
        ];
        let all = with_longer_intervals(
            bars.to_vec().into(),
            Interval::FiveMinutes,
            Calendar::NewYork,
        );
        let hours = &all
            .iter()
            .find(|(interval, _)| *interval == Interval::Hour)
            .unwrap()
            .1;
        assert_eq!(
            hours.iter().map(|bar| bar.start).collect::<Vec<_>>(),
            [bars[0].start, bars[2].start]
        );
        assert_eq!(all.len(), 3, "bars of five minutes, hours and days");
    }
}
