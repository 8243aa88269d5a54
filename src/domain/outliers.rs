//! Detects outliers: bars far above or below the bars before and after them.
//!
//! Sources sometimes contain such bars, and a single one would widen every range that includes it. The 52-week range
//! and the volume tell a real move from an error.

use super::bar::{Bar, Interval};

/// A price that differs from its neighbors by this factor is an outlier: no market moves there and back.
const OUTLIER_FACTOR: f64 = 4.5;
/// The neighbors on both sides must agree within this factor; otherwise the price has moved for good, as after a
/// split.
const AGREEMENT_FACTOR: f64 = 2.0;
/// Maximum length of a run of outliers; longer runs are a price level of their own.
const MAX_RUN: usize = 10;
/// A day with this many times the usual volume saw a real move.
const BUSY_VOLUME_FACTOR: f64 = 5.0;
/// Number of bars whose median is the usual volume.
const USUAL_VOLUME_BARS: usize = 20;
/// Seconds of 52 weeks plus days on which exchanges are closed.
const YEAR_SECONDS: i64 = 370 * 86_400;
/// Tolerance of the 52-week range: it may be rounded or slightly older.
const RANGE_TOLERANCE: f64 = 1.1;

/// The 52-week range reported by a source. An unknown edge confirms nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct YearRange {
    /// Low.
    pub low: Option<f64>,
    /// High.
    pub high: Option<f64>,
    /// Time of the report in Unix seconds.
    pub as_of: i64,
}

impl YearRange {
    /// Returns true if the range covers the time `second` and includes `price`, which is far from the `usual` price.
    pub(crate) fn holds(&self, second: i64, price: f64, usual: f64) -> bool {
        let is_within = if price > usual {
            self.high
                .is_some_and(|high| price <= high * RANGE_TOLERANCE)
        } else {
            self.low.is_some_and(|low| price * RANGE_TOLERANCE >= low)
        };
        is_within && self.covers(second)
    }

    /// Returns true if the range covers the time `second` and excludes `price`.
    pub(crate) fn excludes(&self, second: i64, price: f64) -> bool {
        let is_outside = self.high.is_some_and(|high| price > high * RANGE_TOLERANCE)
            || self.low.is_some_and(|low| price * RANGE_TOLERANCE < low);
        is_outside && self.covers(second)
    }

    fn covers(&self, second: i64) -> bool {
        (self.as_of - YEAR_SECONDS..=self.as_of + 86_400).contains(&second)
    }
}

/// Returns true if the volume of `bars[from..to]` is far above that of the bars before them (after them, at the start
/// of the list). Only daily bars count, because intraday volume depends on the time of day.
pub(crate) fn is_busy(bars: &[Bar], from: usize, to: usize, interval: Interval) -> bool {
    if interval != Interval::Day {
        return false;
    }
    let before = &bars[from.saturating_sub(USUAL_VOLUME_BARS)..from];
    let after = &bars[to..bars.len().min(to + USUAL_VOLUME_BARS)];
    let usual = median_volume(if before.len() >= 3 { before } else { after });
    let own = median_volume(&bars[from..to]);
    usual
        .zip(own)
        .is_some_and(|(usual, own)| own >= BUSY_VOLUME_FACTOR * usual)
}

/// Returns the median of the known volumes.
fn median_volume(bars: &[Bar]) -> Option<f64> {
    let volumes = bars.iter().map(|bar| bar.volume);
    median(volumes.filter(|volume| *volume > 0.0).collect())
}

/// Returns the median of `values`.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Splits `bars` (ascending) into valid ones and outliers.
///
/// An outlier differs from its neighbors on both sides, and neither the 52-week range nor its volume confirms it.
/// After the last bar, `price` (the current one) is the neighbor. The first bar is always valid, as nothing is known
/// before it.
pub(crate) fn split_outliers(
    bars: Vec<Bar>,
    interval: Interval,
    price: Option<f64>,
    year: &YearRange,
) -> (Vec<Bar>, Vec<Bar>) {
    let is_odd = find_outliers(&bars, interval, price, year);
    let (mut kept, mut aside) = (Vec::with_capacity(bars.len()), Vec::new());
    for (bar, is_odd) in bars.into_iter().zip(is_odd) {
        if is_odd { &mut aside } else { &mut kept }.push(bar);
    }
    (kept, aside)
}

fn find_outliers(
    bars: &[Bar],
    interval: Interval,
    price: Option<f64>,
    year: &YearRange,
) -> Vec<bool> {
    let mut odd = vec![false; bars.len()];
    let Some(mut before) = bars.first().map(|bar| bar.close) else {
        return odd;
    };
    let mut at = 1;
    while at < bars.len() {
        if !is_outlier(&bars[at], before) {
            before = bars[at].close;
            at += 1;
            continue;
        }
        let rest = &bars[at..];
        let run = rest
            .iter()
            .take_while(|bar| is_outlier(bar, before))
            .count();
        let after = rest.get(run).map(|bar| bar.close).or(price);
        let returns = after.is_some_and(|after| factor(after, before) <= AGREEMENT_FACTOR);
        let is_in_range =
            |bar: &Bar| far_prices(bar, before).all(|price| year.holds(bar.start, price, before));
        let is_real =
            || rest[..run].iter().all(is_in_range) || is_busy(bars, at, at + run, interval);
        if run <= MAX_RUN && returns && !is_real() {
            odd[at..at + run].fill(true);
            at += run;
        } else if run <= MAX_RUN && returns {
            // The bars after the run are compared with the level before it.
            at += run;
        } else {
            before = bars[at].close;
            at += 1;
        }
    }
    odd
}

fn is_outlier(bar: &Bar, before: f64) -> bool {
    far_prices(bar, before).next().is_some()
}

/// Returns the prices of a bar that are far from the level before it.
fn far_prices(bar: &Bar, before: f64) -> impl Iterator<Item = f64> {
    [bar.close, bar.high, bar.low]
        .into_iter()
        .filter(move |price| factor(*price, before) >= OUTLIER_FACTOR)
}

/// Returns the ratio of the larger to the smaller price; 1 unless both are positive.
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

    fn outlier_starts(closes: &[f64], price: Option<f64>) -> Vec<i64> {
        let year = YearRange::default();
        let (kept, aside) = split_outliers(bars(closes), Interval::Day, price, &year);
        assert_eq!(kept.len() + aside.len(), closes.len());
        aside.iter().map(|bar| bar.start).collect()
    }

    /// Modeled on a history with prices a hundred times too high for a while.
    #[test]
    fn bars_far_from_both_neighbors_are_outliers() {
        assert_eq!(outlier_starts(&[10.0, 10.2, 51.0, 10.1], None), [2]);
        assert_eq!(
            outlier_starts(&[14.5, 1_455.0, 1_460.0, 14.6], None),
            [1, 2]
        );
        assert_eq!(outlier_starts(&[14.5, 0.145, 14.6, 14.4], None), [1]);
        let ten = [vec![1_000.0; 5], vec![5_000.0; 10], vec![1_010.0; 5]].concat();
        assert_eq!(outlier_starts(&ten, None).len(), 10);
    }

    #[test]
    fn split_and_crash_are_not_outliers() {
        for real in [
            [100.0, 101.0, 10.0, 10.1, 10.2],
            [10.0, 10.1, 100.0, 101.0, 99.0],
            [100.0, 101.0, 1.0, 0.9, 0.8],
            [10.0, 5.0, 20.0, 8.0, 30.0],
        ] {
            assert_eq!(outlier_starts(&real, Some(real[4])), [0; 0], "{real:?}");
        }
        let level = [vec![10.0; 5], vec![60.0; 12], vec![10.0; 5]].concat();
        assert_eq!(
            outlier_starts(&level, None),
            [0; 0],
            "twelve sessions are a level"
        );
    }

    #[test]
    fn last_bar_is_compared_with_the_price_and_valid_without_one() {
        let closes = [10.0, 10.1, 55.0];
        assert_eq!(outlier_starts(&closes, Some(10.2)), [2]);
        assert_eq!(outlier_starts(&closes, Some(54.0)), [0; 0]);
        assert_eq!(outlier_starts(&closes, None), [0; 0]);
    }

    #[test]
    fn high_alone_makes_an_outlier_and_negative_prices_do_not() {
        let mut spike = bars(&[10.0, 10.0, 10.0]);
        spike[1].high = 500.0;
        let year = YearRange::default();
        assert_eq!(split_outliers(spike, Interval::Day, None, &year).1.len(), 1);
        assert_eq!(outlier_starts(&[18.0, -37.0, 10.0], None), [0; 0]);
    }

    /// Ten closes at 3, with `odd` on the fifth day at the given volume.
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
        split_outliers(bars, interval, None, year).1.len()
    }

    #[test]
    fn one_day_move_within_the_year_range_is_real() {
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
    fn day_with_high_volume_is_real_but_hour_is_not() {
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
