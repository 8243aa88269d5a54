//! Alerts on screens.

use crate::domain::person::PersonId;
use std::{collections::BTreeMap, sync::Arc};

use super::*;
use crate::{
    alerts::engine::{ScreenMember, WatchedScreen},
    domain::{
        alert::{ScreenEvent, ScreenRef},
        currency::Currency,
    },
};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn alert(event: ScreenEvent, frequency: AlertFrequency) -> Alert {
    let mut alert = Alert::new(AlertKind::Screen, "", frequency, at("2026-11-20T15:00:00Z"));
    alert.id = 7;
    alert.screen = Some(ScreenRef {
        id: 3,
        name: "Oversold".to_owned(),
        event,
    });
    alert
}

fn screen(query: &str, symbols: &[&str]) -> WatchedScreen {
    let member = ScreenMember {
        price: Some(12.5),
        quoted_in: Currency::USD.into(),
    };
    WatchedScreen {
        id: 3,
        name: "Oversold".to_owned(),
        query: query.to_owned(),
        members: Arc::new(
            symbols
                .iter()
                .map(|symbol| ((*symbol).to_owned(), member))
                .collect::<BTreeMap<_, _>>(),
        ),
    }
}

fn watching(alert: Alert) -> Registry {
    let mut registry = Registry::default();
    registry.watch(alert, &Baseline::default(), at("2026-11-20T15:00:00Z"));
    registry
}

/// Returns the sentences of the reports.
fn observe(registry: &mut Registry, screen: &WatchedScreen, now: &str) -> Vec<String> {
    let outcomes = registry.observe_screen(screen, at(now));
    let reports = outcomes.into_iter().filter_map(|outcome| outcome.report);
    reports.map(|report| report.sentence).collect()
}

#[test]
fn the_first_members_are_not_reported_and_new_ones_are() {
    let mut registry = watching(alert(ScreenEvent::Enter, AlertFrequency::Always));
    assert_eq!(registry.watched_screens(), [(PersonId::OWNER, 3)]);
    let none: [String; 0] = [];
    assert_eq!(
        observe(
            &mut registry,
            &screen("rsi=..30", &["A"]),
            "2026-11-20T15:01:00Z"
        ),
        none
    );
    let outcomes = registry.observe_screen(
        &screen("rsi=..30", &["A", "B", "C"]),
        at("2026-11-20T15:02:00Z"),
    );
    let reports: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| outcome.report.as_ref())
        .collect();
    assert_eq!(reports.len(), 2);
    assert_eq!(
        (
            &*reports[0].symbol,
            &*reports[0].sentence,
            reports[0].price,
            reports[0].alert_id
        ),
        ("B", "B entered the screen 'Oversold'", Some(12.5), 7)
    );
    assert_eq!(reports[0].currency, Some(Currency::USD));
    assert_eq!(
        outcomes[1].alert.last_fired_at,
        Some(at("2026-11-20T15:02:00Z"))
    );
}

#[test]
fn a_ticker_is_reported_once_per_new_york_day() {
    let mut registry = watching(alert(ScreenEvent::Enter, AlertFrequency::Always));
    let (without, with) = (screen("rsi=..30", &[]), screen("rsi=..30", &["A"]));
    observe(&mut registry, &without, "2026-11-20T15:00:00Z");
    assert_eq!(
        observe(&mut registry, &with, "2026-11-20T15:01:00Z").len(),
        1
    );
    observe(&mut registry, &without, "2026-11-20T15:02:00Z");
    assert_eq!(
        observe(&mut registry, &with, "2026-11-21T03:00:00Z").len(),
        0,
        "still the 20th in New York"
    );
    observe(&mut registry, &without, "2026-11-21T03:01:00Z");
    assert_eq!(
        observe(&mut registry, &with, "2026-11-21T15:00:00Z").len(),
        1
    );
}

#[test]
fn a_report_before_a_restart_counts() {
    let mut registry = watching(alert(ScreenEvent::Enter, AlertFrequency::Always));
    registry.record_reported(7, "A", at("2026-11-20T14:00:00Z"));
    observe(&mut registry, &screen("", &[]), "2026-11-20T15:00:00Z");
    let reported = observe(
        &mut registry,
        &screen("", &["A", "B"]),
        "2026-11-20T15:01:00Z",
    );
    assert_eq!(reported, ["B entered the screen 'Oversold'"]);
}

#[test]
fn tickers_that_leave_are_reported_by_an_alert_on_leaving_only() {
    let mut registry = watching(alert(ScreenEvent::Leave, AlertFrequency::Always));
    observe(&mut registry, &screen("", &["A"]), "2026-11-20T15:00:00Z");
    let outcomes = registry.observe_screen(&screen("", &["B"]), at("2026-11-20T15:01:00Z"));
    assert_eq!(outcomes.len(), 1);
    let report = outcomes[0].report.as_ref().unwrap();
    assert_eq!(
        (&*report.sentence, report.price),
        ("A left the screen 'Oversold'", None)
    );
}

#[test]
fn a_changed_query_reports_nothing() {
    let mut registry = watching(alert(ScreenEvent::Enter, AlertFrequency::Always));
    observe(
        &mut registry,
        &screen("rsi=..30", &["A"]),
        "2026-11-20T15:00:00Z",
    );
    let wider = screen("rsi=..40", &["A", "B"]);
    assert_eq!(
        observe(&mut registry, &wider, "2026-11-20T15:01:00Z").len(),
        0
    );
}

#[test]
fn an_alert_that_fires_once_reports_one_ticker_and_ends() {
    let mut registry = watching(alert(ScreenEvent::Enter, AlertFrequency::Once));
    observe(&mut registry, &screen("", &[]), "2026-11-20T15:00:00Z");
    let outcomes = registry.observe_screen(&screen("", &["A", "B"]), at("2026-11-20T15:01:00Z"));
    assert_eq!(outcomes.len(), 1);
    assert!(!outcomes[0].alert.active);
    assert!(registry.watched_screens().is_empty());
}

#[test]
fn a_snoozed_alert_reports_nothing_and_later_only_new_changes() {
    let mut snoozed = alert(ScreenEvent::Enter, AlertFrequency::Always);
    snoozed.snoozed_until = Some(at("2026-11-20T16:00:00Z"));
    let mut registry = watching(snoozed);
    observe(&mut registry, &screen("", &[]), "2026-11-20T15:00:00Z");
    assert_eq!(
        observe(&mut registry, &screen("", &["A"]), "2026-11-20T15:01:00Z").len(),
        0
    );
    let later = observe(
        &mut registry,
        &screen("", &["A", "B"]),
        "2026-11-20T16:01:00Z",
    );
    assert_eq!(later, ["B entered the screen 'Oversold'"]);
}

#[test]
fn an_alert_ends_with_its_screen() {
    let mut registry = watching(alert(ScreenEvent::Enter, AlertFrequency::Always));
    let outcomes = registry.end_screen(3, at("2026-11-20T15:01:00Z"));
    let report = outcomes[0].report.as_ref().unwrap();
    assert_eq!(
        report.sentence,
        "The alert 'any ticker that enters Oversold' has ended: its screen or list was deleted"
    );
    assert!(!outcomes[0].alert.active && registry.watched_screens().is_empty());
}
