//! Backtests on stored bars.

use super::*;

const DAY: i64 = 24 * HOUR;

fn days(closes: &[f64]) -> Vec<Bar> {
    let mut before = closes[0];
    (0..)
        .zip(closes)
        .map(|(number, close)| {
            let open = std::mem::replace(&mut before, *close);
            let (high, low) = (open.max(*close), open.min(*close));
            bar(number * DAY, [open, high, low, *close])
        })
        .collect()
}

/// The days on which the alert fires in a backtest.
fn fired(alert: &Alert, bars: Vec<Bar>, from: i64) -> Vec<i64> {
    let now = at(bars.last().unwrap().start + 2 * DAY);
    let interval = backtest_intervals(alert).first().copied();
    let baseline = Baseline {
        bars: stored(interval.unwrap_or(Interval::Day), bars),
        ..Baseline::default()
    };
    let reports = backtest(alert, &baseline, at(from * DAY), now);
    reports
        .iter()
        .map(|report| report.at.as_second() / DAY)
        .collect()
}

/// Every crossing counts, whatever the alert's frequency. The first day only sets the side.
#[test]
fn backtest_reports_every_price_crossing() {
    let above = alert(Condition::Above, AlertFrequency::Once, 100.0);
    let bars = days(&[101.0, 99.0, 98.0, 101.0, 102.0, 99.0, 103.0]);
    assert_eq!(fired(&above, bars.clone(), 0), [3, 6]);
    let both = Alert {
        condition: Some(Condition::Crosses),
        ..above.clone()
    };
    assert_eq!(fired(&both, bars.clone(), 0), [1, 3, 5, 6]);
    assert_eq!(
        fired(&above, bars, 5),
        [6],
        "crossings before the period do not count"
    );
}

/// A daily change is measured from close to close. Bars before the period provide the first reference.
#[test]
fn backtest_reports_daily_changes() {
    let change_of_5 = alert(Condition::PercentChange, AlertFrequency::Always, 5.0);
    let bars = days(&[100.0, 100.0, 106.0, 107.0, 100.0, 101.0, 107.0]);
    let ends = fired(&change_of_5, bars, 1);
    assert_eq!(
        ends,
        [3, 5, 7],
        "a change is reported at the end of its day"
    );
}

/// The first RSI needs 14 earlier bars.
#[test]
fn backtest_evaluates_indicators_on_finished_bars() {
    let rsi = Alert {
        kind: AlertKind::Technical,
        indicator: Some(Indicator::Rsi),
        interval: Some(Interval::Day),
        ..alert(Condition::Below, AlertFrequency::Once, 30.0)
    };
    let mut closes: Vec<f64> = (0..20).map(|day| 100.0 + f64::from(day % 2)).collect();
    closes.extend([98.0, 90.0, 85.0, 95.0, 105.0, 100.0]);
    let low = fired(&rsi, days(&closes), 16);
    assert_eq!(low.len(), 1, "{low:?}");
    assert!((21..=23).contains(&low[0]), "{low:?}");
}

/// Bars do not contain the data of these conditions.
#[test]
fn uncovered_conditions_cannot_be_backtested() {
    let plain = alert(Condition::Above, AlertFrequency::Always, 1.0);
    let hourly = Alert {
        condition: Some(Condition::PercentChange),
        window_hours: Some(4),
        ..plain.clone()
    };
    let volume = Alert {
        kind: AlertKind::Volume,
        ..plain.clone()
    };
    let news = Alert {
        kind: AlertKind::News,
        condition: None,
        ..plain.clone()
    };
    let gap = Alert {
        kind: AlertKind::Technical,
        indicator: Some(Indicator::Gap),
        ..plain.clone()
    };
    for alert in [hourly, volume, news, gap] {
        assert_eq!(backtest_intervals(&alert), []);
        assert_eq!(fired(&alert, days(&[0.5, 2.0, 0.5, 2.0]), 0), [0; 0]);
    }
    assert_eq!(backtest_intervals(&plain), [Interval::Day]);
}
