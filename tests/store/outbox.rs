//! Reports on their way to channels survive whatever happens to the program.

use marketdeck::{
    domain::{Timestamp, alert::FiredAlert},
    store::{OutboxEntry, Store, StoreError},
};

use super::support::{folder, noon};

fn report(alert_id: u32) -> FiredAlert {
    FiredAlert {
        alert_id,
        symbol: "AAPL".into(),
        price: Some(251.0),
        at: noon(),
        late: false,
        sentence: "AAPL rose above $250.00.".into(),
    }
}

fn later(seconds: i64) -> Timestamp {
    noon() + jiff::SignedDuration::from_secs(seconds)
}

#[test]
fn a_report_and_its_deliveries_are_kept_together_and_wait_until_they_succeed() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let channels = [
        vec!["ntfy".to_owned(), "mail".to_owned()],
        vec![],
        vec!["mail".to_owned()],
    ];
    let numbers = store
        .record_fired_for(&[report(1), report(2), report(3)], &[], &channels, noon())
        .unwrap();
    assert_eq!(numbers, [0, 1, 2]);
    store.close().unwrap();

    let store = Store::open(&path).unwrap();
    let due = |now| -> Vec<(u64, String)> {
        let due = store.due_deliveries(now, 10).unwrap();
        due.into_iter()
            .map(|entry| (entry.report, entry.channel))
            .collect()
    };
    let waiting = |entries: &[(u64, &str)]| -> Vec<(u64, String)> {
        entries
            .iter()
            .map(|(report, channel)| (*report, (*channel).to_owned()))
            .collect()
    };
    assert_eq!(
        due(noon()),
        waiting(&[(0, "mail"), (0, "ntfy"), (2, "mail")])
    );
    assert_eq!(store.report(2).unwrap().unwrap().fired, report(3));

    let failed = store
        .fail_delivery(0, "mail", later(60), "no route to host")
        .unwrap();
    assert_eq!((failed.attempt, failed.created_at), (1, noon()));
    store.ack_delivery(0, "ntfy").unwrap();
    assert_eq!(
        store.ack_delivery(0, "ntfy"),
        Err(StoreError::NotFound("delivery"))
    );
    assert_eq!(due(later(59)), waiting(&[(2, "mail")]));
    // What is due longest comes first, and no more than asked for.
    assert_eq!(due(later(60)), waiting(&[(2, "mail"), (0, "mail")]));
    assert_eq!(store.due_deliveries(later(60), 1).unwrap().len(), 1);
    store.ack_delivery(2, "mail").unwrap();
    store.ack_delivery(0, "mail").unwrap();
    assert_eq!(store.deliveries().unwrap(), []);

    store
        .put_delivery(&OutboxEntry::new(1, "web", noon()))
        .unwrap();
    assert_eq!(due(noon()), waiting(&[(1, "web")]));
    assert!(store.report(9).unwrap().is_none());
}
