//! Yield curve of the simulated market: a level and a slope that move slowly, the same for a seed and a day.

use jiff::{ToSpan as _, civil::Date};

use crate::domain::{
    fixing::{Fixing, Series, curve::Maturity},
    session::Calendar,
};

/// The maturities of the US Treasury's curve.
const MATURITIES: [&str; 13] = [
    "1M", "2M", "3M", "4M", "6M", "1Y", "2Y", "3Y", "5Y", "7Y", "10Y", "20Y", "30Y",
];
/// Days of curves: more than a year, so that a year earlier can be shown.
const DAYS: i32 = 400;
/// Months after which the curve has covered most of its slope.
const SLOPE_MONTHS: f64 = 40.0;

/// Returns the curves of the trading days of the last 400 days before `today`, ascending.
pub(super) fn yield_curves(seed: u64, today: Date) -> Vec<Fixing> {
    let first = today.saturating_sub(DAYS.days());
    let days = Calendar::NewYork.trading_days(first..today);
    days.map(|date| yield_curve(seed, date)).collect()
}

fn yield_curve(seed: u64, date: Date) -> Fixing {
    let epoch = Date::constant(1970, 1, 1);
    let day = date.duration_since(epoch).as_hours() as f64 / 24.0;
    // The phases of the waves, from 0 to 2 pi.
    let phase = |bits: u32| (seed >> bits & 0xff) as f64 / 256.0 * std::f64::consts::TAU;
    let level = 3.9 + 0.4 * (day / 190.0 + phase(0)).sin() + 0.06 * (day / 9.0 + phase(8)).sin();
    let slope = 0.5 + 0.6 * (day / 260.0 + phase(16)).sin() + 0.05 * (day / 7.0).cos();
    let values = MATURITIES.iter().filter_map(|text| {
        let Maturity { code, months } = Maturity::parse(text)?;
        let percent = level + slope * (1.0 - (-months / SLOPE_MONTHS).exp());
        Some((code, (percent * 100.0).round() / 100.0))
    });
    Fixing::new(Series::TreasuryYields, date, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_plausible_and_the_same_for_a_seed() {
        let today = Date::constant(2026, 11, 20);
        let curves = yield_curves(7, today);
        assert!((265..280).contains(&curves.len()), "{}", curves.len());
        assert_eq!(curves, yield_curves(7, today));
        assert_ne!(curves, yield_curves(7_000, today));
        assert_eq!(curves.last().unwrap().date, Date::constant(2026, 11, 19));
        for curve in &curves {
            assert_eq!(curve.curve().len(), MATURITIES.len());
            assert!(
                curve
                    .values
                    .iter()
                    .all(|(_, percent)| (1.0..8.0).contains(percent))
            );
        }
    }
}
