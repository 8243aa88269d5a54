//! A flipped bit in a record's key is noticed by reads, by a check, and by a backup.

use std::{fs, panic::catch_unwind, path::Path};

use marketdeck::{
    domain::{bar::Interval, ticker::TickerId},
    store::{MarketBatch, Store},
};

use super::support::{DAY, article, bars, folder, noon, quote, ticker, whole_market};

const TICKERS: u32 = 60;
const FLIPS: usize = 60;

/// A file without free pages: every key in it is in use.
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
    let list = store.create_watchlist(1, "Tech").unwrap();
    store.add_watchlist_item(list.id, TickerId(3)).unwrap();
    store.backup(path, &|_, _| ()).unwrap();
}

/// Offsets of the keys of bars in the file: chunk and ticker, four bytes each, the largest first.
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

/// The bars of every ticker; `None` if reading them fails.
fn series(store: &Store) -> Series {
    (1..=TICKERS)
        .map(|id| {
            store
                .bars(TickerId(id), Interval::Day, i64::MIN..i64::MAX)
                .ok()
        })
        .collect()
}

/// Returns true if the damage was noticed; otherwise asserts that it changes nothing.
fn noticed(path: &Path, truth: &Series, what: &str) -> bool {
    let Ok(store) = Store::open(path) else {
        return true;
    };
    let read = series(&store);
    for (read, truth) in read.iter().zip(truth) {
        assert!(
            read.is_none() || read == truth,
            "{what}: other bars, and no error"
        );
    }
    let read_wrong = read.iter().any(Option::is_none);
    let verified = store.verify().is_ok();
    let copied = store
        .backup(&path.with_extension("copy"), &|_, _| ())
        .is_ok();
    assert!(
        !read_wrong || (!verified && !copied),
        "{what}: reading noticed it, the check {verified}, the backup {copied}"
    );
    assert_eq!(verified, copied, "{what}: check and backup agree");
    !verified
}

#[test]
fn flipped_key_bits_are_noticed_by_reads_check_and_backup() {
    let (_folder, path) = folder();
    fill(&path);
    let whole = fs::read(&path).unwrap();
    let store = Store::open(&path).unwrap();
    let truth = series(&store);
    assert!(truth.iter().all(Option::is_some));
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
        let what = format!("flip {flip} at {at}");
        let seen = catch_unwind(|| noticed(&path, &truth, &what));
        unnoticed += usize::from(!seen.unwrap_or_else(|_| panic!("{what}")));
    }
    // A key in a branch page only separates records: some flips still separate them.
    assert!(
        unnoticed <= FLIPS / 10,
        "{unnoticed} of {FLIPS} changed nothing"
    );
}
