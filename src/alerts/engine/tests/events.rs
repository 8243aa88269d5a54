//! Event alerts: upcoming dates and stale prices.

use super::*;
use crate::alerts::engine::{EventContext, UpcomingEvent};

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// An alert created on Thursday, 19 November 2026 at 19:00 in New York.
fn event_alert(event: Indicator, frequency: AlertFrequency) -> Alert {
    let created_at = time("2026-11-20T00:00:00Z");
    Alert {
        indicator: Some(event),
        created_at,
        since: Some(created_at),
        ..Alert::new(AlertKind::Event, "BTC", frequency, created_at)
    }
}

fn earnings_on(day: &str) -> EventContext {
    EventContext {
        calendar: Calendar::NewYork,
        earnings: Some(UpcomingEvent {
            day: day.parse().unwrap(),
            is_confirmed: true,
        }),
        ..EventContext::default()
    }
}

/// The reports at these moments, as pairs of a sentence and whether it is late.
fn sentences(
    registry: &mut Registry,
    context: &EventContext,
    moments: &[&str],
) -> Vec<(String, bool)> {
    let outcomes = moments
        .iter()
        .flat_map(|moment| registry.observe_events("BTC", context, time(moment)));
    let reports = outcomes.filter_map(|outcome| outcome.report);
    reports
        .map(|report| (report.sentence, report.late))
        .collect()
}

fn registry_with(alert: Alert) -> Registry {
    let mut registry = Registry::default();
    let created_at = alert.created_at;
    registry.watch(alert, &Baseline::default(), created_at);
    registry
}

/// ALRT-02: The earnings of the next day are announced once, from 9:00 in New York (14:00 UTC) on.
#[test]
fn earnings_are_reported_on_the_morning_before() {
    let mut registry = registry_with(event_alert(Indicator::Earnings, AlertFrequency::Always));
    assert_eq!(registry.symbols_awaiting_events(), ["BTC"]);
    let before = ["2026-11-22T15:00:00Z", "2026-11-23T13:59:00Z"];
    assert_eq!(
        sentences(&mut registry, &earnings_on("2026-11-24"), &before),
        []
    );
    let after = [
        "2026-11-23T14:00:00Z",
        "2026-11-23T14:00:05Z",
        "2026-11-24T04:00:00Z",
        "2026-11-24T15:00:00Z",
    ];
    assert_eq!(
        sentences(&mut registry, &earnings_on("2026-11-24"), &after),
        [(
            "BTC reports earnings tomorrow, on 2026-11-24".to_owned(),
            false
        )]
    );
    // The next earnings are announced as well.
    let next = ["2027-02-22T15:00:00Z"];
    assert_eq!(
        sentences(&mut registry, &earnings_on("2027-02-23"), &next).len(),
        1
    );
}

/// On these days, 9:00 is 8 or 10 hours after midnight.
#[test]
fn event_is_reported_at_nine_on_days_when_clocks_change() {
    // Daylight saving time ends on Sunday, 1 November (9:00 is 14:00 UTC) and begins on Sunday, 14 March (13:00 UTC).
    for (day, early, nine) in [
        ("2026-11-02", "2026-11-01T13:59:59Z", "2026-11-01T14:00:00Z"),
        ("2027-03-15", "2027-03-14T12:59:59Z", "2027-03-14T13:00:00Z"),
    ] {
        let mut alert = event_alert(Indicator::Earnings, AlertFrequency::Once);
        let created_at = time("2026-10-01T00:00:00Z");
        (alert.created_at, alert.since) = (created_at, Some(created_at));
        let mut registry = registry_with(alert);
        assert_eq!(
            sentences(&mut registry, &earnings_on(day), &[early]),
            [],
            "{day}"
        );
        let reports = sentences(&mut registry, &earnings_on(day), &[nine]);
        assert_eq!(
            reports,
            [(format!("BTC reports earnings tomorrow, on {day}"), false)]
        );
    }
}

#[test]
fn missed_event_is_reported_late_on_its_day() {
    let mut registry = registry_with(event_alert(Indicator::Earnings, AlertFrequency::Once));
    let moments = ["2026-11-24T12:00:00Z", "2026-11-24T15:00:00Z"];
    assert_eq!(
        sentences(&mut registry, &earnings_on("2026-11-24"), &moments),
        [("BTC reports earnings today, on 2026-11-24".to_owned(), true)]
    );
    assert_eq!(
        registry.symbols_awaiting_events(),
        [""; 0],
        "an alert with frequency 'once' has ended"
    );
    let mut registry = registry_with(event_alert(Indicator::Earnings, AlertFrequency::Once));
    assert_eq!(
        sentences(
            &mut registry,
            &earnings_on("2026-11-19"),
            &["2026-11-20T01:00:00Z"]
        ),
        [],
        "the alert was created on that day"
    );
}

#[test]
fn estimated_event_is_marked_and_snoozed_alert_reports_nothing() {
    let estimate = EventContext {
        calendar: Calendar::NewYork,
        ex_date: Some(UpcomingEvent {
            day: "2026-11-24".parse().unwrap(),
            is_confirmed: false,
        }),
        ..EventContext::default()
    };
    let mut registry = registry_with(event_alert(Indicator::ExDate, AlertFrequency::Always));
    let morning = ["2026-11-23T15:00:00Z"];
    assert_eq!(
        sentences(&mut registry, &earnings_on("2026-11-24"), &morning),
        []
    );
    assert_eq!(
        sentences(&mut registry, &estimate, &morning)[0].0,
        "BTC is expected to go ex-dividend tomorrow, on 2026-11-24 (not announced)"
    );
    let snoozed = Alert {
        snoozed_until: Some(time("2026-11-26T00:00:00Z")),
        ..event_alert(Indicator::ExDate, AlertFrequency::Always)
    };
    assert_eq!(
        sentences(&mut registry_with(snoozed), &estimate, &morning),
        []
    );
}

/// ALRT-02: A stale price is reported once per price.
#[test]
fn stale_price_is_reported_once_per_price() {
    let mut registry = registry_with(event_alert(Indicator::Stale, AlertFrequency::Always));
    let price = |as_of: &str, stale_at: &str| EventContext {
        price: Some((time(as_of), time(stale_at))),
        ..EventContext::default()
    };
    let first = price("2026-11-20T15:00:00Z", "2026-11-20T15:20:00Z");
    let moments = [
        "2026-11-20T15:19:59Z",
        "2026-11-20T15:20:00Z",
        "2026-11-20T15:20:05Z",
        "2026-11-20T16:00:00Z",
    ];
    assert_eq!(
        sentences(&mut registry, &first, &moments),
        [(
            "BTC has had no new price since 2026-11-20 15:00 UTC".to_owned(),
            false
        )]
    );
    let second = price("2026-11-20T16:10:00Z", "2026-11-20T16:30:00Z");
    let moments = ["2026-11-20T16:29:00Z", "2026-11-20T16:31:00Z"];
    assert_eq!(sentences(&mut registry, &second, &moments).len(), 1);
    // A price that was stale before the alert existed is not reported.
    let old = price("2026-11-18T15:00:00Z", "2026-11-18T15:20:00Z");
    let mut registry = registry_with(event_alert(Indicator::Stale, AlertFrequency::Always));
    assert_eq!(
        sentences(&mut registry, &old, &["2026-11-20T10:00:00Z"]),
        []
    );
}

#[test]
fn stale_price_alerts_wait_ten_minutes_after_a_restart() {
    let mut registry = Registry::default();
    let start = time("2026-11-20T18:00:00Z");
    registry.resume(
        event_alert(Indicator::Stale, AlertFrequency::Always),
        &Baseline::default(),
        start,
    );
    let old = EventContext {
        price: Some((time("2026-11-20T15:00:00Z"), time("2026-11-20T15:20:00Z"))),
        ..EventContext::default()
    };
    assert_eq!(
        sentences(&mut registry, &old, &["2026-11-20T18:09:59Z"]),
        []
    );
    assert_eq!(
        sentences(&mut registry, &old, &["2026-11-20T18:10:00Z"]).len(),
        1
    );
}
