//! The distance from the 52-week high and low, and the change of daily volume.

use super::*;

/// The reports of an alert on the distance from the 52-week high or low for these prices, in a range from 50 to 200.
fn sentences(
    indicator: Indicator,
    condition: Condition,
    percent: f64,
    prices: &[f64],
) -> Vec<String> {
    let distance = Alert {
        kind: AlertKind::Technical,
        indicator: Some(indicator),
        ..alert(condition, AlertFrequency::Always, percent)
    };
    assert_eq!(needed_bars(&distance), [], "quotes contain all data");
    let mut fixture = Fixture::with(distance);
    for (minute, price) in (0..).zip(prices) {
        fixture.observe(&Quote {
            year_high: Some(200.0),
            year_low: Some(50.0),
            ..quote(*price, minute * 10 * MINUTE)
        });
    }
    let reports = fixture.reports().into_iter();
    reports.map(|report| report.sentence).collect()
}

/// ALRT-02: An alert can fire near the 52-week high, or far below it.
#[test]
fn distance_from_the_yearly_high_is_reported() {
    use Condition::{Above, Below, Crosses};
    let near = sentences(
        Indicator::YearHigh,
        Below,
        5.0,
        &[180.0, 191.0, 210.0, 180.0, 195.0],
    );
    let within = "BTC came within 5% of its 52-week high";
    assert_eq!(near, [within, within]);
    let far = sentences(Indicator::YearHigh, Above, 20.0, &[170.0, 159.0, 158.0]);
    let below = "BTC fell more than 20% below its 52-week high";
    assert_eq!(far, [below]);
    let both = sentences(Indicator::YearHigh, Crosses, 20.0, &[170.0, 159.0, 170.0]);
    assert_eq!(both, [below, "BTC came within 20% of its 52-week high"]);
}

/// ALRT-02: An alert can fire near the 52-week low, or far above it.
#[test]
fn distance_from_the_yearly_low_is_reported() {
    let near = sentences(
        Indicator::YearLow,
        Condition::Below,
        10.0,
        &[60.0, 54.0, 45.0],
    );
    assert_eq!(near, ["BTC came within 10% of its 52-week low"]);
    let far = sentences(Indicator::YearLow, Condition::Above, 50.0, &[70.0, 76.0]);
    assert_eq!(far, ["BTC rose more than 50% above its 52-week low"]);
}

/// ALRT-02: Without a 52-week range, the distance is unknown.
#[test]
fn distance_is_not_measured_without_a_range() {
    let distance = Alert {
        kind: AlertKind::Technical,
        indicator: Some(Indicator::YearHigh),
        ..alert(Condition::Above, AlertFrequency::Always, 20.0)
    };
    assert_eq!(
        Fixture::with(distance).minutes(&[100.0, 1.0, 100.0]),
        [0; 0]
    );
}

const DAY: i64 = 24 * HOUR;

fn day(number: i64, volume: f64) -> Bar {
    Bar {
        volume,
        ..bar(number * DAY, [100.0; 4])
    }
}

fn volume_change() -> Alert {
    Alert {
        kind: AlertKind::Volume,
        ..alert(Condition::PercentChange, AlertFrequency::Always, 50.0)
    }
}

/// ALRT-02: A volume much larger or smaller than on the previous day is reported at the end of the day.
#[test]
fn volume_change_is_reported_at_the_end_of_the_day() {
    let needed = needed_bars(&volume_change())
        .into_iter()
        .map(|(interval, _)| interval);
    assert_eq!(needed.collect::<Vec<_>>(), [Interval::Day]);
    let baseline = Baseline {
        bars: stored(Interval::Day, vec![day(0, 900.0), day(1, 1_000.0)]),
        ..Baseline::default()
    };
    let mut fixture = Fixture::with_baseline(volume_change(), &baseline, at(2 * DAY));
    for (number, volume) in [
        (2, 1_600.0),
        (3, 2_500.0),
        (4, 2_600.0),
        (5, 1_000.0),
        (6, 1.0),
    ] {
        let now = at((number + 1) * DAY - 60);
        fixture.observe_bars(
            Interval::Day,
            &[day(number, volume / 2.0)],
            at(number * DAY + HOUR),
        );
        fixture.observe(&quote(100.0, (number + 1) * DAY - 30));
        fixture.observe_bars(Interval::Day, &[day(number, volume)], now);
    }
    let reports = fixture.reports();
    let sentences: Vec<_> = reports
        .iter()
        .map(|report| (report.at.as_second() / DAY, report.sentence.as_str()))
        .collect();
    assert_eq!(
        sentences,
        [
            (
                3,
                "BTC daily volume rose 60.00% from the previous trading day"
            ),
            (
                4,
                "BTC daily volume rose 56.25% from the previous trading day"
            ),
            (
                6,
                "BTC daily volume fell 61.54% from the previous trading day"
            ),
        ]
    );
}

/// ALRT-02: A day without a reported volume does not count as a fall of 100 %.
#[test]
fn day_without_volume_is_skipped() {
    let baseline = Baseline {
        bars: stored(Interval::Day, vec![day(0, 1_000.0), day(1, 1_000.0)]),
        ..Baseline::default()
    };
    let mut fixture = Fixture::with_baseline(volume_change(), &baseline, at(2 * DAY));
    for (number, volume) in [(2, 0.0), (3, 1_100.0), (4, 1_100.0)] {
        fixture.observe_bars(
            Interval::Day,
            &[day(number, volume)],
            at((number + 1) * DAY),
        );
    }
    assert_eq!(fixture.reports(), []);
}
