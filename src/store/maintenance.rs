//! Looking after the file: verifying and copying it.

use std::{fs, path::Path};

use redb::{ReadTransaction, WriteTransaction};

use super::{
    Result, Store, StoreError, chunks, file,
    schema::{self, SCHEMA},
    table::{definition, each_row, with_checksum},
};

impl Store {
    /// Reads every record, verifies its checksum, and looks it up by its key:
    /// [`StoreError::Damaged`] for the first that is wrong. Serving goes on meanwhile.
    pub fn verify(&self) -> Result<()> {
        self.handle.read(|txn| {
            for name in schema::names() {
                verify(txn, name, |_, _| Ok(()))?;
            }
            verify_whole(txn)
        })
    }

    /// Copies everything, as it is at one moment, into a new database file at `to`, verifying it on
    /// the way: a backup of a damaged record would be found out years later. What is there under
    /// that name is replaced only once the copy is whole and on disk. [`StoreError::Target`] when
    /// the copy cannot be written.
    pub fn backup(&self, to: &Path) -> Result<()> {
        if to == self.handle.path() {
            return Err(StoreError::Duplicate(
                "a backup cannot take the place of the database it copies".into(),
            ));
        }
        file::remove_leftovers(to);
        let fresh = file::temporary(to);
        let copied = self
            .handle
            .read(|from| copy(from, &fresh))
            .and_then(|()| file::rename_into_place(&fresh, to).map_err(target));
        if copied.is_err() {
            let _ = fs::remove_file(&fresh);
        }
        copied
    }
}

/// Verifies every row of a table and hands it to `visit`.
fn verify(
    txn: &ReadTransaction,
    name: &str,
    mut visit: impl FnMut(&[u8], &[u8]) -> Result<()>,
) -> Result<()> {
    let table = txn.open_table(definition(name))?;
    each_row(name, &table, |key, record| {
        // A damaged page above the records hides some of them from who asks for one.
        if table.get(key)?.is_none() {
            return Err(StoreError::Damaged(format!(
                "a record in '{name}' cannot be found by its key"
            )));
        }
        visit(key, record)
    })
}

/// What holds between tables.
fn verify_whole(txn: &ReadTransaction) -> Result<()> {
    if schema::version(txn)? != Some(SCHEMA) {
        return Err(StoreError::Damaged("the schema version is wrong".into()));
    }
    chunks::verify(txn)
}

fn copy(from: &ReadTransaction, fresh: &Path) -> Result<()> {
    // What an attempt left that was broken off by another's failed write.
    let _ = fs::remove_file(fresh);
    verify_whole(from)?;
    let copy = file::empty(fresh).map_err(target)?;
    let mut txn = copy.begin_write().map_err(target)?;
    txn.set_quick_repair(true);
    schema::create_all(&txn).map_err(target)?;
    for name in schema::names() {
        copy_table(from, &txn, name)?;
    }
    txn.commit().map_err(target)
}

fn copy_table(from: &ReadTransaction, to: &WriteTransaction, name: &str) -> Result<()> {
    let mut to = to.open_table(definition(name)).map_err(target)?;
    verify(from, name, |key, record| {
        to.insert(key, with_checksum(name, key, record).as_slice())
            .map_err(target)?;
        Ok(())
    })
}

/// An error that has nothing to do with the database that is copied.
fn target(error: impl Into<StoreError>) -> StoreError {
    match error.into() {
        target @ StoreError::Target(_) => target,
        error => StoreError::Target(error.to_string()),
    }
}
