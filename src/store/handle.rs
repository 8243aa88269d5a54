//! The open file, and the way in and out of it.

use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{PoisonError, RwLock},
};

use redb::{Database, ReadTransaction, ReadableDatabase, WriteTransaction};

use super::{Result, StoreError, file};

/// A database that is reopened when redb gave up on it.
pub(super) struct Handle {
    path: PathBuf,
    slot: RwLock<Slot>,
}

enum Slot {
    Open(Database),
    /// A write failed or redb panicked: the next use opens the file again, and checks it.
    Spoiled,
    Closed,
}

impl Handle {
    /// Opens `path`, creating the file when there is none.
    pub(super) fn open(path: PathBuf) -> Result<Self> {
        let database = file::open(&path)?;
        Ok(Self {
            path,
            slot: RwLock::new(Slot::Open(database)),
        })
    }

    /// Where the file is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Closes the file cleanly. Later use is an error; closing twice is not.
    pub(super) fn close(&self) {
        // Dropping the database is what closes it.
        *self.slot.write().unwrap_or_else(PoisonError::into_inner) = Slot::Closed;
    }

    /// Reads in one consistent view.
    pub(super) fn read<T>(&self, work: impl FnOnce(&ReadTransaction) -> Result<T>) -> Result<T> {
        self.with(|database| work(&database.begin_read()?))
    }

    /// Writes in one transaction: all of `work`, durable when this returns, or nothing of it.
    pub(super) fn write<T>(&self, work: impl FnOnce(&WriteTransaction) -> Result<T>) -> Result<T> {
        self.with(|database| {
            let mut txn = database.begin_write()?;
            // Records which pages are free in every commit, so that opening after a power cut
            // needs no scan of the file. It implies two-phase commit.
            txn.set_quick_repair(true);
            let done = work(&txn)?;
            txn.commit()?;
            Ok(done)
        })
    }

    fn with<T>(&self, work: impl FnOnce(&Database) -> Result<T>) -> Result<T> {
        self.revive()?;
        let (result, spoiled) = {
            let slot = self.slot.read().unwrap_or_else(PoisonError::into_inner);
            let Slot::Open(database) = &*slot else {
                return Err(closed());
            };
            guarded(|| work(database))
        };
        if spoiled {
            let mut slot = self.slot.write().unwrap_or_else(PoisonError::into_inner);
            if matches!(*slot, Slot::Open(_)) {
                *slot = Slot::Spoiled;
            }
        }
        result
    }

    fn revive(&self) -> Result<()> {
        let spoiled = || {
            matches!(
                *self.slot.read().unwrap_or_else(PoisonError::into_inner),
                Slot::Spoiled
            )
        };
        if spoiled() {
            let mut slot = self.slot.write().unwrap_or_else(PoisonError::into_inner);
            if matches!(*slot, Slot::Spoiled) {
                *slot = Slot::Open(file::reopen(&self.path)?);
            }
        }
        Ok(())
    }
}

fn closed() -> StoreError {
    StoreError::Io("it is closed".into())
}

thread_local! {
    /// Whether this thread is at work within [`guarded`].
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics that become [`StoreError::Damaged`] off the terminal, for the error says it in
/// one sentence; any other panic is told as before. The program calls it once, when it starts.
pub fn quiet_panics() {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !GUARDED.get() {
            tell(panic);
        }
    }));
}

/// Runs `work`; a panic inside redb, which a damaged page can cause, becomes
/// [`StoreError::Damaged`]. The flag says whether the handle must not be used again.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> (Result<T>, bool) {
    let outer = GUARDED.replace(true);
    // Nothing outlives a panic but the database itself, which is closed and checked then.
    let outcome = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    match outcome {
        Ok(result) => {
            let spoiled = result.as_ref().is_err_and(StoreError::spoils_handle);
            (result, spoiled)
        }
        Err(panic) => {
            let what = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("unreadable page");
            let first_line = what.lines().next().unwrap_or_default().to_owned();
            (Err(StoreError::Damaged(first_line)), true)
        }
    }
}
