//! Fewer, longer bars where there are more than an answer may hold.

use crate::domain::bar::{Bar, Interval};

/// Points of an answer at most.
pub(super) const MOST: usize = 5_000;

const DAY: i64 = 86_400;
/// Monday, 1970-01-05: weeks begin with it.
const MONDAY: i64 = 4 * DAY;

/// Bars gathered one after another. When there are too many, all are merged into bars twice as long (days into
/// weeks), which keep the truth: the first price, the highest, the lowest, the last, and the sum of volumes.
#[derive(Debug)]
pub(super) struct Thinned {
    bars: Vec<Merged>,
    most: usize,
    /// Seconds of a bar.
    seconds: i64,
}

/// A bar, and when the last bar in it started.
#[derive(Debug, Clone, Copy)]
struct Merged {
    bar: Bar,
    last: i64,
}

impl Thinned {
    /// At most so many.
    pub(super) fn new(interval: Interval, most: usize) -> Self {
        Self {
            bars: Vec::new(),
            most,
            seconds: interval.seconds(),
        }
    }

    /// Bars of so many seconds, however many.
    pub(super) fn of_length(seconds: i64) -> Self {
        Self {
            bars: Vec::new(),
            most: usize::MAX,
            seconds,
        }
    }

    /// The newest of them.
    pub(super) fn newest(mut self, count: usize) -> Self {
        self.bars.drain(..self.bars.len().saturating_sub(count));
        self
    }

    /// Adds a bar that starts after all before it.
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

    /// The bars, each under the time when it started.
    pub(super) fn by_start(self) -> Vec<Bar> {
        self.bars.into_iter().map(|merged| merged.bar).collect()
    }

    /// The bars, each under the time when the last bar in it started: for closes.
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

    /// Seconds of a bar now.
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

    const AS_MANY: i64 = 5_000;

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

    fn thinned(count: i64) -> Thinned {
        let mut thinned = Thinned::new(Interval::FiveMinutes, MOST);
        bars(count).for_each(|bar| thinned.push(bar));
        thinned
    }

    #[test]
    fn a_million_bars_become_at_most_five_thousand_that_tell_the_truth() {
        let thinned = thinned(1_000_000);
        assert!(
            (MOST / 2..=MOST).contains(&thinned.len()),
            "{}",
            thinned.len()
        );
        assert_eq!(thinned.seconds(), 300 * 256);
        let found = thinned.by_start();
        let volume: f64 = found.iter().map(|bar| bar.volume).sum();
        assert!((volume - 1e6).abs() < 0.5);
        let first = bars(256).fold(f64::MIN, |high, bar| high.max(bar.high));
        assert_eq!((found[0].open, found[0].high), (100.0, first));
        let last = bars(1_000_000).last().unwrap();
        assert!((found.last().unwrap().close - last.close).abs() < f64::EPSILON);
        assert!(found.windows(2).all(|pair| pair[0].start < pair[1].start));
    }

    #[test]
    fn few_bars_stay_as_they_are() {
        let few = thinned(AS_MANY);
        assert_eq!(few.seconds(), 300);
        assert_eq!(few.by_start(), bars(AS_MANY).collect::<Vec<_>>());
    }

    #[test]
    fn too_many_days_become_weeks_that_begin_on_monday() {
        let mut weeks = Thinned::new(Interval::Day, 100);
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
    fn a_close_stands_where_its_last_bar_began() {
        let closes = thinned(AS_MANY + 1).by_last();
        assert_eq!(closes[0].start, 300);
        assert_eq!(closes.last().unwrap().start, AS_MANY * 300);
    }
}
