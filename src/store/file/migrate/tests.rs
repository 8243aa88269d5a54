use redb::{Database, TableDefinition};

use super::*;
use crate::domain::person::PersonId;
use crate::store::schema::SCHEMA_WITH_PEOPLE;
use crate::{
    domain::{bar::Bar, ticker::TickerId},
    store::{Identity, Store, bars::codec},
};

const DAY: i64 = 86_400;
const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");

fn days(first: i64, count: i64) -> Vec<Bar> {
    (first..first + count)
        .map(|day| Bar {
            start: day * DAY,
            close: day as f64,
            ..Bar::default()
        })
        .collect()
}

/// Creates a file with an older schema and calls `fill` to write its records.
fn old_file(path: &Path, schema: u32, fill: impl FnOnce(&WriteTransaction)) {
    let database = Database::create(path).unwrap();
    let mut txn = database.begin_write().unwrap();
    txn.set_quick_repair(true);
    let mut meta = txn.open_table(META).unwrap();
    for (name, number) in [
        ("schema", schema),
        ("last_watchlist", 4),
        ("alerts_read", 2),
    ] {
        meta.insert(name, legacy::number_bytes(number).as_slice())
            .unwrap();
    }
    drop(meta);
    fill(&txn);
    txn.commit().unwrap();
}

fn put<K: Key + 'static>(txn: &WriteTransaction, table: &str, key: K::SelfType<'_>, record: &[u8]) {
    let definition: TableDefinition<K, &[u8]> = TableDefinition::new(table);
    txn.open_table(definition)
        .unwrap()
        .insert(key, legacy::with_checksum(record).as_slice())
        .unwrap();
}

const LIST: &str = r#"{"id":1,"user_id":1,"name":"Tech","items":[{"id":7,"ticker_id":2}]}"#;

fn reading(value: f64, as_of: &str) -> String {
    format!(r#"{{"value":{value},"as_of":"{as_of}","market":"crypto"}}"#)
}

/// Fills tables of schema 2 with its three types of keys, and bars.
fn fill_schema_2(txn: &WriteTransaction, bars: &[Bar]) {
    put::<u32>(txn, "watchlists", 1, LIST.as_bytes());
    for (second, value) in [(0, 10.0), (3_600, 20.0), (90_000, 30.0)] {
        let time = Timestamp::from_second(second).unwrap().to_string();
        put::<(&str, i64)>(
            txn,
            "fear_greed",
            ("crypto", second),
            reading(value, &time).as_bytes(),
        );
    }
    let quote = r#"{"id":1,"price":5.0,"as_of":"2026-11-20T12:00:00Z","source":"sample"}"#;
    put::<u32>(txn, "quotes", 1, quote.as_bytes());
    let (early, late) = bars.split_at(365);
    put::<(i32, u32)>(txn, "bars_1d", (0, 1), &codec::pack(early));
    put::<(i32, u32)>(txn, "bars_1d", (1, 1), &codec::pack(late));
    put::<u32>(txn, "tails_1d", 1, &codec::pack(&late[late.len() - 2..]));
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_of_schema_2_is_migrated_and_the_old_file_preserved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.redb");
    let bars = days(0, 400);
    old_file(&path, 2, |txn| fill_schema_2(txn, &bars));
    let before = fs::read(&path).unwrap();
    for _ in 0..2 {
        // On the second iteration the file is already migrated.
        let store = Store::open(&path).unwrap();
        let read = store.bars(TickerId(1), Interval::Day, 0..i64::MAX).unwrap();
        assert_eq!(read, bars);
        let snapshot = store.snapshot().unwrap();
        let readings: Vec<_> = snapshot.fear_greed.iter().map(|read| read.value).collect();
        assert_eq!(readings, [30.0]);
        let lists = store.of(PersonId::OWNER).watchlists().unwrap();
        assert_eq!(
            (lists[0].name.as_str(), lists[0].items[0].note.as_str()),
            ("Tech", "")
        );
        store.verify().unwrap();
        let identity = store.identity().unwrap().unwrap();
        assert_eq!((identity.market.as_str(), identity.seed), ("sample", None));
        store.close().unwrap();
        assert_eq!(names(folder.path()), ["live.redb", "live.schema2.redb"]);
    }
    // Nothing but the recovery flag may have been written to the old file.
    let preserved = fs::read(folder.path().join("live.schema2.redb")).unwrap();
    assert_eq!(preserved.len(), before.len());
    let store = Store::open(&path).unwrap();
    let created = store.of(PersonId::OWNER).create_watchlist("Next").unwrap();
    assert_eq!(created.id, 5, "ids continue after the migrated ones");
    let live = Identity {
        market: "live".into(),
        seed: None,
        clock_set: None,
        hours: None,
    };
    assert!(store.check_identity(&live).is_err());
}

#[test]
fn a_file_of_schema_1_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    let (early, late) = (days(0, 365), days(365, 40));
    let other = days(300, 10);
    old_file(&path, 1, |txn| {
        put::<u32>(txn, "watchlists", 1, LIST.as_bytes());
        for (id, chunk, bars) in [(1, 0, &early), (1, 1, &late), (2, 0, &other)] {
            put::<(u32, u8, i32)>(txn, "bars", (id, 2, chunk), &codec::pack(bars));
        }
        put::<(u32, u8, i32)>(txn, "bars", (2, 0, 300), &codec::pack(&other[..1]));
    });
    let store = Store::open(&path).unwrap();
    let read = |id| {
        store
            .bars(TickerId(id), Interval::Day, 0..i64::MAX)
            .unwrap()
    };
    assert_eq!(read(1), [early.clone(), late.clone()].concat());
    assert_eq!(read(2), other);
    let last = |bars: &[Bar]| bars.last().unwrap().start;
    let starts = [(TickerId(1), last(&late)), (TickerId(2), last(&other))];
    assert_eq!(store.newest_starts(Interval::Day).unwrap(), starts);
    let five_minute_bars = store.bars(TickerId(2), Interval::FiveMinutes, 0..i64::MAX);
    assert_eq!(five_minute_bars.unwrap(), other[..1]);
    assert_eq!(store.of(PersonId::OWNER).watchlists().unwrap().len(), 1);
    assert!(store.of(PersonId::OWNER).alerts().unwrap().is_empty());
    store.verify().unwrap();
    assert!(folder.path().join("sample.schema1.redb").exists());
}

#[test]
fn a_newer_file_is_rejected_and_stays_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    old_file(&path, SCHEMA_WITH_PEOPLE + 1, |_| {});
    let before = fs::read(&path).unwrap();
    let error = Store::open(&path).err().unwrap();
    let newer = StoreError::Newer {
        found: SCHEMA_WITH_PEOPLE + 1,
        known: SCHEMA_WITH_PEOPLE,
    };
    assert_eq!(error, newer);
    assert!(error.to_string().ends_with("use a newer Marketdeck"));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_failed_migration_leaves_only_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    let definition: TableDefinition<(u32, u8, i32), &[u8]> = TableDefinition::new("bars");
    old_file(&path, 1, |txn| {
        let mut bars = txn.open_table(definition).unwrap();
        bars.insert((1, 2, 1), &b"not a chunk"[..]).unwrap();
    });
    assert!(matches!(Store::open(&path), Err(StoreError::Damaged(_))));
    assert_eq!(names(folder.path()), ["sample.redb"]);
    let database = Database::open(&path).unwrap();
    let txn = database.begin_read().unwrap();
    assert_eq!(schema::version(&txn).unwrap(), Some(1));
    assert!(txn.open_table(definition).is_ok());
}

#[test]
fn a_damaged_file_of_schema_2_is_salvaged_to_the_current_schema() {
    let folder = tempfile::tempdir().unwrap();
    let (path, to) = (
        folder.path().join("live.redb"),
        folder.path().join("to.redb"),
    );
    let bars = days(0, 400);
    old_file(&path, 2, |txn| {
        fill_schema_2(txn, &bars);
        let definition: TableDefinition<(i32, u32), &[u8]> = TableDefinition::new("bars_1d");
        let mut chunks = txn.open_table(definition).unwrap();
        chunks.insert((0, 1), &b"no checksum"[..]).unwrap();
    });
    assert!(matches!(Store::open(&path), Err(StoreError::Damaged(_))));
    let salvaged = crate::store::salvage(&path, &to, &|_, _| ()).unwrap();
    assert_eq!(salvaged.lost(), 1, "{salvaged}");
    let store = Store::open(&to).unwrap();
    store.verify().unwrap();
    assert_eq!(
        store.of(PersonId::OWNER).watchlists().unwrap()[0].name,
        "Tech"
    );
    let read = store.bars(TickerId(1), Interval::Day, 0..i64::MAX).unwrap();
    assert_eq!(read, bars[365..]);
}
