//! Making the file smaller.

use std::{fs, path::Path};

use redb::Database;

use super::panics::guarded;
use crate::store::{
    Result, StoreError, schema,
    table::{definition, each_row, with_checksum},
};

/// A file smaller than this is never compacted: there is nothing to be won.
const SMALL: u64 = 4 << 20;
/// More bytes of records than this stay where they are: writing all of them anew takes longer than a stop may.
const LARGE: u64 = 32 << 20;

/// What a table is called while its records are written anew.
const PACKED: &str = "packed";

/// Makes a file smaller of which much is air: pages that hold nothing, and pages that are half full. The first history,
/// which comes ticker by ticker, leaves as much of both as there are records.
pub(crate) fn compact(database: &mut Database, path: &Path) -> Result<()> {
    let length = fs::metadata(path)?.len();
    if length < SMALL {
        return Ok(());
    }
    let txn = database.begin_write()?;
    let stats = txn.stats()?;
    txn.abort()?;
    let records = stats.stored_bytes() + stats.metadata_bytes();
    // Pages of packed records are four fifths full, so that this does not come at every stop.
    let packs = records <= LARGE && records * 3 < length * 2;
    if packs {
        // Nothing is lost where it fails: the tables are as they were.
        if let Err(error) = guarded(|| pack(database)).result {
            tracing::warn!(%error, "the database stays as large as it is");
            return Ok(());
        }
    }
    let used = stats.allocated_pages() * stats.page_size() as u64;
    if packs || used * 2 < length {
        tracing::info!("much of the database is free space; it is made smaller");
        database.compact()?;
    }
    Ok(())
}

/// Writes the records of every table anew in the order of their keys, which fills page after page: of one that was filled in
/// any other order a third is empty. All tables or none.
fn pack(database: &Database) -> Result<()> {
    let mut txn = database.begin_write()?;
    txn.set_quick_repair(true);
    for name in schema::names() {
        {
            let from = txn.open_table(definition(name))?;
            let mut to = txn.open_table(definition(PACKED))?;
            // A damaged table is left as it is, for whoever salvages what is whole.
            each_row(name, &from, |key, record| {
                to.insert(key, with_checksum(name, key, record).as_slice())?;
                Ok(())
            })?;
        }
        if !txn.delete_table(definition(name))? {
            return Err(StoreError::Internal(format!("'{name}' is gone")));
        }
        txn.rename_table(definition(PACKED), definition(name))?;
    }
    Ok(txn.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{
            Timestamp,
            bar::{Bar, Interval},
            ticker::TickerId,
        },
        store::{MarketBatch, Store},
    };

    const TICKERS: u32 = 60;

    /// Some thousand bars.
    fn series(id: u32) -> Vec<Bar> {
        let mut rng = fastrand::Rng::with_seed(id.into());
        (0..4_000)
            .map(|hour| {
                let mut price = || f64::from(rng.u32(10_000..20_000)) / 100.0;
                Bar {
                    start: hour * 3_600,
                    open: price(),
                    high: price() + 200.0,
                    low: price() - 100.0,
                    close: price(),
                    volume: price() * 100.0,
                }
            })
            .collect()
    }

    #[test]
    fn a_first_history_that_comes_ticker_by_ticker_leaves_few_empty_pages() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample.redb");
        let store = Store::open(&path).unwrap();
        let now = Timestamp::UNIX_EPOCH;
        for id in 1..=TICKERS {
            let batch = MarketBatch {
                bars: vec![(TickerId(id), Interval::Hour, series(id))],
                ..MarketBatch::default()
            };
            store.commit(&batch, now).unwrap();
        }
        let open = fs::metadata(&path).unwrap().len();
        assert!(open > SMALL);
        store.close().unwrap();
        let closed = fs::metadata(&path).unwrap().len();
        assert!(closed * 4 < open * 3, "{closed} of {open} bytes");
        let store = Store::open(&path).unwrap();
        store.verify().unwrap();
        for id in 1..=TICKERS {
            let bars = store
                .bars(TickerId(id), Interval::Hour, 0..i64::MAX)
                .unwrap();
            assert_eq!(bars, series(id));
        }
        store.close().unwrap();
        let again = fs::metadata(&path).unwrap().len();
        assert!(again * 10 < closed * 11, "{again} of {closed} bytes");
    }
}
