//! Records of schemas 1 and 2: keys as redb types, values with a checksum (CRC-32, little-endian) of the value alone.

use flate2::Crc;
use redb::{
    Key, ReadTransaction, ReadableTable, ReadableTableMetadata, TableDefinition, TableError,
};

use super::panics::guarded;
use crate::store::{Result, StoreError};

/// Rows of a table, without checksums.
pub(crate) struct Rows<K> {
    pub(crate) rows: Vec<(K, Vec<u8>)>,
    /// Number of unreadable rows.
    pub(crate) lost: u64,
}

/// How damage is handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Damage is an error.
    Strict,
    /// Damaged rows are skipped.
    Salvage,
}

/// Returns all rows of the table `name`; none if there is no such table. `own` copies a key.
pub(crate) fn rows<Q: Key + 'static, K: PartialEq>(
    txn: &ReadTransaction,
    name: &str,
    reading: Reading,
    own: impl Fn(Q::SelfType<'_>) -> K,
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
    let counted = table.len()?;
    // Reads from both ends, so that an unreadable page loses only its own records.
    let mut rows = vec![];
    let ended = guarded(|| collect(table.iter()?, &own, |row| rows.push(row)));
    let mut behind = vec![];
    if ended.result.is_err() {
        if reading == Reading::Strict {
            ended.result?;
        }
        let last = rows.last().map(|(key, _): &(K, _)| key);
        let iter = table.iter()?.rev();
        let _ = guarded(|| {
            collect(iter, &own, |row: (K, Option<Vec<u8>>)| {
                if Some(&row.0) != last {
                    behind.push(row);
                }
            })
        });
    }
    rows.extend(behind.into_iter().rev());
    let rows: Vec<(K, Vec<u8>)> = rows
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
        .collect();
    let lost = counted.saturating_sub(rows.len() as u64);
    if reading == Reading::Strict && (lost > 0 || rows.len() as u64 > counted) {
        return Err(StoreError::Damaged(format!(
            "'{name}' should hold {counted} records and holds {}",
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

/// Passes every row to `take`; the value is `None` if its checksum is wrong.
fn collect<'a, Q: Key + 'static, K>(
    rows: impl Iterator<Item = Row<'a, Q>>,
    own: &impl Fn(Q::SelfType<'_>) -> K,
    mut take: impl FnMut((K, Option<Vec<u8>>)),
) -> Result<()> {
    for row in rows {
        let (key, value) = row?;
        take((
            own(key.value()),
            verified(value.value()).map(<[u8]>::to_vec).ok(),
        ));
    }
    Ok(())
}

fn verified(value: &[u8]) -> Result<&[u8]> {
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

/// Decodes a number: four bytes, little-endian.
pub(crate) fn number(value: &[u8]) -> Result<u32> {
    verified(value)?
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
