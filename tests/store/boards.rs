//! Storing boards.

use marketdeck::domain::person::PersonId;
use marketdeck::{
    domain::board::{Board, presets},
    store::{Store, StoreError},
};

use super::support::{backup_and_salvage, folder, noon, remove_table, whole_market};

fn board(name: &str) -> Board {
    Board {
        name: name.to_owned(),
        ..presets(None).remove(1)
    }
}

fn names(store: &Store) -> Vec<String> {
    let boards = store.of(PersonId::OWNER).boards().unwrap().into_iter();
    boards.map(|board| board.name).collect()
}

#[test]
fn an_older_file_without_boards_opens_and_a_lost_boards_table_is_damage() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.close().unwrap();
    remove_table(&path, "boards", true);
    let store = Store::open(&path).unwrap();
    assert_eq!(names(&store), ["main", "branch"]);
    assert!(
        store
            .of(PersonId::OWNER)
            .save_board(&board("kitchen"))
            .unwrap()
    );
    store.close().unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(names(&store), ["main", "branch", "kitchen"]);
    store.close().unwrap();

    remove_table(&path, "boards", false);
    let store = Store::open(&path).unwrap();
    let error = store.of(PersonId::OWNER).boards().unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert_eq!(store.snapshot().unwrap().tickers, whole_market().tickers);
}

#[test]
fn backup_and_salvage_contain_the_boards() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store
        .of(PersonId::OWNER)
        .save_board(&board("kitchen"))
        .unwrap();
    store.of(PersonId::OWNER).delete_board("main").unwrap();
    let truth = store.of(PersonId::OWNER).boards().unwrap();
    for copy in backup_and_salvage(&store, &path) {
        let copy = Store::open(&copy).unwrap();
        copy.verify().unwrap();
        assert_eq!(copy.of(PersonId::OWNER).boards().unwrap(), truth);
        copy.close().unwrap();
    }
}

#[test]
fn the_101st_board_is_rejected_with_a_readable_message() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    for number in 0..98 {
        store
            .of(PersonId::OWNER)
            .save_board(&board(&format!("b{number}")))
            .unwrap();
    }
    let error = store
        .of(PersonId::OWNER)
        .save_board(&board("one-more"))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "There are already 100 boards; delete some first."
    );
    assert!(
        !store.of(PersonId::OWNER).save_board(&board("b7")).unwrap(),
        "the board existed before"
    );
    store.of(PersonId::OWNER).delete_board("b7").unwrap();
    assert!(
        store
            .of(PersonId::OWNER)
            .save_board(&board("one-more"))
            .unwrap()
    );
}

#[test]
fn concurrent_saves_and_deletions_keep_the_limits() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let built_in = store.of(PersonId::OWNER).boards().unwrap().len();
    let saving: Vec<_> = (0..6)
        .map(|writer| {
            let store = store.clone();
            std::thread::spawn(move || {
                let saved = (0..25).filter(|nth| {
                    store
                        .of(PersonId::OWNER)
                        .save_board(&board(&format!("b{writer}-{nth}")))
                        .is_ok()
                });
                saved.count()
            })
        })
        .collect();
    let saved: usize = saving.into_iter().map(|one| one.join().unwrap()).sum();
    assert_eq!(
        (saved, store.of(PersonId::OWNER).boards().unwrap().len()),
        (100 - built_in, 100)
    );
    let names = names(&store);
    let deleting: Vec<_> = (0..4)
        .map(|_| {
            let (store, names) = (store.clone(), names.clone());
            std::thread::spawn(move || {
                for name in &names {
                    drop(store.of(PersonId::OWNER).delete_board(name));
                }
            })
        })
        .collect();
    for one in deleting {
        one.join().unwrap();
    }
    assert_eq!(
        store.of(PersonId::OWNER).boards().unwrap().len(),
        1,
        "the last board cannot be deleted"
    );
}
