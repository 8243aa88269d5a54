//! Checksums of records.
//!
//! Each value in a table starts with a checksum (CRC-32, little-endian) of the table's name, the key
//! and the record. redb verifies its page checksums only when it repairs a file. Without the
//! checksums of the records, a flipped bit could be read as a price, or as the price of another
//! ticker.

use flate2::Crc;

use super::{Result, StoreError};

/// Prepends the checksum to `record`.
pub(super) fn with_checksum(table: &str, key: &[u8], record: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(record.len() + 4);
    value.extend_from_slice(&checksum(table, key, record).to_le_bytes());
    value.extend_from_slice(record);
    value
}

/// Verifies the checksum in `value` and returns the record.
pub(super) fn verified<'v>(table: &str, key: &[u8], value: &'v [u8]) -> Result<&'v [u8]> {
    value
        .split_first_chunk::<4>()
        .filter(|(sum, record)| u32::from_le_bytes(**sum) == checksum(table, key, record))
        .map(|(_, record)| record)
        .ok_or_else(|| StoreError::Damaged(format!("a record in '{table}' fails its checksum")))
}

fn checksum(table: &str, key: &[u8], record: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(table.as_bytes());
    // The length separates the key from the record.
    crc.update(&(key.len() as u64).to_le_bytes());
    crc.update(key);
    crc.update(record);
    crc.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_flipped_bit_fails_verification() {
        let (table, key, record) = ("quotes", b"key".as_slice(), b"{\"price\":101.5}");
        let value = with_checksum(table, key, record);
        assert_eq!(verified(table, key, &value).unwrap(), record);
        let flip_bit = |bytes: &[u8], bit: usize| {
            let mut bytes = bytes.to_vec();
            bytes[bit / 8] ^= 1 << (bit % 8);
            bytes
        };
        let is_damaged = |result: Result<&[u8]>| matches!(result, Err(StoreError::Damaged(_)));
        for bit in 0..value.len() * 8 {
            assert!(is_damaged(verified(table, key, &flip_bit(&value, bit))));
        }
        for bit in 0..key.len() * 8 {
            assert!(is_damaged(verified(table, &flip_bit(key, bit), &value)));
        }
        assert!(
            is_damaged(verified("quote", key, &value)),
            "the checksum covers the name of the table"
        );
        assert!(is_damaged(verified(table, b"ke", &value)));
        assert!(
            is_damaged(verified(table, key, &[])),
            "a value shorter than a checksum is damaged"
        );
    }
}
