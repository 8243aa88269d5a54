//! Price and volume alerts: frequencies and clock changes.

use super::*;

/// ALRT-02: An alert can fire once.
#[test]
fn alert_with_frequency_once_becomes_inactive() {
    let mut fixture = Fixture::with(alert(Condition::Above, AlertFrequency::Once, 100.0));
    for (second, price) in [(0, 99.0), (60, 101.0), (3_600, 99.0), (7_200, 101.0)] {
        fixture.observe(&quote(price, second));
    }
    let [outcome] = &fixture.outcomes()[..] else {
        panic!("expected one outcome");
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

/// ALRT-02: An alert can fire each time, but not within the cooldown.
#[test]
fn alert_with_frequency_always_respects_rearming_and_cooldown() {
    let prices = [99.0, 101.0, 99.0, 101.0, 99.0, 99.0, 99.0, 101.0];
    let always = alert(Condition::Above, AlertFrequency::Always, 100.0);
    assert_eq!(Fixture::with(always).minutes(&prices), [1, 7]);
}

/// ALRT-02: An alert can fire on a volume.
#[test]
fn volume_alert_works_like_a_price_alert() {
    let volume = Alert {
        kind: AlertKind::Volume,
        ..alert(Condition::Above, AlertFrequency::Once, 1_000.0)
    };
    assert_eq!(Fixture::with(volume).minutes(&[99.0, 101.0]), [1]);
}

#[test]
fn missing_fields_of_a_quote_are_not_evaluated() {
    let volume = Alert {
        kind: AlertKind::Volume,
        ..alert(Condition::Above, AlertFrequency::Once, 1_000.0)
    };
    let mut fixture = Fixture::with(volume);
    fixture.observe(&quote(99.0, 0));
    let without_volume = Quote {
        volume_24h: None,
        ..quote(120.0, 60)
    };
    fixture.observe(&without_volume);
    assert_eq!(fixture.reports(), []);
}

/// ALRT-02: A report with a time in the future does not block an alert.
#[test]
fn clock_set_back_does_not_mute_an_alert() {
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

/// ALRT-04: A deleted or inactive alert does not fire.
#[test]
fn deleted_or_inactive_alert_does_not_fire() {
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
