//! The newest quote of each ticker.

use redb::{ReadableTable, WriteTransaction};

use super::{Result, record, tables::QUOTES};
use crate::domain::quote::Quote;

/// Upserts, by ticker.
pub(super) fn put(txn: &WriteTransaction, records: &[Quote]) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let mut table = txn.open_table(QUOTES)?;
    for record in records {
        record::put(&mut table, record.id.0, record)?;
    }
    Ok(())
}

/// All of them, ascending by ticker.
pub(super) fn all(table: &impl ReadableTable<u32, &'static [u8]>) -> Result<Vec<Quote>> {
    record::all(table)
}
