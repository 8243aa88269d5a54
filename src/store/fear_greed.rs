//! Fear and greed readings, by market and time.

use std::collections::BTreeMap;

use redb::{ReadableTable, WriteTransaction};

use super::{Result, record, tables::FEAR_GREED};
use crate::domain::fear_greed::FearGreed;

/// Appends readings; one of the same market and second replaces the other.
pub(super) fn put(txn: &WriteTransaction, readings: &[FearGreed]) -> Result<()> {
    if readings.is_empty() {
        return Ok(());
    }
    let mut table = txn.open_table(FEAR_GREED)?;
    for reading in readings {
        let key = (reading.market.as_str(), reading.as_of.as_second());
        record::put(&mut table, key, reading)?;
    }
    Ok(())
}

/// The newest reading of each market.
pub(super) fn newest(
    table: &impl ReadableTable<(&'static str, i64), &'static [u8]>,
) -> Result<Vec<FearGreed>> {
    // In order of the keys a market's readings ascend, so the last one stays.
    let readings: Vec<FearGreed> = record::all(table)?;
    let newest: BTreeMap<_, _> = readings
        .into_iter()
        .map(|reading| (reading.market.clone(), reading))
        .collect();
    Ok(newest.into_values().collect())
}
