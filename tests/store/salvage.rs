//! Damaged pages of bars: user data stays readable, or can be salvaged.

use marketdeck::domain::person::PersonId;
use std::{fs, path::Path};

use marketdeck::{
    domain::{
        alert::{Alert, AlertFrequency, AlertKind, Condition},
        bar::{Bar, Interval},
        ticker::TickerId,
        watchlist::Watchlist,
    },
    store::{MarketBatch, SalvageReport, Store, StoreError, salvage},
};

use super::support::{DAY, bars, folder, noon, quote, ticker, whole_market};

const PAGE: usize = 4_096;
const TICKERS: u32 = 40;
const COPIES: usize = 28;

fn history(first: i64, count: i64) -> Vec<(TickerId, Interval, Vec<Bar>)> {
    (1..=TICKERS)
        .map(|id| (TickerId(id), Interval::Day, bars(first * DAY, DAY, count)))
        .collect()
}

/// Creates a closed database with a market, a watchlist and two alerts. Returns the user data.
fn fill(path: &Path) -> (Vec<Watchlist>, Vec<Alert>) {
    let store = Store::open(path).unwrap();
    let batch = MarketBatch {
        tickers: (1..=TICKERS)
            .map(|id| ticker(id, &format!("T{id}")))
            .collect(),
        quotes: (1..=TICKERS).map(|id| quote(id, 100.0)).collect(),
        bars: history(18_000, 800),
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
    for symbol in ["T1", "T2"] {
        let alert = Alert {
            condition: Some(Condition::Above),
            value: Some(250.0),
            ..Alert::new(AlertKind::Price, symbol, AlertFrequency::Once, noon())
        };
        store.of(PersonId::OWNER).create_alert(&alert).unwrap();
    }
    let user_data = user_data(&store).unwrap();
    store.close().unwrap();
    user_data
}

fn user_data(store: &Store) -> Result<(Vec<Watchlist>, Vec<Alert>), StoreError> {
    Ok((
        store.of(PersonId::OWNER).watchlists()?,
        store.of(PersonId::OWNER).alerts()?,
    ))
}

/// Returns the pages with keys of bars.
fn bar_pages(file: &[u8]) -> Vec<usize> {
    let keys: Vec<Vec<u8>> = (1..=TICKERS)
        .flat_map(|ticker| {
            (18_000 / 365..=18_800 / 365).map(move |chunk: u32| {
                [(chunk ^ (1 << 31)).to_be_bytes(), ticker.to_be_bytes()].concat()
            })
        })
        .collect();
    (1..file.len() / PAGE)
        .filter(|page| {
            let page = &file[page * PAGE..][..PAGE];
            keys.iter()
                .any(|key| page.windows(8).any(|window| window == key.as_slice()))
        })
        .collect()
}

fn recovered_and_lost(salvaged: &SalvageReport, table: &str) -> (u64, u64) {
    let found = salvaged.tables.iter().find(|entry| entry.table == table);
    found.map(|entry| (entry.recovered, entry.lost)).unwrap()
}

/// Salvages a damaged file and asserts that the user data is complete.
fn salvage_and_check(
    path: &Path,
    expected: &(Vec<Watchlist>, Vec<Alert>),
    label: &str,
) -> SalvageReport {
    let to = path.with_extension("salvaged.redb");
    let _ = fs::remove_file(&to);
    let before = fs::read(path).unwrap();
    let salvaged =
        salvage(path, &to, &|_, _| ()).unwrap_or_else(|error| panic!("{label}: {error}"));
    assert!(
        fs::read(path).unwrap() == before,
        "{label}: salvage does not change the damaged file"
    );
    let store = Store::open(&to).unwrap();
    assert_eq!(user_data(&store).as_ref(), Ok(expected), "{label}");
    store
        .verify()
        .unwrap_or_else(|error| panic!("{label}: {error}"));
    salvaged
}

#[test]
fn a_zeroed_page_of_bars_leaves_lists_and_alerts() {
    let (_folder, path) = folder();
    let expected = fill(&path);
    let whole = fs::read(&path).unwrap();
    let pages = bar_pages(&whole);
    assert!(pages.len() >= COPIES, "{} pages", pages.len());
    let (mut unopened, mut lost) = (0, 0);
    for copy in 0..COPIES {
        let page = pages[copy * pages.len() / COPIES];
        let label = format!("page {page}");
        let mut damaged = whole.clone();
        damaged[page * PAGE..][..PAGE].fill(0);
        fs::write(&path, &damaged).unwrap();
        if let Ok(store) = Store::open(&path) {
            assert_eq!(
                user_data(&store).as_ref(),
                Ok(&expected),
                "{label}: after opening"
            );
            // Commits market data on the damaged page twice, as a server retries.
            for day in [18_790, 18_795] {
                let batch = MarketBatch {
                    bars: history(day, 30),
                    ..MarketBatch::default()
                };
                if let Err(error) = store.commit(&batch, noon()) {
                    assert!(error.is_damage(), "{label}: {error}");
                    assert!(!store.condition().writable, "{label}");
                }
                assert_eq!(
                    user_data(&store).as_ref(),
                    Ok(&expected),
                    "{label}: still readable"
                );
            }
            store.close().unwrap();
        } else {
            unopened += 1;
        }
        fs::write(&path, &damaged).unwrap();
        lost += u64::from(salvage_and_check(&path, &expected, &label).lost() > 0);
    }
    println!("{unopened} of {COPIES} did not open, {lost} lost bars");
    assert!(lost > 5, "too little damage: {lost} of the files lost bars");
}

#[test]
fn a_zeroed_page_loses_only_its_own_records() {
    let (_folder, path) = folder();
    let expected = fill(&path);
    let whole = fs::read(&path).unwrap();
    let salvaged_whole = salvage_and_check(&path, &expected, "whole");
    assert_eq!(salvaged_whole.lost(), 0);
    let (all, _) = recovered_and_lost(&salvaged_whole, "bars_1d");
    let store = Store::open(&path.with_extension("salvaged.redb")).unwrap();
    let days = |id| store.bars(TickerId(id), Interval::Day, 0..i64::MAX);
    assert_eq!(days(1).unwrap(), bars(18_000 * DAY, DAY, 800));
    drop(store);

    // Destroys two pages far apart; the records between them cannot be reached from either end.
    let pages = bar_pages(&whole);
    let leaves: Vec<usize> = pages
        .into_iter()
        .filter(|page| whole[page * PAGE] == 1)
        .collect();
    let mut damaged = whole;
    for page in [leaves[leaves.len() / 4], leaves[leaves.len() * 3 / 4]] {
        damaged[page * PAGE..][..PAGE].fill(0);
    }
    fs::write(&path, &damaged).unwrap();
    let (recovered, lost) =
        recovered_and_lost(&salvage_and_check(&path, &expected, "two pages"), "bars_1d");
    assert_eq!(recovered + lost, all);
    assert!(lost > 0 && lost <= 24, "{lost} of {all} lost");
}

#[test]
fn a_foreign_file_and_a_file_in_use_are_not_salvaged() {
    let (folder, path) = folder();
    fs::write(&path, "not a database").unwrap();
    let to = folder.path().join("to.redb");
    assert!(matches!(
        salvage(&path, &to, &|_, _| ()),
        Err(StoreError::Foreign(_))
    ));
    fs::remove_file(&path).unwrap();
    let store = Store::open(&path).unwrap();
    assert!(matches!(
        salvage(&path, &to, &|_, _| ()),
        Err(StoreError::Locked(_))
    ));
    store.close().unwrap();
    salvage(&path, &to, &|_, _| ()).unwrap();
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 2, "no temporary file is left");
}

/// In a copy of a file that was being written, header and pages can be from different times.
#[test]
fn records_of_a_file_without_an_index_are_recovered_from_its_pages() {
    let (_folder, path) = folder();
    let (lists, alerts) = fill(&path);
    let whole = fs::read(&path).unwrap();
    // Destroys every page that is not a leaf.
    let mut torn = whole.clone();
    for page in torn.chunks_mut(PAGE).skip(1) {
        if page[0] != 1 {
            page.fill(0);
        }
    }
    // Destroys the two roots in the header (redb `docs/design.md`, 'Commit slot').
    torn[64..320].fill(0xAA);
    fs::write(&path, &torn).unwrap();
    assert!(Store::open(&path).is_err());
    let to = path.with_extension("salvaged.redb");
    let salvaged = salvage(&path, &to, &|_, _| ()).unwrap();
    assert!(salvaged.is_scanned);
    assert_eq!(
        salvaged.lost(),
        0,
        "without an index, the number of lost records is unknown and 0"
    );
    let store = Store::open(&to).unwrap();
    assert_eq!(user_data(&store), Ok((lists, alerts)));
    store.verify().unwrap();
    drop(store);

    // Without any intact page, salvage fails and creates no file.
    let to = path.with_extension("second.redb");
    torn[PAGE..].fill(0);
    fs::write(&path, &torn).unwrap();
    let error = salvage(&path, &to, &|_, _| ()).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert!(!to.exists());
}
