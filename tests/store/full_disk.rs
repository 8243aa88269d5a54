//! A full disk: writes fail, and everything else keeps working.

use marketdeck::domain::person::PersonId;
use std::{
    path::Path,
    process::Command,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use marketdeck::{
    domain::{Timestamp, bar::Interval, ticker::TickerId},
    store::{MarketBatch, Store, StoreError},
};

use super::support::{DAY, bars, folder, noon, whole_market};

/// Environment variable with the path of the child's database.
const PATH: &str = "MARKETDECK_TEST_FULL";

fn history(ids: std::ops::Range<u32>) -> MarketBatch {
    MarketBatch {
        bars: ids
            .map(|id| (TickerId(id), Interval::Day, bars(0, DAY, 2_000)))
            .collect(),
        ..MarketBatch::default()
    }
}

/// Not a test: the child process, which runs with a limit on the file size.
#[test]
#[ignore = "started by the test below"]
fn child_without_room() {
    let Ok(path) = std::env::var(PATH) else {
        return;
    };
    let store = Store::open(Path::new(&path)).unwrap();
    for _ in 0..3 {
        // These writes exceed the limit. The store reopens the file after each failure.
        let error = store.commit(&history(100..200), noon()).unwrap_err();
        assert!(error == StoreError::Full, "{error}");
        assert_eq!(store.snapshot().unwrap().tickers, whole_market().tickers);
        store.verify().unwrap();
        // Small writes stay below the limit.
        store
            .of(PersonId::OWNER)
            .create_watchlist("Written")
            .unwrap();
    }
    store.close().unwrap();
    println!("failed three times");
}

/// Not a test: the child process with a writer that always fails and two readers that must not fail.
#[test]
#[ignore = "started by the test below"]
fn child_without_room_and_with_readers() {
    let Ok(path) = std::env::var(PATH) else {
        return;
    };
    let store = Store::open(Path::new(&path)).unwrap();
    let (done, reads) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let lists = store.of(PersonId::OWNER).watchlists();
                    let bars = store.bars(TickerId(1), Interval::Day, i64::MIN..i64::MAX);
                    let market = store.snapshot();
                    // Printed immediately, because the other threads may panic or hang.
                    for error in [lists.err(), bars.err(), market.err()].iter().flatten() {
                        println!("a read failed: {error}");
                    }
                    reads.fetch_add(3, Ordering::Relaxed);
                }
            });
        }
        let mut outcomes = vec![];
        for _ in 0..15 {
            // After each failure, waits until the readers have read again.
            let before = reads.load(Ordering::Relaxed);
            while reads.load(Ordering::Relaxed) < before + 6 {
                thread::yield_now();
            }
            let outcome = store.commit(&history(100..200), noon());
            outcomes.push((outcome, store.condition().writable));
        }
        // Stops the readers first, because a failed assertion would leave them running.
        done.store(true, Ordering::Relaxed);
        for outcome in outcomes {
            assert_eq!(outcome, (Err(StoreError::Full), false));
        }
    });
    store
        .of(PersonId::OWNER)
        .create_watchlist("Written")
        .unwrap();
    assert!(store.condition().writable);
    store.close().unwrap();
    println!("failed fifteen times, {} reads", reads.into_inner());
}

/// Runs a child process whose files can grow only a little. Returns its output.
fn run_with_size_limit(path: &Path, child: &str) -> String {
    // The limit, in blocks of 1,024 bytes, is slightly above the file size. Because the signal is ignored, a write beyond the limit fails
    // as on a full disk.
    let blocks = std::fs::metadata(path).unwrap().len() / 1024 + 200;
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let output = Command::new("bash")
        .args(["-c", &script])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", &format!("full_disk::{child}")])
        .args(["--ignored", "--nocapture"])
        .env(PATH, path)
        .output()
        .unwrap();
    format!(
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn fill(path: &Path) {
    let store = Store::open(path).unwrap();
    // Records that expire by noon leave free pages for small writes.
    let old = |id| (TickerId(id), Interval::FiveMinutes, bars(0, 300, 2_000));
    let old = MarketBatch {
        bars: (3..30).map(old).collect(),
        ..MarketBatch::default()
    };
    let then = Timestamp::UNIX_EPOCH;
    store.commit(&old, then).unwrap();
    store.commit(&history(3..30), then).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.close().unwrap();
}

#[test]
fn a_full_disk_fails_the_write_and_nothing_else() {
    let (_folder, path) = folder();
    fill(&path);
    let output = run_with_size_limit(&path, "child_without_room");
    assert!(output.contains("failed three times"), "{output}");

    let store = Store::open(&path).unwrap();
    store.verify().unwrap();
    assert_eq!(store.of(PersonId::OWNER).watchlists().unwrap().len(), 3);
    store.commit(&history(100..200), noon()).unwrap();
}

#[test]
fn a_full_disk_with_two_readers_and_a_writer_fails_no_read() {
    let (_folder, path) = folder();
    fill(&path);
    let output = run_with_size_limit(&path, "child_without_room_and_with_readers");
    assert!(output.contains("failed fifteen times"), "{output}");
    assert!(!output.contains("a read failed"), "{output}");
    Store::open(&path).unwrap().verify().unwrap();
}
