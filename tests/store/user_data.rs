//! Storing watchlists and alerts.

use marketdeck::domain::person::PersonId;
use marketdeck::{
    domain::{
        alert::{Alert, AlertFrequency, AlertKind, Condition, FiredAlert},
        ticker::TickerId,
        watchlist::EntryContent,
    },
    store::{NewReport, Store, StoreError},
};

use super::support::{folder, noon};

fn alert(symbol: &str) -> Alert {
    Alert {
        condition: Some(Condition::Above),
        value: Some(250.0),
        ..Alert::new(AlertKind::Price, symbol, AlertFrequency::Once, noon())
    }
}

#[test]
fn wtch_03_a_ticker_is_in_a_list_once_and_a_second_deletion_is_not_found() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let list = store.of(PersonId::OWNER).create_watchlist("Tech").unwrap();
    let item = store
        .of(PersonId::OWNER)
        .add_watchlist_item(list.id, TickerId(4))
        .unwrap();
    let reenabled = store
        .of(PersonId::OWNER)
        .add_watchlist_item(list.id, TickerId(4))
        .unwrap_err();
    assert!(matches!(reenabled, StoreError::Duplicate(_)), "{reenabled}");
    store
        .of(PersonId::OWNER)
        .remove_watchlist_item(item.id)
        .unwrap();
    assert_eq!(
        store.of(PersonId::OWNER).remove_watchlist_item(item.id),
        Err(StoreError::NotFound("watchlist entry"))
    );
    let next = store
        .of(PersonId::OWNER)
        .add_watchlist_item(list.id, TickerId(4))
        .unwrap();
    assert_ne!(next.id, item.id, "ids are not reused");
}

#[test]
fn wtch_03_lists_are_renamed_reordered_noted_and_deleted() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let first = store.of(PersonId::OWNER).create_watchlist("First").unwrap();
    let second = store
        .of(PersonId::OWNER)
        .create_watchlist("Second")
        .unwrap();
    store
        .of(PersonId(2))
        .create_watchlist("Somebody else's")
        .unwrap();
    let ids: Vec<u32> = (1..=3)
        .map(|ticker| {
            store
                .of(PersonId::OWNER)
                .add_watchlist_item(second.id, TickerId(ticker))
                .unwrap()
                .id
        })
        .collect();

    store
        .of(PersonId::OWNER)
        .order_watchlist(second.id, &[ids[2], ids[0], ids[1]])
        .unwrap();
    let noted = EntryContent {
        note: "Buy below 90".into(),
        holding: None,
    };
    store
        .of(PersonId::OWNER)
        .change_watchlist_item(ids[0], noted)
        .unwrap();
    assert_eq!(
        store
            .of(PersonId::OWNER)
            .rename_watchlist(second.id, "Renamed")
            .unwrap()
            .name,
        "Renamed"
    );
    let read = store.of(PersonId::OWNER).watchlist(second.id).unwrap();
    assert_eq!(
        read.items.iter().map(|item| item.id).collect::<Vec<_>>(),
        [ids[2], ids[0], ids[1]]
    );
    assert_eq!(read.items[1].note, "Buy below 90");

    // An order with a missing, repeated or unknown entry changes nothing.
    for wrong in [vec![ids[0]], vec![ids[0], ids[0], ids[1], ids[2]], vec![99]] {
        assert!(
            store
                .of(PersonId::OWNER)
                .order_watchlist(second.id, &wrong)
                .is_err(),
            "{wrong:?}"
        );
    }
    assert_eq!(
        store.of(PersonId::OWNER).watchlist(second.id).unwrap(),
        read
    );

    assert_eq!(
        store.of(PersonId::OWNER).watchlists().unwrap(),
        [first.clone(), read]
    );
    store
        .of(PersonId::OWNER)
        .delete_watchlist(first.id)
        .unwrap();
    let not_found = Err(StoreError::NotFound("watchlist"));
    assert_eq!(
        store.of(PersonId::OWNER).delete_watchlist(first.id),
        not_found.clone()
    );
    assert_eq!(
        store.of(PersonId::OWNER).watchlist(first.id).map(|_| ()),
        not_found.clone()
    );
    assert_eq!(
        store
            .of(PersonId::OWNER)
            .rename_watchlist(first.id, "x")
            .map(|_| ()),
        not_found.clone()
    );
    assert_eq!(
        store
            .of(PersonId::OWNER)
            .add_watchlist_item(first.id, TickerId(1))
            .map(|_| ()),
        not_found
    );
}

#[test]
fn alrt_04_an_alert_reenabled_before_its_report_is_written_stays_enabled() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let created = store
        .of(PersonId::OWNER)
        .create_alert(&alert("AAPL"))
        .unwrap();
    let spent = Alert {
        active: false,
        ..created.clone()
    };
    store
        .of(PersonId::OWNER)
        .switch_alert(created.id, false, noon())
        .unwrap();
    let later = noon() + jiff::SignedDuration::from_secs(60);
    let reenabled = store
        .of(PersonId::OWNER)
        .switch_alert(created.id, true, later)
        .unwrap();
    assert_eq!((reenabled.active, reenabled.since), (true, Some(later)));
    store.record_fired(&[], &[spent], noon()).unwrap();
    assert!(store.of(PersonId::OWNER).alerts().unwrap()[0].active);
}

#[test]
fn alrt_04_a_reenabled_alert_does_not_expire_at_once() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let later = noon() + jiff::SignedDuration::from_secs(60);
    let expiring = Alert {
        expires_at: Some(later),
        ..alert("AAPL")
    };
    let created = store.of(PersonId::OWNER).create_alert(&expiring).unwrap();
    store
        .of(PersonId::OWNER)
        .switch_alert(created.id, false, noon())
        .unwrap();
    let reenabled_early = store
        .of(PersonId::OWNER)
        .switch_alert(created.id, true, noon())
        .unwrap();
    assert_eq!(
        reenabled_early.expires_at,
        Some(later),
        "the expiry is in the future"
    );
    store
        .of(PersonId::OWNER)
        .switch_alert(created.id, false, later)
        .unwrap();
    let reenabled = store
        .of(PersonId::OWNER)
        .switch_alert(created.id, true, later)
        .unwrap();
    assert_eq!((reenabled.active, reenabled.expires_at), (true, None));
}

#[test]
fn alrt_04_an_alert_that_fires_while_it_is_switched_keeps_its_report() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let created = store
        .of(PersonId::OWNER)
        .create_alert(&alert("AAPL"))
        .unwrap();
    let spent = Alert {
        active: false,
        last_fired_at: Some(noon()),
        ..created.clone()
    };
    // A user loads the alert, it fires, and then the user switches it.
    store.record_fired(&[], &[spent], noon()).unwrap();
    let later = noon() + jiff::SignedDuration::from_secs(60);
    let switched = store
        .of(PersonId::OWNER)
        .switch_alert(created.id, true, later)
        .unwrap();
    assert_eq!(switched.last_fired_at, Some(noon()));
    assert_eq!(store.of(PersonId::OWNER).alerts().unwrap(), [switched]);
    assert_eq!(
        store.of(PersonId::OWNER).switch_alert(99, true, later),
        Err(StoreError::NotFound("alert"))
    );
}

#[test]
fn wtch_03_the_1001st_watchlist_is_rejected_with_a_readable_message() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let lists: Vec<_> = (0..1_000)
        .map(|_| store.of(PersonId::OWNER).create_watchlist("List").unwrap())
        .collect();
    // The limit is for each person.
    store.of(PersonId(2)).create_watchlist("Theirs").unwrap();
    let error = store
        .of(PersonId::OWNER)
        .create_watchlist("One more")
        .unwrap_err();
    assert_eq!(
        error.public_message(),
        "There are already 1000 watchlists; delete some first."
    );
    store
        .of(PersonId::OWNER)
        .delete_watchlist(lists[0].id)
        .unwrap();
    store
        .of(PersonId::OWNER)
        .create_watchlist("One more")
        .unwrap();
}

#[test]
fn alrt_05_alerts_and_their_history_survive_a_restart() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let aapl = store
        .of(PersonId::OWNER)
        .create_alert(&alert("AAPL"))
        .unwrap();
    let msft = store
        .of(PersonId::OWNER)
        .create_alert(&alert("MSFT"))
        .unwrap();
    let fired = |alert: &Alert| {
        let sentence = format!("{} rose above $250.00.", alert.symbol);
        FiredAlert {
            price: Some(251.0),
            ..FiredAlert::new(alert.id, &alert.symbol, noon(), sentence)
        }
    };
    let report = |alert: &Alert| NewReport {
        person: PersonId::OWNER,
        fired: fired(alert),
        channels: vec![],
    };
    let spent = Alert {
        active: false,
        last_fired_at: Some(noon()),
        ..aapl.clone()
    };
    store
        .record_fired(&[report(&aapl)], std::slice::from_ref(&spent), noon())
        .unwrap();
    // The other alert was deleted while it fired: it stays deleted, and its report is saved.
    store.of(PersonId::OWNER).delete_alert(msft.id).unwrap();
    store
        .record_fired(&[report(&msft)], std::slice::from_ref(&msft), noon())
        .unwrap();
    store.close().unwrap();

    let store = Store::open(&path).unwrap();
    assert_eq!(
        store.of(PersonId::OWNER).alerts().unwrap(),
        std::slice::from_ref(&spent)
    );
    let reports = |most| store.of(PersonId::OWNER).reports(most).unwrap();
    let fired_reports: Vec<_> = reports(10).into_iter().map(|report| report.fired).collect();
    assert_eq!(fired_reports, [fired(&msft), fired(&aapl)]);
    assert_eq!((reports(1)[0].number, reports(1)[0].read), (1, false));
    store.of(PersonId::OWNER).mark_reports_read(1).unwrap();
    store.record_fired(&[report(&aapl)], &[], noon()).unwrap();
    let read: Vec<_> = reports(10)
        .iter()
        .map(|report| (report.number, report.read))
        .collect();
    assert_eq!(read, [(2, false), (1, true), (0, true)]);
    // An outdated page can neither mark reports as unread nor mark future reports as read.
    store.of(PersonId::OWNER).mark_reports_read(0).unwrap();
    store
        .of(PersonId::OWNER)
        .mark_reports_read(u64::MAX)
        .unwrap();
    store.record_fired(&[report(&aapl)], &[], noon()).unwrap();
    let read: Vec<_> = reports(2).iter().map(|report| report.read).collect();
    assert_eq!(read, [false, true]);
    assert!(
        store
            .of(PersonId::OWNER)
            .switch_alert(spent.id, true, noon())
            .unwrap()
            .active
    );
    assert!(store.of(PersonId::OWNER).alerts().unwrap()[0].active);
    assert_eq!(
        store.of(PersonId::OWNER).delete_alert(msft.id),
        Err(StoreError::NotFound("alert"))
    );
}

#[test]
fn records_of_earlier_versions_without_newer_fields_are_read() {
    let json = r#"{"id":1,"kind":"price","symbol":"AAPL","condition":"above","value":250.0,
        "frequency":"once","delivery":["in_app"],"active":true,"created_at":"2026-11-21T12:00:00Z"}"#;
    let read: Alert = serde_json::from_str(json).unwrap();
    assert_eq!(read.last_fired_at, None);
}
