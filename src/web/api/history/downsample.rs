//! Downsampling of price histories: merges bars into fewer, longer bars.

use crate::domain::bar::{Bar, Interval};

/// Maximum number of points in a response.
pub(super) const MAX_POINTS: usize = 5_000;

/// Seconds per day.
const DAY: i64 = 86_400;
/// Monday, 1970-01-05, in Unix seconds. Weeks start on Mondays.
const FIRST_MONDAY: i64 = 4 * DAY;

/// Collects bars in ascending order. When there are more bars than the maximum, all of them are merged into bars twice as long (days
/// into weeks). A merged bar has the first, highest, lowest and last price of its bars, and the sum of their volumes.
#[derive(Debug)]
pub(super) struct Downsampler {
    bars: Vec<MergedBar>,
    max_bars: usize,
    /// Length of a bar in seconds.
    seconds: i64,
}

/// A bar that consists of one or more collected bars.
#[derive(Debug, Clone, Copy)]
struct MergedBar {
    bar: Bar,
    /// Start of the last collected bar in it, in Unix seconds.
    last_start: i64,
}

impl Downsampler {
    /// Creates a downsampler for bars of `interval` that returns at most `max_bars` bars.
    pub(super) fn new(interval: Interval, max_bars: usize) -> Self {
        Self {
            bars: Vec::new(),
            max_bars,
            seconds: interval.seconds(),
        }
    }

    /// Creates a downsampler that merges bars into bars of `seconds` each, without a maximum number.
    pub(super) fn with_bar_seconds(seconds: i64) -> Self {
        Self {
            bars: Vec::new(),
            max_bars: usize::MAX,
            seconds,
        }
    }

    /// Drops all but the newest `count` bars.
    pub(super) fn keep_newest(mut self, count: usize) -> Self {
        self.bars.drain(..self.bars.len().saturating_sub(count));
        self
    }

    /// Adds a bar, which must start after all previous ones.
    pub(super) fn push(&mut self, bar: Bar) {
        self.append(MergedBar {
            bar,
            last_start: bar.start,
        });
        while self.bars.len() > self.max_bars {
            self.seconds *= if self.seconds == DAY { 7 } else { 2 };
            for merged in std::mem::take(&mut self.bars) {
                self.append(merged);
            }
        }
    }

    /// Merges `next` into the last bar if both belong to the same period, or appends it.
    fn append(&mut self, next: MergedBar) {
        let has_weeks = self.seconds % (7 * DAY) == 0;
        let offset = if has_weeks { FIRST_MONDAY } else { 0 };
        let period = |start: i64| (start - offset).div_euclid(self.seconds);
        match self.bars.last_mut() {
            Some(last) if period(last.bar.start) == period(next.bar.start) => last.merge(&next),
            _ => self.bars.push(next),
        }
    }

    /// Returns the bars.
    pub(super) fn into_bars(self) -> Vec<Bar> {
        self.bars.into_iter().map(|merged| merged.bar).collect()
    }

    /// Returns the bars. Each starts at the start of the last bar that was merged into it, from which the time of the close is computed.
    pub(super) fn into_bars_at_last_start(self) -> Vec<Bar> {
        let at_last_start = |merged: MergedBar| Bar {
            start: merged.last_start,
            ..merged.bar
        };
        self.bars.into_iter().map(at_last_start).collect()
    }

    /// Returns the current number of bars.
    pub(super) fn len(&self) -> usize {
        self.bars.len()
    }

    /// Returns the current length of a bar in seconds.
    pub(super) fn bar_seconds(&self) -> i64 {
        self.seconds
    }
}

impl MergedBar {
    /// Merges the bar that follows.
    fn merge(&mut self, next: &Self) {
        self.bar.high = self.bar.high.max(next.bar.high);
        self.bar.low = self.bar.low.min(next.bar.low);
        self.bar.close = next.bar.close;
        self.bar.volume += next.bar.volume;
        self.last_start = next.last_start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_BARS: i64 = 5_000;

    fn bars(count: i64) -> impl Iterator<Item = Bar> {
        (0..count).map(|index| {
            let price = 100.0 + (index % 97) as f64;
            Bar {
                start: index * 300,
                open: price,
                high: price + 1.0,
                low: price - 1.0,
                close: price + 0.5,
                volume: 1.0,
            }
        })
    }

    fn downsample(count: i64) -> Downsampler {
        let mut downsampler = Downsampler::new(Interval::FiveMinutes, MAX_POINTS);
        bars(count).for_each(|bar| downsampler.push(bar));
        downsampler
    }

    #[test]
    fn a_million_bars_become_at_most_5000_with_the_same_extremes() {
        let downsampled = downsample(1_000_000);
        assert!(
            (MAX_POINTS / 2..=MAX_POINTS).contains(&downsampled.len()),
            "{}",
            downsampled.len()
        );
        assert_eq!(downsampled.bar_seconds(), 300 * 256);
        let merged = downsampled.into_bars();
        let volume: f64 = merged.iter().map(|bar| bar.volume).sum();
        assert!((volume - 1e6).abs() < 0.5);
        let first_high = bars(256).fold(f64::MIN, |high, bar| high.max(bar.high));
        assert_eq!((merged[0].open, merged[0].high), (100.0, first_high));
        let last = bars(1_000_000).last().unwrap();
        assert!((merged.last().unwrap().close - last.close).abs() < f64::EPSILON);
        assert!(merged.windows(2).all(|pair| pair[0].start < pair[1].start));
    }

    #[test]
    fn few_bars_are_unchanged() {
        let few = downsample(MAX_BARS);
        assert_eq!(few.bar_seconds(), 300);
        assert_eq!(few.into_bars(), bars(MAX_BARS).collect::<Vec<_>>());
    }

    #[test]
    fn too_many_daily_bars_are_merged_into_weeks_that_start_on_monday() {
        let mut weeks = Downsampler::new(Interval::Day, 100);
        // 2026-01-01 is a Thursday.
        let days = (0..365).map(|day| Bar {
            start: 1_767_225_600 + day * DAY,
            volume: 1.0,
            ..Bar::default()
        });
        days.for_each(|day| weeks.push(day));
        assert_eq!(weeks.bar_seconds(), 7 * DAY);
        let weeks = weeks.into_bars();
        // Each day has a volume of 1.
        let days_in = |week: usize| weeks[week].volume;
        assert_eq!((days_in(0), days_in(1), days_in(51)), (4.0, 7.0, 7.0));
        assert!(
            weeks[1..]
                .iter()
                .all(|week| (week.start - FIRST_MONDAY) % (7 * DAY) == 0)
        );
    }

    #[test]
    fn close_of_a_merged_bar_has_the_start_of_its_last_bar() {
        let closes = downsample(MAX_BARS + 1).into_bars_at_last_start();
        assert_eq!(closes[0].start, 300);
        assert_eq!(closes.last().unwrap().start, MAX_BARS * 300);
    }
}
