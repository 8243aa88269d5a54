//! Replication of changes from one database to another.

use marketdeck::domain::person::PersonId;
use std::{
    collections::HashSet,
    pin::Pin,
    sync::{Arc, Mutex},
};

use marketdeck::store::{Change, Cursor, Replication, Scope, Store, StoreError};

use super::support::{folder, noon, remove_table, whole_market};

fn cursor(sequence: u64) -> Cursor {
    Cursor {
        stream: "one".to_owned(),
        sequence,
        epoch: 7,
        wrote: false,
        before: None,
    }
}

/// Applies changes of both scopes to `to`.
fn replicate(changes: &[Change], to: &Store) {
    for scope in Scope::ALL {
        let own = |change: &&Change| Scope::of(&change.table) == Some(scope);
        let own: Vec<Change> = changes.iter().filter(own).cloned().collect();
        to.apply_changes(scope, &own, Some(&cursor(1))).unwrap();
    }
}

/// Collects committed changes.
#[derive(Default)]
struct RecordedChanges(Mutex<Vec<Change>>);

impl Replication for RecordedChanges {
    fn committed(&self, changes: Vec<Change>) {
        self.0.lock().unwrap().extend(changes);
    }

    fn problem(&self) -> Option<String> {
        None
    }

    fn max_record_bytes(&self) -> usize {
        usize::MAX
    }

    fn wait_replicated(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::ready(()))
    }
}

/// ALRT-05: a report is delivered only after it was replicated, so `wait_replicated` must not return earlier.
#[tokio::test]
async fn wait_replicated_waits_for_an_announced_replication() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.wait_replicated().await;
    store.expect_replication();
    let waiting = {
        let store = store.clone();
        tokio::spawn(async move { store.wait_replicated().await })
    };
    tokio::task::yield_now().await;
    assert!(!waiting.is_finished());
    store.set_replication(Arc::<RecordedChanges>::default());
    waiting.await.unwrap();
}

#[test]
fn changes_arrive_in_commit_order_and_make_an_equal_file() {
    let ((_folder, path), (_other_folder, other_path)) = (folder(), folder());
    let (store, other) = (
        Store::open(&path).unwrap(),
        Store::open(&other_path).unwrap(),
    );
    let recorded = Arc::<RecordedChanges>::default();
    store.set_replication(Arc::clone(&recorded) as _);
    let recorded = &recorded.0;
    store.commit(&whole_market(), noon()).unwrap();
    let list = store.of(PersonId::OWNER).create_watchlist("First").unwrap();
    store
        .of(PersonId::OWNER)
        .rename_watchlist(list.id, "Second")
        .unwrap();
    let removed = store.of(PersonId::OWNER).create_watchlist("Gone").unwrap();
    store
        .of(PersonId::OWNER)
        .delete_watchlist(removed.id)
        .unwrap();
    // Failed transactions are rolled back and not replicated.
    let before = recorded.lock().unwrap().len();
    assert!(
        store
            .of(PersonId::OWNER)
            .rename_watchlist(9_999, "Nobody's")
            .is_err()
    );
    assert_eq!(recorded.lock().unwrap().len(), before);

    replicate(&recorded.lock().unwrap(), &other);
    assert_eq!(
        other.of(PersonId::OWNER).watchlists().unwrap(),
        store.of(PersonId::OWNER).watchlists().unwrap()
    );
    let (here, there) = (store.snapshot().unwrap(), other.snapshot().unwrap());
    assert_eq!(there.tickers, here.tickers);
    assert_eq!(there.quotes, here.quotes);
    assert_eq!(there.news, here.news);
    other.verify().unwrap();
    assert_eq!(other.cursor(Scope::AllMembers).unwrap(), Some(cursor(1)));
    // Copying all records has the same result.
    let read = |store: &Store| {
        let mut all = Vec::new();
        let visit = |change: Change| all.push((change.table, change.key, change.value));
        store.each_record(Scope::AllMembers, visit).unwrap();
        all.sort();
        all
    };
    assert_eq!(read(&other), read(&store));
}

#[test]
fn damaged_records_and_records_of_another_scope_are_rejected() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let mut records = Vec::new();
    store.of(PersonId::OWNER).create_watchlist("Whole").unwrap();
    store
        .each_record(Scope::AllMembers, |change| records.push(change))
        .unwrap();
    let whole = records
        .iter()
        .find(|one| one.table == "watchlists")
        .unwrap()
        .clone();
    let mut damaged = whole.clone();
    if let Some(value) = &mut damaged.value {
        value[9] ^= 1;
    }
    let (_other_folder, other_path) = folder();
    let other = Store::open(&other_path).unwrap();
    for (scope, change) in [
        (Scope::AllMembers, damaged),
        (Scope::Sources, whole.clone()),
        (
            Scope::AllMembers,
            Change {
                table: "credentials".to_owned(),
                ..whole.clone()
            },
        ),
    ] {
        let result = other.apply_changes(scope, &[whole.clone(), change], Some(&cursor(3)));
        assert!(matches!(result, Err(StoreError::Damaged(_))), "{result:?}");
    }
    assert!(other.of(PersonId::OWNER).watchlists().unwrap().is_empty());
    assert_eq!(other.cursor(Scope::AllMembers).unwrap(), None);
}

#[test]
fn remove_missing_removes_records_that_were_not_replicated() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.of(PersonId::OWNER).create_watchlist("Stays").unwrap();
    let mut replicated = HashSet::new();
    store
        .each_record(Scope::AllMembers, |change| {
            replicated.insert((change.table, change.key));
        })
        .unwrap();
    store.of(PersonId::OWNER).create_watchlist("Goes").unwrap();
    let removed = store
        .remove_missing(Scope::AllMembers, &replicated, &cursor(5))
        .unwrap();
    assert_eq!(removed.len(), 1, "{removed:?}");
    let lists = store.of(PersonId::OWNER).watchlists().unwrap();
    assert_eq!(lists.len(), 1);
    assert_eq!(lists[0].name, "Stays");
    assert_eq!(store.cursor(Scope::AllMembers).unwrap(), Some(cursor(5)));
}

#[test]
fn an_older_file_can_be_replicated() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.close().unwrap();
    for table in [
        "replica",
        "calls",
        "done_calls",
        "done_secret_calls",
        "call_times",
        "secret_call_times",
    ] {
        remove_table(&path, table, true);
    }
    let store = Store::open(&path).unwrap();
    assert_eq!(store.cursor(Scope::AllMembers).unwrap(), None);
    assert_eq!(
        store
            .call_outcome("a", marketdeck::store::Fingerprint::of_hash([1; 8]))
            .unwrap(),
        None
    );
    store.set_cursor(Scope::AllMembers, &cursor(2)).unwrap();
    assert_eq!(store.cursor(Scope::AllMembers).unwrap(), Some(cursor(2)));
}
