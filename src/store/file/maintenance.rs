//! Verifying and backing up the database.

use std::{
    cell::Cell,
    fs::{self, File},
    path::Path,
};

use redb::{ReadTransaction, ReadableDatabase as _, ReadableTableMetadata as _, WriteTransaction};

use super::{identity, migrate, panics::guarded};
use crate::store::{
    Result, Store, StoreError,
    bars::chunks,
    file,
    schema::{self, SCHEMA},
    table::{definition, each_row, with_checksum},
};

/// Progress callback: units done (records, bars or bytes) and their total; a total of 0 means unknown.
pub type Progress<'a> = &'a dyn Fn(u64, u64);

/// Returns an error to cancel a long read.
pub(super) type CancelCheck<'a> = &'a dyn Fn() -> Result<()>;

/// Result of checking an intact file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckReport {
    /// Schema version.
    pub schema: u32,
    /// Number of records in all tables.
    pub records: u64,
    /// `sample` or `live`; `None` for a file that was not used yet.
    pub market: Option<String>,
}

/// Verifies every record of the file at `path`, which no server may have open. Changes nothing. A file of an older schema is
/// checked by migrating it to a temporary file.
///
/// # Errors
/// The first damage that is found ([`StoreError::is_damage`]).
pub fn check(path: &Path, progress: Progress) -> Result<CheckReport> {
    guarded(|| {
        let source = file::open_read_only(path)?;
        let schema = file::read_schema_version(&source, path)?;
        if schema == SCHEMA {
            return check_whole(&source, schema, progress);
        }
        progress(0, 0);
        file::remove_temporary_files(path);
        let fresh = file::temporary_path(path);
        let checked = migrate::rewrite(&source, &fresh, schema)
            .and_then(|()| check_whole(&file::open_read_only(&fresh)?, schema, progress));
        let _ = fs::remove_file(&fresh);
        checked
    })
    .result
}

fn check_whole(file: &File, schema: u32, progress: Progress) -> Result<CheckReport> {
    let view = file::open_view(file)?;
    let txn = view.begin_read()?;
    Ok(CheckReport {
        schema,
        records: count_whole(&txn, progress, &|| Ok(()))?,
        market: identity::market(&txn)?,
    })
}

/// Verifies every record and the invariants between tables. Returns the number of records.
fn count_whole(txn: &ReadTransaction, progress: Progress, ensure_open: CancelCheck) -> Result<u64> {
    let count = Count::of(txn, progress, ensure_open)?;
    for name in schema::names() {
        verify(txn, name, &count, |_, _| Ok(()))?;
    }
    verify_whole(txn)?;
    Ok(count.total)
}

/// Counts records and reports progress.
struct Count<'a> {
    done: Cell<u64>,
    total: u64,
    progress: Progress<'a>,
    ensure_open: CancelCheck<'a>,
}

impl<'a> Count<'a> {
    /// Records between two progress reports and cancel checks.
    const STEP: u64 = 256;

    fn of(
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

    fn one(&self) -> Result<()> {
        let done = self.done.get() + 1;
        self.done.set(done);
        if done.is_multiple_of(Self::STEP) || done == self.total {
            (self.progress)(done, self.total);
            (self.ensure_open)()?;
        }
        Ok(())
    }
}

impl Store {
    /// Verifies every record: its checksum, and that it is found by its key. Other reads and writes continue meanwhile; closing
    /// the store cancels it.
    ///
    /// # Errors
    /// The first damage that is found ([`StoreError::is_damage`]).
    pub fn verify(&self) -> Result<()> {
        self.handle
            .read(|txn| count_whole(txn, &|_, _| (), &|| self.handle.ensure_open()))
            .map(drop)
    }

    /// Writes a consistent backup to `to` and verifies every record on the way, because a damaged record in a backup might be
    /// noticed years later. An existing file is replaced only when the backup is complete and on disk.
    ///
    /// # Errors
    /// [`StoreError::Target`] if the backup cannot be written, [`StoreError::Closed`] if the store is closed meanwhile.
    pub fn backup(&self, to: &Path, progress: Progress) -> Result<()> {
        if to == self.handle.path() {
            return Err(StoreError::Duplicate(
                "a backup cannot replace the database itself".into(),
            ));
        }
        file::remove_temporary_files(to);
        let fresh = file::temporary_path(to);
        let copied = self
            .handle
            .read(|from| copy(from, &fresh, progress, &|| self.handle.ensure_open()))
            .and_then(|()| file::rename_into_place(&fresh, to).map_err(target));
        if copied.is_err() {
            let _ = fs::remove_file(&fresh);
        }
        copied
    }

    /// Like [`Store::backup`], into an unnamed open file that is deleted when it is closed.
    pub fn backup_without_name(&self) -> Result<File> {
        let path = self.handle.path();
        file::remove_temporary_files(path);
        let fresh = file::temporary_path(path);
        let opened = self
            .handle
            .read(|from| copy(from, &fresh, &|_, _| (), &|| self.handle.ensure_open()))
            .and_then(|()| {
                File::open(&fresh).map_err(|error| target(StoreError::at(&fresh, &error)))
            });
        let _ = fs::remove_file(&fresh);
        opened
    }
}

/// Verifies every row of a table and hands it to `visit`.
fn verify(
    txn: &ReadTransaction,
    name: &str,
    count: &Count,
    mut visit: impl FnMut(&[u8], &[u8]) -> Result<()>,
) -> Result<()> {
    let table = txn.open_table(definition(name))?;
    each_row(name, &table, |key, record| {
        // A damaged branch page hides records from lookups.
        if table.get(key)?.is_none() {
            return Err(StoreError::Damaged(format!(
                "a record in '{name}' cannot be found by its key"
            )));
        }
        count.one()?;
        visit(key, record)
    })
}

/// Verifies the schema version and the invariants between tables.
fn verify_whole(txn: &ReadTransaction) -> Result<()> {
    if schema::version(txn)? != Some(SCHEMA) {
        return Err(StoreError::Damaged("the schema version is wrong".into()));
    }
    chunks::verify(txn)
}

/// Copies and verifies every record into a new file at `fresh`.
pub(crate) fn copy(
    from: &ReadTransaction,
    fresh: &Path,
    progress: Progress,
    ensure_open: CancelCheck,
) -> Result<()> {
    // Left by an earlier attempt that another failed write interrupted.
    let _ = fs::remove_file(fresh);
    verify_whole(from)?;
    let count = Count::of(from, progress, ensure_open)?;
    let copy = file::create_empty(fresh).map_err(target)?;
    let mut txn = copy.begin_write().map_err(target)?;
    txn.set_quick_repair(true);
    schema::create_all(&txn).map_err(target)?;
    for name in schema::names() {
        copy_table(from, &txn, name, &count)?;
    }
    txn.commit().map_err(target)
}

fn copy_table(
    from: &ReadTransaction,
    to: &WriteTransaction,
    name: &str,
    count: &Count,
) -> Result<()> {
    let mut to = to.open_table(definition(name)).map_err(target)?;
    verify(from, name, count, |key, record| {
        to.insert(key, with_checksum(name, key, record).as_slice())
            .map_err(target)?;
        Ok(())
    })
}

/// Marks an error as one of the backup file, not of the database.
fn target(error: impl Into<StoreError>) -> StoreError {
    match error.into() {
        target @ StoreError::Target(_) => target,
        error => StoreError::Target(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn closing_cancels_a_backup_and_leaves_no_partial_file() {
        let folder = tempfile::tempdir().unwrap();
        let (path, copy) = (folder.path().join("live.redb"), folder.path().join("copy"));
        let store = Store::open(&path).unwrap();
        store.create_watchlist(1, "Mine").unwrap();
        let closing = Cell::new(None);
        let copied = store.backup(&copy, &|done, _| {
            if done > 0 {
                return;
            }
            let closed = store.clone();
            closing.set(Some(thread::spawn(move || closed.close())));
            while store.handle.ensure_open().is_ok() {
                thread::yield_now();
            }
        });
        assert_eq!(copied, Err(StoreError::Closed));
        closing.take().unwrap().join().unwrap().unwrap();
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "{left:?}");
        // It can be opened again at once.
        assert_eq!(Store::open(&path).unwrap().watchlists(1).unwrap().len(), 1);
    }
}
