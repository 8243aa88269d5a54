//! Reading records of schemas 1 and 2. Their keys have redb types, and each value is preceded by
//! its checksum (CRC-32, little-endian), which does not cover the key.

use flate2::Crc;
use redb::{
    Key, ReadTransaction, ReadableTable, ReadableTableMetadata, TableDefinition, TableError,
};

use super::panics::catch_panics;
use crate::store::{Result, StoreError};

/// The rows of a table. The values do not include the checksums.
pub(crate) struct Rows<K> {
    pub(crate) rows: Vec<(K, Vec<u8>)>,
    /// Number of unreadable rows.
    pub(crate) lost: u64,
}

/// The handling of damaged rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadMode {
    /// Damage is an error.
    Strict,
    /// Damaged rows are skipped.
    Salvage,
}

/// Returns all rows of the table `name`, or no rows if the table does not exist. `to_owned_key`
/// converts a borrowed key.
pub(crate) fn rows<Q: Key + 'static, K: PartialEq>(
    txn: &ReadTransaction,
    name: &str,
    mode: ReadMode,
    to_owned_key: impl Fn(Q::SelfType<'_>) -> K,
) -> Result<Rows<K>> {
    let definition: TableDefinition<Q, &[u8]> = TableDefinition::new(name);
    let table = match txn.open_table(definition) {
        Ok(table) => table,
        Err(TableError::TableDoesNotExist(_)) => {
            return Ok(Rows {
                rows: vec![],
                lost: 0,
            });
        }
        Err(error) => return Err(error.into()),
    };
    let expected_count = table.len()?;
    // Reads from both ends, so that with one unreadable page only its records are lost.
    let mut rows = vec![];
    let forward = catch_panics(|| collect(table.iter()?, &to_owned_key, |row| rows.push(row)));
    let mut rows_from_end = vec![];
    if forward.result.is_err() {
        if mode == ReadMode::Strict {
            forward.result?;
        }
        let last = rows.last().map(|(key, _): &(K, _)| key);
        let iter = table.iter()?.rev();
        let _ = catch_panics(|| {
            collect(iter, &to_owned_key, |row: (K, Option<Vec<u8>>)| {
                if Some(&row.0) != last {
                    rows_from_end.push(row);
                }
            })
        });
    }
    rows.extend(rows_from_end.into_iter().rev());
    let rows: Vec<(K, Vec<u8>)> = rows
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
        .collect();
    let lost = expected_count.saturating_sub(rows.len() as u64);
    if mode == ReadMode::Strict && (lost > 0 || rows.len() as u64 > expected_count) {
        return Err(StoreError::Damaged(format!(
            "'{name}' should contain {expected_count} records but contains {}",
            rows.len()
        )));
    }
    Ok(Rows { rows, lost })
}

type Row<'a, Q> = std::result::Result<
    (
        redb::AccessGuard<'a, Q>,
        redb::AccessGuard<'a, &'static [u8]>,
    ),
    redb::StorageError,
>;

/// Passes every row to `visit`. The value is `None` if its checksum does not match.
fn collect<'a, Q: Key + 'static, K>(
    rows: impl Iterator<Item = Row<'a, Q>>,
    to_owned_key: &impl Fn(Q::SelfType<'_>) -> K,
    mut visit: impl FnMut((K, Option<Vec<u8>>)),
) -> Result<()> {
    for row in rows {
        let (key, value) = row?;
        visit((
            to_owned_key(key.value()),
            verify(value.value()).map(<[u8]>::to_vec).ok(),
        ));
    }
    Ok(())
}

fn verify(value: &[u8]) -> Result<&[u8]> {
    value
        .split_first_chunk::<4>()
        .filter(|(sum, record)| u32::from_le_bytes(**sum) == checksum(record))
        .map(|(_, record)| record)
        .ok_or_else(|| StoreError::Damaged("a record fails its checksum".into()))
}

fn checksum(record: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(record);
    crc.sum()
}

/// Verifies and decodes a number of four bytes, little-endian.
pub(crate) fn number(value: &[u8]) -> Result<u32> {
    verify(value)?
        .try_into()
        .map(u32::from_le_bytes)
        .map_err(|_| StoreError::Damaged("a number does not have four bytes".into()))
}

/// Encodes a number with its checksum.
pub(crate) fn number_bytes(number: u32) -> Vec<u8> {
    with_checksum(&number.to_le_bytes())
}

/// Prepends the checksum to `record`.
pub(crate) fn with_checksum(record: &[u8]) -> Vec<u8> {
    [checksum(record).to_le_bytes().as_slice(), record].concat()
}
