//! From older schemas to this one, a version at a time, in one transaction.

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};

use super::{
    Result, StoreError,
    record::number,
    tables::{self, META, SCHEMA},
};
use crate::domain::bar::Interval;

/// Schema 1: bars of all intervals by (ticker id, interval, chunk number), where the interval is
/// its position in [`Interval::ALL`].
type OldBars = TableDefinition<'static, (u32, u8, i32), &'static [u8]>;
const OLD_BARS: OldBars = OldBars::new("bars");

/// Brings the file to the current schema; a file that is there already is not written.
pub(super) fn up(database: &Database) -> Result<()> {
    let found = number(&database.begin_read()?.open_table(META)?, "schema")?
        .ok_or_else(|| StoreError::Damaged("the schema version is missing".into()))?;
    if found == SCHEMA {
        return Ok(());
    }
    if found > SCHEMA {
        return Err(StoreError::Newer {
            found,
            known: SCHEMA,
        });
    }
    let mut txn = database.begin_write()?;
    txn.set_quick_repair(true);
    if found < 2 {
        bars_by_time(&txn)?;
    }
    tables::create_all(&txn)?;
    txn.commit()?;
    Ok(())
}

/// 1 → 2: time comes first in the key, one table an interval, the newest bar in the tail.
fn bars_by_time(txn: &WriteTransaction) -> Result<()> {
    {
        let old = txn.open_table(OLD_BARS)?;
        for row in old.iter()? {
            let (key, packed) = row?;
            let (id, interval, chunk) = key.value();
            let interval = *Interval::ALL
                .get(usize::from(interval))
                .ok_or_else(|| StoreError::Damaged("bars of an unknown interval".into()))?;
            txn.open_table(tables::chunks(interval))?
                .insert((chunk, id), packed.value())?;
            // Chunks ascend within a ticker and interval, so the newest one is what stays.
            super::bars::tail_from(txn, id, interval, packed.value())?;
        }
    }
    txn.delete_table(OLD_BARS)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{
        domain::{bar::Bar, ticker::TickerId},
        store::{
            Store, codec,
            record::{set_number, with_checksum},
            tables::{QUOTES, TICKERS, WATCHLISTS},
        },
    };

    const DAY: i64 = 86_400;

    fn days(first: i64, count: i64) -> Vec<Bar> {
        (first..first + count)
            .map(|day| Bar {
                start: day * DAY,
                close: day as f64,
                ..Bar::default()
            })
            .collect()
    }

    /// A file as schema 1 had it: one table of bars, no alerts, and none of the later tables.
    fn file_of_schema_1(path: &Path, chunks: &[(u32, i32, Vec<Bar>)]) {
        let database = Database::create(path).unwrap();
        let mut txn = database.begin_write().unwrap();
        txn.set_quick_repair(true);
        set_number(&mut txn.open_table(META).unwrap(), "schema", 1).unwrap();
        for table in [TICKERS, QUOTES, WATCHLISTS] {
            txn.open_table(table).unwrap();
        }
        let list = r#"{"id":1,"user_id":1,"name":"Tech","items":[{"id":7,"ticker_id":2}]}"#;
        txn.open_table(WATCHLISTS)
            .unwrap()
            .insert(1, with_checksum(list.as_bytes()).as_slice())
            .unwrap();
        for (id, chunk, bars) in chunks {
            txn.open_table(OLD_BARS)
                .unwrap()
                .insert(
                    (*id, 2, *chunk),
                    with_checksum(&codec::pack(bars)).as_slice(),
                )
                .unwrap();
        }
        txn.commit().unwrap();
    }

    fn file_of_schema(path: &Path, schema: u32) {
        let database = Database::create(path).unwrap();
        let mut txn = database.begin_write().unwrap();
        txn.set_quick_repair(true);
        set_number(&mut txn.open_table(META).unwrap(), "schema", schema).unwrap();
        txn.commit().unwrap();
    }

    #[test]
    fn a_file_of_schema_1_opens_with_everything_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample.redb");
        let (early, late) = (days(0, 365), days(365, 40));
        let other = days(300, 10);
        file_of_schema_1(
            &path,
            &[
                (1, 0, early.clone()),
                (1, 1, late.clone()),
                (2, 0, other.clone()),
            ],
        );
        for _ in 0..2 {
            // The second time it is there already.
            let store = Store::open(&path).unwrap();
            let read = |id| {
                store
                    .bars(TickerId(id), Interval::Day, 0..i64::MAX)
                    .unwrap()
            };
            assert_eq!(read(1), [early.clone(), late.clone()].concat());
            assert_eq!(read(2), other);
            let last = |id| store.last_bar(TickerId(id), Interval::Day).unwrap();
            assert_eq!(last(1), late.last().copied());
            assert_eq!(last(2), other.last().copied());
            let lists = store.watchlists(1).unwrap();
            assert_eq!(
                (lists[0].name.as_str(), lists[0].items[0].note.as_str()),
                ("Tech", "")
            );
            assert!(store.alerts().unwrap().is_empty());
            store.verify().unwrap();
            store.close().unwrap();
        }
    }

    #[test]
    fn a_newer_file_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample.redb");
        file_of_schema(&path, SCHEMA + 1);
        let before = std::fs::read(&path).unwrap();
        let error = Store::open(&path).err().unwrap();
        let newer = StoreError::Newer {
            found: SCHEMA + 1,
            known: SCHEMA,
        };
        assert_eq!(error, newer);
        assert!(error.to_string().ends_with("use a newer Marketdeck"));
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn a_migration_that_fails_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample.redb");
        file_of_schema_1(&path, &[(1, 0, days(0, 3))]);
        let database = Database::open(&path).unwrap();
        let txn = database.begin_write().unwrap();
        txn.open_table(OLD_BARS)
            .unwrap()
            .insert((1, 2, 1), &b"not a chunk"[..])
            .unwrap();
        txn.commit().unwrap();
        drop(database);
        assert!(matches!(Store::open(&path), Err(StoreError::Damaged(_))));
        let database = Database::open(&path).unwrap();
        let txn = database.begin_read().unwrap();
        let schema = number(&txn.open_table(META).unwrap(), "schema").unwrap();
        assert_eq!(schema, Some(1));
        assert!(txn.open_table(OLD_BARS).is_ok());
    }
}
