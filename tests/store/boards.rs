//! Boards: what was acknowledged stays.

use marketdeck::{
    domain::board::{Board, presets},
    store::{Store, StoreError},
};

use super::support::{folder, noon, whole_market};

fn board(name: &str) -> Board {
    Board {
        name: name.to_owned(),
        ..presets(None).remove(1)
    }
}

fn names(store: &Store) -> Vec<String> {
    let boards = store.boards().unwrap().into_iter();
    boards.map(|board| board.name).collect()
}

#[test]
fn a_file_from_before_there_were_boards_takes_one_and_one_that_lost_its_boards_says_so() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.close().unwrap();
    let boards: redb::TableDefinition<&[u8], &[u8]> = redb::TableDefinition::new("boards");
    let meta: redb::TableDefinition<&str, &[u8]> = redb::TableDefinition::new("meta");
    let lose = |is_old: bool| {
        let database = redb::Database::open(&path).unwrap();
        let txn = database.begin_write().unwrap();
        assert!(txn.delete_table(boards).unwrap());
        if is_old {
            txn.open_table(meta).unwrap().remove("boards").unwrap();
        }
        txn.commit().unwrap();
    };
    lose(true);
    let store = Store::open(&path).unwrap();
    assert_eq!(names(&store), ["main", "branch"]);
    assert!(store.save_board(&board("kitchen")).unwrap());
    store.close().unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(names(&store), ["main", "branch", "kitchen"]);
    store.close().unwrap();

    lose(false);
    let store = Store::open(&path).unwrap();
    let error = store.boards().unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert_eq!(store.snapshot().unwrap().tickers, whole_market().tickers);
}

#[test]
fn a_backup_and_a_salvaged_file_hold_the_boards() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.save_board(&board("kitchen")).unwrap();
    store.delete_board("main").unwrap();
    let truth = store.boards().unwrap();
    let backup = folder.path().join("backup.redb");
    store.backup(&backup, &|_, _| ()).unwrap();
    store.close().unwrap();
    let salvaged = folder.path().join("salvaged.redb");
    marketdeck::store::salvage(&path, &salvaged, &|_, _| ()).unwrap();
    for copy in [backup, salvaged] {
        let copy = Store::open(&copy).unwrap();
        copy.verify().unwrap();
        assert_eq!(copy.boards().unwrap(), truth);
        copy.close().unwrap();
    }
}

#[test]
fn there_are_a_hundred_boards_at_most_and_one_sentence_says_so() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    for number in 0..98 {
        store.save_board(&board(&format!("b{number}"))).unwrap();
    }
    let error = store.save_board(&board("one-more")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "There are 100 boards already; delete some first."
    );
    assert!(!store.save_board(&board("b7")).unwrap(), "it is there");
    store.delete_board("b7").unwrap();
    assert!(store.save_board(&board("one-more")).unwrap());
}
