//! Opening gaps.

use super::*;

/// Returns the messages of an alert on a gap of 3%. Each quote is a time, a price and a previous close. The fixture's symbol is BTC,
/// but with the calendar of New York.
fn messages(quotes: &[(&str, f64, f64)]) -> Vec<String> {
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
    let mut fixture = Fixture::with_baseline(gap, &baseline, start);
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

/// ALRT-02: The gap is measured at the first price of each session, up or down. Later prices are ignored.
#[test]
fn gap_is_measured_once_per_session() {
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
        messages(&quotes),
        [
            "BTC opened 3.50% above its last close",
            "BTC opened 3.67% below its last close",
            "BTC opened 3.90% below its last close"
        ]
    );
}

/// While the source still reports the older close, a gap measured from it would span two days.
#[test]
fn gap_is_not_measured_from_an_outdated_close() {
    let stale = ("2026-11-23T14:30:20Z", 102.0, 98.0);
    let updated = ("2026-11-23T14:32:00Z", 102.5, 100.0);
    assert_eq!(messages(&[FRIDAY, stale, updated]), [""; 0]);
    let updated = ("2026-11-23T14:32:00Z", 103.5, 100.0);
    assert_eq!(messages(&[FRIDAY, stale, updated]).len(), 1);
}

/// A price in the middle of a session is not an opening price.
#[test]
fn late_first_price_is_not_an_opening() {
    let late = ("2026-11-23T14:45:00Z", 110.0, 100.0);
    assert_eq!(messages(&[FRIDAY, late]), [""; 0]);
}
