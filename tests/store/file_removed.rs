//! The file's place: pipes and folders in it, a file that goes, and two programs that come.

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
fn a_removed_file_fails_the_next_write_with_one_sentence_and_reads_go_on() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    let list = store.create_watchlist(1, "a").unwrap();
    assert!(store.condition().writable);
    assert!(store.condition().last_commit.is_some());
    let aside = folder.path().join("aside.redb");
    fs::rename(&path, &aside).unwrap();

    assert!(
        !store.condition().writable,
        "health need not wait for a write"
    );
    let error = store.create_watchlist(1, "b").unwrap_err();
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
    assert_eq!(store.watchlists(1).unwrap(), std::slice::from_ref(&list));

    // Back in its place, it is written again.
    fs::rename(&aside, &path).unwrap();
    store.create_watchlist(1, "c").unwrap();
    assert_eq!(store.condition().problem, None);
    fs::remove_dir_all(folder.path()).unwrap();
    assert!(matches!(
        store.commit(&whole_market(), noon()),
        Err(StoreError::Gone(_))
    ));
}

#[test]
fn another_file_in_its_place_is_not_written_to() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.create_watchlist(1, "a").unwrap();
    let copy = folder.path().join("backup.redb");
    store.backup(&copy, &|_, _| ()).unwrap();
    fs::rename(&copy, &path).unwrap();
    let before = fs::read(&path).unwrap();
    let error = store.create_watchlist(1, "b").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("another file was put in the place of"),
        "{error}"
    );
    assert!(!store.condition().writable);
    assert_eq!(store.watchlists(1).unwrap().len(), 1);
    store.close().unwrap();
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn a_pipe_or_a_folder_in_its_place_is_refused_at_once() {
    let (_folder, path) = folder();
    let made = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    let (tell, told) = mpsc::channel();
    let pipe = path.clone();
    thread::spawn(move || tell.send(Store::open(&pipe).err()));
    let error = told.recv_timeout(Duration::from_secs(20));
    let error = error.expect("it does not wait for the pipe").unwrap();
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
fn of_two_first_starts_at_once_one_wins_and_the_other_says_that_the_file_is_in_use() {
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
        // Both results are held until both are there: who closes would let the other in.
        let results = starts.map(|start| start.join().unwrap());
        let winners = results.iter().filter(|result| result.is_ok()).count();
        assert_eq!(winners, 1, "round {round}");
        for error in results.iter().filter_map(|result| result.as_ref().err()) {
            assert!(matches!(error, StoreError::Locked(_)), "{round}: {error}");
        }
        drop(results);
        Store::open(&path)
            .unwrap()
            .create_watchlist(1, "a")
            .unwrap();
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 1, "round {round}: nothing half-made stays");
    }
}

#[test]
fn a_backup_that_cannot_be_written_leaves_the_database_as_it_is() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    let nowhere = folder.path().join("missing").join("backup.redb");
    let error = store.backup(&nowhere, &|_, _| ()).unwrap_err();
    assert!(matches!(error, StoreError::Target(_)), "{error}");
    assert!(store.condition().writable);
    assert_eq!(store.condition().problem, None);
    store.create_watchlist(1, "a").unwrap();
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1);
}
