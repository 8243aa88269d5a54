//! Verification and backup of the database.

use std::{
    cell::Cell,
    fs::{self, File},
    path::Path,
};

use redb::{ReadTransaction, ReadableDatabase as _, ReadableTableMetadata as _, WriteTransaction};

use super::{identity, migrate, panics::catch_panics};
use crate::store::{
    Result, Store, StoreError,
    bars::chunks,
    checksum::with_checksum,
    file, schema,
    table::{definition, for_each_row},
};

/// Progress callback. Its arguments are the number of processed units (records, bars or bytes) and
/// their total, which is 0 if unknown.
pub type Progress<'a> = &'a dyn Fn(u64, u64);

/// Callback that returns an error to cancel a long read.
pub(super) type CancelCheck<'a> = &'a dyn Fn() -> Result<()>;

/// The result of checking an intact file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckReport {
    /// Schema version.
    pub schema: u32,
    /// Number of records in all tables.
    pub records: u64,
    /// `sample` or `live`; `None` if the file was never used.
    pub market: Option<String>,
}

/// Verifies every record of the file at `path` without changing it. Fails if a server has the file
/// open. A file with an older schema is checked by migrating it to a temporary file.
///
/// # Errors
/// Returns the first damage found (see [`StoreError::is_damage`]), or the error that prevented the
/// check.
pub fn check(path: &Path, progress: Progress) -> Result<CheckReport> {
    catch_panics(|| {
        let source = file::open_read_only(path)?;
        let schema = file::read_schema_version(&source, path)?;
        if schema::is_current(schema) {
            return create_report(&source, schema, progress);
        }
        progress(0, 0);
        file::remove_temporary_files(path);
        let temporary = file::temporary_path(path);
        let checked = migrate::rewrite(&source, &temporary, schema)
            .and_then(|()| create_report(&file::open_read_only(&temporary)?, schema, progress));
        let _ = fs::remove_file(&temporary);
        checked
    })
    .result
}

fn create_report(file: &File, schema: u32, progress: Progress) -> Result<CheckReport> {
    let view = file::open_view(file)?;
    let txn = view.begin_read()?;
    Ok(CheckReport {
        schema,
        records: verify_all(&txn, progress, &|| Ok(()))?,
        market: identity::market(&txn)?,
    })
}

/// Verifies every record and the invariants of the whole database. Returns the number of records.
fn verify_all(txn: &ReadTransaction, progress: Progress, ensure_open: CancelCheck) -> Result<u64> {
    let count = VerificationCounter::new(txn, progress, ensure_open)?;
    for name in schema::names() {
        verify(txn, name, &count, |_, _| Ok(()))?;
    }
    verify_invariants(txn)?;
    Ok(count.total)
}

/// Counts verified records, reports progress and checks for cancellation.
struct VerificationCounter<'a> {
    done: Cell<u64>,
    total: u64,
    progress: Progress<'a>,
    ensure_open: CancelCheck<'a>,
}

impl<'a> VerificationCounter<'a> {
    /// Number of records between two progress reports and cancellation checks.
    const PROGRESS_STEP: u64 = 256;

    fn new(
        txn: &ReadTransaction,
        progress: Progress<'a>,
        ensure_open: CancelCheck<'a>,
    ) -> Result<Self> {
        let mut total = 0;
        for name in schema::names() {
            total += txn.open_table(definition(name))?.len()?;
        }
        progress(0, total);
        Ok(Self {
            done: Cell::new(0),
            total,
            progress,
            ensure_open,
        })
    }

    fn record_verified(&self) -> Result<()> {
        let done = self.done.get() + 1;
        self.done.set(done);
        if done.is_multiple_of(Self::PROGRESS_STEP) || done == self.total {
            (self.progress)(done, self.total);
            (self.ensure_open)()?;
        }
        Ok(())
    }
}

impl Store {
    /// Verifies that every record has a valid checksum and can be found by its key. Other reads and
    /// writes continue during the verification. Closing the store cancels the verification.
    ///
    /// # Errors
    /// Returns the first damage found (see [`StoreError::is_damage`]), or the error that prevented
    /// the check.
    pub fn verify(&self) -> Result<()> {
        self.handle
            .read(|txn| verify_all(txn, &|_, _| (), &|| self.handle.ensure_open()))
            .map(drop)
    }

    /// Writes a consistent backup to `to`. Verifies every record that it copies, because damage in
    /// a backup might only be noticed years later. An existing file is replaced only when the
    /// backup is complete and on disk.
    ///
    /// # Errors
    /// [`StoreError::Target`] if the backup cannot be written, [`StoreError::Closed`] if the store is closed during the backup.
    pub fn backup(&self, to: &Path, progress: Progress) -> Result<()> {
        if to == self.handle.path() {
            return Err(StoreError::Duplicate(
                "a backup cannot replace the database itself".into(),
            ));
        }
        file::remove_temporary_files(to);
        let temporary = file::temporary_path(to);
        let result = self
            .handle
            .read(|from| copy(from, &temporary, progress, &|| self.handle.ensure_open()))
            .and_then(|()| file::rename_into_place(&temporary, to).map_err(target_error));
        if result.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        result
    }

    /// Like [`Store::backup`], but writes to an open file without a name, which is deleted when it
    /// is closed.
    pub fn backup_without_name(&self) -> Result<File> {
        let path = self.handle.path();
        file::remove_temporary_files(path);
        let temporary = file::temporary_path(path);
        let file = self
            .handle
            .read(|from| copy(from, &temporary, &|_, _| (), &|| self.handle.ensure_open()))
            .and_then(|()| {
                File::open(&temporary)
                    .map_err(|error| target_error(StoreError::at(&temporary, &error)))
            });
        let _ = fs::remove_file(&temporary);
        file
    }
}

/// Verifies every row of a table and passes it to `visit`.
fn verify(
    txn: &ReadTransaction,
    name: &str,
    count: &VerificationCounter,
    mut visit: impl FnMut(&[u8], &[u8]) -> Result<()>,
) -> Result<()> {
    let table = txn.open_table(definition(name))?;
    for_each_row(name, &table, |key, record| {
        // A damaged branch page can hide a record from lookups by key.
        if table.get(key)?.is_none() {
            return Err(StoreError::Damaged(format!(
                "a record in '{name}' cannot be found by its key"
            )));
        }
        count.record_verified()?;
        visit(key, record)
    })
}

/// Verifies the schema version and that the tails match the chunks of bars.
fn verify_invariants(txn: &ReadTransaction) -> Result<()> {
    if !schema::version(txn)?.is_some_and(schema::is_current) {
        return Err(StoreError::Damaged("the schema version is wrong".into()));
    }
    chunks::verify(txn)
}

/// Verifies every record and copies it to a new file at `temporary`.
pub(crate) fn copy(
    from: &ReadTransaction,
    temporary: &Path,
    progress: Progress,
    ensure_open: CancelCheck,
) -> Result<()> {
    // A previous attempt leaves a file if its read was repeated on a new handle.
    let _ = fs::remove_file(temporary);
    verify_invariants(from)?;
    let count = VerificationCounter::new(from, progress, ensure_open)?;
    let copy = file::create_empty(temporary).map_err(target_error)?;
    let mut txn = copy.begin_write().map_err(target_error)?;
    txn.set_quick_repair(true);
    schema::create_all(&txn).map_err(target_error)?;
    for name in schema::names() {
        copy_table(from, &txn, name, &count)?;
    }
    schema::set_version(&txn).map_err(target_error)?;
    txn.commit().map_err(target_error)
}

fn copy_table(
    from: &ReadTransaction,
    to: &WriteTransaction,
    name: &str,
    count: &VerificationCounter,
) -> Result<()> {
    let mut to = to.open_table(definition(name)).map_err(target_error)?;
    verify(from, name, count, |key, record| {
        to.insert(key, with_checksum(name, key, record).as_slice())
            .map_err(target_error)?;
        Ok(())
    })
}

/// Converts an error of the backup file to [`StoreError::Target`], to distinguish it from errors of the
/// database.
fn target_error(error: impl Into<StoreError>) -> StoreError {
    match error.into() {
        target @ StoreError::Target(_) => target,
        error => StoreError::Target(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::domain::person::PersonId;

    #[test]
    fn closing_cancels_a_backup_and_does_not_leave_a_partial_file() {
        let folder = tempfile::tempdir().unwrap();
        let (path, copy) = (folder.path().join("live.redb"), folder.path().join("copy"));
        let store = Store::open(&path).unwrap();
        store.of(PersonId::OWNER).create_watchlist("Mine").unwrap();
        let closing = Cell::new(None);
        let result = store.backup(&copy, &|done, _| {
            if done > 0 {
                return;
            }
            let store_to_close = store.clone();
            closing.set(Some(thread::spawn(move || store_to_close.close())));
            while store.handle.ensure_open().is_ok() {
                thread::yield_now();
            }
        });
        assert_eq!(result, Err(StoreError::Closed));
        closing.take().unwrap().join().unwrap().unwrap();
        let remaining: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(remaining.len(), 1, "{remaining:?}");
        // The database can be reopened immediately.
        assert_eq!(
            Store::open(&path)
                .unwrap()
                .of(PersonId::OWNER)
                .watchlists()
                .unwrap()
                .len(),
            1
        );
    }
}
