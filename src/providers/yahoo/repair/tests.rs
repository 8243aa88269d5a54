//! Tests of runs in another unit, and of real price moves.

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

/// Evidence for a stock that is quoted in pence.
fn pence(price: Option<f64>) -> Evidence {
    Evidence {
        price,
        in_hundredths: true,
        ..Evidence::default()
    }
}

/// Evidence for a stock that is quoted in dollars.
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

/// Returns the closes after the repair.
fn repaired(closes_before: &[f64], evidence: &Evidence) -> Vec<f64> {
    let mut history = bars(closes_before);
    repair_units(&mut history, evidence, Interval::Day);
    closes(&history)
}

#[test]
fn a_run_in_pounds_among_pence_is_repaired_at_any_position() {
    let mut middle = bars(&[14.5, 14.6, 0.146, 0.147, 14.7]);
    repair_units(&mut middle, &pence(None), Interval::Day);
    assert_eq!(closes(&middle), [14.5, 14.6, 14.6, 14.7, 14.7]);
    let mut end = bars(&[14.5, 14.6, 14.4, 0.145]);
    repair_units(&mut end, &pence(None), Interval::Day);
    assert_eq!(closes(&end), [14.5, 14.6, 14.4, 14.5]);
}

#[test]
fn a_crash_by_half_and_a_tenfold_rise_are_not_repaired() {
    let mut volatile = bars(&[10.0, 5.0, 50.0, 2.0]);
    repair_units(&mut volatile, &pence(None), Interval::Day);
    assert_eq!(closes(&volatile), [10.0, 5.0, 50.0, 2.0]);
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
    repair_fields(&mut bar, &YearRange::default());
    assert!((bar.high - 14.6).abs() < 1e-9 && (bar.low - 14.3).abs() < 1e-9);
}

/// The history of AET.L at Yahoo in 2023. Most of it is in pounds, and only the current price shows that pence are right.
#[test]
fn the_current_price_decides_even_against_most_bars() {
    let faulty: Vec<f64> = [vec![0.1455; 4], vec![14.55; 8], vec![0.1455; 10]].concat();
    let mut history = bars(&faulty);
    repair_units(&mut history, &pence(Some(14.55)), Interval::Day);
    assert_eq!(closes(&history), [14.55; 22]);
    let mut history = bars(&faulty);
    repair_units(&mut history, &pence(Some(0.1455)), Interval::Day);
    assert_eq!(closes(&history), [0.1455; 22]);
}

#[test]
fn a_price_far_outside_its_52_week_range_is_implausible() {
    assert!(!is_plausible(0.1455, Some(12.0), Some(20.0)));
    assert!(!is_plausible(1_455.0, Some(12.0), Some(20.0)));
    assert!(is_plausible(30.0, Some(12.0), Some(20.0)));
    assert!(is_plausible(30.0, None, None));
}

/// Closes of ninety days around 50: with the days in `wrong` a hundred times higher, and the right ones.
fn ninety_days(wrong: &[Range<usize>]) -> (Vec<f64>, Vec<f64>) {
    let right: Vec<f64> = (0..90).map(|day| 50.0 + f64::from(day % 7)).collect();
    let is_wrong = |day: usize| wrong.iter().any(|range| range.contains(&day));
    let raw = right.iter().enumerate();
    let raw = raw.map(|(day, close)| if is_wrong(day) { close * 100.0 } else { *close });
    (raw.collect(), right)
}

#[test]
fn twenty_of_ninety_days_in_another_unit_are_repaired() {
    let no_days = 90..90;
    for wrong in [
        [40..60, no_days.clone()],
        [10..30, 50..52],
        [0..20, no_days.clone()],
        [70..90, no_days.clone()],
        [0..3, 85..90],
    ] {
        let (raw, right) = ninety_days(&wrong);
        assert_eq!(repaired(&raw, &pence(Some(52.0))), right, "{wrong:?}");
    }
}

/// Every seventh row of a long run is in the usual unit.
#[test]
fn runs_close_to_each_other_are_all_repaired() {
    let right: Vec<f64> = (0..90).map(|day| 2.0 + f64::from(day) * 0.05).collect();
    let is_wrong = |day: usize| (20..60).contains(&day) && !day.is_multiple_of(7);
    let raw = right.iter().enumerate();
    let raw: Vec<f64> = raw
        .map(|(day, close)| if is_wrong(day) { close * 100.0 } else { *close })
        .collect();
    let found = repaired(&raw, &dollars(6.45, 1.9, 7.0));
    let is_same = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-6;
    assert!(found.iter().zip(&right).all(is_same), "{found:?}");
}

#[test]
fn a_run_with_a_move_at_its_edge_is_repaired() {
    let mut raw = [vec![50.0; 30], vec![8_000.0; 20], vec![60.0; 30]].concat();
    let right = [vec![50.0; 30], vec![80.0; 20], vec![60.0; 30]].concat();
    assert_eq!(repaired(&raw, &pence(Some(60.0))), right);
    raw.truncate(50);
    assert_eq!(repaired(&raw, &pence(Some(81.0))), right[..50]);
}

#[test]
fn a_hundredfold_move_within_the_52_week_range_is_not_repaired() {
    let rose = [vec![1.0; 20], vec![100.0; 20]].concat();
    assert_eq!(repaired(&rose, &dollars(100.0, 0.9, 120.0)), rose);
    let one_day = [vec![1.0; 20], vec![100.0], vec![1.0; 20]].concat();
    assert_eq!(repaired(&one_day, &dollars(1.0, 0.9, 101.0)), one_day);
    let (raw, right) = (one_day.as_slice(), [1.0; 41]);
    assert_eq!(repaired(raw, &dollars(1.0, 0.9, 1.5)), right);
}

#[test]
fn an_unexplained_jump_is_not_repaired() {
    let rose = [vec![1.0; 20], vec![100.0; 20]].concat();
    let price_only = Evidence {
        price: Some(100.0),
        ..Evidence::default()
    };
    assert_eq!(repaired(&rose, &price_only), rose);
    let pounds = [vec![1.0; 20], vec![100.0; 20]].concat();
    assert_eq!(repaired(&pounds, &dollars(100.0, 80.0, 120.0)), [100.0; 40]);
}

#[test]
fn a_day_with_a_multiple_of_the_usual_volume_is_not_repaired() {
    let mut spike = bars(&[vec![1.0; 20], vec![100.0], vec![1.0; 20]].concat());
    for bar in &mut spike {
        bar.volume = 1_000.0;
    }
    spike[20].volume = 90_000.0;
    let before = spike.clone();
    repair_units(&mut spike, &dollars(1.0, 0.9, 1.5), Interval::Day);
    assert_eq!(spike, before);
}
