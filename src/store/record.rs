//! Records: a checksum, then the payload.
//!
//! redb verifies its own page checksums only when it repairs a file, so a flipped bit in a page
//! would otherwise be read as a price. Four bytes a record make that an error.

use std::borrow::Borrow;

use flate2::Crc;
use redb::{Key, ReadableTable, Table};
use serde::{Serialize, de::DeserializeOwned};

use super::{Result, StoreError};

/// Puts the checksum (CRC-32, little-endian) before `payload`.
pub(super) fn with_checksum(payload: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(payload.len() + 4);
    sealed.extend_from_slice(&checksum(payload).to_le_bytes());
    sealed.extend_from_slice(payload);
    sealed
}

/// The payload, if its checksum is right.
pub(super) fn verified(sealed: &[u8]) -> Result<&[u8]> {
    sealed
        .split_first_chunk::<4>()
        .filter(|(sum, payload)| u32::from_le_bytes(**sum) == checksum(payload))
        .map(|(_, payload)| payload)
        .ok_or_else(|| StoreError::Damaged("a record fails its checksum".into()))
}

fn checksum(payload: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(payload);
    crc.sum()
}

fn decode<T: DeserializeOwned>(sealed: &[u8]) -> Result<T> {
    parse(verified(sealed)?)
}

/// Reads a record's JSON.
pub(super) fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T> {
    serde_json::from_slice(json)
        .map_err(|error| StoreError::Damaged(format!("a record is not understood: {error}")))
}

/// Writes `record` as JSON.
pub(super) fn put<'k, K: Key + 'static, T: Serialize + ?Sized>(
    table: &mut Table<K, &'static [u8]>,
    key: impl Borrow<K::SelfType<'k>>,
    record: &T,
) -> Result<()> {
    // Domain types hold nothing that JSON cannot say, except NaN, which becomes null.
    let json = serde_json::to_vec(record)
        .map_err(|error| StoreError::Io(format!("a record cannot be written: {error}")))?;
    table.insert(key, with_checksum(&json).as_slice())?;
    Ok(())
}

/// Reads the record of `key`.
pub(super) fn get<'k, K: Key + 'static, T: DeserializeOwned>(
    table: &impl ReadableTable<K, &'static [u8]>,
    key: impl Borrow<K::SelfType<'k>>,
) -> Result<Option<T>> {
    table
        .get(key)?
        .map(|sealed| decode(sealed.value()))
        .transpose()
}

/// Visits every row in order of the keys, unsealed. Fewer or more rows than the table counts are
/// damage: a lost page must not look like a smaller market.
pub(super) fn each<K: Key + 'static>(
    table: &impl ReadableTable<K, &'static [u8]>,
    mut visit: impl FnMut(K::SelfType<'_>, &[u8]) -> Result<()>,
) -> Result<()> {
    let mut seen = 0;
    for row in table.iter()? {
        let (key, sealed) = row?;
        visit(key.value(), verified(sealed.value())?)?;
        seen += 1;
    }
    let counted = table.len()?;
    if seen != counted {
        return Err(StoreError::Damaged(format!(
            "a table should hold {counted} records and holds {seen}"
        )));
    }
    Ok(())
}

/// Every record of a table, in order of the keys.
pub(super) fn all<K: Key + 'static, T: DeserializeOwned>(
    table: &impl ReadableTable<K, &'static [u8]>,
) -> Result<Vec<T>> {
    let mut records = Vec::new();
    each(table, |_, json| {
        records.push(parse(json)?);
        Ok(())
    })?;
    Ok(records)
}

/// Reads a number kept under `name`.
pub(super) fn number(
    table: &impl ReadableTable<&'static str, &'static [u8]>,
    name: &str,
) -> Result<Option<u32>> {
    let Some(sealed) = table.get(name)? else {
        return Ok(None);
    };
    let bytes = verified(sealed.value())?
        .try_into()
        .map_err(|_| StoreError::Damaged(format!("'{name}' is not a number")))?;
    Ok(Some(u32::from_le_bytes(bytes)))
}

/// Keeps a number under `name`.
pub(super) fn set_number(
    table: &mut Table<&'static str, &'static [u8]>,
    name: &str,
    value: u32,
) -> Result<()> {
    table.insert(name, with_checksum(&value.to_le_bytes()).as_slice())?;
    Ok(())
}

/// The next number under `name`: from 1, never given twice.
pub(super) fn next_number(
    table: &mut Table<&'static str, &'static [u8]>,
    name: &str,
) -> Result<u32> {
    let next = number(table, name)?.unwrap_or(0) + 1;
    set_number(table, name, next)?;
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flipped_bit_is_noticed_wherever_it_is() {
        let sealed = with_checksum(b"{\"price\":101.5}");
        assert_eq!(verified(&sealed).unwrap(), b"{\"price\":101.5}");
        for bit in 0..sealed.len() * 8 {
            let mut flipped = sealed.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(matches!(verified(&flipped), Err(StoreError::Damaged(_))));
        }
        assert!(verified(&[]).is_err(), "too short for a checksum");
    }
}
