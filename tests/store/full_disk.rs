//! A disk without room: an error for the write, and everything else goes on.

use std::{path::Path, process::Command};

use marketdeck::{
    domain::{bar::Interval, ticker::TickerId},
    store::{MarketBatch, Store, StoreError},
};

use super::support::{DAY, bars, folder, noon, whole_market};

/// Where the child finds its database.
const PATH: &str = "MARKETDECK_TEST_FULL";

fn history(ids: std::ops::Range<u32>) -> MarketBatch {
    MarketBatch {
        bars: ids
            .map(|id| (TickerId(id), Interval::Day, bars(0, DAY, 2_000)))
            .collect(),
        ..MarketBatch::default()
    }
}

/// Not a test by itself: the process that may not make its files any larger.
#[test]
#[ignore = "started by the test below"]
fn child_without_room() {
    let Ok(path) = std::env::var(PATH) else {
        return;
    };
    let store = Store::open(Path::new(&path)).unwrap();
    for _ in 0..3 {
        // More than there is room for. The handle is of no use after that, and is replaced.
        let error = store.commit(&history(100..200), noon()).unwrap_err();
        assert!(error == StoreError::Full, "{error}");
        assert_eq!(store.snapshot().unwrap().tickers, whole_market().tickers);
        store.verify().unwrap();
        // What still has room is written.
        store.create_watchlist(1, "Written").unwrap();
    }
    store.close().unwrap();
    println!("three times without room");
}

#[test]
fn a_full_disk_fails_the_write_and_nothing_else() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.commit(&history(3..30), noon()).unwrap();
    store.close().unwrap();
    drop(store);

    // 1,024-byte blocks: the file as it is and a little. With the signal ignored, a write beyond
    // the limit is an error as on a full disk.
    let blocks = std::fs::metadata(&path).unwrap().len() / 1024 + 200;
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let output = Command::new("bash")
        .args(["-c", &script])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "full_disk::child_without_room"])
        .args(["--ignored", "--nocapture"])
        .env(PATH, &path)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("three times without room"),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );

    let store = Store::open(&path).unwrap();
    store.verify().unwrap();
    assert_eq!(store.watchlists(1).unwrap().len(), 3);
    store.commit(&history(100..200), noon()).unwrap();
}
