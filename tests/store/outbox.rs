//! The outbox: reports that wait for delivery survive restarts.

use marketdeck::domain::person::PersonId;
use marketdeck::{
    domain::{Timestamp, alert::FiredAlert},
    store::{AttemptOutcome, DeliveryAttempt, NewReport, OutboxEntry, Store},
};

use super::support::{folder, noon};

fn report(alert_id: u32, channels: &[&str]) -> NewReport {
    NewReport {
        person: PersonId::OWNER,
        fired: FiredAlert {
            price: Some(251.0),
            ..FiredAlert::new(alert_id, "AAPL", noon(), "AAPL rose above $250.00.")
        },
        channels: channels.iter().map(ToString::to_string).collect(),
    }
}

fn later(seconds: i64) -> Timestamp {
    noon() + jiff::SignedDuration::from_secs(seconds)
}

/// Returns the outbox of `channel` as report numbers with the number of failed attempts.
fn pending(store: &Store, channel: &str) -> Vec<(u64, u32)> {
    let waiting = store
        .of(PersonId::OWNER)
        .undelivered(channel)
        .unwrap()
        .into_iter();
    waiting
        .map(|each| (each.entry.report, each.entry.attempt))
        .collect()
}

#[test]
fn a_report_waits_until_its_deliveries_are_finished() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let reports = [
        report(1, &["ntfy", "mail"]),
        report(2, &[]),
        report(3, &["mail"]),
    ];
    assert_eq!(
        store.record_fired(&reports, &[], noon()).unwrap(),
        [0, 1, 2]
    );
    store.close().unwrap();

    let store = Store::open(&path).unwrap();
    assert_eq!(pending(&store, "mail"), [(0, 0), (2, 0)]);
    assert_eq!(pending(&store, "ntfy"), [(0, 0)]);
    let mail = store.of(PersonId::OWNER).undelivered("mail").unwrap();
    assert_eq!(mail[1].fired, reports[2].fired);
    let entry = &mail[0].entry;
    assert_eq!((entry.created_at, entry.next_attempt_at), (noon(), noon()));

    let failed = OutboxEntry {
        attempt: 1,
        next_attempt_at: later(60),
        last_error: Some("no route to host".into()),
        ..entry.clone()
    };
    store
        .of(PersonId::OWNER)
        .update_outbox(
            &[mail[1].entry.clone()],
            std::slice::from_ref(&failed),
            None,
            &[],
        )
        .unwrap();
    store.close().unwrap();

    let store = Store::open(&path).unwrap();
    assert_eq!(
        store.of(PersonId::OWNER).undelivered("mail").unwrap()[0].entry,
        failed
    );
    assert_eq!(pending(&store, "mail"), [(0, 1)]);
    assert_eq!(
        pending(&store, "ntfy"),
        [(0, 0)],
        "each channel has its own outbox"
    );
}

#[test]
fn deleted_reports_are_not_delivered() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let mail = || report(1, &["mail"]);
    store
        .record_fired(&[mail(), mail(), mail()], &[], noon())
        .unwrap();
    let under_way = store.of(PersonId::OWNER).undelivered("mail").unwrap()[0]
        .entry
        .clone();
    store.of(PersonId::OWNER).delete_reports(1).unwrap();
    assert_eq!(pending(&store, "mail"), [(2, 0)]);
    // A delivery that fails after the deletion does not restore the entry.
    store
        .of(PersonId::OWNER)
        .update_outbox(&[], &[under_way], None, &[])
        .unwrap();
    assert_eq!(pending(&store, "mail"), [(2, 0)]);
}

#[test]
fn the_outbox_of_a_failing_channel_is_bounded_by_the_history() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let reports = vec![report(1, &["mail"]); 1_200];
    store.record_fired(&reports, &[], noon()).unwrap();
    let waiting = pending(&store, "mail");
    assert_eq!((waiting.len(), waiting[0].0), (1_000, 200));
}

#[test]
fn only_the_newest_attempts_of_a_report_are_logged() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store
        .record_fired(&[report(1, &["mail", "ntfy"])], &[], noon())
        .unwrap();
    for attempt in 1..=200 {
        let logged = |channel: &str| DeliveryAttempt {
            report: 0,
            alert_id: 1,
            channel: channel.into(),
            at: later(i64::from(attempt)),
            attempt,
            outcome: AttemptOutcome::Failed,
            answer: "no route to host".into(),
            took_ms: 1,
            together: 1,
        };
        store
            .of(PersonId::OWNER)
            .update_outbox(&[], &[], None, &[logged("mail")])
            .unwrap();
        if attempt <= 3 {
            store
                .of(PersonId::OWNER)
                .update_outbox(&[], &[], None, &[logged("ntfy")])
                .unwrap();
        }
    }
    let log = store
        .of(PersonId::OWNER)
        .delivery_attempts(None, usize::MAX)
        .unwrap();
    let logged_attempts = |channel: &str| -> Vec<u32> {
        let lines = log.iter().filter(|line| line.channel == channel);
        lines.map(|line| line.attempt).collect()
    };
    assert_eq!(
        logged_attempts("mail"),
        (151..=200).rev().collect::<Vec<_>>()
    );
    assert_eq!(logged_attempts("ntfy"), [3, 2, 1]);
    let newest = store
        .of(PersonId::OWNER)
        .delivery_attempts(Some(1), 4)
        .unwrap();
    let newest: Vec<_> = newest.iter().map(|line| line.attempt).collect();
    assert_eq!(newest, [200, 199, 198, 197]);
}
