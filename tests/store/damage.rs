//! Reading a damaged file returns an error or the correct data; it never panics, and no data is silently missing.

use marketdeck::domain::person::PersonId;
use std::{
    fs,
    panic::catch_unwind,
    path::{Path, PathBuf},
};

use marketdeck::{
    domain::{bar::Interval, ticker::TickerId},
    store::{MarketBatch, Store, StoreError},
};

use tempfile::TempDir;

use super::support::{DAY, article, bars, folder, noon, quote, rng, rounds, ticker, whole_market};

const PAGE: usize = 4_096;
const TICKERS: u32 = 40;

/// Creates a closed database of 1 MB, of which redb uses a fifth.
fn fill(path: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("sample.redb")).unwrap();
    let batch = MarketBatch {
        tickers: (1..=TICKERS)
            .map(|id| ticker(id, &format!("T{id}")))
            .collect(),
        quotes: (1..=TICKERS).map(|id| quote(id, 100.0)).collect(),
        bars: (1..=TICKERS)
            .map(|id| (TickerId(id), Interval::Day, bars(18_000 * DAY, DAY, 800)))
            .collect(),
        news: (1..=60).map(|id| article(id, noon())).collect(),
        ..whole_market()
    };
    store.commit(&batch, noon()).unwrap();
    let list = store.of(PersonId::OWNER).create_watchlist("Tech").unwrap();
    for id in 1..=TICKERS {
        store
            .of(PersonId::OWNER)
            .add_watchlist_item(list.id, TickerId(id))
            .unwrap();
    }
    store.backup(path, &|_, _| ()).unwrap();
}

type Read<T> = Result<T, StoreError>;

/// Reads all data in separate parts, because one part may be readable when another is not.
fn parts(store: &Store) -> [Read<String>; 3] {
    let market = store.snapshot().map(|snapshot| format!("{snapshot:?}"));
    let lists = store
        .of(PersonId::OWNER)
        .watchlists()
        .map(|lists| format!("{lists:?}"));
    let bars = (1..=TICKERS)
        .map(|id| store.bars(TickerId(id), Interval::Day, i64::MIN..i64::MAX))
        .collect::<Read<Vec<_>>>()
        .map(|bars| format!("{bars:?}"));
    [market, lists, bars]
}

/// Creates a closed database; returns its folder, path, bytes and contents.
fn create_filled() -> (TempDir, PathBuf, Vec<u8>, [Read<String>; 3]) {
    let (folder, path) = folder();
    fill(&path);
    let whole = fs::read(&path).unwrap();
    let store = Store::open(&path).unwrap();
    let expected = parts(&store);
    store.close().unwrap();
    (folder, path, whole, expected)
}

/// Opens the file and compares its contents. Returns the number of parts reported as damaged.
fn damaged_parts(path: &Path, expected: &[Read<String>; 3], label: &str) -> usize {
    let store = match Store::open(path) {
        Ok(store) => store,
        Err(error) if error.is_damage() => return 4,
        Err(other) => panic!("{label}: {other}"),
    };
    let mut damaged = 0;
    for (part, expected) in parts(&store).iter().zip(expected) {
        match part {
            Err(error) if error.is_damage() => damaged += 1,
            Err(other) => panic!("{label}: {other}"),
            Ok(_) => assert!(
                part == expected,
                "{label}: wrong data was read without an error"
            ),
        }
    }
    if damaged > 0 {
        assert!(
            store.verify().is_err(),
            "{label}: the check finds the same damage as reading"
        );
    }
    damaged
}

#[test]
fn a_damaged_page_is_reported_or_unused() {
    let (_folder, path, whole, expected) = create_filled();

    let mut rng = fastrand::Rng::with_seed(6);
    let (mut reported, mut pages) = (0, 0);
    // The first page is the header, which redb stores twice.
    for page in 1..whole.len() / PAGE {
        let mut damaged = whole.clone();
        let damaged_page = &mut damaged[page * PAGE..][..PAGE];
        match page % 3 {
            0 => damaged_page.fill(0),
            1 => damaged_page.iter_mut().for_each(|byte| *byte = rng.u8(..)),
            _ => (0..8).for_each(|_| damaged_page[rng.usize(..PAGE)] ^= 1 << rng.u8(..8)),
        }
        fs::write(&path, &damaged).unwrap();
        pages += 1;
        let result = catch_unwind(|| damaged_parts(&path, &expected, &format!("page {page}")));
        reported += usize::from(result.expect("the store does not panic") > 0);
    }
    println!("{reported} of {pages} damaged pages were reported; the others were not in use");
    assert!(
        reported > 40,
        "too little damage was reported: {reported} of {pages} pages"
    );
}

/// Flips bits anywhere in the file. `MARKETDECK_TEST_ROUNDS=500` sets the number of flips.
#[test]
fn a_flipped_bit_is_reported_or_changes_nothing() {
    let (_folder, path, whole, expected) = create_filled();

    let mut rng = rng(9);
    let flips = rounds(60);
    let mut reported = 0;
    for flip in 0..flips {
        let (at, bit) = (rng.usize(..whole.len()), rng.u8(..8));
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << bit;
        fs::write(&path, &damaged).unwrap();
        let label = format!("flip {flip}, bit {bit} of byte {at}");
        let result = catch_unwind(|| is_flip_reported(&path, &expected, &label));
        reported += usize::from(result.expect("the store does not panic"));
    }
    println!("{reported} of {flips} flipped bits were reported; the others changed nothing");
    assert!(
        reported > flips / 20,
        "too little damage was reported: {reported}"
    );
}

/// Returns true if the file is rejected or reported as damaged; otherwise asserts that its contents are unchanged.
fn is_flip_reported(path: &Path, expected: &[Read<String>; 3], label: &str) -> bool {
    // The file is rejected after a flip in the magic number or in the schema version.
    let is_rejected = matches!(
        Store::open(path),
        Err(StoreError::Foreign(_) | StoreError::Newer { .. })
    );
    is_rejected || damaged_parts(path, expected, label) > 0
}

#[test]
fn after_an_unclean_stop_damage_is_found_when_opening() {
    let (folder, path) = folder();
    fill(&path);
    // A copy of a database in use is like the file after a power cut.
    let store = Store::open(&path).unwrap();
    let expected = parts(&store);
    let torn = folder.path().join("torn.redb");
    fs::copy(&path, &torn).unwrap();
    let whole = fs::read(&torn).unwrap();
    assert_eq!(damaged_parts(&torn, &expected, "undamaged copy"), 0);

    let mut found = 0;
    for page in (2..whole.len() / PAGE).step_by(5) {
        let mut damaged = whole.clone();
        damaged[page * PAGE + 100..][..64].fill(0xa5);
        fs::write(&torn, &damaged).unwrap();
        match damaged_parts(&torn, &expected, &format!("page {page}")) {
            0 => {}
            4 => found += 1,
            parts => panic!("page {page}: opening succeeded, and {parts} parts are damaged"),
        }
    }
    assert!(found > 3, "too little damage was found: {found}");
}

#[test]
fn a_truncated_file_is_damaged_and_not_empty() {
    let (_folder, path) = folder();
    fill(&path);
    let whole = fs::read(&path).unwrap();
    for length in [whole.len() / 2, PAGE * 2, 1_000] {
        fs::write(&path, &whole[..length]).unwrap();
        let store = Store::open(&path);
        let error = store.and_then(|store| store.snapshot()).err();
        assert!(
            matches!(error, Some(StoreError::Damaged(_))),
            "{length}: {error:?}"
        );
    }
}
