//! Bars that cannot be true: many times above or below what was before and after them. Sources file such
//! bars now and then; a single one would widen every range it lies in. A real move is told from an error by what else
//! the source tells: the range of the year, and the volume.

use super::bar::{Bar, Interval};

/// A price so many times above or below its neighbours is an error: no market goes there and back.
const OFF: f64 = 4.5;
/// The neighbours on both sides must agree within this factor: where they do not, the price has moved for
/// good, as it does with a split.
const AGREE: f64 = 2.0;
/// Bars in a row that can be off: more of them are a level of their own.
const LONGEST: usize = 10;
/// A day on which so many times the usual volume was traded did see a real move.
const BUSY: f64 = 5.0;
/// The usual volume is the median of so many bars.
const USUAL: usize = 20;
/// Seconds of 52 weeks, and of the days around them on which exchanges are closed.
const YEAR: i64 = 370 * 86_400;
/// A bar may lie so far outside of the year's range: it is rounded, or told a little earlier.
const SLACK: f64 = 1.1;

/// The range of 52 weeks as a source tells it. Unknown edges bear nothing out.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct YearRange {
    /// Lowest price.
    pub low: Option<f64>,
    /// Highest price.
    pub high: Option<f64>,
    /// When it was told, in Unix seconds.
    pub as_of: i64,
}

impl YearRange {
    /// Returns true if the range covers `second` and holds `price`, which is far from the `usual` one.
    pub(crate) fn holds(&self, second: i64, price: f64, usual: f64) -> bool {
        let is_within = if price > usual {
            self.high.is_some_and(|high| price <= high * SLACK)
        } else {
            self.low.is_some_and(|low| price * SLACK >= low)
        };
        is_within && self.covers(second)
    }

    /// Returns true if the range covers `second` and leaves `price` out.
    pub(crate) fn excludes(&self, second: i64, price: f64) -> bool {
        let is_outside = self.high.is_some_and(|high| price > high * SLACK)
            || self.low.is_some_and(|low| price * SLACK < low);
        is_outside && self.covers(second)
    }

    fn covers(&self, second: i64) -> bool {
        (self.as_of - YEAR..=self.as_of + 86_400).contains(&second)
    }
}

/// Returns true if `bars[from..to]` were traded many times as much as the bars before them (after them, at the start of the
/// list). Volumes below a day follow the clock, so only those of days count.
pub(crate) fn is_busy(bars: &[Bar], from: usize, to: usize, interval: Interval) -> bool {
    if interval != Interval::Day {
        return false;
    }
    let before = &bars[from.saturating_sub(USUAL)..from];
    let after = &bars[to..bars.len().min(to + USUAL)];
    let usual = median_volume(if before.len() >= 3 { before } else { after });
    let own = median_volume(&bars[from..to]);
    usual
        .zip(own)
        .is_some_and(|(usual, own)| own >= BUSY * usual)
}

/// The median of the volumes that are known.
fn median_volume(bars: &[Bar]) -> Option<f64> {
    let volumes = bars.iter().map(|bar| bar.volume);
    median(volumes.filter(|volume| *volume > 0.0).collect())
}

/// The middle one of `values`.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Splits `bars` (ascending) into those to keep and those that are off their neighbours on both sides, unless the told
/// `year` holds them or their volume bears them out. At the end of the list `price`, the ticker's at present, stands for what
/// comes after. What comes before the first bar is unknown, so it is kept.
pub(crate) fn set_aside(
    bars: Vec<Bar>,
    interval: Interval,
    price: Option<f64>,
    year: &YearRange,
) -> (Vec<Bar>, Vec<Bar>) {
    let is_odd = odd(&bars, interval, price, year);
    let (mut kept, mut aside) = (Vec::with_capacity(bars.len()), Vec::new());
    for (bar, is_odd) in bars.into_iter().zip(is_odd) {
        if is_odd { &mut aside } else { &mut kept }.push(bar);
    }
    (kept, aside)
}

fn odd(bars: &[Bar], interval: Interval, price: Option<f64>, year: &YearRange) -> Vec<bool> {
    let mut odd = vec![false; bars.len()];
    let Some(mut before) = bars.first().map(|bar| bar.close) else {
        return odd;
    };
    let mut at = 1;
    while at < bars.len() {
        if !is_off(&bars[at], before) {
            before = bars[at].close;
            at += 1;
            continue;
        }
        let rest = &bars[at..];
        let run = rest.iter().take_while(|bar| is_off(bar, before)).count();
        let after = rest.get(run).map(|bar| bar.close).or(price);
        let returns = after.is_some_and(|after| factor(after, before) <= AGREE);
        let is_held =
            |bar: &Bar| far_prices(bar, before).all(|price| year.holds(bar.start, price, before));
        let is_real = || rest[..run].iter().all(is_held) || is_busy(bars, at, at + run, interval);
        if run <= LONGEST && returns && !is_real() {
            odd[at..at + run].fill(true);
            at += run;
        } else if run <= LONGEST && returns {
            // What came back is judged by the level from before.
            at += run;
        } else {
            before = bars[at].close;
            at += 1;
        }
    }
    odd
}

fn is_off(bar: &Bar, before: f64) -> bool {
    far_prices(bar, before).next().is_some()
}

/// The prices of a bar that are many times above or below the level before.
fn far_prices(bar: &Bar, before: f64) -> impl Iterator<Item = f64> {
    [bar.close, bar.high, bar.low]
        .into_iter()
        .filter(move |price| factor(*price, before) >= OFF)
}

/// How many times the one is above the other; 1 where there is no such number, as below zero.
fn factor(one: f64, other: f64) -> f64 {
    if one > 0.0 && other > 0.0 {
        (one / other).max(other / one)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(closes: &[f64]) -> Vec<Bar> {
        closes
            .iter()
            .zip(0..)
            .map(|(close, start)| Bar {
                start,
                open: *close,
                high: *close,
                low: *close,
                close: *close,
                volume: 1.0,
            })
            .collect()
    }

    fn starts_set_aside(closes: &[f64], price: Option<f64>) -> Vec<i64> {
        let year = YearRange::default();
        let (kept, aside) = set_aside(bars(closes), Interval::Day, price, &year);
        assert_eq!(kept.len() + aside.len(), closes.len());
        aside.iter().map(|bar| bar.start).collect()
    }

    /// The shape of a history that was filed a hundred times too high for a while.
    #[test]
    fn bars_five_or_a_hundred_times_off_their_neighbours_are_set_aside() {
        assert_eq!(starts_set_aside(&[10.0, 10.2, 51.0, 10.1], None), [2]);
        assert_eq!(
            starts_set_aside(&[14.5, 1_455.0, 1_460.0, 14.6], None),
            [1, 2]
        );
        assert_eq!(starts_set_aside(&[14.5, 0.145, 14.6, 14.4], None), [1]);
        let ten = [vec![1_000.0; 5], vec![5_000.0; 10], vec![1_010.0; 5]].concat();
        assert_eq!(starts_set_aside(&ten, None).len(), 10);
    }

    #[test]
    fn a_split_and_a_crash_are_none() {
        for real in [
            [100.0, 101.0, 10.0, 10.1, 10.2],
            [10.0, 10.1, 100.0, 101.0, 99.0],
            [100.0, 101.0, 1.0, 0.9, 0.8],
            [10.0, 5.0, 20.0, 8.0, 30.0],
        ] {
            assert_eq!(starts_set_aside(&real, Some(real[4])), [0; 0], "{real:?}");
        }
        let level = [vec![10.0; 5], vec![60.0; 12], vec![10.0; 5]].concat();
        assert_eq!(
            starts_set_aside(&level, None),
            [0; 0],
            "twelve sessions are a level"
        );
    }

    #[test]
    fn the_last_bar_is_judged_by_the_price_and_kept_without_one() {
        let closes = [10.0, 10.1, 55.0];
        assert_eq!(starts_set_aside(&closes, Some(10.2)), [2]);
        assert_eq!(starts_set_aside(&closes, Some(54.0)), [0; 0]);
        assert_eq!(starts_set_aside(&closes, None), [0; 0]);
    }

    #[test]
    fn a_high_alone_is_enough_and_prices_below_zero_are_left_alone() {
        let mut spike = bars(&[10.0, 10.0, 10.0]);
        spike[1].high = 500.0;
        let year = YearRange::default();
        assert_eq!(set_aside(spike, Interval::Day, None, &year).1.len(), 1);
        assert_eq!(starts_set_aside(&[18.0, -37.0, 10.0], None), [0; 0]);
    }

    /// Ten closes at 3, with `odd` on the fifth day and as much volume as given.
    fn one_day(odd: f64, volume: f64) -> Vec<Bar> {
        let mut bars = bars(&[3.0; 10]);
        bars[4] = Bar {
            open: odd,
            high: odd,
            low: odd,
            close: odd,
            volume,
            ..bars[4]
        };
        bars
    }

    fn count(bars: Vec<Bar>, interval: Interval, year: &YearRange) -> usize {
        set_aside(bars, interval, None, year).1.len()
    }

    #[test]
    fn a_move_of_one_day_that_the_told_year_holds_is_real() {
        let year = |low, high| YearRange {
            low: Some(low),
            high: Some(high),
            as_of: 10,
        };
        for (odd, low, high) in [
            (15.0, 2.0, 15.5),
            (30.0, 2.0, 30.0),
            (300.0, 2.0, 310.0),
            (0.3, 0.29, 4.0),
        ] {
            let kept = count(one_day(odd, 1.0), Interval::Day, &year(low, high));
            assert_eq!(kept, 0, "{odd} within {low} and {high}");
        }
        for (odd, low, high) in [(15.0, 2.0, 3.5), (300.0, 2.0, 120.0), (0.3, 2.5, 4.0)] {
            let left = count(one_day(odd, 1.0), Interval::Day, &year(low, high));
            assert_eq!(left, 1, "{odd} outside of {low} and {high}");
        }
        let of_today = YearRange {
            as_of: 4 * 365 * 86_400,
            ..year(2.0, 20.0)
        };
        let old = count(one_day(15.0, 1.0), Interval::Day, &of_today);
        assert_eq!(old, 1, "the year says nothing of four years ago");
    }

    #[test]
    fn a_day_of_many_times_the_usual_volume_is_real_and_an_hour_is_not() {
        let year = YearRange::default();
        assert_eq!(count(one_day(30.0, 40.0), Interval::Day, &year), 0);
        assert_eq!(count(one_day(30.0, 2.0), Interval::Day, &year), 1);
        assert_eq!(
            count(one_day(30.0, 0.0), Interval::Day, &year),
            1,
            "unknown"
        );
        assert_eq!(count(one_day(30.0, 40.0), Interval::Hour, &year), 1);
    }
}
