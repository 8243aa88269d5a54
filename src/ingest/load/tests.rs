//! Tests of startup with a partly damaged file: undamaged data is loaded, and the damage is reported.

use crate::domain::person::PersonId;
use std::{fs, path::Path};

use jiff::Timestamp;

use super::load;
use crate::{
    domain::{
        bar::{Bar, Interval},
        news::{NewsItem, testing},
        quote::Quote,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    store::{MarketBatch, Store, StoreError, check, corrupt_record},
};

const DAY: i64 = 86_400;

fn now() -> Timestamp {
    "2026-11-20T19:32:00Z".parse().unwrap()
}

fn bars(count: i64, interval: Interval) -> Vec<Bar> {
    let bar = |number: i64| Bar {
        start: 1_760_000_000 / DAY * DAY + number * interval.seconds(),
        open: 1.0,
        high: 2.0,
        low: 0.5,
        close: 1.0,
        volume: 1.0,
    };
    (0..count).map(bar).collect()
}

fn article(id: u32) -> NewsItem {
    testing::article(id, &format!("Article {id}"), now())
}

fn quote(id: u32) -> Quote {
    let quote =
        format!(r#"{{"id":{id},"price":101.5,"as_of":"2026-11-20T19:30:00Z","source":"test"}}"#);
    serde_json::from_str(&quote).unwrap()
}

/// Creates a database file with a market of three tickers, and closes it.
fn create_database(path: &Path) {
    let store = Store::open(path).unwrap();
    let ticker = |id: u32, symbol: &str| {
        Ticker::new(
            TickerId(id),
            Profile::new(symbol, symbol, TickerKind::Stock),
        )
    };
    let batch = MarketBatch {
        tickers: vec![ticker(1, "HBR"), ticker(2, "QUAY"), ticker(3, "PIER")],
        quotes: vec![quote(1), quote(2), quote(3)],
        bars: (1..=3)
            .flat_map(|id| {
                Interval::ALL.map(|interval| (TickerId(id), interval, bars(40, interval)))
            })
            .collect(),
        news: vec![article(1), article(2), article(3)],
        ..MarketBatch::default()
    };
    store.commit(&batch, now()).unwrap();
    store.of(PersonId::OWNER).create_watchlist("Mine").unwrap();
    store.close().unwrap();
}

#[test]
fn a_damaged_record_of_any_market_table_is_skipped_and_reported() {
    let original_folder = tempfile::tempdir().unwrap();
    let original = original_folder.path().join("live.redb");
    create_database(&original);
    for (table, expected_words) in [
        ("tickers", "1 of the tickers"),
        ("quotes", "1 of the quotes"),
        ("news", "1 of the articles"),
        ("tails_1d", "1 of the lists of 1d bars"),
        ("tails_1h", "1 of the lists of 1h bars"),
        ("tails_5m", "1 of the lists of 5m bars"),
        ("bars_1d", "1d bars of QUAY"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.redb");
        fs::copy(&original, &path).unwrap();
        corrupt_record(&path, table);
        let store = Store::open(&path).unwrap();
        let market = load(&store).unwrap_or_else(|error| panic!("{table}: {error}"));
        let expected = |counted_table: &str, total: usize| {
            if table == counted_table {
                total - 1
            } else {
                total
            }
        };
        assert_eq!(market.listings().len(), expected("tickers", 3), "{table}");
        assert_eq!(market.news.len(), expected("news", 3), "{table}");
        let with_price = market
            .listings()
            .iter()
            .filter(|listing| listing.quote.is_some());
        let quotes = if table == "tickers" {
            2
        } else {
            expected("quotes", 3)
        };
        assert_eq!(with_price.count(), quotes, "{table}");
        if table == "bars_1d" {
            // Loading reads no chunk of daily bars, so the damage is only found when the bars are read.
            assert_eq!(store.condition().problem, None);
            let read = store.bars(TickerId(2), Interval::Day, i64::MIN..i64::MAX);
            assert!(matches!(read, Err(StoreError::Damaged(_))));
        }
        let problem = store.condition().problem.unwrap_or_default();
        assert!(
            problem.contains(expected_words) && problem.contains("salvage"),
            "{table}: {problem}"
        );
        assert!(store.condition().writable, "{table}");
        // User data can be read and changed, and bars of other tickers can be saved.
        store
            .of(PersonId::OWNER)
            .create_watchlist("Another")
            .unwrap();
        let later = MarketBatch {
            bars: (1..=3)
                .map(|id| (TickerId(id), Interval::Day, bars(60, Interval::Day)))
                .collect(),
            ..MarketBatch::default()
        };
        store.commit(&later, now()).unwrap();
        for id in [1, 3] {
            let read = store.bars(TickerId(id), Interval::Day, i64::MIN..i64::MAX);
            assert_eq!(read.unwrap().len(), 60, "{table}");
        }
        let read = store.bars(TickerId(2), Interval::Day, i64::MIN..i64::MAX);
        if table.ends_with("_1d") {
            assert!(matches!(read, Err(StoreError::Damaged(_))), "{table}");
        } else {
            assert_eq!(read.unwrap().len(), 60, "{table}");
        }
        store.close().unwrap();
    }
}

#[test]
fn a_ticker_with_damaged_bars_can_be_removed() {
    let original_folder = tempfile::tempdir().unwrap();
    let original = original_folder.path().join("live.redb");
    create_database(&original);
    for table in ["tails_1d", "tails_1h", "tails_5m", "bars_1d", "quotes"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.redb");
        fs::copy(&original, &path).unwrap();
        corrupt_record(&path, table);
        let store = Store::open(&path).unwrap();
        let removal = MarketBatch {
            removed: vec![TickerId(2)],
            news: vec![article(4)],
            ..MarketBatch::default()
        };
        store
            .commit(&removal, now())
            .unwrap_or_else(|error| panic!("{table}: {error}"));
        // The commit removed the damaged records with the ticker.
        let snapshot = store
            .snapshot()
            .unwrap_or_else(|error| panic!("{table}: {error}"));
        assert_eq!(snapshot.tickers.len(), 2, "{table}");
        assert_eq!(snapshot.news.len(), 4, "{table}");
        for interval in Interval::ALL {
            let remaining = store
                .bars(TickerId(2), interval, i64::MIN..i64::MAX)
                .unwrap();
            assert_eq!(remaining, [], "{table}");
        }
        store.close().unwrap();
        let checked = check(&path, &|_, _| ());
        assert!(checked.is_ok(), "{table}: {checked:?}");
    }
}
