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
    for stretch in &mut stretches {
        stretch.is_proven = is_proven(bars, stretch, off_price, evidence, interval);
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

/// Returns true if a stretch is in another unit, and no real move.
fn is_proven(
    bars: &[Bar],
    stretch: &Stretch,
    off_price: Option<i32>,
    evidence: &Evidence,
    interval: Interval,
) -> bool {
    let Range { start, end } = stretch.bars;
    let (level, at) = (edge(bars, &stretch.bars, false), bars[end - 1].start);
    let before = (start > 0).then(|| edge(bars, &(start.saturating_sub(EDGE)..start), false));
    let after = (end < bars.len()).then(|| edge(bars, &(end..bars.len()), true));
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
mod tests {
    use super::*;

    fn closes(bars: &[Bar]) -> Vec<f64> {
        bars.iter()
            .map(|bar| (bar.close * 1e9).round() / 1e9)
            .collect()
    }

    fn bars(closes: &[f64]) -> Vec<Bar> {
        closes
            .iter()
            .map(|c| Bar {
                start: 0,
                open: *c,
                high: *c,
                low: *c,
                close: *c,
                volume: 0.0,
            })
            .collect()
    }

    /// What tells the unit of a share that is quoted in pence.
    fn pence(price: Option<f64>) -> Evidence {
        Evidence {
            price,
            in_hundredths: true,
            ..Evidence::default()
        }
    }

    /// What tells the unit of a share that is quoted in dollars.
    fn dollars(price: f64, low: f64, high: f64) -> Evidence {
        Evidence {
            price: Some(price),
            year: YearRange {
                low: Some(low),
                high: Some(high),
                as_of: 0,
            },
            in_hundredths: false,
        }
    }

    fn repaired(closes_before: &[f64], evidence: &Evidence) -> Vec<f64> {
        let mut history = bars(closes_before);
        units(&mut history, evidence, Interval::Day);
        closes(&history)
    }

    #[test]
    fn a_stretch_in_pounds_among_pence_is_repaired_wherever_it_lies() {
        let mut middle = bars(&[14.5, 14.6, 0.146, 0.147, 14.7]);
        units(&mut middle, &pence(None), Interval::Day);
        assert_eq!(closes(&middle), [14.5, 14.6, 14.6, 14.7, 14.7]);
        let mut end = bars(&[14.5, 14.6, 14.4, 0.145]);
        units(&mut end, &pence(None), Interval::Day);
        assert_eq!(closes(&end), [14.5, 14.6, 14.4, 14.5]);
    }

    #[test]
    fn a_crash_by_half_and_a_tenfold_rise_are_left_alone() {
        let mut wild = bars(&[10.0, 5.0, 50.0, 2.0]);
        units(&mut wild, &pence(None), Interval::Day);
        assert_eq!(closes(&wild), [10.0, 5.0, 50.0, 2.0]);
    }

    #[test]
    fn a_single_high_in_the_wrong_unit_is_repaired() {
        let mut bar = Bar {
            start: 0,
            open: 14.4,
            high: 1_460.0,
            low: 0.143,
            close: 14.5,
            volume: 0.0,
        };
        stray_fields(&mut bar, &YearRange::default());
        assert!((bar.high - 14.6).abs() < 1e-9 && (bar.low - 14.3).abs() < 1e-9);
    }

    /// The history of AET.L as Yahoo had it in 2023, and as it was: most of it is in pounds, and
    /// only the price of the day tells that pence are meant.
    #[test]
    fn the_price_of_the_day_decides_even_against_most_bars() {
        let faulty: Vec<f64> = [vec![0.1455; 4], vec![14.55; 8], vec![0.1455; 10]].concat();
        let mut history = bars(&faulty);
        units(&mut history, &pence(Some(14.55)), Interval::Day);
        assert_eq!(closes(&history), [14.55; 22]);
        let mut history = bars(&faulty);
        units(&mut history, &pence(Some(0.1455)), Interval::Day);
        assert_eq!(closes(&history), [0.1455; 22]);
    }

    #[test]
    fn a_price_far_outside_its_own_year_is_no_measure() {
        assert!(!is_plausible(0.1455, Some(12.0), Some(20.0)));
        assert!(!is_plausible(1_455.0, Some(12.0), Some(20.0)));
        assert!(is_plausible(30.0, Some(12.0), Some(20.0)));
        assert!(is_plausible(30.0, None, None));
    }

    /// Ninety days about 50, and the days in `wrong` a hundred times as high.
    fn ninety(wrong: &[Range<usize>]) -> (Vec<f64>, Vec<f64>) {
        let right: Vec<f64> = (0..90).map(|day| 50.0 + f64::from(day % 7)).collect();
        let is_wrong = |day: usize| wrong.iter().any(|range| range.contains(&day));
        let told = right.iter().enumerate();
        let told = told.map(|(day, close)| if is_wrong(day) { close * 100.0 } else { *close });
        (told.collect(), right)
    }

    #[test]
    fn twenty_days_in_another_unit_are_repaired_and_the_seventy_others_never() {
        let nowhere = 90..90;
        for wrong in [
            [40..60, nowhere.clone()],
            [10..30, 50..52],
            [0..20, nowhere.clone()],
            [70..90, nowhere.clone()],
            [0..3, 85..90],
        ] {
            let (told, right) = ninety(&wrong);
            assert_eq!(repaired(&told, &pence(Some(52.0))), right, "{wrong:?}");
        }
    }

    #[test]
    fn a_move_at_the_edge_of_a_stretch_hides_it_from_nobody() {
        let mut told = [vec![50.0; 30], vec![8_000.0; 20], vec![60.0; 30]].concat();
        let right = [vec![50.0; 30], vec![80.0; 20], vec![60.0; 30]].concat();
        assert_eq!(repaired(&told, &pence(Some(60.0))), right);
        told.truncate(50);
        assert_eq!(repaired(&told, &pence(Some(81.0))), right[..50]);
    }

    #[test]
    fn a_hundredfold_move_that_the_year_holds_is_left_alone() {
        let rose = [vec![1.0; 20], vec![100.0; 20]].concat();
        assert_eq!(repaired(&rose, &dollars(100.0, 0.9, 120.0)), rose);
        let one_day = [vec![1.0; 20], vec![100.0], vec![1.0; 20]].concat();
        assert_eq!(repaired(&one_day, &dollars(1.0, 0.9, 101.0)), one_day);
        let (told, right) = (one_day.as_slice(), [1.0; 41]);
        assert_eq!(repaired(told, &dollars(1.0, 0.9, 1.5)), right);
    }

    #[test]
    fn a_jump_that_nothing_explains_is_left_as_it_is() {
        let rose = [vec![1.0; 20], vec![100.0; 20]].concat();
        let nothing = Evidence {
            price: Some(100.0),
            ..Evidence::default()
        };
        assert_eq!(repaired(&rose, &nothing), rose);
        let pounds = [vec![1.0; 20], vec![100.0; 20]].concat();
        assert_eq!(repaired(&pounds, &dollars(100.0, 80.0, 120.0)), [100.0; 40]);
    }

    #[test]
    fn a_day_of_many_times_the_usual_volume_is_left_alone() {
        let mut spike = bars(&[vec![1.0; 20], vec![100.0], vec![1.0; 20]].concat());
        for bar in &mut spike {
            bar.volume = 1_000.0;
        }
        spike[20].volume = 90_000.0;
        let before = spike.clone();
        units(&mut spike, &dollars(1.0, 0.9, 1.5), Interval::Day);
        assert_eq!(spike, before);
    }
}
