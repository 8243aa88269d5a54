//! Opening, closing and backing up the database file.

use marketdeck::domain::person::PersonId;
use std::fs;

use marketdeck::{
    domain::{bar::Interval, ticker::TickerId},
    store::{Store, StoreError},
};

use super::support::{folder, noon, whole_market};

#[test]
fn a_second_program_gets_an_in_use_error() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let error = Store::open(&path).err().unwrap();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
    assert!(
        error
            .to_string()
            .contains("is in use by another Marketdeck")
    );
    store.close().unwrap();
    Store::open(&path).unwrap();
}

#[test]
fn using_a_closed_store_is_an_error() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.close().unwrap();
    store.close().unwrap();
    assert_eq!(store.snapshot().unwrap_err(), StoreError::Closed);
}

#[test]
fn a_backup_of_a_database_in_use_is_complete() {
    let (folder, path) = folder();
    let copy = folder.path().join("backup.redb");
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    let list = store.of(PersonId::OWNER).create_watchlist("Tech").unwrap();
    fs::write(&copy, "an older backup").unwrap();
    store.backup(&copy, &|_, _| ()).unwrap();
    store
        .of(PersonId::OWNER)
        .rename_watchlist(list.id, "Later")
        .unwrap();
    assert!(
        store.backup(&path, &|_, _| ()).is_err(),
        "a backup cannot overwrite its own database"
    );

    let backup = Store::open(&copy).unwrap();
    backup.verify().unwrap();
    assert_eq!(backup.of(PersonId::OWNER).watchlists().unwrap(), [list]);
    assert_eq!(backup.snapshot().unwrap().tickers, whole_market().tickers);
    let all = 0..i64::MAX;
    assert_eq!(
        backup
            .bars(TickerId(1), Interval::Day, all.clone())
            .unwrap(),
        store.bars(TickerId(1), Interval::Day, all).unwrap()
    );
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 2, "no temporary file is left: {names:?}");
}

#[test]
fn files_of_other_programs_are_rejected_and_unchanged() {
    let (folder, path) = folder();
    let other_file = folder.path().join("other.redb");
    let table: redb::TableDefinition<u32, &str> = redb::TableDefinition::new("other");
    let database = redb::Database::create(&other_file).unwrap();
    let txn = database.begin_write().unwrap();
    txn.open_table(table).unwrap().insert(1, "keep me").unwrap();
    txn.commit().unwrap();
    drop(database);
    let redb_of_other_program = fs::read(&other_file).unwrap();
    for content in [
        &b""[..],
        b"redb",
        b"SQLite format 3\0 and so on",
        &redb_of_other_program,
    ] {
        fs::write(&path, content).unwrap();
        let error = Store::open(&path).err().unwrap();
        assert_eq!(error, StoreError::Foreign(path.display().to_string()));
        assert!(error.to_string().ends_with("it was left unchanged"));
        assert_eq!(fs::read(&path).unwrap(), content);
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(Store::open(&path).is_err(), "a folder is rejected");
}

#[test]
fn files_of_a_failed_first_start_do_not_stop_the_second() {
    let (folder, path) = folder();
    fs::write(folder.path().join("sample.redb.new"), "half a file").unwrap();
    let store = Store::open(&path).unwrap();
    assert!(store.snapshot().unwrap().tickers.is_empty());
    assert!(!folder.path().join("sample.redb.new").exists());
}

#[test]
fn a_missing_folder_is_an_error_and_not_a_panic() {
    let (folder, _) = folder();
    let missing_folder = folder.path().join("missing").join("sample.redb");
    assert!(matches!(
        Store::open(&missing_folder),
        Err(StoreError::Io(_))
    ));
}
