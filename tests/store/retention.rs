//! Retention: which records are deleted, and when.

use std::fs;

use marketdeck::{
    domain::{
        Timestamp, bar::Interval, earnings::EarningsEvent, fear_greed::FearGreed, quote::Quote,
        ticker::TickerId,
    },
    store::{MarketBatch, Store},
};

use super::support::{DAY, at, bars, folder, noon, quote, ticker, whole_market};

fn reading(market: &str, value: f64, as_of: &str) -> FearGreed {
    FearGreed {
        value,
        as_of: at(as_of),
        indicators: None,
        components: Vec::new(),
        market: market.into(),
        provider: "sample".into(),
        rating: None,
    }
}

#[test]
fn a_clock_that_jumps_to_2099_deletes_nothing() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let now = noon().as_second();
    let five = bars(now - 5 * DAY, 300, 5 * 288);
    let batch = MarketBatch {
        tickers: vec![ticker(1, "AAPL")],
        quotes: vec![quote(1, 100.0)],
        bars: vec![(TickerId(1), Interval::FiveMinutes, five.clone())],
        earnings: whole_market().earnings,
        ..MarketBatch::default()
    };
    store.commit(&batch, noon()).unwrap();
    let far = at("2099-11-21T12:00:00Z");
    store.commit(&MarketBatch::default(), far).unwrap();
    store
        .commit(
            &MarketBatch::default(),
            far + jiff::SignedDuration::from_hours(5),
        )
        .unwrap();
    let read = || store.bars(TickerId(1), Interval::FiveMinutes, 0..i64::MAX);
    assert_eq!(read().unwrap(), five);
    assert_eq!(store.snapshot().unwrap().earnings.len(), 2);
    // When prices have the same time, the clock is plausible.
    let batch = MarketBatch {
        quotes: vec![Quote {
            as_of: far,
            ..quote(1, 100.0)
        }],
        ..MarketBatch::default()
    };
    let next = far + jiff::SignedDuration::from_hours(9);
    store.commit(&batch, next).unwrap();
    assert!(read().unwrap().len() <= 12);
    assert_eq!(store.snapshot().unwrap().earnings, []);
    store.verify().unwrap();
}

#[test]
fn fear_and_greed_stores_one_reading_per_day_and_returns_the_newest() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let commit = |fear_greed| {
        let batch = MarketBatch {
            fear_greed,
            ..MarketBatch::default()
        };
        store.commit(&batch, noon()).unwrap();
    };
    let minutes = |market: &str| -> Vec<FearGreed> {
        (0..60)
            .map(|minute| {
                let as_of = format!("2026-11-21T10:{minute:02}:00Z");
                reading(market, f64::from(minute), &as_of)
            })
            .collect()
    };
    commit(minutes("stocks"));
    commit(minutes("crypto"));
    // Older readings that arrive later change nothing.
    commit(vec![
        reading("stocks", 99.0, "2026-11-21T09:00:00Z"),
        reading("stocks", 98.0, "2026-11-19T09:00:00Z"),
    ]);
    let newest: Vec<_> = store
        .snapshot()
        .unwrap()
        .fear_greed
        .into_iter()
        .map(|reading| (reading.market, reading.value))
        .collect();
    assert_eq!(newest, [("crypto".into(), 59.0), ("stocks".into(), 59.0)]);
    store.close().unwrap();
    assert_eq!(count(&path, "fear_greed"), 3);
}

fn count(path: &std::path::Path, table: &str) -> u64 {
    use redb::{ReadableDatabase, ReadableTableMetadata};
    let table: redb::TableDefinition<&[u8], &[u8]> = redb::TableDefinition::new(table);
    let database = redb::Database::open(path).unwrap();
    let txn = database.begin_read().unwrap();
    txn.open_table(table).unwrap().len().unwrap()
}

#[test]
fn earnings_expire_after_a_year_and_readings_after_400_days() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let event = |date: &str| EarningsEvent {
        date: date.parse().unwrap(),
        ..whole_market().earnings[0].clone()
    };
    let batch = MarketBatch {
        quotes: vec![quote(1, 100.0)],
        earnings: vec![
            event("2025-11-20"),
            event("2025-11-21"),
            event("2027-02-01"),
        ],
        fear_greed: vec![
            reading("crypto", 1.0, "2025-10-16T00:00:00Z"),
            reading("crypto", 2.0, "2025-10-17T00:00:00Z"),
        ],
        ..MarketBatch::default()
    };
    store.commit(&batch, noon()).unwrap();
    let remaining = store.snapshot().unwrap().earnings;
    let dates: Vec<String> = remaining
        .iter()
        .map(|event| event.date.to_string())
        .collect();
    assert_eq!(dates, ["2025-11-21", "2027-02-01"]);
    store.close().unwrap();
    assert_eq!(count(&path, "fear_greed"), 1);
}

#[test]
fn closing_compacts_a_file_of_mostly_free_space() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let many: Vec<_> = (1..=300)
        .map(|id| (TickerId(id), Interval::Day, bars(0, DAY, 6_000)))
        .collect();
    let batch = MarketBatch {
        tickers: (1..=300).map(|id| ticker(id, &format!("T{id}"))).collect(),
        bars: many,
        ..MarketBatch::default()
    };
    store.commit(&batch, Timestamp::UNIX_EPOCH).unwrap();
    for id in 1..300 {
        let imported = [(Interval::Day, bars(0, DAY, 3))];
        store
            .import_bars(&ticker(id, &format!("T{id}")), &imported, None, &|_, _| ())
            .unwrap();
    }
    let open = fs::metadata(&path).unwrap().len();
    store.close().unwrap();
    let closed = fs::metadata(&path).unwrap().len();
    assert!(closed * 2 < open, "{open} bytes, then {closed}");
    let store = Store::open(&path).unwrap();
    store.verify().unwrap();
    let last = store.bars(TickerId(300), Interval::Day, 0..i64::MAX);
    assert_eq!(last.unwrap(), bars(0, DAY, 6_000));
}
