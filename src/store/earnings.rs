//! Earnings announcements.

use redb::{ReadableTable, WriteTransaction};

use super::{Result, record, tables::EARNINGS};
use crate::domain::earnings::EarningsEvent;

/// Upserts, by (symbol, date).
pub(super) fn put(txn: &WriteTransaction, records: &[EarningsEvent]) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let mut table = txn.open_table(EARNINGS)?;
    for record in records {
        record::put(&mut table, key(record).as_str(), record)?;
    }
    Ok(())
}

/// All of them, ascending by date.
pub(super) fn all(
    table: &impl ReadableTable<&'static str, &'static [u8]>,
) -> Result<Vec<EarningsEvent>> {
    record::all(table)
}

/// The date first, and in a form that sorts: the table's order is the calendar's.
fn key(event: &EarningsEvent) -> String {
    format!("{} {}", event.date, event.symbol)
}
