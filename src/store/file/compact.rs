//! Compacting the file.

use std::{fs, path::Path};

use redb::Database;

use super::panics::guarded;
use crate::store::{
    Result, StoreError, schema,
    table::{definition, each_row, with_checksum},
};

/// Files smaller than this many bytes are not compacted.
const SMALL: u64 = 4 << 20;
/// Above this many bytes of records, tables are not rewritten: that would take longer than a shutdown may.
const LARGE: u64 = 32 << 20;

/// Temporary name of a table while it is rewritten.
const PACKED: &str = "packed";

/// Compacts a file with many free or half-full pages. The first download of history, ticker by ticker, leaves as much free space
/// as there are records.
pub(crate) fn compact(database: &mut Database, path: &Path) -> Result<()> {
    let length = fs::metadata(path)?.len();
    if length < SMALL {
        return Ok(());
    }
    let txn = database.begin_write()?;
    let stats = txn.stats()?;
    txn.abort()?;
    let records = stats.stored_bytes() + stats.metadata_bytes();
    // Rewritten pages are four fifths full, so this does not run at every shutdown.
    let packs = records <= LARGE && records * 3 < length * 2;
    if packs {
        // A failure loses nothing: the tables stay unchanged.
        if let Err(error) = guarded(|| pack(database)).result {
            tracing::warn!(%error, "store: compaction failed, the file keeps its size");
            return Ok(());
        }
    }
    let used = stats.allocated_pages() * stats.page_size() as u64;
    if packs || used * 2 < length {
        tracing::info!("store: compacting the database, much of it is free space");
        database.compact()?;
    }
    Ok(())
}

/// Rewrites the records of all tables in key order in one transaction. That fills pages completely; tables written in another
/// order are one third empty.
fn pack(database: &Database) -> Result<()> {
    let mut txn = database.begin_write()?;
    txn.set_quick_repair(true);
    for name in schema::names() {
        {
            let from = txn.open_table(definition(name))?;
            let mut to = txn.open_table(definition(PACKED))?;
            // A damaged table stays unchanged, so that it can be salvaged.
            each_row(name, &from, |key, record| {
                to.insert(key, with_checksum(name, key, record).as_slice())?;
                Ok(())
            })?;
        }
        if !txn.delete_table(definition(name))? {
            return Err(StoreError::Internal(format!("table '{name}' is missing")));
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

    /// A series of 4,000 hourly bars.
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
    fn closing_compacts_history_that_was_written_ticker_by_ticker() {
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
