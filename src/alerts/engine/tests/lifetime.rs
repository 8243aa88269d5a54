//! Snooze, expiry, and conditions that are met at creation.

use super::*;

fn above(frequency: AlertFrequency) -> Alert {
    alert(Condition::Above, frequency, 100.0)
}

fn sentences(fixture: &mut Fixture) -> Vec<String> {
    let reports = fixture.reports().into_iter();
    reports.map(|report| report.sentence).collect()
}

/// ALRT-04: Crossings during a snooze are never reported.
#[test]
fn snoozed_alert_reports_only_the_next_crossing() {
    let snoozed = Alert {
        snoozed_until: Some(at(10 * MINUTE)),
        ..above(AlertFrequency::Once)
    };
    let prices = [99.0, 101.0, 101.0, 99.0, 99.0, 101.0, 101.0, 101.0, 101.0];
    let after = [101.0, 101.0, 99.0, 101.0];
    let prices: Vec<f64> = prices.into_iter().chain(after).collect();
    assert_eq!(Fixture::with(snoozed).minutes(&prices), [12]);
    assert_eq!(
        Fixture::with(above(AlertFrequency::Once)).minutes(&prices),
        [1]
    );
}

/// ALRT-04: Ending a snooze does not reset the alert.
#[test]
fn snooze_can_be_ended_early() {
    let mut fixture = Fixture::with(above(AlertFrequency::Once));
    fixture.observe(&quote(99.0, 0));
    let mut snoozed = above(AlertFrequency::Once);
    snoozed.snoozed_until = Some(at(HOUR));
    fixture.registry.adjust(&snoozed);
    fixture.observe(&quote(101.0, 60));
    fixture.observe(&quote(99.0, 120));
    assert_eq!(fixture.reports(), []);
    fixture.registry.adjust(&above(AlertFrequency::Once));
    fixture.observe(&quote(101.0, 180));
    assert_eq!(fixture.reports().len(), 1);
}

/// ALRT-04: A summary is postponed to the end of a snooze and does not count as late.
#[test]
fn summary_waits_for_the_end_of_a_snooze() {
    let mut fixture = Fixture::with(above(AlertFrequency::Daily));
    fixture.observe(&quote(99.0, 0));
    fixture.observe(&quote(101.0, 60));
    let snoozed = Alert {
        snoozed_until: Some(at(48 * HOUR)),
        ..above(AlertFrequency::Daily)
    };
    fixture.registry.adjust(&snoozed);
    fixture.sweep(at(47 * HOUR));
    assert_eq!(fixture.reports(), []);
    fixture.sweep(at(48 * HOUR));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert!(!reports[0].late, "{:?}", reports[0]);
}

/// ALRT-04: An alert expires at its time, reports the expiry once and does not fire again.
#[test]
fn expiry_is_reported_once() {
    let ending = Alert {
        expires_at: Some(at(HOUR)),
        note: Some("before the vote".into()),
        ..above(AlertFrequency::Always)
    };
    let mut fixture = Fixture::with(ending);
    fixture.observe(&quote(99.0, 0));
    fixture.sweep(at(HOUR - 1));
    // A quote after the expiry and before the next sweep.
    fixture.observe(&quote(101.0, HOUR));
    assert_eq!(fixture.outcomes(), []);
    fixture.sweep(at(HOUR + 3));
    let outcomes = fixture.outcomes();
    assert!(!outcomes[0].alert.active);
    let report = outcomes[0].report.as_ref().unwrap();
    assert_eq!(
        report.sentence,
        "The alert 'BTC price above $100' has expired"
    );
    assert_eq!(
        (report.at, report.price, report.late),
        (at(HOUR), None, false)
    );
    assert_eq!(report.note.as_deref(), Some("before the vote"));
    fixture.sweep(at(HOUR + 8));
    fixture.observe(&quote(99.0, HOUR + 9));
    fixture.observe(&quote(101.0, 2 * HOUR));
    assert_eq!(fixture.outcomes(), []);
}

/// ALRT-04: A pending summary is reported before the expiry.
#[test]
fn expiring_alert_reports_its_summary() {
    let ending = Alert {
        expires_at: Some(at(HOUR)),
        ..above(AlertFrequency::Daily)
    };
    let mut fixture = Fixture::with(ending);
    fixture.observe(&quote(99.0, 0));
    fixture.observe(&quote(101.0, 60));
    fixture.sweep(at(HOUR));
    assert_eq!(
        sentences(&mut fixture),
        [
            "Daily summary: BTC price rose above $100",
            "The alert 'BTC price above $100' has expired"
        ]
    );
}

/// ALRT-04: A crossing during the downtime is reported before the expiry.
#[test]
fn alert_that_expired_during_downtime_reports_crossings_first() {
    let ending = Alert {
        expires_at: Some(at(2 * HOUR)),
        ..above(AlertFrequency::Always)
    };
    let mut fixture = Fixture::resumed(ending, quote(99.0, 0), 4 * HOUR);
    fixture.sweep(at(4 * HOUR));
    let missed = [bar(HOUR, [99.0, 101.0, 99.0, 101.0])];
    fixture.observe_bars(Interval::FiveMinutes, &missed, at(4 * HOUR + 1));
    fixture.sweep(at(4 * HOUR + 300));
    assert_eq!(
        sentences(&mut fixture),
        [
            "BTC price rose above $100",
            "The alert 'BTC price above $100' has expired"
        ]
    );
}

/// ALRT-02: A condition that is already met is reported on request, and this counts as a report.
#[test]
fn condition_already_met_is_reported_on_request() {
    let baseline = Baseline {
        quote: Some(quote(101.0, 0)),
        ..Baseline::default()
    };
    let mut fixture = Fixture::with_baseline(above(AlertFrequency::Once), &baseline, at(0));
    let outcome = fixture
        .registry
        .report_if_met(1, Some(101.0), at(1))
        .unwrap();
    let report = outcome.report.unwrap();
    assert_eq!(report.sentence, "BTC price is above $100 already");
    assert_eq!((report.at, report.price), (at(1), Some(101.0)));
    assert!(!outcome.alert.active, "its frequency is 'once'");
    fixture.observe(&quote(99.0, 600));
    fixture.observe(&quote(101.0, 1_200));
    assert_eq!(fixture.outcomes(), []);

    let mut fixture = Fixture::with_baseline(above(AlertFrequency::Always), &baseline, at(0));
    fixture
        .registry
        .report_if_met(1, Some(101.0), at(1))
        .unwrap();
    fixture.observe(&quote(99.0, 600));
    fixture.observe(&quote(101.0, 1_200));
    assert_eq!(sentences(&mut fixture), ["BTC price rose above $100"]);

    let mut fixture = Fixture::with(above(AlertFrequency::Once));
    fixture.observe(&quote(99.0, 0));
    assert_eq!(fixture.registry.report_if_met(1, Some(99.0), at(1)), None);
}
