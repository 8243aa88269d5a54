//! Facts about funds.

use redb::{ReadableTable, WriteTransaction};

use super::{Result, record, tables::FUNDS};
use crate::domain::fund::FundFacts;

/// Upserts, by symbol.
pub(super) fn put(txn: &WriteTransaction, records: &[FundFacts]) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let mut table = txn.open_table(FUNDS)?;
    for record in records {
        record::put(&mut table, record.symbol.as_str(), record)?;
    }
    Ok(())
}

/// All of them, ascending by symbol.
pub(super) fn all(
    table: &impl ReadableTable<&'static str, &'static [u8]>,
) -> Result<Vec<FundFacts>> {
    record::all(table)
}
