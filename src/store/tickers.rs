//! Tickers, by number.

use redb::{ReadableTable, WriteTransaction};

use super::{Result, record, tables::TICKERS};
use crate::domain::ticker::Ticker;

/// Upserts, by id.
pub(super) fn put(txn: &WriteTransaction, records: &[Ticker]) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let mut table = txn.open_table(TICKERS)?;
    for record in records {
        record::put(&mut table, record.id.0, record)?;
    }
    Ok(())
}

/// All of them, ascending by id.
pub(super) fn all(table: &impl ReadableTable<u32, &'static [u8]>) -> Result<Vec<Ticker>> {
    record::all(table)
}
