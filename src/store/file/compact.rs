//! Compaction of the database file when it is closed.

use std::{fs, path::Path};

use redb::Database;

use super::panics::catch_panics;
use crate::store::{
    Result, StoreError,
    checksum::with_checksum,
    schema,
    table::{definition, for_each_row},
};

/// Minimum file size in bytes for a compaction.
const MIN_COMPACTED_BYTES: u64 = 4 << 20;
/// Maximum total size of the records in bytes for rewriting the tables. Rewriting more would make
/// the shutdown too slow.
const MAX_REWRITTEN_BYTES: u64 = 32 << 20;

/// Temporary name of a table while it is rewritten.
const TEMPORARY_TABLE: &str = "packed";

/// Compacts a file with many free or half-full pages. The first download of history writes ticker
/// by ticker and leaves about as much free space as data.
pub(crate) fn compact(database: &mut Database, path: &Path) -> Result<()> {
    let length = fs::metadata(path)?.len();
    if length < MIN_COMPACTED_BYTES {
        return Ok(());
    }
    let txn = database.begin_write()?;
    let stats = txn.stats()?;
    txn.abort()?;
    let records = stats.stored_bytes() + stats.metadata_bytes();
    // Rewritten pages are four fifths full, which is above this threshold of two thirds, so that
    // the tables are not rewritten at every shutdown.
    let needs_rewrite = records <= MAX_REWRITTEN_BYTES && records * 3 < length * 2;
    if needs_rewrite {
        // After a failure the tables stay unchanged.
        if let Err(error) = catch_panics(|| rewrite_tables(database)).result {
            tracing::warn!(%error, "store: could not compact the database; the file keeps its size");
            return Ok(());
        }
    }
    let used = stats.allocated_pages() * stats.page_size() as u64;
    if needs_rewrite || used * 2 < length {
        tracing::info!("store: compacting the database because much of the file is free space");
        database.compact()?;
    }
    Ok(())
}

/// Rewrites the records of all tables in key order in one transaction, which fills their pages
/// better. The pages of tables that were written in another order are one third empty.
fn rewrite_tables(database: &Database) -> Result<()> {
    let mut txn = database.begin_write()?;
    txn.set_quick_repair(true);
    for name in schema::names() {
        {
            let from = txn.open_table(definition(name))?;
            let mut to = txn.open_table(definition(TEMPORARY_TABLE))?;
            // A damaged table stays unchanged, so that it can be salvaged.
            for_each_row(name, &from, |key, record| {
                to.insert(key, with_checksum(name, key, record).as_slice())?;
                Ok(())
            })?;
        }
        if !txn.delete_table(definition(name))? {
            return Err(StoreError::Internal(format!("table '{name}' is missing")));
        }
        txn.rename_table(definition(TEMPORARY_TABLE), definition(name))?;
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

    /// Returns 4,000 hourly bars with random prices.
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
        let size_before_close = fs::metadata(&path).unwrap().len();
        assert!(size_before_close > MIN_COMPACTED_BYTES);
        store.close().unwrap();
        let compacted_size = fs::metadata(&path).unwrap().len();
        assert!(
            compacted_size * 4 < size_before_close * 3,
            "{compacted_size} of {size_before_close} bytes"
        );
        let store = Store::open(&path).unwrap();
        store.verify().unwrap();
        for id in 1..=TICKERS {
            let bars = store
                .bars(TickerId(id), Interval::Hour, 0..i64::MAX)
                .unwrap();
            assert_eq!(bars, series(id));
        }
        store.close().unwrap();
        let size_after_reopening = fs::metadata(&path).unwrap().len();
        assert!(
            size_after_reopening * 10 < compacted_size * 11,
            "{size_after_reopening} of {compacted_size} bytes"
        );
    }
}
