//! Percent changes over a day, an hour and a session.

use super::*;

/// ALRT-02: An alert on a percent change uses the change that the page shows.
#[test]
fn daily_change_alert_uses_the_change_on_the_page() {
    for prices in [[104.0, 106.0], [96.0, 94.0]] {
        let change = alert(Condition::PercentChange, AlertFrequency::Once, 5.0);
        assert_eq!(Fixture::with(change).minutes(&prices), [1]);
    }
}

/// ALRT-02: An alert on a percent change reports rises and falls.
#[test]
fn fall_directly_after_a_rise_is_reported() {
    let change = alert(Condition::PercentChange, AlertFrequency::Always, 5.0);
    let prices = [100.0, 108.0, 108.0, 108.0, 108.0, 108.0, 108.0, 93.0, 92.0];
    assert_eq!(Fixture::with(change).minutes(&prices), [1, 7]);
}

/// ALRT-02: A percent change of a ticker with sessions is reported once per session.
#[test]
fn new_session_reports_its_own_change_once() {
    let monday: Timestamp = "2026-11-16T15:00:00Z".parse().unwrap();
    let baseline = Baseline {
        calendar: Calendar::NewYork,
        ..Baseline::default()
    };
    let change = alert(Condition::PercentChange, AlertFrequency::Always, 5.0);
    let mut fixture = Fixture::with_baseline(change, &baseline, monday);
    let day = 24 * HOUR;
    for (second, change, close) in [
        (0, 1.0, 100.0),
        (60, 8.0, 100.0),
        (600, 8.1, 100.01),
        (day, 6.0, 108.0),
        (day + 600, 6.2, 108.01),
        (2 * day, 1.0, 115.0),
    ] {
        let quote = Quote {
            change_24h: Some(change),
            previous_close: Some(close),
            ..quote(100.0, monday.as_second() + second)
        };
        fixture.observe(&quote);
    }
    let reports = fixture.reports();
    let fired: Vec<_> = reports
        .iter()
        .map(|report| report.at.as_second() - monday.as_second())
        .collect();
    assert_eq!(fired, [60, day]);
}

/// ALRT-02: An alert on a percent change has a time window.
#[test]
fn hourly_change_starts_with_stored_bars() {
    let hour = Alert {
        window_hours: Some(1),
        ..alert(Condition::PercentChange, AlertFrequency::Once, 5.0)
    };
    let needed = needed_bars(&hour).into_iter().map(|(interval, _)| interval);
    assert_eq!(needed.collect::<Vec<_>>(), [Interval::FiveMinutes]);
    let bars = (0..24).map(|n| bar(n * 300, [100.0; 4])).collect();
    let baseline = Baseline {
        bars: stored(Interval::FiveMinutes, bars),
        ..Baseline::default()
    };
    let mut fixture = Fixture::with_baseline(hour, &baseline, at(2 * HOUR));
    for (second, price) in [(0, 101.0), (60, 94.0)] {
        fixture.observe(&quote(price, 2 * HOUR + second));
    }
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].sentence, "BTC fell 6.00% in 1 hour");
}
