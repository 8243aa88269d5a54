//! Days to come, and prices that stay away.

use super::*;
use crate::alerts::engine::{Coming, Occasion};

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// An alert of Thursday, 19 November 2026, seven in the evening in New York.
fn on(event: Indicator, frequency: AlertFrequency) -> Alert {
    let made = time("2026-11-20T00:00:00Z");
    Alert {
        indicator: Some(event),
        created_at: made,
        since: Some(made),
        ..Alert::new(AlertKind::Event, "BTC", frequency, made)
    }
}

fn reporting(day: &str) -> Occasion {
    Occasion {
        calendar: Calendar::NewYork,
        earnings: Some(Coming {
            day: day.parse().unwrap(),
            is_sure: true,
        }),
        ..Occasion::default()
    }
}

/// What is reported at these moments.
fn sentences(registry: &mut Registry, known: &Occasion, moments: &[&str]) -> Vec<(String, bool)> {
    let outcomes = moments
        .iter()
        .flat_map(|moment| registry.observe_occasion("BTC", known, time(moment)));
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

/// ALRT-02: earnings tomorrow, told once, from nine in the morning on in New York, which is 14:00 UTC.
#[test]
fn earnings_are_told_on_the_morning_of_the_day_before() {
    let mut registry = watching(on(Indicator::Earnings, AlertFrequency::Always));
    assert_eq!(registry.awaiting_occasions(), ["BTC"]);
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
    // The next ones are told anew.
    let next = ["2027-02-22T15:00:00Z"];
    assert_eq!(
        sentences(&mut registry, &reporting("2027-02-23"), &next).len(),
        1
    );
}

/// The clocks change in the night before: nine in the morning is 8 or 10 hours after midnight.
#[test]
fn on_a_day_on_which_the_clocks_change_it_is_told_at_nine_as_well() {
    // Back on Sunday, 1 November: nine is 14:00 UTC from then on. Forward on Sunday, 14 March: 13:00 UTC.
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
fn what_nobody_told_on_the_day_before_is_told_on_the_day_itself_and_marked_late() {
    let mut registry = watching(on(Indicator::Earnings, AlertFrequency::Once));
    let moments = ["2026-11-24T12:00:00Z", "2026-11-24T15:00:00Z"];
    assert_eq!(
        sentences(&mut registry, &reporting("2026-11-24"), &moments),
        [("BTC reports earnings today, on 2026-11-24".to_owned(), true)]
    );
    assert_eq!(registry.awaiting_occasions(), [""; 0], "once is once");
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
fn a_day_that_nobody_confirmed_is_told_so_and_a_snoozed_alert_tells_nothing() {
    let unsure = Occasion {
        calendar: Calendar::NewYork,
        ex_date: Some(Coming {
            day: "2026-11-24".parse().unwrap(),
            is_sure: false,
        }),
        ..Occasion::default()
    };
    let mut registry = watching(on(Indicator::ExDate, AlertFrequency::Always));
    let morning = ["2026-11-23T15:00:00Z"];
    assert_eq!(
        sentences(&mut registry, &reporting("2026-11-24"), &morning),
        []
    );
    assert_eq!(
        sentences(&mut registry, &unsure, &morning)[0].0,
        "BTC is expected to go ex-dividend tomorrow, on 2026-11-24; nobody announced it"
    );
    let snoozed = Alert {
        snoozed_until: Some(time("2026-11-26T00:00:00Z")),
        ..on(Indicator::ExDate, AlertFrequency::Always)
    };
    assert_eq!(sentences(&mut watching(snoozed), &unsure, &morning), []);
}

/// ALRT-02: a price that stays away, once for each price.
#[test]
fn a_price_that_stays_away_is_told_once_and_anew_after_the_next_one() {
    let mut registry = watching(on(Indicator::Stale, AlertFrequency::Always));
    let price = |as_of: &str, stale_at: &str| Occasion {
        price: Some((time(as_of), time(stale_at))),
        ..Occasion::default()
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
    // One that was old when the alert was made is no news.
    let old = price("2026-11-18T15:00:00Z", "2026-11-18T15:20:00Z");
    let mut registry = watching(on(Indicator::Stale, AlertFrequency::Always));
    assert_eq!(
        sentences(&mut registry, &old, &["2026-11-20T10:00:00Z"]),
        []
    );
}

#[test]
fn after_a_start_the_sources_have_ten_minutes_to_bring_their_prices() {
    let mut registry = Registry::default();
    let start = time("2026-11-20T18:00:00Z");
    registry.resume(
        on(Indicator::Stale, AlertFrequency::Always),
        &Baseline::default(),
        start,
    );
    let old = Occasion {
        price: Some((time("2026-11-20T15:00:00Z"), time("2026-11-20T15:20:00Z"))),
        ..Occasion::default()
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
