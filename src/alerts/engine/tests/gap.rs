//! How far a session opens from the close before it.

use super::*;

/// What an alert on a gap of 3 % says of quotes: (moment, price, close before).
fn said(quotes: &[(&str, f64, f64)]) -> Vec<String> {
    let gap = Alert {
        kind: AlertKind::Technical,
        indicator: Some(Indicator::Gap),
        ..alert(Condition::PercentChange, AlertFrequency::Always, 3.0)
    };
    let baseline = Baseline {
        calendar: Calendar::NewYork,
        ..Baseline::default()
    };
    let start: Timestamp = quotes[0].0.parse().unwrap();
    let mut fixture = Fixture::knowing(gap, &baseline, start);
    for (moment, price, close) in quotes {
        let moment: Timestamp = moment.parse().unwrap();
        fixture.observe(&Quote {
            previous_close: Some(*close),
            ..quote(*price, moment.as_second())
        });
    }
    let reports = fixture.reports().into_iter();
    reports.map(|report| report.sentence).collect()
}

const FRIDAY: (&str, f64, f64) = ("2026-11-20T20:59:00Z", 100.0, 98.0);

/// ALRT-02: the first price of a session, up or down; what the session does afterwards is no gap, and every session counts anew.
#[test]
fn each_opening_is_measured_once() {
    let quotes = [
        FRIDAY,
        ("2026-11-23T14:29:00Z", 104.0, 98.0),
        ("2026-11-23T14:30:20Z", 103.5, 100.0),
        ("2026-11-23T14:40:00Z", 100.0, 100.0),
        ("2026-11-23T14:41:00Z", 105.0, 100.0),
        ("2026-11-23T20:59:00Z", 110.0, 100.0),
        ("2026-11-24T14:30:05Z", 105.0, 109.0),
        ("2026-11-25T14:30:05Z", 101.0, 105.1),
    ];
    assert_eq!(
        said(&quotes),
        [
            "BTC opened 3.50% above its last close",
            "BTC opened 3.67% below its last close",
            "BTC opened 3.90% below its last close"
        ]
    );
}

/// Until the source tells the newest close, that of the session before would make a gap of two days' change.
#[test]
fn a_close_of_the_session_before_last_is_not_measured_from() {
    let stale = ("2026-11-23T14:30:20Z", 102.0, 98.0);
    let told = ("2026-11-23T14:32:00Z", 102.5, 100.0);
    assert_eq!(said(&[FRIDAY, stale, told]), [""; 0]);
    let told = ("2026-11-23T14:32:00Z", 103.5, 100.0);
    assert_eq!(said(&[FRIDAY, stale, told]).len(), 1);
}

/// A price that comes in the middle of the session tells nothing of its opening.
#[test]
fn a_late_first_price_is_no_opening() {
    let late = ("2026-11-23T14:45:00Z", 110.0, 100.0);
    assert_eq!(said(&[FRIDAY, late]), [""; 0]);
}
