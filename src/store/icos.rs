//! Token offerings.

use redb::{ReadableTable, WriteTransaction};

use super::{Result, record, tables::ICOS};
use crate::domain::ico::Ico;

/// Upserts, by id.
pub(super) fn put(txn: &WriteTransaction, records: &[Ico]) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let mut table = txn.open_table(ICOS)?;
    for record in records {
        record::put(&mut table, record.id, record)?;
    }
    Ok(())
}

/// All of them, ascending by id.
pub(super) fn all(table: &impl ReadableTable<u32, &'static [u8]>) -> Result<Vec<Ico>> {
    record::all(table)
}
