//! Detects outliers: bars with prices far above or below the bars before and after them.
//!
//! Some histories of providers contain such bars, and a single outlier would distort every high or low over a range.
//! The 52-week range and the volume distinguish a real move from an error.

use super::{
    bar::{Bar, Interval},
    price::price_ratio,
};

/// A price that differs from the bars before and after it by this factor is an outlier. Real prices do not move so far
/// and return.
const OUTLIER_FACTOR: f64 = 4.5;
/// The prices before and after outliers must agree within this factor. Otherwise the price has moved to a new level,
/// for example by a split.
const AGREEMENT_FACTOR: f64 = 2.0;
/// Maximum number of consecutive outliers. A longer run is a real price level.
const MAX_RUN: usize = 10;
/// A day with this many times the usual volume had a real move.
const HIGH_VOLUME_FACTOR: f64 = 5.0;
/// The usual volume is the median over this number of bars.
const USUAL_VOLUME_BARS: usize = 20;
/// Seconds of 52 weeks, plus a few days on which exchanges may be closed.
const YEAR_SECONDS: i64 = 370 * 86_400;
/// Tolerance of the 52-week range, as a factor: the range may be rounded or slightly outdated.
const RANGE_TOLERANCE: f64 = 1.1;

/// The 52-week range that a source reports.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct YearRange {
    /// 52-week low, if reported.
    pub low: Option<f64>,
    /// 52-week high, if reported.
    pub high: Option<f64>,
    /// Time of the report in Unix seconds.
    pub as_of: i64,
}

impl YearRange {
    /// Returns true if the range confirms a `price` far from the usual price: the range covers the time `second` and
    /// reaches `price`. An unreported low or high confirms nothing.
    pub(crate) fn confirms(&self, second: i64, price: f64, usual_price: f64) -> bool {
        let is_within = if price > usual_price {
            self.high
                .is_some_and(|high| price <= high * RANGE_TOLERANCE)
        } else {
            self.low.is_some_and(|low| price * RANGE_TOLERANCE >= low)
        };
        is_within && self.covers(second)
    }

    /// Returns true if the range covers the time `second` and `price` is outside the range.
    pub(crate) fn excludes(&self, second: i64, price: f64) -> bool {
        let is_outside = self.high.is_some_and(|high| price > high * RANGE_TOLERANCE)
            || self.low.is_some_and(|low| price * RANGE_TOLERANCE < low);
        is_outside && self.covers(second)
    }

    fn covers(&self, second: i64) -> bool {
        (self.as_of - YEAR_SECONDS..=self.as_of + 86_400).contains(&second)
    }
}

/// Returns true if the volume of `bars[from..to]` is far above the usual volume: the median of the bars before them (or
/// after them at the start of the list). Always false for intraday bars, whose volume depends on the time of day.
pub(crate) fn has_high_volume(bars: &[Bar], from: usize, to: usize, interval: Interval) -> bool {
    if interval != Interval::Day {
        return false;
    }
    let before = &bars[from.saturating_sub(USUAL_VOLUME_BARS)..from];
    let after = &bars[to..bars.len().min(to + USUAL_VOLUME_BARS)];
    let usual = median_volume(if before.len() >= 3 { before } else { after });
    let volume = median_volume(&bars[from..to]);
    usual
        .zip(volume)
        .is_some_and(|(usual, volume)| volume >= HIGH_VOLUME_FACTOR * usual)
}

/// Returns the median of the positive volumes.
fn median_volume(bars: &[Bar]) -> Option<f64> {
    let volumes = bars.iter().map(|bar| bar.volume);
    median(volumes.filter(|volume| *volume > 0.0).collect())
}

/// Returns the median of `values` (the upper one of an even number); `None` if there are no values.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Separates `bars` (ascending) into valid bars and outliers.
///
/// An outlier differs from the bars before and after it, and neither the 52-week range nor its volume confirms it. The
/// last bar is compared with the current `price`. The first bar is always valid, because there is no bar before it.
pub(crate) fn separate_outliers(
    bars: Vec<Bar>,
    interval: Interval,
    price: Option<f64>,
    year: &YearRange,
) -> (Vec<Bar>, Vec<Bar>) {
    let flags = flag_outliers(&bars, interval, price, year);
    let (mut valid, mut outliers) = (Vec::with_capacity(bars.len()), Vec::new());
    for (bar, is_outlier) in bars.into_iter().zip(flags) {
        if is_outlier {
            outliers.push(bar);
        } else {
            valid.push(bar);
        }
    }
    (valid, outliers)
}

/// Returns a flag per bar: true for an outlier.
fn flag_outliers(
    bars: &[Bar],
    interval: Interval,
    price: Option<f64>,
    year: &YearRange,
) -> Vec<bool> {
    let mut flags = vec![false; bars.len()];
    // The price level that the next bar is compared with.
    let Some(mut level) = bars.first().map(|bar| bar.close) else {
        return flags;
    };
    let mut at = 1;
    while at < bars.len() {
        if !is_far(&bars[at], level) {
            level = bars[at].close;
            at += 1;
            continue;
        }
        let rest = &bars[at..];
        let run = rest.iter().take_while(|bar| is_far(bar, level)).count();
        let after = rest.get(run).map(|bar| bar.close).or(price);
        let returns = after.is_some_and(|after| price_ratio(after, level) <= AGREEMENT_FACTOR);
        if run > MAX_RUN || !returns {
            // The price has moved to a new level.
            level = bars[at].close;
            at += 1;
            continue;
        }
        let is_in_year_range =
            |bar: &Bar| far_prices(bar, level).all(|price| year.confirms(bar.start, price, level));
        let is_real = rest[..run].iter().all(is_in_year_range)
            || has_high_volume(bars, at, at + run, interval);
        if !is_real {
            flags[at..at + run].fill(true);
        }
        // The bars after the run are compared with the level before the run.
        at += run;
    }
    flags
}

fn is_far(bar: &Bar, level: f64) -> bool {
    far_prices(bar, level).next().is_some()
}

/// Returns the prices of a bar that are far from `level`.
fn far_prices(bar: &Bar, level: f64) -> impl Iterator<Item = f64> {
    [bar.close, bar.high, bar.low]
        .into_iter()
        .filter(move |price| price_ratio(*price, level) >= OUTLIER_FACTOR)
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
        let (valid, outliers) = separate_outliers(bars(closes), Interval::Day, price, &year);
        assert_eq!(valid.len() + outliers.len(), closes.len());
        outliers.iter().map(|bar| bar.start).collect()
    }

    /// The second case is modeled on a history in which some prices were a hundred times too high.
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
        for closes in [
            [100.0, 101.0, 10.0, 10.1, 10.2],
            [10.0, 10.1, 100.0, 101.0, 99.0],
            [100.0, 101.0, 1.0, 0.9, 0.8],
            [10.0, 5.0, 20.0, 8.0, 30.0],
        ] {
            assert_eq!(
                outlier_starts(&closes, Some(closes[4])),
                [0; 0],
                "{closes:?}"
            );
        }
        let long_run = [vec![10.0; 5], vec![60.0; 12], vec![10.0; 5]].concat();
        assert_eq!(
            outlier_starts(&long_run, None),
            [0; 0],
            "a run of twelve sessions is a price level, not an outlier"
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
    fn a_high_alone_makes_a_bar_an_outlier_but_a_negative_price_does_not() {
        let mut spike = bars(&[10.0, 10.0, 10.0]);
        spike[1].high = 500.0;
        let year = YearRange::default();
        assert_eq!(outlier_count(spike, Interval::Day, &year), 1);
        assert_eq!(outlier_starts(&[18.0, -37.0, 10.0], None), [0; 0]);
    }

    /// Returns ten bars at 3, except the fifth with `price` and `volume`.
    fn bars_with_spike(price: f64, volume: f64) -> Vec<Bar> {
        let mut bars = bars(&[3.0; 10]);
        bars[4] = Bar {
            open: price,
            high: price,
            low: price,
            close: price,
            volume,
            ..bars[4]
        };
        bars
    }

    fn outlier_count(bars: Vec<Bar>, interval: Interval, year: &YearRange) -> usize {
        separate_outliers(bars, interval, None, year).1.len()
    }

    #[test]
    fn one_day_move_within_the_year_range_is_real() {
        let year = |low, high| YearRange {
            low: Some(low),
            high: Some(high),
            as_of: 10,
        };
        for (price, low, high) in [
            (15.0, 2.0, 15.5),
            (30.0, 2.0, 30.0),
            (300.0, 2.0, 310.0),
            (0.3, 0.29, 4.0),
        ] {
            let outliers =
                outlier_count(bars_with_spike(price, 1.0), Interval::Day, &year(low, high));
            assert_eq!(outliers, 0, "{price} is within {low} to {high}");
        }
        for (price, low, high) in [(15.0, 2.0, 3.5), (300.0, 2.0, 120.0), (0.3, 2.5, 4.0)] {
            let outliers =
                outlier_count(bars_with_spike(price, 1.0), Interval::Day, &year(low, high));
            assert_eq!(outliers, 1, "{price} is outside {low} to {high}");
        }
        let four_years_later = YearRange {
            as_of: 4 * 365 * 86_400,
            ..year(2.0, 20.0)
        };
        let outliers = outlier_count(bars_with_spike(15.0, 1.0), Interval::Day, &four_years_later);
        assert_eq!(outliers, 1, "the 52-week range does not cover the bar");
    }

    #[test]
    fn high_volume_confirms_the_move_of_a_day_but_not_of_an_hour() {
        let year = YearRange::default();
        assert_eq!(
            outlier_count(bars_with_spike(30.0, 40.0), Interval::Day, &year),
            0
        );
        assert_eq!(
            outlier_count(bars_with_spike(30.0, 2.0), Interval::Day, &year),
            1
        );
        assert_eq!(
            outlier_count(bars_with_spike(30.0, 0.0), Interval::Day, &year),
            1,
            "the volume is unknown"
        );
        assert_eq!(
            outlier_count(bars_with_spike(30.0, 40.0), Interval::Hour, &year),
            1
        );
    }
}
