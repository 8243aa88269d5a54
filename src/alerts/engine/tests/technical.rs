//! Technical indicators on finished bars.

use super::*;

fn technical(indicator: Indicator, condition: Condition, value: Option<f64>) -> Alert {
    Alert {
        kind: AlertKind::Technical,
        value,
        indicator: Some(indicator),
        interval: Some(Interval::Hour),
        ..alert(condition, AlertFrequency::Always, 0.0)
    }
}

fn hours(closes: impl IntoIterator<Item = f64>) -> Vec<Bar> {
    (0..)
        .zip(closes)
        .map(|(n, close)| bar(n * HOUR, [close; 4]))
        .collect()
}

/// An alert on an RSI above 50 after a long fall. One [`JUMP`] lifts the RSI far above 50.
fn after_fall(calendar: Calendar) -> Fixture {
    let baseline = Baseline {
        bars: stored(Interval::Hour, hours((0..20).map(|n| 100.0 - f64::from(n)))),
        calendar,
        ..Baseline::default()
    };
    let strong = technical(Indicator::Rsi, Condition::Above, Some(50.0));
    Fixture::with_baseline(strong, &baseline, at(20 * HOUR))
}

const JUMP: [f64; 4] = [81.0, 130.0, 81.0, 130.0];
const UNCHANGED: [f64; 4] = [81.0; 4];

/// ALRT-02: The RSI is evaluated on finished bars.
#[test]
fn rsi_alert_waits_for_the_end_of_the_bar() {
    let mut fixture = after_fall(Calendar::Always);
    let open = bar(20 * HOUR, UNCHANGED);
    fixture.observe_bars(Interval::Hour, &[open], at(20 * HOUR + 600));
    fixture.observe(&quote(130.0, 21 * HOUR - 60));
    fixture.sweep(at(21 * HOUR - 1));
    assert_eq!(fixture.reports(), [], "the bar may still change");
    fixture.observe(&quote(60.0, 21 * HOUR + 1));
    fixture.sweep(at(21 * HOUR + 5));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(
        (
            reports[0].sentence.as_str(),
            reports[0].at,
            reports[0].price
        ),
        ("BTC 14-hour RSI rose above 50", at(21 * HOUR), Some(130.0)),
        "the last price of the hour is its close"
    );
}

/// ALRT-02: An old price does not count as the close of a bar.
#[test]
fn bar_received_early_waits_for_its_final_data() {
    for (partial, complete, reports) in [(JUMP, UNCHANGED, 0), (UNCHANGED, JUMP, 1)] {
        let mut fixture = after_fall(Calendar::Always);
        let bars = [bar(20 * HOUR, partial)];
        fixture.observe_bars(Interval::Hour, &bars, at(20 * HOUR + 600));
        fixture.sweep(at(21 * HOUR + 1_200));
        assert_eq!(fixture.reports(), []);
        let bars = [bar(20 * HOUR, complete), bar(21 * HOUR, UNCHANGED)];
        fixture.observe_bars(Interval::Hour, &bars, at(21 * HOUR + 1_200));
        assert_eq!(fixture.reports().len(), reports);
    }
}

/// ALRT-02: A corrected bar replaces the first version.
#[test]
fn corrected_bar_is_evaluated_again_but_reported_once() {
    for (first, corrected) in [(UNCHANGED, JUMP), (JUMP, JUMP.map(|price| price - 1.0))] {
        let mut fixture = after_fall(Calendar::Always);
        for (second, version) in [(0, first), (60, corrected), (120, corrected)] {
            let bars = [bar(20 * HOUR, version)];
            fixture.observe_bars(Interval::Hour, &bars, at(21 * HOUR + second));
        }
        let reports = fixture.reports();
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].at, at(21 * HOUR));
    }
}

/// ALRT-05: A bar during which the program stopped is evaluated with its final data.
#[test]
fn bar_during_which_the_program_stopped_is_evaluated_with_its_final_data() {
    for (partial, complete, reports) in [(JUMP, UNCHANGED, 0), (UNCHANGED, JUMP, 1)] {
        let mut bars = hours((0..20).map(|n| 100.0 - f64::from(n)));
        bars.push(bar(20 * HOUR, partial));
        let baseline = Baseline {
            quote: Some(quote(81.0, 20 * HOUR + 1_200)),
            bars: stored(Interval::Hour, bars),
            ..Baseline::default()
        };
        let strong = technical(Indicator::Rsi, Condition::Above, Some(50.0));
        let mut fixture = Fixture::resumed_from(strong, &baseline, 23 * HOUR);
        fixture.sweep(at(23 * HOUR));
        assert_eq!(fixture.reports(), []);
        let missed =
            [20, 21, 22].map(|n| bar(n * HOUR, if n == 20 { complete } else { UNCHANGED }));
        fixture.observe_bars(Interval::Hour, &missed, at(23 * HOUR));
        let late = fixture.reports();
        assert_eq!(late.len(), reports);
        assert!(late.iter().all(|report| report.late));
    }
}

/// ALRT-02: The daily bar of a stock ends with its session.
#[test]
fn daily_bar_of_a_stock_ends_at_the_close() {
    let friday: Timestamp = "2026-11-20T00:00:00Z".parse().unwrap();
    let day = |back: i64, close: f64| bar(friday.as_second() - back * 24 * HOUR, [close; 4]);
    let falling = (1..=20).rev().map(|n| day(n, 80.0 + n as f64)).collect();
    let baseline = Baseline {
        bars: stored(Interval::Day, falling),
        calendar: Calendar::NewYork,
        ..Baseline::default()
    };
    let daily = Alert {
        interval: Some(Interval::Day),
        ..technical(Indicator::Rsi, Condition::Above, Some(50.0))
    };
    let mut fixture = Fixture::with_baseline(daily, &baseline, friday);
    let after_close: Timestamp = "2026-11-20T21:20:00Z".parse().unwrap();
    fixture.observe_bars(Interval::Day, &[day(0, 130.0)], after_close);
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].at, "2026-11-20T21:00:00Z".parse().unwrap());
}

/// ALRT-02: An alert can fire when moving averages cross.
#[test]
fn moving_average_crossings_are_reported_in_both_directions() {
    let fall = (0..250).map(|n| 500.0 - f64::from(n));
    let rise = (0..150).map(|n| 250.0 + 4.0 * f64::from(n));
    let bars = hours(fall.chain(rise));
    let crosses = technical(Indicator::SmaCross, Condition::Crosses, None);
    let mut fixture = Fixture::with(crosses);
    fixture.observe_bars(Interval::Day, &bars, at(400 * HOUR));
    assert_eq!(
        fixture.reports(),
        [],
        "bars of another interval are ignored"
    );
    fixture.observe_bars(Interval::Hour, &bars, at(400 * HOUR));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(
        reports[0].sentence,
        "BTC 50-hour average crossed above the 200-hour average"
    );
    // Computed by hand: the average of the last 50 closes crosses the average of the last 200.
    let closes: Vec<f64> = bars.iter().map(|bar| bar.close).collect();
    let average = |closes: &[f64]| closes.iter().sum::<f64>() / closes.len() as f64;
    let crossing = (200..400_usize)
        .find(|end| average(&closes[end - 50..*end]) > average(&closes[end - 200..*end]))
        .unwrap();
    assert_eq!(reports[0].at, at(i64::try_from(crossing).unwrap() * HOUR));
}

/// ALRT-05: Technical alerts are evaluated for the downtime as well.
#[test]
fn rsi_crossing_during_downtime_is_reported_late() {
    let falling = hours((0..20).map(|n| 100.0 - f64::from(n)));
    let baseline = Baseline {
        quote: Some(quote(81.0, 20 * HOUR)),
        bars: stored(Interval::Hour, falling),
        ..Baseline::default()
    };
    let strong = technical(Indicator::Rsi, Condition::Above, Some(50.0));
    let mut fixture = Fixture::resumed_from(strong, &baseline, 30 * HOUR);
    let missed = [bar(20 * HOUR, [130.0; 4]), bar(21 * HOUR, [129.0; 4])];
    fixture.observe_bars(Interval::Hour, &missed, at(30 * HOUR));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0].at, reports[0].late), (at(21 * HOUR), true));
}

/// ALRT-05: The history of a new market is received after its first alerts are created.
#[test]
fn bars_from_before_the_alert_initialize_it_without_reports() {
    let now = 60 * HOUR;
    let strong = Alert {
        created_at: at(now),
        since: Some(at(now)),
        ..technical(Indicator::Rsi, Condition::Crosses, Some(50.0))
    };
    let mut fixture = Fixture::with_baseline(strong, &Baseline::default(), at(now));
    let wave = |n: i32| 100.0 + 20.0 * (f64::from(n) / 4.0).sin();
    fixture.observe_bars(Interval::Hour, &hours((0..60).map(wave)), at(now));
    assert_eq!(fixture.reports(), []);
    fixture.observe_bars(Interval::Hour, &[bar(now, [300.0; 4])], at(now + HOUR));
    fixture.observe_bars(
        Interval::Hour,
        &[bar(now + HOUR, [1.0; 4])],
        at(now + 2 * HOUR),
    );
    assert!(
        !fixture.reports().is_empty(),
        "later crossings are reported"
    );
}
