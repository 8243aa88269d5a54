//! Dividends: one record a ticker, since a source always brings all it knows.

use redb::{ReadableTable, WriteTransaction};

use super::{Result, StoreError, record, tables::DIVIDENDS};
use crate::domain::{dividend::Dividend, ticker::TickerId};

/// Replaces the dividends of each ticker.
pub(super) fn put(txn: &WriteTransaction, batch: &[(TickerId, Vec<Dividend>)]) -> Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    let mut table = txn.open_table(DIVIDENDS)?;
    for (id, dividends) in batch {
        record::put(&mut table, id.0, dividends)?;
    }
    Ok(())
}

/// The dividends of every ticker that pays, newest first.
pub(super) fn all(
    table: &impl ReadableTable<u32, &'static [u8]>,
) -> Result<Vec<(TickerId, Vec<Dividend>)>> {
    let mut all = Vec::new();
    record::each(table, |id, json| {
        let mut dividends: Vec<Dividend> = serde_json::from_slice(json).map_err(|error| {
            StoreError::Damaged(format!("dividends are not understood: {error}"))
        })?;
        dividends.sort_by_key(|dividend| std::cmp::Reverse(dividend.ex_date));
        all.push((TickerId(id), dividends));
        Ok(())
    })?;
    Ok(all)
}
