//! Prices and volumes: once, every time, and what is believed.

use super::*;

/// ALRT-02: once.
#[test]
fn once_is_once_and_then_the_alert_is_inactive() {
    let mut fixture = Fixture::with(alert(Condition::Above, AlertFrequency::Once, 100.0));
    for (second, price) in [(0, 99.0), (60, 101.0), (3_600, 99.0), (7_200, 101.0)] {
        fixture.observe(&quote(price, second));
    }
    let [outcome] = &fixture.outcomes()[..] else {
        panic!("it fires once");
    };
    assert!(!outcome.alert.active);
    assert_eq!(outcome.alert.last_fired_at, Some(at(60)));
    let report = outcome.report.as_ref().unwrap();
    assert_eq!(
        (report.sentence.as_str(), report.price, report.late),
        ("BTC price rose above $100", Some(101.0), false)
    );
    assert_eq!(
        report.currency,
        Some(crate::domain::currency::Currency::USD)
    );
}

/// ALRT-02: every time, after a pause.
#[test]
fn every_time_means_after_going_back_and_not_within_the_pause() {
    let prices = [99.0, 101.0, 99.0, 101.0, 99.0, 99.0, 99.0, 101.0];
    let every = alert(Condition::Above, AlertFrequency::Always, 100.0);
    assert_eq!(Fixture::with(every).minutes(&prices), [1, 7]);
}

/// ALRT-02: volume.
#[test]
fn volume_is_watched_like_a_price() {
    let volume = Alert {
        kind: AlertKind::Volume,
        ..alert(Condition::Above, AlertFrequency::Once, 1_000.0)
    };
    assert_eq!(Fixture::with(volume).minutes(&[99.0, 101.0]), [1]);
}

#[test]
fn what_the_quote_does_not_tell_is_not_judged() {
    let volume = Alert {
        kind: AlertKind::Volume,
        ..alert(Condition::Above, AlertFrequency::Once, 1_000.0)
    };
    let mut fixture = Fixture::with(volume);
    fixture.observe(&quote(99.0, 0));
    let silent = Quote {
        volume_24h: None,
        ..quote(120.0, 60)
    };
    fixture.observe(&silent);
    assert_eq!(fixture.reports(), []);
}

/// ALRT-02: an alert believes no report of the future.
#[test]
fn a_clock_that_was_set_back_does_not_mute_an_alert() {
    let ahead = Alert {
        last_fired_at: Some(at(90 * HOUR)),
        since: Some(at(90 * HOUR)),
        ..alert(Condition::Above, AlertFrequency::Always, 100.0)
    };
    let mut fixture = Fixture::resumed(ahead, quote(99.0, 90 * HOUR), HOUR);
    for (second, price) in [(10, 99.0), (600, 101.0)] {
        fixture.observe(&quote(price, HOUR + second));
    }
    assert_eq!(fixture.reports().len(), 1);
}

/// ALRT-04: an alert that was switched off and on again does not look back.
#[test]
fn a_deleted_or_inactive_alert_is_silent() {
    let mut fixture = Fixture::with(alert(Condition::Above, AlertFrequency::Always, 100.0));
    fixture.observe(&quote(99.0, 0));
    fixture.registry.remove(1);
    fixture.observe(&quote(101.0, 60));
    let off = Alert {
        active: false,
        ..alert(Condition::Above, AlertFrequency::Always, 100.0)
    };
    fixture.registry.watch(off, &Baseline::default(), at(60));
    fixture.observe(&quote(99.0, 120));
    fixture.observe(&quote(101.0, 180));
    assert_eq!(fixture.reports(), []);
}
