//! Yahoo sometimes files prices a hundred times too high or too low: pence as pounds, or back.
//!
//! A stretch in another unit is known by its level: both sides of it agree, and it stands about a hundred times apart. A jump that
//! does not come back is repaired only where the price of now, the told year or the unit of the quotes shows that it is one of units.

use std::ops::Range;

use crate::domain::{
    bar::{Bar, Interval},
    outliers::{YearRange, is_busy, median},
    price::decimal,
};

/// Levels so far apart are about a hundred times apart, also where prices moved between them.
const LEVELS_APART: std::ops::RangeInclusive<f64> = 40.0..=250.0;
/// A new level begins where a close is so many times off the one before.
const NEW_LEVEL: f64 = 20.0;
/// Both sides of a stretch agree within this factor.
const SIDES_AGREE: f64 = 4.0;
/// A level at an edge is the median of so many closes.
const EDGE: usize = 5;

/// Whether a ratio is about a hundred, up or down: no market moves so far within a bar.
pub(super) fn is_hundredfold(ratio: f64) -> bool {
    let ratio = ratio.max(1.0 / ratio);
    (70.0..=140.0).contains(&ratio)
}

/// Whether `price` can belong to a year that stayed between `low` and `high`.
pub(super) fn is_plausible(price: f64, low: Option<f64>, high: Option<f64>) -> bool {
    low.is_none_or(|low| price * 20.0 >= low) && high.is_none_or(|high| price <= high * 20.0)
}

/// `price`, in the unit of `reference`.
pub(super) fn like(price: f64, reference: f64) -> f64 {
    let ratio = price / reference;
    if !is_hundredfold(ratio) {
        price
    } else if ratio > 1.0 {
        decimal(price / 100.0)
    } else {
        decimal(price * 100.0)
    }
}

/// Repairs an open, high or low in another unit than its bar's close, unless the told year holds it.
pub(super) fn stray_fields(bar: &mut Bar, year: &YearRange) {
    let (start, close) = (bar.start, bar.close);
    for price in [&mut bar.open, &mut bar.high, &mut bar.low] {
        if !year.holds(start, *price, close) {
            *price = like(*price, close);
        }
    }
}

/// What tells in which unit prices are meant.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Evidence {
    /// The price of now.
    pub(super) price: Option<f64>,
    /// The range of 52 weeks.
    pub(super) year: YearRange,
    /// Prices are quoted in hundredths of the currency, so that the source may mistake one for the other.
    pub(super) in_hundredths: bool,
}

/// A stretch of bars at one level.
struct Level {
    bars: Range<usize>,
    /// How many times a hundred it stands above the first one.
    power: i32,
}

/// Repairs stretches of bars in another unit than the price of now. Without one, the unit that more bars agree on counts.
pub(super) fn units(bars: &mut [Bar], evidence: &Evidence, interval: Interval) {
    let levels = levels(bars);
    let Some(last) = levels.last() else {
        return;
    };
    let off_price = evidence
        .price
        .map(|price| step(edge(bars, &last.bars, false), price));
    let count = |power: i32| -> usize {
        let same = levels.iter().filter(|level| level.power == power);
        same.map(|level| level.bars.len()).sum()
    };
    let most = levels
        .iter()
        .map(|level| level.power)
        .max_by_key(|power| count(*power));
    let usual = off_price
        .map(|step| last.power + step)
        .or(most)
        .unwrap_or_default();
    let mut stretches = stretches(&levels, usual);
    // Where stretches lie close to each other, only what is between them tells the level beside them.
    let mut right = vec![true; bars.len()];
    for stretch in &stretches {
        right[stretch.bars.clone()].fill(false);
    }
    for stretch in &mut stretches {
        let sides = sides(bars, &right, &stretch.bars);
        stretch.is_proven = is_proven(bars, stretch, sides, off_price, evidence, interval);
    }
    let proven: Vec<(i32, f64)> = stretches
        .iter()
        .filter(|stretch| stretch.is_proven)
        .map(|stretch| (stretch.power, edge(bars, &stretch.bars, false)))
        .collect();
    for stretch in stretches {
        let level = edge(bars, &stretch.bars, false);
        let is_alike = |(power, other): &(i32, f64)| {
            *power == stretch.power && apart(level, *other) <= SIDES_AGREE
        };
        if stretch.is_proven || stretch.is_open && proven.iter().any(is_alike) {
            let scale = 100_f64.powi(usual - stretch.power);
            for bar in &mut bars[stretch.bars] {
                for price in [&mut bar.open, &mut bar.high, &mut bar.low, &mut bar.close] {
                    *price *= scale;
                }
            }
        }
    }
}

/// Where the closes jump many times up or down, a new level begins.
fn levels(bars: &[Bar]) -> Vec<Level> {
    let is_new = |at: &usize| apart(bars[*at].close, bars[*at - 1].close) >= NEW_LEVEL;
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

/// Bars in a row that are not in the usual unit.
struct Stretch {
    bars: Range<usize>,
    power: i32,
    /// It begins the list, so that only what comes after it is known.
    is_open: bool,
    is_proven: bool,
}

fn stretches(levels: &[Level], usual: i32) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for level in levels.iter().filter(|level| level.power != usual) {
        match stretches.last_mut() {
            Some(last) if last.bars.end == level.bars.start && last.power == level.power => {
                last.bars.end = level.bars.end;
            }
            _ => stretches.push(Stretch {
                bars: level.bars.clone(),
                power: level.power,
                is_open: level.bars.start == 0,
                is_proven: false,
            }),
        }
    }
    stretches
}

/// The levels before and after a stretch: those of the nearest bars that are in the `right` unit.
fn sides(bars: &[Bar], right: &[bool], stretch: &Range<usize>) -> (Option<f64>, Option<f64>) {
    let is_right = |at: &usize| right[*at];
    let level = |nearest: Vec<usize>| median(nearest.iter().map(|at| bars[*at].close).collect());
    let before = (0..stretch.start).rev().filter(is_right).take(EDGE);
    let after = (stretch.end..bars.len()).filter(is_right).take(EDGE);
    (level(before.collect()), level(after.collect()))
}

/// Returns true if a stretch between those levels is in another unit, and no real move.
fn is_proven(
    bars: &[Bar],
    stretch: &Stretch,
    (before, after): (Option<f64>, Option<f64>),
    off_price: Option<i32>,
    evidence: &Evidence,
    interval: Interval,
) -> bool {
    let Range { start, end } = stretch.bars;
    let (level, at) = (edge(bars, &stretch.bars, false), bars[end - 1].start);
    let is_outside = evidence.year.excludes(at, level);
    let usual = before.or(after).or(evidence.price);
    let is_held = usual.is_some_and(|usual| evidence.year.holds(at, level, usual));
    if is_held || is_busy(bars, start, end, interval) {
        return false;
    }
    match (before, after) {
        (Some(before), Some(after)) => apart(before, after) <= SIDES_AGREE,
        // The end of the list: the price of now says otherwise, or nobody does.
        (Some(_), None) => match off_price {
            Some(step) => step != 0,
            None => is_outside || evidence.in_hundredths,
        },
        (None, _) => is_outside || evidence.in_hundredths,
    }
}

/// The level of closes at one end of a stretch.
fn edge(bars: &[Bar], stretch: &Range<usize>, is_first: bool) -> f64 {
    let bars = &bars[stretch.clone()];
    let bars = if is_first {
        &bars[..bars.len().min(EDGE)]
    } else {
        &bars[bars.len().saturating_sub(EDGE)..]
    };
    median(bars.iter().map(|bar| bar.close).collect()).unwrap_or_default()
}

/// How many times a hundred `to` stands above `from`: 1, 0 or -1.
fn step(from: f64, to: f64) -> i32 {
    match to / from {
        ratio if !(ratio > 0.0 && LEVELS_APART.contains(&ratio.max(1.0 / ratio))) => 0,
        ratio if ratio > 1.0 => 1,
        _ => -1,
    }
}

/// How many times the one is above the other, or the other way round; 1 below zero.
fn apart(one: f64, other: f64) -> f64 {
    if one > 0.0 && other > 0.0 {
        (one / other).max(other / one)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests;
