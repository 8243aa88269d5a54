//! The path of the database: pipes and folders, a removed or replaced file, and two programs at once.

use marketdeck::domain::person::PersonId;
use std::{
    fs,
    process::Command,
    sync::{Arc, Barrier, mpsc},
    thread,
    time::Duration,
};

use marketdeck::store::{Store, StoreError};

use super::support::{folder, noon, whole_market};

#[test]
fn after_a_removal_writes_fail_and_reads_continue() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    let list = store.of(PersonId::OWNER).create_watchlist("a").unwrap();
    assert!(store.condition().writable);
    assert!(store.condition().last_commit.is_some());
    let aside = folder.path().join("aside.redb");
    fs::rename(&path, &aside).unwrap();

    assert!(
        !store.condition().writable,
        "health reports the removal without a write"
    );
    let error = store.of(PersonId::OWNER).create_watchlist("b").unwrap_err();
    assert!(matches!(error, StoreError::Gone(_)), "{error}");
    assert!(
        error.to_string().contains("sample.redb was removed"),
        "{error}"
    );
    let condition = store.condition();
    assert_eq!(
        condition.problem.as_deref(),
        Some("the server's database file was removed or replaced; nothing was saved")
    );
    assert_eq!(
        store.of(PersonId::OWNER).watchlists().unwrap(),
        std::slice::from_ref(&list)
    );

    // Writes succeed once the file is back.
    fs::rename(&aside, &path).unwrap();
    store.of(PersonId::OWNER).create_watchlist("c").unwrap();
    assert_eq!(store.condition().problem, None);
    fs::remove_dir_all(folder.path()).unwrap();
    assert!(matches!(
        store.commit(&whole_market(), noon()),
        Err(StoreError::Gone(_))
    ));
}

#[test]
fn a_replacement_file_is_not_written_to() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.of(PersonId::OWNER).create_watchlist("a").unwrap();
    let copy = folder.path().join("backup.redb");
    store.backup(&copy, &|_, _| ()).unwrap();
    fs::rename(&copy, &path).unwrap();
    let before = fs::read(&path).unwrap();
    let error = store.of(PersonId::OWNER).create_watchlist("b").unwrap_err();
    assert!(
        error.to_string().ends_with(
            "was replaced by another file; nothing can be saved until Marketdeck is restarted"
        ),
        "{error}"
    );
    assert!(!store.condition().writable);
    assert_eq!(store.of(PersonId::OWNER).watchlists().unwrap().len(), 1);
    store.close().unwrap();
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn a_pipe_or_a_folder_is_rejected_at_once() {
    let (_folder, path) = folder();
    let created = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(created.success());
    let (result_sender, result) = mpsc::channel();
    let pipe = path.clone();
    thread::spawn(move || result_sender.send(Store::open(&pipe).err()));
    let error = result.recv_timeout(Duration::from_secs(20));
    let error = error.expect("opening a pipe does not block").unwrap();
    assert!(
        error
            .to_string()
            .contains("sample.redb is a pipe and cannot be a database"),
        "{error}"
    );
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let error = Store::open(&path).err().unwrap();
    assert!(error.to_string().contains("is a folder"), "{error}");
}

#[test]
fn of_two_simultaneous_first_starts_one_gets_an_in_use_error() {
    for round in 0..30 {
        let (folder, path) = folder();
        let barrier = Arc::new(Barrier::new(2));
        let starts = [(); 2].map(|()| {
            let (path, barrier) = (path.clone(), Arc::clone(&barrier));
            thread::spawn(move || {
                barrier.wait();
                Store::open(&path)
            })
        });
        // Keeps the first store open until both attempts have finished; otherwise the second could succeed.
        let results = starts.map(|start| start.join().unwrap());
        let winners = results.iter().filter(|result| result.is_ok()).count();
        assert_eq!(winners, 1, "round {round}");
        for error in results.iter().filter_map(|result| result.as_ref().err()) {
            assert!(matches!(error, StoreError::Locked(_)), "{round}: {error}");
        }
        drop(results);
        Store::open(&path)
            .unwrap()
            .of(PersonId::OWNER)
            .create_watchlist("a")
            .unwrap();
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 1, "round {round}: no temporary file is left");
    }
}

#[test]
fn a_failed_backup_does_not_change_the_database() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    let missing_folder = folder.path().join("missing").join("backup.redb");
    let error = store.backup(&missing_folder, &|_, _| ()).unwrap_err();
    assert!(matches!(error, StoreError::Target(_)), "{error}");
    assert!(store.condition().writable);
    assert_eq!(store.condition().problem, None);
    store.of(PersonId::OWNER).create_watchlist("a").unwrap();
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1);
}
