//! Yahoo sometimes files prices a hundred times too high or too low: pence as pounds, or back.

use crate::domain::bar::Bar;

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
        price / 100.0
    } else {
        price * 100.0
    }
}

/// Repairs an open, high or low in another unit than its bar's close.
pub(super) fn stray_fields(bar: &mut Bar) {
    bar.open = like(bar.open, bar.close);
    bar.high = like(bar.high, bar.close);
    bar.low = like(bar.low, bar.close);
}

/// Repairs stretches of bars in another unit than `price`, the one that the source gives for now.
/// Without it the unit that more bars agree on is taken for the true one.
pub(super) fn units(bars: &mut [Bar], price: Option<f64>) {
    let mut power = 0_i32;
    let mut powers = vec![0];
    for pair in bars.windows(2) {
        let ratio = pair[1].close / pair[0].close;
        if is_hundredfold(ratio) {
            power += if ratio > 1.0 { 1 } else { -1 };
        }
        powers.push(power);
    }
    let count = |power: i32| powers.iter().filter(|p| **p == power).count();
    let most = powers.iter().max_by_key(|power| count(**power)).copied();
    let now = price.zip(bars.last()).map(|(price, last)| {
        let step = match price / last.close {
            ratio if !is_hundredfold(ratio) => 0,
            ratio if ratio > 1.0 => 1,
            _ => -1,
        };
        power + step
    });
    let Some(usual) = now.or(most) else {
        return;
    };
    for (bar, power) in bars.iter_mut().zip(&powers) {
        let scale = 100_f64.powi(usual - power);
        if usual != *power {
            for price in [&mut bar.open, &mut bar.high, &mut bar.low, &mut bar.close] {
                *price *= scale;
            }
        }
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

    #[test]
    fn a_stretch_in_pounds_among_pence_is_repaired_wherever_it_lies() {
        let mut middle = bars(&[14.5, 14.6, 0.146, 0.147, 14.7]);
        units(&mut middle, None);
        assert_eq!(closes(&middle), [14.5, 14.6, 14.6, 14.7, 14.7]);
        let mut end = bars(&[14.5, 14.6, 14.4, 0.145]);
        units(&mut end, None);
        assert_eq!(closes(&end), [14.5, 14.6, 14.4, 14.5]);
    }

    #[test]
    fn a_crash_by_half_and_a_tenfold_rise_are_left_alone() {
        let mut wild = bars(&[10.0, 5.0, 50.0, 2.0]);
        units(&mut wild, None);
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
        stray_fields(&mut bar);
        assert!((bar.high - 14.6).abs() < 1e-9 && (bar.low - 14.3).abs() < 1e-9);
    }

    /// The history of AET.L as Yahoo had it in 2023, and as it was: most of it is in pounds, and
    /// only the price of the day tells that pence are meant.
    #[test]
    fn the_price_of_the_day_decides_even_against_most_bars() {
        let faulty: Vec<f64> = [vec![0.1455; 4], vec![14.55; 8], vec![0.1455; 10]].concat();
        let mut history = bars(&faulty);
        units(&mut history, Some(14.55));
        assert_eq!(closes(&history), [14.55; 22]);
        let mut history = bars(&faulty);
        units(&mut history, Some(0.1455));
        assert_eq!(closes(&history), [0.1455; 22]);
    }

    #[test]
    fn a_price_far_outside_its_own_year_is_no_measure() {
        assert!(!is_plausible(0.1455, Some(12.0), Some(20.0)));
        assert!(!is_plausible(1_455.0, Some(12.0), Some(20.0)));
        assert!(is_plausible(30.0, Some(12.0), Some(20.0)));
        assert!(is_plausible(30.0, None, None));
    }
}
