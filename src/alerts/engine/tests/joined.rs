//! Alerts with several conditions, which must be met at the same time.

use super::*;
use crate::domain::alert::{Side, Term};

const DAY: i64 = 24 * HOUR;

fn term(kind: AlertKind, condition: Condition, value: f64) -> Term {
    Term {
        kind,
        condition,
        value: Some(value),
        window_hours: None,
        indicator: None,
        interval: None,
    }
}

fn rsi(condition: Condition, value: f64) -> Term {
    Term {
        indicator: Some(Indicator::Rsi),
        interval: Some(Interval::Hour),
        ..term(AlertKind::Technical, condition, value)
    }
}

/// An alert on a price above 100 and the conditions `and`.
fn above_and(frequency: AlertFrequency, and: Vec<Term>) -> Alert {
    Alert {
        and,
        ..alert(Condition::Above, frequency, 100.0)
    }
}

/// An alert on a price above 100 and a 24-hour volume above 1,500.
fn price_and_volume(frequency: AlertFrequency) -> Alert {
    let volume = term(AlertKind::Volume, Condition::Above, 1_500.0);
    above_and(frequency, vec![volume])
}

fn quote_with_volume(price: f64, volume: f64, second: i64) -> Quote {
    Quote {
        volume_24h: Some(volume),
        ..quote(price, second)
    }
}

fn falling_bars() -> Vec<Bar> {
    (0..20)
        .map(|n| bar(n * HOUR, [100.0 - n as f64; 4]))
        .collect()
}

/// ALRT-02: Both conditions must be met, in any order. The one that was met last comes first in the text.
#[test]
fn joined_alert_fires_when_the_last_condition_becomes_true() {
    for (first, last, sentence) in [
        (
            (101.0, 1_000.0),
            (101.0, 2_000.0),
            "BTC 24h volume rose above 1,500 and price is above $100",
        ),
        (
            (99.0, 2_000.0),
            (101.0, 2_000.0),
            "BTC price rose above $100 and 24h volume is above 1,500",
        ),
    ] {
        let mut fixture = Fixture::with(price_and_volume(AlertFrequency::Always));
        for (second, (price, volume)) in [(0, (99.0, 1_000.0)), (60, first)] {
            fixture.observe(&quote_with_volume(price, volume, second));
        }
        assert_eq!(fixture.reports(), [], "only one condition is met");
        fixture.observe(&quote_with_volume(last.0, last.1, 120));
        fixture.observe(&quote_with_volume(last.0 + 5.0, last.1, 500));
        let reports = fixture.reports();
        assert_eq!(reports.len(), 1, "{reports:?}");
        assert_eq!(reports[0].sentence, sentence);
        assert_eq!((reports[0].at, reports[0].price), (at(120), Some(101.0)));
    }
}

/// ALRT-04: The alert rearms when any condition becomes false by more than the hysteresis.
#[test]
fn joined_alert_rearms_when_any_condition_ends() {
    let run = |frequency, steps: &[(f64, f64)]| {
        let mut fixture = Fixture::with(price_and_volume(frequency));
        for (step, (price, volume)) in (0..).zip(steps) {
            fixture.observe(&quote_with_volume(*price, *volume, step * 400));
        }
        let reports = fixture.reports().into_iter();
        reports
            .map(|report| report.at.as_second() / 400)
            .collect::<Vec<_>>()
    };
    let (low, met) = ((99.0, 2_000.0), (101.0, 2_000.0));
    let (hovering, quiet) = ((99.9, 2_000.0), (101.0, 1_000.0));
    let steps = [low, met, hovering, met, quiet, met, low, met];
    assert_eq!(run(AlertFrequency::Always, &steps), [1, 5, 7]);
    assert_eq!(run(AlertFrequency::Once, &steps), [1]);
    assert_eq!(run(AlertFrequency::Daily, &steps), [0; 0]);
}

/// ALRT-04: Daily summaries work as for an alert with one condition.
#[test]
fn joined_alert_is_collected_in_a_daily_summary() {
    let mut fixture = Fixture::with(price_and_volume(AlertFrequency::Daily));
    for (step, price) in (0..).zip([99.0, 101.0, 99.0, 101.0]) {
        fixture.observe(&quote_with_volume(price, 2_000.0, step * 400));
    }
    fixture.sweep(at(2 * DAY));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(
        reports[0].sentence,
        "Daily summary: BTC price rose above $100 and 24h volume is above 1,500 (2 times, this one last)"
    );
}

/// ALRT-03: Conditions that are already met at creation are announced, and the alert does not fire.
#[test]
fn joined_alert_that_is_already_met_does_not_fire() {
    let baseline = Baseline {
        quote: Some(quote_with_volume(101.0, 2_000.0, 0)),
        ..Baseline::default()
    };
    let mut registry = Registry::default();
    let already_met = registry.watch(price_and_volume(AlertFrequency::Always), &baseline, at(0));
    assert_eq!(
        already_met.as_deref(),
        Some(
            "BTC price is above $100 and 24h volume is above 1,500 already. The alert will fire the next time all conditions are met."
        )
    );
    let quiet = registry.observe_quote("BTC", &quote_with_volume(102.0, 2_000.0, 60));
    assert_eq!(quiet, []);
    let outcome = registry.report_if_met(1, Some(102.0), at(61)).unwrap();
    assert_eq!(
        outcome.report.unwrap().sentence,
        "BTC price is above $100 and 24h volume is above 1,500 already"
    );
    // Only one condition is met.
    let half = Baseline {
        quote: Some(quote_with_volume(101.0, 1_000.0, 0)),
        ..Baseline::default()
    };
    let already_met = registry.watch(price_and_volume(AlertFrequency::Always), &half, at(0));
    assert_eq!(already_met, None);
}

/// ALRT-02: A price condition joined with an indicator fires only when the bar is finished.
#[test]
fn price_and_rsi_fire_when_the_bar_is_finished() {
    let price_and_rsi = above_and(AlertFrequency::Always, vec![rsi(Condition::Above, 50.0)]);
    let baseline = Baseline {
        quote: Some(quote(99.0, 20 * HOUR)),
        bars: stored(Interval::Hour, falling_bars()),
        ..Baseline::default()
    };
    let mut fixture = Fixture::with_baseline(price_and_rsi, &baseline, at(20 * HOUR));
    fixture.observe(&quote(130.0, 20 * HOUR + 60));
    let hour = bar(20 * HOUR, [81.0, 130.0, 81.0, 130.0]);
    fixture.observe_bars(Interval::Hour, &[hour], at(21 * HOUR - 10));
    assert_eq!(fixture.reports(), [], "the hour is not over");
    fixture.sweep(at(21 * HOUR + 5));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert_eq!(
        reports[0].sentence,
        "BTC 14-hour RSI rose above 50 and price is above $100"
    );
    assert_eq!(reports[0].at, at(21 * HOUR));
}

/// ALRT-02: Two indicators are evaluated on the same bar, never on two different ones.
#[test]
fn indicators_of_one_bar_are_evaluated_together() {
    // The RSI is below 40 until the last hour and above 50 from then on, so no hour meets both conditions.
    let rsi_below = rsi(Condition::Below, 40.0);
    let both = Alert {
        kind: AlertKind::Technical,
        indicator: Some(Indicator::Rsi),
        interval: Some(Interval::Hour),
        and: vec![rsi_below],
        ..alert(Condition::Above, AlertFrequency::Always, 50.0)
    };
    let baseline = Baseline {
        bars: stored(Interval::Hour, falling_bars()),
        ..Baseline::default()
    };
    let mut fixture = Fixture::with_baseline(both, &baseline, at(20 * HOUR));
    let jump = bar(20 * HOUR, [81.0, 130.0, 81.0, 130.0]);
    let next = bar(21 * HOUR, [130.0; 4]);
    fixture.observe_bars(Interval::Hour, &[jump, next], at(21 * HOUR + 10));
    assert_eq!(fixture.reports(), []);
}

/// ALRT-05: Bars from the downtime are evaluated in chronological order, and reports on them are marked late.
#[test]
fn joined_alert_met_during_downtime_is_reported_late() {
    let price_and_rsi = above_and(AlertFrequency::Always, vec![rsi(Condition::Above, 50.0)]);
    let baseline = Baseline {
        quote: Some(quote(81.0, 20 * HOUR)),
        bars: stored(Interval::Hour, falling_bars()),
        ..Baseline::default()
    };
    let mut fixture = Fixture::resumed_from(price_and_rsi, &baseline, 30 * HOUR);
    // The hourly bars are received first. The RSI is high from 21:00 on, the price only from 23:00.
    let hours = [
        bar(20 * HOUR, [81.0, 95.0, 81.0, 95.0]),
        bar(21 * HOUR, [95.0; 4]),
        bar(22 * HOUR, [95.0; 4]),
        bar(23 * HOUR, [95.0, 104.0, 95.0, 95.0]),
    ];
    fixture.observe_bars(Interval::Hour, &hours, at(30 * HOUR));
    assert_eq!(
        fixture.reports(),
        [],
        "the five-minute bars are still missing"
    );
    let minutes = [
        bar(20 * HOUR + 600, [81.0, 102.0, 81.0, 95.0]),
        bar(23 * HOUR + 600, [95.0, 104.0, 95.0, 95.0]),
    ];
    fixture.observe_bars(Interval::FiveMinutes, &minutes, at(30 * HOUR + 1));
    fixture.observe(&quote(95.0, 30 * HOUR + 2));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert_eq!(
        (reports[0].at, reports[0].price, reports[0].late),
        (at(23 * HOUR + 600), Some(100.0), true),
        "at 20:10 the RSI was still low"
    );
}

/// ALRT-05: Bars have no 24-hour volume, so nothing is reported for the downtime. The alert fires when its conditions are
/// met later.
#[test]
fn volume_condition_reports_nothing_for_downtime() {
    let baseline = Baseline {
        quote: Some(quote_with_volume(99.0, 2_000.0, 0)),
        ..Baseline::default()
    };
    let mut fixture =
        Fixture::resumed_from(price_and_volume(AlertFrequency::Always), &baseline, 10_000);
    let spike = [bar(3_000, [99.0, 104.0, 99.0, 99.0])];
    fixture.observe_bars(Interval::FiveMinutes, &spike, at(10_001));
    fixture.observe(&quote_with_volume(99.0, 2_000.0, 10_002));
    assert_eq!(fixture.reports(), []);
    fixture.observe(&quote_with_volume(101.0, 2_000.0, 10_003));
    assert_eq!(fixture.reports().len(), 1);
}

/// ALRT-05: A price that rises from below a band to above it within one bar was in the band, so the alert fires.
#[test]
fn band_crossed_within_one_bar_is_detected() {
    let band = vec![term(AlertKind::Price, Condition::Below, 110.0)];
    let between = above_and(AlertFrequency::Always, band);
    let mut fixture = Fixture::resumed(between, quote(95.0, 0), 10_000);
    let bars = [bar(3_000, [95.0, 120.0, 95.0, 120.0])];
    fixture.observe_bars(Interval::FiveMinutes, &bars, at(10_001));
    fixture.observe(&quote(120.0, 10_002));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert_eq!(reports[0].price, Some(100.0));
    assert_eq!(
        reports[0].sentence,
        "BTC price rose above $100 and price is below $110"
    );
}

/// ALRT-05: If the program is killed between a report and the next stored quote, the report is not repeated.
#[test]
fn report_is_not_repeated_after_a_kill() {
    let mut fixture = Fixture::with(price_and_volume(AlertFrequency::Always));
    for (second, price) in [(0, 99.0), (600, 101.0)] {
        fixture.observe(&quote_with_volume(price, 2_000.0, second));
    }
    let stored_alert = fixture.outcomes().remove(0).alert;
    assert_eq!(stored_alert.fired_side, Some(Side::Above));
    let mut fixture = Fixture::resumed(stored_alert, quote_with_volume(99.0, 2_000.0, 300), 1_000);
    fixture.sweep(at(1_200));
    fixture.observe(&quote_with_volume(101.0, 2_000.0, 5_000));
    assert_eq!(fixture.reports(), []);
}

/// ALRT-05: Bars received after the quotes of the same time were evaluated do not cause a second report.
#[test]
fn late_bars_do_not_repeat_a_report() {
    let price_and_rsi = above_and(AlertFrequency::Always, vec![rsi(Condition::Above, 50.0)]);
    let baseline = Baseline {
        quote: Some(quote(81.0, 20 * HOUR)),
        bars: stored(Interval::Hour, falling_bars()),
        ..Baseline::default()
    };
    let start = 30 * HOUR;
    let mut fixture = Fixture::resumed_from(price_and_rsi, &baseline, start);
    fixture.observe(&quote(101.0, start + 200));
    assert_eq!(
        fixture.reports(),
        [],
        "the RSI is unknown until bars are received"
    );
    let hours = [
        bar(20 * HOUR, [81.0, 130.0, 81.0, 130.0]),
        bar(21 * HOUR, [130.0; 4]),
        bar(22 * HOUR, [130.0; 4]),
    ];
    fixture.observe_bars(Interval::Hour, &hours, at(start + 300));
    let minutes = [bar(20 * HOUR + 600, [81.0, 130.0, 81.0, 130.0])];
    fixture.observe_bars(Interval::FiveMinutes, &minutes, at(start + 301));
    for second in [302, 700, 1_200] {
        fixture.observe(&quote(101.0, start + second));
    }
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert_eq!((reports[0].at, reports[0].late), (at(21 * HOUR), true));
}

/// ALRT-02: In a new session, the change counts from a new previous close; the alert rearms.
#[test]
fn change_of_a_new_day_rearms_the_alert() {
    let change = Alert {
        and: vec![term(AlertKind::Price, Condition::Above, 90.0)],
        ..alert(Condition::PercentChange, AlertFrequency::Always, 5.0)
    };
    let monday: Timestamp = "2026-11-16T14:30:00Z".parse().unwrap();
    let baseline = Baseline {
        calendar: Calendar::NewYork,
        ..Baseline::default()
    };
    let mut fixture = Fixture::with_baseline(change, &baseline, monday);
    let open = monday.as_second();
    for (second, price, close) in [
        (60, 101.0, 100.0),
        (600, 106.0, 100.0),
        (1_200, 107.0, 100.0),
        (DAY + 60, 113.0, 107.0),
        (DAY + 600, 113.0, 107.0),
    ] {
        fixture.observe(&Quote {
            previous_close: Some(close),
            change_24h: Some((price / close - 1.0) * 100.0),
            ..quote(price, open + second)
        });
    }
    // The split guard withholds the jump until a split can be ruled out.
    fixture.sweep(at(open + DAY + 601));
    fixture.sweep(at(open + DAY + 1_300));
    let times: Vec<_> = fixture
        .reports()
        .iter()
        .map(|report| report.at.as_second() - open)
        .collect();
    assert_eq!(times, [600, DAY + 60]);
}

/// A backtest reports the bars on which all conditions became true.
#[test]
fn joined_alert_is_backtested() {
    let closes = [95.0, 101.0, 95.0, 103.0, 104.0, 98.0, 107.0];
    let bars: Vec<_> = (0..)
        .zip(closes)
        .map(|(day, close)| bar(day * DAY, [close; 4]))
        .collect();
    let change = Term {
        window_hours: Some(24),
        ..term(AlertKind::Price, Condition::PercentChange, 8.0)
    };
    let joined = above_and(AlertFrequency::Once, vec![change]);
    assert_eq!(backtest_intervals(&joined), [Interval::Day]);
    let baseline = Baseline {
        bars: stored(Interval::Day, bars),
        ..Baseline::default()
    };
    let fired = backtest(&joined, &baseline, at(0), at(9 * DAY));
    let days: Vec<_> = fired
        .iter()
        .map(|report| report.at.as_second() / DAY)
        .collect();
    assert_eq!(
        days,
        [4, 7],
        "both conditions are met on days 3 and 6, reported when those bars end, on days 4 and 7; on day 1 the change was only 6 %"
    );
    let hourly = above_and(AlertFrequency::Once, vec![rsi(Condition::Above, 50.0)]);
    assert_eq!(backtest_intervals(&hourly), [Interval::Hour, Interval::Day]);
    let unsupported = price_and_volume(AlertFrequency::Once);
    assert_eq!(backtest_intervals(&unsupported), []);
    assert_eq!(backtest(&unsupported, &baseline, at(0), at(9 * DAY)), []);
}
