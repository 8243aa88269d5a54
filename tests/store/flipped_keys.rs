//! A flipped bit in the key of a record is noticed by reads, checks and backups.

use marketdeck::domain::person::PersonId;
use std::{fs, panic::catch_unwind, path::Path};

use marketdeck::{
    domain::{bar::Interval, ticker::TickerId},
    store::{MarketBatch, Store},
};

use super::support::{DAY, article, bars, folder, noon, quote, ticker, whole_market};

const TICKERS: u32 = 60;
const FLIPS: usize = 60;

/// Creates a database without free pages, so that every key in the file is in use.
fn fill(path: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("sample.redb")).unwrap();
    let batch = MarketBatch {
        tickers: (1..=TICKERS)
            .map(|id| ticker(id, &format!("T{id}")))
            .collect(),
        quotes: (1..=TICKERS).map(|id| quote(id, 100.0)).collect(),
        bars: (1..=TICKERS)
            .map(|id| (TickerId(id), Interval::Day, bars(18_000 * DAY, DAY, 1_200)))
            .collect(),
        news: (1..=60).map(|id| article(id, noon())).collect(),
        ..whole_market()
    };
    store.commit(&batch, noon()).unwrap();
    let list = store.of(PersonId::OWNER).create_watchlist("Tech").unwrap();
    store
        .of(PersonId::OWNER)
        .add_watchlist_item(list.id, TickerId(3))
        .unwrap();
    store.backup(path, &|_, _| ()).unwrap();
}

/// Returns the offsets of the keys of bars in the file. A key is chunk and ticker, four bytes each.
fn keys(file: &[u8]) -> Vec<usize> {
    let chunks = (18_000 / 365)..=(19_200 / 365);
    let mut found = vec![];
    for chunk in chunks {
        for ticker in 1..=TICKERS {
            let chunk: u32 = chunk ^ (1 << 31);
            let key = [chunk.to_be_bytes(), ticker.to_be_bytes()].concat();
            found.extend(
                file.windows(8)
                    .enumerate()
                    .filter(|(_, window)| *window == key)
                    .map(|(at, _)| at),
            );
        }
    }
    found
}

type Series = Vec<Option<Vec<marketdeck::domain::bar::Bar>>>;

/// Returns the bars of every ticker; `None` for a ticker whose bars cannot be read.
fn series(store: &Store) -> Series {
    (1..=TICKERS)
        .map(|id| {
            store
                .bars(TickerId(id), Interval::Day, i64::MIN..i64::MAX)
                .ok()
        })
        .collect()
}

/// Returns true if the damage is noticed; otherwise asserts that it changes no data.
fn is_damage_noticed(path: &Path, expected: &Series, label: &str) -> bool {
    let Ok(store) = Store::open(path) else {
        return true;
    };
    let read = series(&store);
    for (read, expected) in read.iter().zip(expected) {
        assert!(
            read.is_none() || read == expected,
            "{label}: different bars were read without an error"
        );
    }
    let read_wrong = read.iter().any(Option::is_none);
    let verified = store.verify().is_ok();
    let copied = store
        .backup(&path.with_extension("copy"), &|_, _| ())
        .is_ok();
    assert!(
        !read_wrong || (!verified && !copied),
        "{label}: reads noticed the damage; check noticed it: {verified}, backup: {copied}"
    );
    assert_eq!(verified, copied, "{label}: check and backup agree");
    !verified
}

#[test]
fn flipped_key_bits_are_noticed_by_reads_check_and_backup() {
    let (_folder, path) = folder();
    fill(&path);
    let whole = fs::read(&path).unwrap();
    let store = Store::open(&path).unwrap();
    let expected = series(&store);
    assert!(expected.iter().all(Option::is_some));
    store.close().unwrap();
    drop(store);

    let keys = keys(&whole);
    assert!(keys.len() >= 240, "{} keys", keys.len());
    let mut rng = fastrand::Rng::with_seed(4);
    let mut unnoticed = 0;
    for flip in 0..FLIPS {
        let at = keys[rng.usize(..keys.len())] + rng.usize(..8);
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << rng.u8(..8);
        fs::write(&path, &damaged).unwrap();
        let label = format!("flip {flip} at {at}");
        let is_noticed = catch_unwind(|| is_damage_noticed(&path, &expected, &label));
        unnoticed += usize::from(!is_noticed.unwrap_or_else(|_| panic!("{label}")));
    }
    // A key in a branch page only separates records, so some flips have no effect.
    assert!(
        unnoticed <= FLIPS / 10,
        "{unnoticed} of {FLIPS} flips had no effect"
    );
}
