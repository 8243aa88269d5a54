//! Named counters, such as the last id of a table or the requests sent to a provider.

use redb::{ReadTransaction, ReadableTable, WriteTransaction};

use super::{
    Result, StoreError,
    schema::COUNTERS,
    table::{Bytes, Records},
};
use crate::domain::person::PersonId;

/// Returns the counter `name`, or 0 if it does not exist yet.
pub(super) fn get<T: ReadableTable<Bytes, Bytes>>(
    counters: &Records<String, u64, T>,
    name: &str,
) -> Result<u64> {
    Ok(counters.get(&name.to_owned())?.unwrap_or(0))
}

/// Increments the counter `name` and returns its new value. The first value is 1, and no value is
/// returned twice.
pub(super) fn next(txn: &WriteTransaction, name: &str) -> Result<u64> {
    let mut counters = COUNTERS.write(txn)?;
    let next = get(&counters, name)? + 1;
    counters.put(&name.to_owned(), &next)?;
    Ok(next)
}

/// Like [`next`], but returns a 32-bit id.
pub(super) fn next_id(txn: &WriteTransaction, name: &str) -> Result<u32> {
    u32::try_from(next(txn, name)?).map_err(|_| StoreError::Limit("No ids are left.".into()))
}

/// Returns the name of a counter of a person. The owner's counters have the plain names.
pub(super) fn name_of(person: PersonId, name: &str) -> String {
    if person.is_owner() {
        name.to_owned()
    } else {
        format!("person {person} {name}")
    }
}

/// Removes all counters of a person other than the owner.
pub(super) fn remove_of(txn: &WriteTransaction, person: PersonId) -> Result<()> {
    let prefix = name_of(person, "");
    let mut counters = COUNTERS.write(txn)?;
    let mut names = Vec::new();
    counters.for_each_key(|name: String| {
        if name.starts_with(&prefix) {
            names.push(name);
        }
        Ok(())
    })?;
    for name in names {
        counters.remove(&name)?;
    }
    Ok(())
}

/// Prefix of the names of counters that count provider requests.
const REQUESTS: &str = "requests ";

/// Returns the number of requests sent to each provider, by provider and day or month: `coingecko
/// 2026-11`.
pub(super) fn requests(txn: &ReadTransaction) -> Result<Vec<(String, u64)>> {
    let mut all = Vec::new();
    COUNTERS.read(txn)?.for_each(|name, count| {
        if let Some(name) = name.strip_prefix(REQUESTS) {
            all.push((name.to_owned(), count));
        }
        Ok(())
    })?;
    Ok(all)
}

/// Stores request counts, and removes the counts of earlier days and months for the same providers.
pub(super) fn put_requests(txn: &WriteTransaction, counts: &[(String, u64)]) -> Result<()> {
    if counts.is_empty() {
        return Ok(());
    }
    let mut counters = COUNTERS.write(txn)?;
    for (name, count) in counts {
        let name = format!("{REQUESTS}{name}");
        let provider = name.rsplit_once(' ').map_or("", |(provider, _)| provider);
        let mut earlier = Vec::new();
        counters.for_each_key(|key: String| {
            // Days and months differ in length, so only periods of the same kind are compared.
            let is_earlier = key.len() == name.len()
                && key < name
                && key
                    .strip_prefix(provider)
                    .is_some_and(|rest| rest.starts_with(' '));
            if is_earlier {
                earlier.push(key);
            }
            Ok(())
        })?;
        for key in earlier {
            counters.remove(&key)?;
        }
        counters.put(&name, count)?;
    }
    Ok(())
}
