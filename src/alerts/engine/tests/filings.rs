//! Alerts on new filings with the SEC.

use super::*;
use crate::domain::fundamentals::{filing::Filing, filing_form::FilingForm};

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// An alert on forms 8-K and 10-K of Apple, created at noon in New York.
fn filing_alert(frequency: AlertFrequency) -> Alert {
    let created_at = time("2026-11-20T17:00:00Z");
    Alert {
        id: 1,
        indicator: Some(Indicator::Filing),
        forms: vec![FilingForm::Current, FilingForm::Annual],
        ..Alert::new(AlertKind::Event, "AAPL", frequency, created_at)
    }
}

fn filing(number: u32, form: &str, accepted: &str) -> Filing {
    Filing {
        accession: format!("0000320193-26-{number:06}"),
        form: form.to_owned(),
        filed: time(accepted).to_zoned(jiff::tz::TimeZone::UTC).date(),
        accepted: Some(time(accepted)),
        period: None,
        title: "Results of operations".to_owned(),
        url: format!("https://www.sec.gov/{number}.htm"),
    }
}

fn observe(registry: &mut Registry, filings: &[Filing]) -> Vec<Outcome> {
    observe_at(registry, filings, "2026-11-24T12:00:00Z")
}

fn observe_at(registry: &mut Registry, filings: &[Filing], now: &str) -> Vec<Outcome> {
    registry.observe_filings("AAPL", filings, Some(250.0), time(now))
}

fn sentences(outcomes: &[Outcome]) -> Vec<&str> {
    let reports = outcomes
        .iter()
        .filter_map(|outcome| outcome.report.as_ref());
    reports.map(|report| report.sentence.as_str()).collect()
}

fn registry_with(alert: Alert) -> Registry {
    let mut registry = Registry::default();
    registry.watch(alert, &Baseline::default(), time("2026-11-20T17:00:00Z"));
    registry
}

/// ALRT-02: An alert can fire on new filings of some forms, once per filing.
#[test]
fn each_new_filing_on_a_chosen_form_is_reported_once() {
    let mut registry = registry_with(filing_alert(AlertFrequency::Always));
    assert_eq!(registry.symbols_awaiting_filings(), ["AAPL"]);
    assert_eq!(registry.symbols_awaiting_events(), [""; 0]);
    let mut filings = vec![
        filing(4, "8-K/A", "2026-11-20T21:45:00Z"),
        filing(3, "4", "2026-11-20T21:40:00Z"),
        filing(2, "8-K", "2026-11-20T21:30:00Z"),
        filing(1, "8-K", "2026-11-20T16:59:59Z"),
    ];
    let outcomes = observe(&mut registry, &filings);
    assert_eq!(
        sentences(&outcomes),
        [
            "AAPL filed form 8-K on 2026-11-20: Results of operations",
            "AAPL filed form 8-K/A on 2026-11-20: Results of operations",
        ]
    );
    let report = outcomes[0].report.as_ref().unwrap();
    assert_eq!(
        (report.url.as_deref(), report.at, report.late, report.price),
        (
            Some("https://www.sec.gov/2.htm"),
            time("2026-11-20T21:30:00Z"),
            false,
            Some(250.0)
        )
    );
    assert_eq!(observe(&mut registry, &filings), [], "nothing new");
    filings.insert(0, filing(5, "10-K", "2026-11-23T11:00:00Z"));
    let outcomes = observe(&mut registry, &filings);
    assert_eq!(outcomes.len(), 1);
    assert_eq!(outcomes[0].alert.seen_filings.len(), 3);
}

/// ALRT-02: A filing whose time is unknown is new if the alert did not know it and it is not from an earlier day.
#[test]
fn filings_without_a_time_are_reported_unless_they_were_known_or_are_older() {
    let dated = |number, date: &str| Filing {
        accepted: None,
        ..filing(number, "8-K", &format!("{date}T12:00:00Z"))
    };
    let known = [dated(2, "2026-11-20"), dated(1, "2026-11-20")];
    let baseline = Baseline {
        filings: known.to_vec(),
        ..Baseline::default()
    };
    let mut registry = Registry::default();
    let start = time("2026-11-20T17:00:00Z");
    registry.watch(filing_alert(AlertFrequency::Always), &baseline, start);
    let alert = registry.alert(1).unwrap().clone();
    assert_eq!(
        alert.seen_filings,
        ["0000320193-26-000001", "0000320193-26-000002"]
    );
    let [second, first] = known;
    let new = dated(3, "2026-11-20");
    let older = dated(4, "2026-11-19");
    let all = [new, second, first, older];
    let outcomes = observe_at(&mut registry, &all, "2026-11-20T21:40:00Z");
    assert_eq!(
        sentences(&outcomes),
        ["AAPL filed form 8-K on 2026-11-20: Results of operations"]
    );
    let report = outcomes[0].report.as_ref().unwrap();
    assert_eq!(
        (report.at, report.late),
        (time("2026-11-20T21:40:00Z"), false)
    );
    assert_eq!(
        observe_at(&mut registry, &all, "2026-11-20T22:40:00Z"),
        [],
        "once"
    );
    // After a restart before anything else was reported.
    let mut registry = Registry::default();
    let outcomes = registry.resume(alert, &baseline, time("2026-11-24T12:00:00Z"));
    assert_eq!(sentences(&outcomes), [""; 0]);
    let outcomes = observe_at(&mut registry, &all, "2026-11-24T12:05:00Z");
    let report = outcomes[0].report.as_ref().unwrap();
    assert_eq!(
        (outcomes.len(), report.at, report.late),
        (1, time("2026-11-21T05:00:00Z"), true)
    );
}

/// ALRT-02: A filing of the time during which the server was off is reported once, with its date.
#[test]
fn filings_of_a_downtime_are_reported_late_and_once() {
    let mut registry = registry_with(filing_alert(AlertFrequency::Always));
    let first = filing(1, "8-K", "2026-11-20T18:00:00Z");
    let stored = observe(&mut registry, std::slice::from_ref(&first));
    let alert = stored[0].alert.clone();
    // The filing was stored, but the program ended before its report was.
    let lost = filing(2, "8-K", "2026-11-21T18:00:00Z");
    let baseline = Baseline {
        filings: vec![lost.clone(), first.clone()],
        ..Baseline::default()
    };
    let mut registry = Registry::default();
    let outcomes = registry.resume(alert, &baseline, time("2026-11-24T12:00:00Z"));
    assert_eq!(
        sentences(&outcomes),
        ["AAPL filed form 8-K on 2026-11-21: Results of operations"]
    );
    let missed = filing(3, "8-K", "2026-11-23T18:00:00Z");
    let outcomes = observe(&mut registry, &[missed, lost, first]);
    assert_eq!(outcomes.len(), 1);
    let report = outcomes[0].report.as_ref().unwrap();
    assert_eq!(
        (report.at, report.late),
        (time("2026-11-23T18:00:00Z"), true)
    );
}

/// ALRT-04: With the frequency 'once', the oldest new filing ends the alert.
#[test]
fn alert_that_fires_once_reports_the_oldest_new_filing() {
    let mut registry = registry_with(filing_alert(AlertFrequency::Once));
    let filings = [
        filing(2, "8-K", "2026-11-20T21:30:00Z"),
        filing(1, "8-K", "2026-11-20T20:30:00Z"),
    ];
    let outcomes = observe(&mut registry, &filings);
    assert_eq!(outcomes.len(), 1);
    let report = outcomes[0].report.as_ref().unwrap();
    assert_eq!(report.url.as_deref(), Some("https://www.sec.gov/1.htm"));
    assert!(!outcomes[0].alert.active);
    assert_eq!(registry.symbols_awaiting_filings(), [""; 0]);
}

#[test]
fn filing_published_during_a_snooze_is_never_reported() {
    let snoozed = Alert {
        snoozed_until: Some(time("2026-11-21T00:00:00Z")),
        ..filing_alert(AlertFrequency::Always)
    };
    let mut registry = registry_with(snoozed.clone());
    let filings = [filing(1, "8-K", "2026-11-20T21:30:00Z")];
    let outcomes = observe(&mut registry, &filings);
    assert_eq!(sentences(&outcomes), [""; 0]);
    registry.adjust(&Alert {
        snoozed_until: None,
        ..snoozed
    });
    assert_eq!(observe(&mut registry, &filings), []);
    // The state is saved, so that the filing is not reported after a restart either.
    let saved = outcomes[0].alert.clone();
    assert_eq!(saved.seen_filings, ["0000320193-26-000001"]);
}

#[test]
fn daily_summary_links_to_its_last_filing() {
    let mut registry = registry_with(filing_alert(AlertFrequency::Daily));
    let filings = [
        filing(2, "8-K", "2026-11-20T20:30:00Z"),
        filing(1, "10-K", "2026-11-20T18:00:00Z"),
    ];
    let outcomes = observe(&mut registry, &filings);
    assert!(outcomes.iter().all(|outcome| outcome.report.is_none()));
    let summary = outcomes[1].alert.daily_summary.as_ref().unwrap();
    assert_eq!(summary.url.as_deref(), Some("https://www.sec.gov/2.htm"));
    let outcomes = registry.sweep(time("2026-11-20T22:00:00Z"));
    let report = outcomes[0].report.as_ref().unwrap();
    assert_eq!(
        (report.sentence.as_str(), report.url.as_deref()),
        (
            "Daily summary: AAPL filed form 8-K on 2026-11-20: Results of operations (2 times, this one last)",
            Some("https://www.sec.gov/2.htm")
        )
    );
}

#[test]
fn description_names_the_forms() {
    let mut alert = filing_alert(AlertFrequency::Always);
    assert_eq!(
        watched(&alert, crate::domain::quotation::QuotedIn::default()),
        "AAPL filing 8-K or 10-K"
    );
    alert.forms.push(FilingForm::ForeignCurrent);
    assert_eq!(
        watched(&alert, crate::domain::quotation::QuotedIn::default()),
        "AAPL filing 8-K, 10-K or 6-K"
    );
    // A member alert of a list starts without the filings that another ticker's alert has seen.
    alert.seen_filings.push("0000320193-26-000001".to_owned());
    let member = alert.member_alert("MSFT", at(0));
    assert_eq!((member.forms.len(), member.seen_filings.len()), (3, 0));
    let json = serde_json::to_string(&alert).unwrap();
    assert_eq!(serde_json::from_str::<Alert>(&json).unwrap(), alert);
}
