//! Event alerts: upcoming dates and stale prices.

use super::*;
use crate::alerts::engine::{EventContext, UpcomingEvent};

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// An alert created on Thursday, 19 November 2026 at 19:00 in New York.
fn on(event: Indicator, frequency: AlertFrequency) -> Alert {
    let made = time("2026-11-20T00:00:00Z");
    Alert {
        indicator: Some(event),
        created_at: made,
        since: Some(made),
        ..Alert::new(AlertKind::Event, "BTC", frequency, made)
    }
}

fn reporting(day: &str) -> EventContext {
    EventContext {
        calendar: Calendar::NewYork,
        earnings: Some(UpcomingEvent {
            day: day.parse().unwrap(),
            is_confirmed: true,
        }),
        ..EventContext::default()
    }
}

/// The reports at these moments.
fn sentences(
    registry: &mut Registry,
    known: &EventContext,
    moments: &[&str],
) -> Vec<(String, bool)> {
    let outcomes = moments
        .iter()
        .flat_map(|moment| registry.observe_events("BTC", known, time(moment)));
    let reports = outcomes.filter_map(|outcome| outcome.report);
    reports
        .map(|report| (report.sentence, report.late))
        .collect()
}

fn watching(alert: Alert) -> Registry {
    let mut registry = Registry::default();
    let made = alert.created_at;
    registry.watch(alert, &Baseline::default(), made);
    registry
}

/// ALRT-02: earnings tomorrow are reported once, from 9:00 in New York (14:00 UTC).
#[test]
fn earnings_are_reported_on_the_morning_before() {
    let mut registry = watching(on(Indicator::Earnings, AlertFrequency::Always));
    assert_eq!(registry.symbols_awaiting_events(), ["BTC"]);
    let early = ["2026-11-22T15:00:00Z", "2026-11-23T13:59:00Z"];
    assert_eq!(
        sentences(&mut registry, &reporting("2026-11-24"), &early),
        []
    );
    let later = [
        "2026-11-23T14:00:00Z",
        "2026-11-23T14:00:05Z",
        "2026-11-24T04:00:00Z",
        "2026-11-24T15:00:00Z",
    ];
    assert_eq!(
        sentences(&mut registry, &reporting("2026-11-24"), &later),
        [(
            "BTC reports earnings tomorrow, on 2026-11-24".to_owned(),
            false
        )]
    );
    // The next earnings are reported again.
    let next = ["2027-02-22T15:00:00Z"];
    assert_eq!(
        sentences(&mut registry, &reporting("2027-02-23"), &next).len(),
        1
    );
}

/// DST changes in the night before: 9:00 is 8 or 10 hours after midnight.
#[test]
fn event_is_reported_at_nine_on_days_of_dst_changes() {
    // DST ends on Sunday, 1 November (9:00 is 14:00 UTC) and begins on Sunday, 14 March (13:00 UTC).
    for (day, early, nine) in [
        ("2026-11-02", "2026-11-01T13:59:59Z", "2026-11-01T14:00:00Z"),
        ("2027-03-15", "2027-03-14T12:59:59Z", "2027-03-14T13:00:00Z"),
    ] {
        let mut alert = on(Indicator::Earnings, AlertFrequency::Once);
        let made = time("2026-10-01T00:00:00Z");
        (alert.created_at, alert.since) = (made, Some(made));
        let mut registry = watching(alert);
        assert_eq!(
            sentences(&mut registry, &reporting(day), &[early]),
            [],
            "{day}"
        );
        let told = sentences(&mut registry, &reporting(day), &[nine]);
        assert_eq!(
            told,
            [(format!("BTC reports earnings tomorrow, on {day}"), false)]
        );
    }
}

#[test]
fn missed_event_is_reported_late_on_its_day() {
    let mut registry = watching(on(Indicator::Earnings, AlertFrequency::Once));
    let moments = ["2026-11-24T12:00:00Z", "2026-11-24T15:00:00Z"];
    assert_eq!(
        sentences(&mut registry, &reporting("2026-11-24"), &moments),
        [("BTC reports earnings today, on 2026-11-24".to_owned(), true)]
    );
    assert_eq!(registry.symbols_awaiting_events(), [""; 0], "once is once");
    let mut registry = watching(on(Indicator::Earnings, AlertFrequency::Once));
    assert_eq!(
        sentences(
            &mut registry,
            &reporting("2026-11-19"),
            &["2026-11-20T01:00:00Z"]
        ),
        [],
        "it was made on that day"
    );
}

#[test]
fn estimated_event_is_marked_and_snoozed_alert_is_silent() {
    let unsure = EventContext {
        calendar: Calendar::NewYork,
        ex_date: Some(UpcomingEvent {
            day: "2026-11-24".parse().unwrap(),
            is_confirmed: false,
        }),
        ..EventContext::default()
    };
    let mut registry = watching(on(Indicator::ExDate, AlertFrequency::Always));
    let morning = ["2026-11-23T15:00:00Z"];
    assert_eq!(
        sentences(&mut registry, &reporting("2026-11-24"), &morning),
        []
    );
    assert_eq!(
        sentences(&mut registry, &unsure, &morning)[0].0,
        "BTC is expected to go ex-dividend tomorrow, on 2026-11-24 (not announced)"
    );
    let snoozed = Alert {
        snoozed_until: Some(time("2026-11-26T00:00:00Z")),
        ..on(Indicator::ExDate, AlertFrequency::Always)
    };
    assert_eq!(sentences(&mut watching(snoozed), &unsure, &morning), []);
}

/// ALRT-02: a stale price, once per price.
#[test]
fn stale_price_is_reported_once_per_price() {
    let mut registry = watching(on(Indicator::Stale, AlertFrequency::Always));
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
    let mut registry = watching(on(Indicator::Stale, AlertFrequency::Always));
    assert_eq!(
        sentences(&mut registry, &old, &["2026-11-20T10:00:00Z"]),
        []
    );
}

#[test]
fn stale_price_alerts_wait_ten_minutes_after_a_start() {
    let mut registry = Registry::default();
    let start = time("2026-11-20T18:00:00Z");
    registry.resume(
        on(Indicator::Stale, AlertFrequency::Always),
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
