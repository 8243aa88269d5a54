//! With a partly damaged database file, undamaged alerts are evaluated, recorded and delivered.

use crate::domain::person::PersonId;
use std::path::Path;

use super::*;
use crate::{
    domain::{
        bar::{Bar, Interval},
        channel::UserChannel,
        subscription::Subscription,
    },
    store::{MarketBatch, corrupt_record},
};

/// Creates a database file with three records of each kind of user data, and bars.
fn fill(path: &Path) {
    let store = Store::open(path).unwrap();
    let bar = Bar {
        start: 600,
        open: 99.0,
        high: 99.0,
        low: 99.0,
        close: 99.0,
        volume: 1.0,
    };
    let batch = MarketBatch {
        bars: vec![(TickerId(1), Interval::FiveMinutes, vec![bar])],
        ..MarketBatch::default()
    };
    store.commit(&batch, at(1_000)).unwrap();
    for value in [100.0, 101.0, 102.0] {
        store
            .of(PersonId::OWNER)
            .create_alert(&above(value, AlertFrequency::Once))
            .unwrap();
    }
    // This alert is evaluated on bars. No price in this test rises that much.
    let percent = Alert {
        condition: Some(Condition::PercentChange),
        window_hours: Some(1),
        ..above(500.0, AlertFrequency::Once)
    };
    store.of(PersonId::OWNER).create_alert(&percent).unwrap();
    store.push_key(|| Ok(vec![1, 2, 3])).unwrap();
    let reports: Vec<NewReport> = (1..=3)
        .map(|alert| NewReport {
            person: PersonId::OWNER,
            fired: FiredAlert::new(alert, "BTC", at(10), "Earlier"),
            channels: vec!["in_app".into()],
        })
        .collect();
    store.record_fired(&reports, &[], at(10)).unwrap();
    for name in ["one", "two", "three"] {
        store.of(PersonId::OWNER).create_watchlist(name).unwrap();
        let channel = UserChannel {
            name: name.to_owned(),
            settings: serde_json::json!({"name": name, "kind": "ntfy", "topic": name})
                .as_object()
                .cloned()
                .unwrap(),
            enabled: true,
            since: at(0),
            secrets_since: [].into(),
        };
        store
            .of(PersonId::OWNER)
            .save_channel(&channel, at(0))
            .unwrap();
        let browser = Subscription {
            name: name.to_owned(),
            endpoint: format!("https://push.example/{name}"),
            key: "BAAA".to_owned(),
            secret: "AAAA".to_owned(),
            since: at(0),
        };
        store
            .of(PersonId::OWNER)
            .save_subscription(&browser)
            .unwrap();
    }
    store.close().unwrap();
}

#[tokio::test]
async fn damaged_user_data_stops_neither_the_start_nor_other_alerts() {
    let undamaged = tempfile::tempdir().unwrap();
    let undamaged = undamaged.path().join("test.redb");
    fill(&undamaged);
    for (table, problem_text) in [
        ("alerts", "1 of the alerts"),
        ("watchlists", ""),
        ("channels", "1 of the channels"),
        ("subscriptions", "1 of the browser subscriptions"),
        ("push_key", ""),
        ("tails_5m", "5m bars of"),
        ("reports", "1 of the alert reports"),
        ("outbox", "pending alert deliveries"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.redb");
        fs::copy(&undamaged, &path).unwrap();
        corrupt_record(&path, table);
        let mut fixture = Fixture::new();
        let channels = Channels::default();
        fixture.store = Store::open(&path).unwrap();
        let store = fixture.store.clone();
        channels
            .load(&store)
            .unwrap_or_else(|error| panic!("{table}: {error}"));
        let expected = |name: &str, all: usize| if table == name { all - 1 } else { all };
        let stored = store.of(PersonId::OWNER).user_channels().unwrap();
        assert_eq!(stored.len(), expected("channels", 3), "{table}");
        assert!(
            stored
                .iter()
                .all(|it| channels.get(PersonId::OWNER, &it.name).is_some()),
            "{table}"
        );
        assert_eq!(
            store.of(PersonId::OWNER).subscriptions().unwrap().len(),
            expected("subscriptions", 3),
            "{table}"
        );
        fixture.service = Arc::new(AlertService::new(
            store.clone(),
            Arc::clone(&fixture.market),
            channels,
        ));
        let service = &fixture.service;
        service
            .resume(at(100))
            .unwrap_or_else(|error| panic!("{table}: {error}"));
        fixture.observe(99.0, 105);
        fixture.observe(103.0, 110);
        let mut subscription = fixture.hub.subscribe(PersonId::OWNER);
        fixture.record().await;
        fixture.deliver().await;

        // The three alerts fire; the history also contains three earlier reports.
        let fired = expected("alerts", 3);
        let reports = store.of(PersonId::OWNER).reports(10).unwrap();
        let earlier = expected("reports", 3);
        assert_eq!(reports.len(), earlier + fired, "{table}");
        let frames = shown(&mut subscription);
        let delivered = frames.matches("BTC price rose above").count();
        assert_eq!(delivered, fired, "{table}: {frames}");
        let delivered = frames.matches("Earlier").count();
        let earlier = expected("reports", 3).min(expected("outbox", 3));
        assert_eq!(delivered, earlier, "{table}: {frames}");
        assert_eq!(
            store.of(PersonId::OWNER).readable_alerts().unwrap().len(),
            expected("alerts", 4),
            "{table}"
        );
        // New alerts can be created.
        service
            .create(
                PersonId::OWNER,
                above(200.0, AlertFrequency::Once),
                WhenMet::default(),
                at(120),
            )
            .await
            .unwrap_or_else(|error| panic!("{table}: {error}"));
        let problem = store.condition().problem.unwrap_or_default();
        assert!(
            problem.contains("damaged") && problem.contains(problem_text),
            "{table}: {problem}"
        );
    }
}
