//! Typed tables whose records have [checksums](super::checksum). All data is stored in such tables.

use std::marker::PhantomData;

use redb::{
    AccessGuard, ReadOnlyTable, ReadTransaction, ReadableTable, TableDefinition, WriteTransaction,
};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    Result, StoreError,
    checksum::{verified, with_checksum},
    key::RecordKey,
    key_range::{Keys, as_slices},
    record_size,
    replication::journal,
    table_info::TableInfo,
};
use crate::domain::person::PersonId;

/// The redb type of keys and values.
pub(super) type Bytes = &'static [u8];
/// A table open for reading.
pub(super) type Reader<K, V> = Records<K, V, ReadOnlyTable<Bytes, Bytes>>;
/// A table open for writing in a transaction.
pub(super) type Writer<'txn, K, V> = Records<K, V, redb::Table<'txn, Bytes, Bytes>>;

/// A value that can be stored in a table.
pub(super) trait Record: Sized {
    /// Encodes the record.
    fn to_bytes(&self) -> Result<Vec<u8>>;
    /// Decodes a record. Returns [`StoreError::Damaged`] if the bytes are invalid.
    fn from_bytes(bytes: &[u8]) -> Result<Self>;
}

/// Encodes a record as JSON.
pub(super) fn to_json<T: Serialize + ?Sized>(record: &T) -> Result<Vec<u8>> {
    // All values of domain types can be encoded as JSON. NaN becomes null.
    serde_json::to_vec(record)
        .map_err(|error| StoreError::Internal(format!("a record cannot be encoded: {error}")))
}

/// Decodes a record from JSON.
pub(super) fn from_json<T: DeserializeOwned>(json: &[u8]) -> Result<T> {
    serde_json::from_slice(json)
        .map_err(|error| StoreError::Damaged(format!("a record cannot be decoded: {error}")))
}

/// The properties of a table, and the types of its keys and values.
pub(super) struct Table<K, V> {
    info: TableInfo,
    types: PhantomData<fn() -> (K, V)>,
}

impl<K, V> Clone for Table<K, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, V> Copy for Table<K, V> {}

impl<K: RecordKey, V: Record> Table<K, V> {
    /// Creates the definition of a table.
    pub(super) const fn new(info: TableInfo) -> Self {
        Self {
            info,
            types: PhantomData,
        }
    }

    /// Returns the properties of the table.
    pub(super) const fn info(self) -> TableInfo {
        self.info
    }

    /// Returns the name of the table in the file.
    pub(super) const fn name(self) -> &'static str {
        self.info.name
    }

    /// Opens the table for reading.
    pub(super) fn read(self, txn: &ReadTransaction) -> Result<Reader<K, V>> {
        self.read_part(txn, Keys::All)
    }

    /// Opens a part of the table for reading.
    pub(super) fn read_part(self, txn: &ReadTransaction, keys: Keys) -> Result<Reader<K, V>> {
        Ok(self.typed(txn.open_table(definition(self.info.name))?, keys))
    }

    /// Opens the table for writing and creates it if it is missing.
    pub(super) fn write(self, txn: &WriteTransaction) -> Result<Writer<'_, K, V>> {
        self.write_part(txn, Keys::All)
    }

    /// Opens a part of the table for writing and creates the table if it is missing.
    pub(super) fn write_part(self, txn: &WriteTransaction, keys: Keys) -> Result<Writer<'_, K, V>> {
        Ok(self.typed(txn.open_table(definition(self.info.name))?, keys))
    }

    fn typed<T>(self, table: T, keys: Keys) -> Records<K, V, T> {
        Records {
            info: self.info,
            table,
            keys,
            types: PhantomData,
        }
    }
}

/// Returns the redb definition of a table.
pub(super) fn definition(name: &str) -> TableDefinition<'_, Bytes, Bytes> {
    TableDefinition::new(name)
}

/// An open table, or the part of it with the records of one person.
pub(super) struct Records<K, V, T> {
    info: TableInfo,
    table: T,
    keys: Keys,
    types: PhantomData<fn() -> (K, V)>,
}

impl<K: RecordKey, V: Record, T: ReadableTable<Bytes, Bytes>> Records<K, V, T> {
    /// Returns the record of `key`, or `None` if it does not exist.
    pub(super) fn get(&self, key: &K) -> Result<Option<V>> {
        self.get_as(key, V::from_bytes)
    }

    /// Like [`Records::get`], but decodes the record with `decode`.
    pub(super) fn get_as<R>(
        &self,
        key: &K,
        decode: impl FnOnce(&[u8]) -> Result<R>,
    ) -> Result<Option<R>> {
        let key = self.stored_key(key);
        match self.table.get(key.as_slice())? {
            Some(value) => decode(verified(self.info.name, &key, value.value())?).map(Some),
            None => self.confirm_absent(&key).map(|()| None),
        }
    }

    /// Returns true if a record of `key` exists.
    pub(super) fn contains(&self, key: &K) -> Result<bool> {
        Ok(self.table.get(self.stored_key(key).as_slice())?.is_some())
    }

    /// Returns an error if a key may be missing because of damage. A lookup finds nothing if the
    /// key itself or a page above it is corrupt. In both cases, one of the two neighbors of the
    /// missing key is invalid or out of order.
    fn confirm_absent(&self, key: &[u8]) -> Result<()> {
        let after = self.table.range::<&[u8]>(key..)?.next().transpose()?;
        let before = self.table.range::<&[u8]>(..key)?.next_back().transpose()?;
        for (key, value) in after.iter().chain(&before) {
            V::from_bytes(verified(self.info.name, key.value(), value.value())?)?;
            // A neighbor may belong to another person.
            if let Some(key) = self.keys.strip(key.value()) {
                decode_key::<K>(self.info.name, key)?;
            }
        }
        let follows = after.is_none_or(|(found, _)| found.value() > key);
        let precedes = before.is_none_or(|(found, _)| found.value() < key);
        if follows && precedes {
            Ok(())
        } else {
            Err(out_of_order_error(self.info.name))
        }
    }

    /// Calls `visit` for every record in key order.
    pub(super) fn for_each(&self, mut visit: impl FnMut(K, V) -> Result<()>) -> Result<()> {
        // Walks over the records of all people, as the number of rows of the table tells whether a page was lost.
        for_each_row(self.info.name, &self.table, |key, value| {
            match self.keys.strip(key) {
                Some(key) => visit(decode_key(self.info.name, key)?, V::from_bytes(value)?),
                None => Ok(()),
            }
        })
    }

    /// Calls `visit` for every key in order.
    pub(super) fn for_each_key(&self, mut visit: impl FnMut(K) -> Result<()>) -> Result<()> {
        for row in self.rows()? {
            visit(self.decode_stored_key(row?.0.value())?)?;
        }
        Ok(())
    }

    /// Returns all records in key order.
    pub(super) fn all(&self) -> Result<Vec<V>> {
        let mut records = Vec::new();
        self.for_each(|_, record| {
            records.push(record);
            Ok(())
        })?;
        Ok(records)
    }

    /// Returns all readable records in key order, and the number of unreadable records.
    pub(super) fn readable(&self) -> Result<(Vec<(K, V)>, u64)> {
        let (mut rows, mut lost) = (Vec::new(), 0);
        for row in self.rows()? {
            match self.decode_row(&row?) {
                Ok(row) => rows.push(row),
                Err(error) if error.is_damage() => lost += 1,
                Err(error) => return Err(error),
            }
        }
        Ok((rows, lost))
    }

    /// Returns the largest key.
    pub(super) fn last_key(&self) -> Result<Option<K>> {
        let last = self.rows()?.next_back().transpose()?;
        last.map(|(key, _)| self.decode_stored_key(key.value()))
            .transpose()
    }

    /// Returns the record with the largest key.
    pub(super) fn last(&self) -> Result<Option<(K, V)>> {
        let last = self.rows()?.next_back().transpose()?;
        last.map(|row| self.decode_row(&row)).transpose()
    }

    /// Returns the record with the largest key below `key`.
    pub(super) fn last_before(&self, key: &K) -> Result<Option<(K, V)>> {
        let row = self.rows_before(key)?.next_back();
        row.transpose()?
            .map(|row| self.decode_row(&row))
            .transpose()
    }

    /// Returns the number of records.
    pub(super) fn len(&self) -> Result<u64> {
        match self.keys {
            Keys::All => Ok(self.table.len()?),
            Keys::Of(_) => {
                let mut count = 0;
                for row in self.rows()? {
                    row?;
                    count += 1;
                }
                Ok(count)
            }
        }
    }

    /// Returns the key as it is stored.
    fn stored_key(&self, key: &K) -> Vec<u8> {
        let mut stored = self.keys.prefix();
        stored.extend(key.encode());
        stored
    }

    fn rows(&self) -> Result<redb::Range<'_, Bytes, Bytes>> {
        let (start, end) = self.keys.bounds();
        Ok(self.table.range::<&[u8]>(as_slices(&start, &end))?)
    }

    fn rows_before(&self, key: &K) -> Result<redb::Range<'_, Bytes, Bytes>> {
        let (start, end) = self.keys.bounds_before(self.stored_key(key));
        Ok(self.table.range::<&[u8]>(as_slices(&start, &end))?)
    }

    fn decode_stored_key(&self, stored: &[u8]) -> Result<K> {
        let key = self.keys.strip(stored);
        let key = key.ok_or_else(|| out_of_order_error(self.info.name))?;
        decode_key(self.info.name, key)
    }

    fn decode_row(
        &self,
        (key, value): &(AccessGuard<Bytes>, AccessGuard<Bytes>),
    ) -> Result<(K, V)> {
        let record = V::from_bytes(verified(self.info.name, key.value(), value.value())?)?;
        Ok((self.decode_stored_key(key.value())?, record))
    }
}

impl<K: RecordKey, V: Record> Writer<'_, K, V> {
    /// Writes the record of `key`. Returns [`StoreError::TooLarge`] if the record is over the size
    /// limit.
    pub(super) fn put(&mut self, key: &K, record: &V) -> Result<()> {
        self.put_bytes(key, &record.to_bytes()?)
    }

    /// Writes a record that is already encoded.
    pub(super) fn put_bytes(&mut self, key: &K, record: &[u8]) -> Result<()> {
        let key = self.stored_key(key);
        let value = with_checksum(self.info.name, &key, record);
        record_size::check(&self.info, value.len(), || {
            let replaced = self.table.get(key.as_slice())?;
            Ok(replaced.map_or(0, |replaced| replaced.value().len()))
        })?;
        self.table.insert(key.as_slice(), value.as_slice())?;
        journal::record_change(self.info.name, &key, Some(&value));
        Ok(())
    }

    /// Removes the record of `key`. Returns true if it existed.
    pub(super) fn remove(&mut self, key: &K) -> Result<bool> {
        let key = self.stored_key(key);
        let existed = self.table.remove(key.as_slice())?.is_some();
        if existed {
            journal::record_change(self.info.name, &key, None);
        }
        Ok(existed)
    }

    /// Returns the smallest keys below `key`, at most `max` of them.
    pub(super) fn keys_before(&self, key: &K, max: usize) -> Result<Vec<K>> {
        let rows = self.rows_before(key)?;
        rows.take(max)
            .map(|row| self.decode_stored_key(row?.0.value()))
            .collect()
    }

    /// Removes every record whose key is below `key`.
    pub(super) fn remove_before(&mut self, key: &K) -> Result<()> {
        if journal::is_recording() {
            for row in self.rows_before(key)? {
                journal::record_change(self.info.name, row?.0.value(), None);
            }
        }
        let (start, end) = self.keys.bounds_before(self.stored_key(key));
        Ok(self
            .table
            .retain_in::<&[u8], _>(as_slices(&start, &end), |_, _| false)?)
    }
}

/// Removes all records of a person from a table.
pub(super) fn remove_of(txn: &WriteTransaction, info: TableInfo, person: PersonId) -> Result<()> {
    let mut table = txn.open_table(definition(info.name))?;
    let (start, end) = Keys::Of(person).bounds();
    let mut keys = Vec::new();
    for row in table.range::<&[u8]>(as_slices(&start, &end))? {
        keys.push(row?.0.value().to_vec());
    }
    for key in keys {
        table.remove(key.as_slice())?;
        journal::record_change(info.name, &key, None);
    }
    Ok(())
}

fn decode_key<K: RecordKey>(table: &str, key: &[u8]) -> Result<K> {
    K::decode(key).ok_or_else(|| StoreError::Damaged(format!("a key in '{table}' is invalid")))
}

fn out_of_order_error(table: &str) -> StoreError {
    StoreError::Damaged(format!("a record in '{table}' is out of order"))
}

/// Calls `visit` with the key and the record (without checksum) of every row of a table. Keys out
/// of order, or a number of rows other than the table's row count, are errors, so that a lost page
/// is noticed.
pub(super) fn for_each_row(
    name: &str,
    table: &impl ReadableTable<Bytes, Bytes>,
    mut visit: impl FnMut(&[u8], &[u8]) -> Result<()>,
) -> Result<()> {
    let mut count = 0;
    let mut previous: Option<Vec<u8>> = None;
    for row in table.iter()? {
        let (key, value) = row?;
        if previous.is_some_and(|previous| previous.as_slice() >= key.value()) {
            return Err(out_of_order_error(name));
        }
        visit(key.value(), verified(name, key.value(), value.value())?)?;
        previous = Some(key.value().to_vec());
        count += 1;
    }
    let expected_count = table.len()?;
    if count != expected_count {
        return Err(StoreError::Damaged(format!(
            "'{name}' should contain {expected_count} records but contains {count}"
        )));
    }
    Ok(())
}
