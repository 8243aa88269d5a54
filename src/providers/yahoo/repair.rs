//! Repairs prices that are a hundred times too high or too low, because Yahoo sometimes confuses pence and pounds.
//!
//! A run of bars in another unit is detected by its level: the levels before and after it agree, and it differs from them by a factor
//! of about a hundred. A jump without a way back is repaired only if the current price, the 52-week range or the quoting unit shows
//! that it is a change of units.

use std::ops::Range;

use crate::domain::{
    bar::{Bar, Interval},
    outliers::{YearRange, has_high_volume, median},
    price::round_to_15_digits,
};

/// The ratio of two levels in different units, which includes price moves between them.
const UNIT_RATIO: std::ops::RangeInclusive<f64> = 40.0..=250.0;
/// The ratio of successive closes from which a new level starts.
const NEW_LEVEL_RATIO: f64 = 20.0;
/// The maximum ratio between the levels before and after a run.
const MAX_SIDE_RATIO: f64 = 4.0;
/// The number of closes whose median is the level at an edge.
const EDGE_CLOSES: usize = 5;

/// Returns true for a ratio of about a hundred or a hundredth. No market moves that far within a bar.
pub(super) fn is_hundredfold(ratio: f64) -> bool {
    let ratio = ratio.max(1.0 / ratio);
    (70.0..=140.0).contains(&ratio)
}

/// Returns true if `price` is plausible for a 52-week range from `low` to `high`.
pub(super) fn is_plausible(price: f64, low: Option<f64>, high: Option<f64>) -> bool {
    low.is_none_or(|low| price * 20.0 >= low) && high.is_none_or(|high| price <= high * 20.0)
}

/// Converts `price` to the unit of `reference`.
pub(super) fn in_unit_of(price: f64, reference: f64) -> f64 {
    let ratio = price / reference;
    if !is_hundredfold(ratio) {
        price
    } else if ratio > 1.0 {
        round_to_15_digits(price / 100.0)
    } else {
        round_to_15_digits(price * 100.0)
    }
}

/// Repairs an open, high or low in another unit than the close of the bar, unless the 52-week range contains the price.
pub(super) fn repair_fields(bar: &mut Bar, year: &YearRange) {
    let (start, close) = (bar.start, bar.close);
    for price in [&mut bar.open, &mut bar.high, &mut bar.low] {
        if !year.confirms(start, *price, close) {
            *price = in_unit_of(*price, close);
        }
    }
}

/// The data that shows the right unit.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Evidence {
    /// The current price.
    pub(super) price: Option<f64>,
    /// The 52-week range.
    pub(super) year: YearRange,
    /// True if prices are quoted in hundredths of the currency, so that the source may confuse the two.
    pub(super) in_hundredths: bool,
}

/// A run of bars at one level.
struct Level {
    bars: Range<usize>,
    /// The power of 100 relative to the first level.
    power: i32,
}

/// Repairs runs of bars in another unit than the current price, or than most bars if there is no current price.
pub(super) fn repair_units(bars: &mut [Bar], evidence: &Evidence, interval: Interval) {
    let levels = levels(bars);
    let Some(last) = levels.last() else {
        return;
    };
    let price_step = evidence
        .price
        .map(|price| step(edge(bars, &last.bars, false), price));
    let count = |power: i32| -> usize {
        let same = levels.iter().filter(|level| level.power == power);
        same.map(|level| level.bars.len()).sum()
    };
    let most_common = levels
        .iter()
        .map(|level| level.power)
        .max_by_key(|power| count(*power));
    let usual = price_step
        .map(|step| last.power + step)
        .or(most_common)
        .unwrap_or_default();
    let mut unit_runs = unit_runs(&levels, usual);
    // If runs are close together, only the bars between them show the level next to them.
    let mut is_usual = vec![true; bars.len()];
    for run in &unit_runs {
        is_usual[run.bars.clone()].fill(false);
    }
    for run in &mut unit_runs {
        let adjacent = adjacent_levels(bars, &is_usual, &run.bars);
        run.is_proven = is_proven(bars, run, adjacent, price_step, evidence, interval);
    }
    let proven: Vec<(i32, f64)> = unit_runs
        .iter()
        .filter(|run| run.is_proven)
        .map(|run| (run.power, edge(bars, &run.bars, false)))
        .collect();
    for run in unit_runs {
        let level = edge(bars, &run.bars, false);
        let is_similar = |(power, other): &(i32, f64)| {
            *power == run.power && ratio_of(level, *other) <= MAX_SIDE_RATIO
        };
        if run.is_proven || run.is_at_start && proven.iter().any(is_similar) {
            let scale = 100_f64.powi(usual - run.power);
            for bar in &mut bars[run.bars] {
                for price in [&mut bar.open, &mut bar.high, &mut bar.low, &mut bar.close] {
                    *price *= scale;
                }
            }
        }
    }
}

/// Splits the bars into levels at large jumps of the close.
fn levels(bars: &[Bar]) -> Vec<Level> {
    let is_new = |at: &usize| ratio_of(bars[*at].close, bars[*at - 1].close) >= NEW_LEVEL_RATIO;
    let mut starts: Vec<usize> = (1..bars.len()).filter(is_new).collect();
    starts.insert(0, 0);
    let ends = starts.iter().skip(1).copied().chain([bars.len()]);
    let mut levels: Vec<Level> = Vec::new();
    for (start, end) in starts.iter().copied().zip(ends) {
        let power = levels.last().map_or(0, |before| {
            let level = edge(bars, &(start..end), true);
            before.power + step(edge(bars, &before.bars, false), level)
        });
        levels.push(Level {
            bars: start..end,
            power,
        });
    }
    levels.retain(|level| !level.bars.is_empty());
    levels
}

/// Successive bars that are not in the usual unit.
struct UnitRun {
    bars: Range<usize>,
    power: i32,
    /// True if the run is at the beginning of the list, so that only the level after it is known.
    is_at_start: bool,
    is_proven: bool,
}

fn unit_runs(levels: &[Level], usual: i32) -> Vec<UnitRun> {
    let mut unit_runs: Vec<UnitRun> = Vec::new();
    for level in levels.iter().filter(|level| level.power != usual) {
        match unit_runs.last_mut() {
            Some(last) if last.bars.end == level.bars.start && last.power == level.power => {
                last.bars.end = level.bars.end;
            }
            _ => unit_runs.push(UnitRun {
                bars: level.bars.clone(),
                power: level.power,
                is_at_start: level.bars.start == 0,
                is_proven: false,
            }),
        }
    }
    unit_runs
}

/// Returns the levels before and after a run: those of the nearest bars for which `is_usual` is true.
fn adjacent_levels(
    bars: &[Bar],
    is_usual: &[bool],
    run: &Range<usize>,
) -> (Option<f64>, Option<f64>) {
    let is_usual = |at: &usize| is_usual[*at];
    let level = |nearest: Vec<usize>| median(nearest.iter().map(|at| bars[*at].close).collect());
    let before = (0..run.start).rev().filter(is_usual).take(EDGE_CLOSES);
    let after = (run.end..bars.len()).filter(is_usual).take(EDGE_CLOSES);
    (level(before.collect()), level(after.collect()))
}

/// Returns true if a run between the levels `before` and `after` is in another unit and not a real price move.
fn is_proven(
    bars: &[Bar],
    run: &UnitRun,
    (before, after): (Option<f64>, Option<f64>),
    price_step: Option<i32>,
    evidence: &Evidence,
    interval: Interval,
) -> bool {
    let Range { start, end } = run.bars;
    let (level, at) = (edge(bars, &run.bars, false), bars[end - 1].start);
    let is_outside = evidence.year.excludes(at, level);
    let usual = before.or(after).or(evidence.price);
    let is_confirmed = usual.is_some_and(|usual| evidence.year.confirms(at, level, usual));
    if is_confirmed || has_high_volume(bars, start, end, interval) {
        return false;
    }
    match (before, after) {
        (Some(before), Some(after)) => ratio_of(before, after) <= MAX_SIDE_RATIO,
        // The run is at the end of the list, so only the current price can show its unit.
        (Some(_), None) => match price_step {
            Some(step) => step != 0,
            None => is_outside || evidence.in_hundredths,
        },
        (None, _) => is_outside || evidence.in_hundredths,
    }
}

/// Returns the median of the closes at the beginning (`is_first`) or the end of a run.
fn edge(bars: &[Bar], run: &Range<usize>, is_first: bool) -> f64 {
    let bars = &bars[run.clone()];
    let bars = if is_first {
        &bars[..bars.len().min(EDGE_CLOSES)]
    } else {
        &bars[bars.len().saturating_sub(EDGE_CLOSES)..]
    };
    median(bars.iter().map(|bar| bar.close).collect()).unwrap_or_default()
}

/// Returns the power of 100 by which `to` differs from `from`: 1, 0 or -1.
fn step(from: f64, to: f64) -> i32 {
    match to / from {
        ratio if !(ratio > 0.0 && UNIT_RATIO.contains(&ratio.max(1.0 / ratio))) => 0,
        ratio if ratio > 1.0 => 1,
        _ => -1,
    }
}

/// Returns the ratio of the higher price to the lower one; 1 if a price is not positive.
fn ratio_of(one: f64, other: f64) -> f64 {
    if one > 0.0 && other > 0.0 {
        (one / other).max(other / one)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests;
