//! Numbers that grow, by name.

use redb::{ReadableTable, WriteTransaction};

use super::{
    Result, StoreError,
    schema::COUNTERS,
    table::{Bytes, Records},
};

/// The number kept under `name`; 0 when there is none yet.
pub(super) fn get<T: ReadableTable<Bytes, Bytes>>(
    counters: &Records<String, u64, T>,
    name: &str,
) -> Result<u64> {
    Ok(counters.get(&name.to_owned())?.unwrap_or(0))
}

/// The next number under `name`: from 1, never given twice.
pub(super) fn next(txn: &WriteTransaction, name: &str) -> Result<u64> {
    let mut counters = COUNTERS.write(txn)?;
    let next = get(&counters, name)? + 1;
    counters.put(&name.to_owned(), &next)?;
    Ok(next)
}

/// The next number under `name`, as an id.
pub(super) fn next_id(txn: &WriteTransaction, name: &str) -> Result<u32> {
    u32::try_from(next(txn, name)?)
        .map_err(|_| StoreError::Limit("There are no numbers left.".into()))
}
