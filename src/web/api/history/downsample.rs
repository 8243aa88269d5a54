//! Downsampling: merges bars into fewer, longer ones.

use crate::domain::bar::{Bar, Interval};

/// Maximum number of points in a response.
pub(super) const MAX_POINTS: usize = 5_000;

const DAY: i64 = 86_400;
/// Monday, 1970-01-05: weeks start on Mondays.
const MONDAY: i64 = 4 * DAY;

/// Collects bars in ascending order. Above the maximum, all are merged into bars twice as long (days into weeks), which keep the first
/// price, the highest, the lowest, the last, and the sum of volumes.
#[derive(Debug)]
pub(super) struct Downsampled {
    bars: Vec<Merged>,
    most: usize,
    /// Length of a bar in seconds.
    seconds: i64,
}

/// A merged bar, and the start of the last bar in it.
#[derive(Debug, Clone, Copy)]
struct Merged {
    bar: Bar,
    last: i64,
}

impl Downsampled {
    /// Creates a collection of at most `most` bars.
    pub(super) fn new(interval: Interval, most: usize) -> Self {
        Self {
            bars: Vec::new(),
            most,
            seconds: interval.seconds(),
        }
    }

    /// Creates a collection of bars of `seconds` each, without a maximum.
    pub(super) fn of_length(seconds: i64) -> Self {
        Self {
            bars: Vec::new(),
            most: usize::MAX,
            seconds,
        }
    }

    /// Keeps only the newest `count` bars.
    pub(super) fn newest(mut self, count: usize) -> Self {
        self.bars.drain(..self.bars.len().saturating_sub(count));
        self
    }

    /// Adds a bar that starts after all others.
    pub(super) fn push(&mut self, bar: Bar) {
        let next = Merged {
            bar,
            last: bar.start,
        };
        self.add(next);
        while self.bars.len() > self.most {
            self.seconds *= if self.seconds == DAY { 7 } else { 2 };
            for merged in std::mem::take(&mut self.bars) {
                self.add(merged);
            }
        }
    }

    fn add(&mut self, next: Merged) {
        let is_of_weeks = self.seconds % (7 * DAY) == 0;
        let offset = if is_of_weeks { MONDAY } else { 0 };
        let slot = |start: i64| (start - offset).div_euclid(self.seconds);
        match self.bars.last_mut() {
            Some(last) if slot(last.bar.start) == slot(next.bar.start) => last.take(&next),
            _ => self.bars.push(next),
        }
    }

    /// Returns the bars, each with the time of its start.
    pub(super) fn by_start(self) -> Vec<Bar> {
        self.bars.into_iter().map(|merged| merged.bar).collect()
    }

    /// Returns the bars, each with the start of the last original bar in it, as closes need it.
    pub(super) fn by_last(self) -> Vec<Bar> {
        let at_last = |merged: Merged| Bar {
            start: merged.last,
            ..merged.bar
        };
        self.bars.into_iter().map(at_last).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.bars.len()
    }

    /// Current length of a bar in seconds.
    pub(super) fn seconds(&self) -> i64 {
        self.seconds
    }
}

impl Merged {
    fn take(&mut self, next: &Self) {
        self.bar.high = self.bar.high.max(next.bar.high);
        self.bar.low = self.bar.low.min(next.bar.low);
        self.bar.close = next.bar.close;
        self.bar.volume += next.bar.volume;
        self.last = next.last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: i64 = 5_000;

    fn bars(count: i64) -> impl Iterator<Item = Bar> {
        (0..count).map(|at| {
            let price = 100.0 + (at % 97) as f64;
            Bar {
                start: at * 300,
                open: price,
                high: price + 1.0,
                low: price - 1.0,
                close: price + 0.5,
                volume: 1.0,
            }
        })
    }

    fn downsampled(count: i64) -> Downsampled {
        let mut downsampled = Downsampled::new(Interval::FiveMinutes, MAX_POINTS);
        bars(count).for_each(|bar| downsampled.push(bar));
        downsampled
    }

    #[test]
    fn a_million_bars_become_at_most_5000_with_the_same_extremes() {
        let downsampled = downsampled(1_000_000);
        assert!(
            (MAX_POINTS / 2..=MAX_POINTS).contains(&downsampled.len()),
            "{}",
            downsampled.len()
        );
        assert_eq!(downsampled.seconds(), 300 * 256);
        let found = downsampled.by_start();
        let volume: f64 = found.iter().map(|bar| bar.volume).sum();
        assert!((volume - 1e6).abs() < 0.5);
        let first = bars(256).fold(f64::MIN, |high, bar| high.max(bar.high));
        assert_eq!((found[0].open, found[0].high), (100.0, first));
        let last = bars(1_000_000).last().unwrap();
        assert!((found.last().unwrap().close - last.close).abs() < f64::EPSILON);
        assert!(found.windows(2).all(|pair| pair[0].start < pair[1].start));
    }

    #[test]
    fn few_bars_are_unchanged() {
        let few = downsampled(LIMIT);
        assert_eq!(few.seconds(), 300);
        assert_eq!(few.by_start(), bars(LIMIT).collect::<Vec<_>>());
    }

    #[test]
    fn too_many_days_become_weeks_that_start_on_monday() {
        let mut weeks = Downsampled::new(Interval::Day, 100);
        // 2026-01-01 is a Thursday.
        let days = (0..365).map(|day| Bar {
            start: 1_767_225_600 + day * DAY,
            volume: 1.0,
            ..Bar::default()
        });
        days.for_each(|day| weeks.push(day));
        assert_eq!(weeks.seconds(), 7 * DAY);
        let weeks = weeks.by_start();
        let of_days = |at: usize| weeks[at].volume;
        assert_eq!((of_days(0), of_days(1), of_days(51)), (4.0, 7.0, 7.0));
        assert!(
            weeks[1..]
                .iter()
                .all(|week| (week.start - MONDAY) % (7 * DAY) == 0)
        );
    }

    #[test]
    fn a_close_has_the_start_of_its_last_bar() {
        let closes = downsampled(LIMIT + 1).by_last();
        assert_eq!(closes[0].start, 300);
        assert_eq!(closes.last().unwrap().start, LIMIT * 300);
    }
}
