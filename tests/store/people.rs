//! Several people in one database.

use std::fs;

use marketdeck::{
    domain::{
        alert::{Alert, AlertFrequency, AlertKind, FiredAlert},
        note::Note,
        person::{ConfiguredPerson, PersonId, PersonOrigin, Role},
        settings::Settings,
        sharing::Share,
        ticker::TickerId,
    },
    store::{ListsOfRemoved, NewReport, Store, StoreError, salvage},
};
use redb::{Database, ReadableDatabase as _, TableDefinition};

use super::support::{folder, noon};

const OWNER: PersonId = PersonId::OWNER;

fn add(store: &Store, name: &str) -> PersonId {
    let person = store.add_person(name, Role::Member, None, PersonOrigin::Page, noon());
    person.unwrap().id
}

/// Writes a record of each kind for a person.
fn fill(store: &Store, person: PersonId, name: &str) {
    let own = store.of(person);
    let list = own.create_watchlist(name).unwrap();
    own.add_watchlist_item(list.id, TickerId(1)).unwrap();
    let note = Note {
        id: 0,
        ticker_id: TickerId(1),
        date: "2026-11-20".parse().unwrap(),
        text: name.to_owned(),
        created_at: noon(),
        changed_at: noon(),
    };
    own.create_note(&note).unwrap();
    own.create_screen(name, "pe=..10").unwrap();
    own.save_settings(&Settings::default()).unwrap();
    let alert = Alert::new(AlertKind::Price, "AAPL", AlertFrequency::Once, noon());
    let alert = own.create_alert(&alert).unwrap();
    let report = NewReport {
        person,
        fired: FiredAlert::new(alert.id, "AAPL", noon(), name),
        channels: vec!["phone".to_owned()],
    };
    store.record_fired(&[report], &[alert], noon()).unwrap();
    own.mark_reports_read(0).unwrap();
}

/// Returns what a person sees: names of lists, notes, screens and reports, and the channel's waiting reports.
fn seen(store: &Store, person: PersonId) -> Vec<String> {
    let own = store.of(person);
    let mut all: Vec<String> = vec![];
    all.extend(own.watchlists().unwrap().into_iter().map(|list| list.name));
    all.extend(own.notes().unwrap().into_iter().map(|note| note.text));
    all.extend(own.screens().unwrap().into_iter().map(|screen| screen.name));
    let reports = own.reports(10).unwrap().into_iter();
    all.extend(reports.map(|report| format!("{} {}", report.fired.sentence, report.read)));
    let waiting = own.undelivered("phone").unwrap().into_iter();
    all.extend(waiting.map(|waiting| waiting.fired.sentence));
    all.push(format!("{:?}", own.versioned_settings().unwrap().version));
    all
}

fn expected(name: &str) -> Vec<String> {
    let report = format!("{name} true");
    let texts = [name, name, name, &report, name, "Some(1)"];
    texts.map(str::to_owned).to_vec()
}

/// Returns the schema version of a file.
fn schema(path: &std::path::Path) -> u32 {
    let meta: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
    let database = Database::open(path).unwrap();
    let txn = database.begin_read().unwrap();
    let row = txn.open_table(meta).unwrap().get("schema").unwrap();
    // The number follows its checksum.
    let bytes = row.unwrap().value().to_vec();
    u32::from_le_bytes(*bytes.last_chunk().unwrap())
}

#[test]
fn each_person_sees_their_own_records_after_a_restart_a_backup_and_a_salvage() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let (anna, ben) = (add(&store, "Anna"), add(&store, "Ben"));
    assert_eq!((anna, ben), (PersonId(2), PersonId(3)));
    let people = [(OWNER, "Owner"), (anna, "Anna"), (ben, "Ben")];
    for (person, name) in people {
        fill(&store, person, name);
    }
    let backup = folder.path().join("backup.redb");
    store.backup(&backup, &|_, _| ()).unwrap();
    store.verify().unwrap();
    store.close().unwrap();
    drop(store);
    let salvaged = folder.path().join("salvaged.redb");
    salvage(&path, &salvaged, &|_, _| ()).unwrap();
    for file in [&path, &backup, &salvaged] {
        let store = Store::open(file).unwrap();
        for (person, name) in people {
            assert_eq!(seen(&store, person), expected(name), "{}", file.display());
        }
        assert_eq!(store.people().unwrap().len(), 2);
        store.close().unwrap();
        drop(store);
        // A program that does not know of people refuses such a file.
        assert_eq!(schema(file), 4);
    }
}

/// A file of one person stays as it always was, so that it can be opened by an older version.
#[test]
fn a_file_of_one_person_keeps_its_schema() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    fill(&store, OWNER, "Owner");
    store.close().unwrap();
    drop(store);
    assert_eq!(schema(&path), 3);
}

#[test]
fn the_records_of_a_removed_person_are_gone_and_their_lists_may_move() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let (anna, ben) = (add(&store, "Anna"), add(&store, "Ben"));
    for (person, name) in [(OWNER, "Owner"), (anna, "Anna"), (ben, "Ben")] {
        fill(&store, person, name);
    }
    let mine = store.of(OWNER).watchlists().unwrap()[0].id;
    let with_anna = Share {
        with: Some(anna),
        may_write: true,
    };
    store
        .of(OWNER)
        .share_watchlist(mine, vec![with_anna])
        .unwrap();
    store
        .of(OWNER)
        .share_board("main", vec![with_anna])
        .unwrap();
    store
        .remove_person(anna, ListsOfRemoved::MoveToOwner)
        .unwrap();
    store.remove_person(ben, ListsOfRemoved::Delete).unwrap();
    let gone = StoreError::NotFound("person");
    assert_eq!(store.remove_person(ben, ListsOfRemoved::Delete), Err(gone));
    let none = vec!["Some(0)".to_owned()];
    assert_eq!(
        (seen(&store, anna), seen(&store, ben)),
        (none.clone(), none)
    );
    let lists = store.of(OWNER).watchlists().unwrap();
    let names: Vec<_> = lists.iter().map(|list| &*list.name).collect();
    assert_eq!(names, ["Owner", "Anna"]);
    assert_eq!((lists[1].user_id, lists[1].items.len()), (OWNER, 1));
    assert_eq!(lists[0].shares, [], "a later person could get the share");
    let boards = store.of(OWNER).visible_boards().unwrap();
    assert!(boards.iter().all(|board| board.shares.is_empty()));
    assert_eq!(add(&store, "Anna"), PersonId(4), "ids are not reused");
    store.verify().unwrap();
}

/// Report numbers count for each person, so that a person with many reports does not push out those of another.
#[test]
fn many_reports_of_one_person_leave_those_of_another() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let anna = add(&store, "Anna");
    let report = |person, name: &str| NewReport {
        person,
        fired: FiredAlert::new(1, "AAPL", noon(), name),
        channels: vec!["phone".to_owned()],
    };
    let first = store.record_fired(&[report(anna, "Anna")], &[], noon());
    assert_eq!(first.unwrap(), [0]);
    let many: Vec<_> = (0..1_100).map(|_| report(OWNER, "Owner")).collect();
    store.record_fired(&many, &[], noon()).unwrap();
    assert_eq!(store.of(OWNER).reports(2_000).unwrap().len(), 1_000);
    assert_eq!(store.of(OWNER).undelivered("phone").unwrap().len(), 1_000);
    assert_eq!(store.of(anna).reports(10).unwrap().len(), 1);
    store.of(OWNER).delete_reports(u64::MAX).unwrap();
    assert_eq!(store.of(anna).undelivered("phone").unwrap().len(), 1);
}

#[test]
fn people_of_the_configuration_are_added_changed_and_kept_when_they_are_no_longer_named() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let configured = |name: &str, role, hash: Option<&str>| ConfiguredPerson {
        name: name.to_owned(),
        role,
        password_hash: hash.map(str::to_owned),
    };
    let anna = configured("Anna", Role::Member, Some("hash"));
    store.sync_people(&[anna], noon()).unwrap();
    let id = store.people().unwrap()[0].id;
    fill(&store, id, "Anna");
    let anna = configured("ANNA", Role::Viewer, None);
    store
        .sync_people(std::slice::from_ref(&anna), noon())
        .unwrap();
    let person = store.people().unwrap().remove(0);
    let actual = (person.id, &*person.name, person.role, person.password_hash);
    assert_eq!(actual, (id, "ANNA", Role::Viewer, None));
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    store
        .sync_people(std::slice::from_ref(&anna), noon())
        .unwrap();
    let after = fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(before, after, "an unchanged configuration writes nothing");
    store.sync_people(&[], noon()).unwrap();
    assert_eq!(store.people().unwrap()[0].origin, PersonOrigin::Removed);
    assert_eq!(seen(&store, id), expected("Anna"));
    store.sync_people(&[anna], noon()).unwrap();
    assert_eq!(store.people().unwrap()[0].origin, PersonOrigin::File);
    assert_eq!(store.people().unwrap().len(), 1);
}
