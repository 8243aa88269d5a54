//! The open file, and the way in and out of it.
//!
//! redb refuses all further work on a file once the system failed a single read or write of it.
//! So a write that fails (a full disk, say) has its handle replaced at once: by a new one where
//! that is cheap, and otherwise by a view of what was last committed, from which reads go on.

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::{
        PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use redb::{Database, ReadTransaction, ReadableDatabase, WriteTransaction};

use super::{
    FileId,
    backoff::Backoff,
    condition::{Condition, Doubt, Monitor, Work},
    open,
    panics::{Guarded, guarded},
    platform, walk,
};
use crate::store::{
    Result, StoreError, file, record_size,
    replication::{journal::Journal, on_call},
};

/// A database that is reopened when redb gave up on it.
pub(crate) struct Handle {
    path: PathBuf,
    /// The same open file as the database's: reopening needs no path, which may be gone.
    file: File,
    id: FileId,
    slot: RwLock<Slot>,
    /// Set once it is to be closed, which waits for everybody who reads.
    closing: AtomicBool,
    monitor: Monitor,
    journal: Journal,
}

struct Slot {
    open: Open,
    /// Changes whenever `open` does: who met a failure can tell whether it was dealt with since.
    revision: u64,
    reopening: Backoff,
}

enum Open {
    /// Reads and writes.
    Writable(Database),
    /// Reads what was last committed; writes fail until the file can be opened again.
    ReadOnly {
        view: Database,
        why: Why,
    },
    /// Not even that could be opened.
    Nothing(Why),
    Closed,
}

/// Why nothing can be written.
struct Why {
    error: StoreError,
    /// A reader only sees that something failed before it; who wrote knows what.
    guessed: bool,
}

impl Handle {
    /// Opens `path`, creating the file when there is none.
    pub(crate) fn open(path: PathBuf) -> Result<Self> {
        let (database, file) = open::open(&path)?;
        let id = FileId::of(
            &file
                .metadata()
                .map_err(|error| StoreError::at(&path, &error))?,
        );
        Ok(Self {
            path,
            file,
            id,
            slot: RwLock::new(Slot {
                open: Open::Writable(database),
                revision: 0,
                reopening: Backoff::default(),
            }),
            closing: AtomicBool::new(false),
            monitor: Monitor::default(),
            journal: Journal::default(),
        })
    }

    /// Who passes on what is committed.
    pub(crate) fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Lets nobody but its owner read the file.
    pub(crate) fn keep_private(&self) {
        file::keep_private(&self.file);
    }

    /// How the store is.
    pub(crate) fn condition(&self) -> Condition {
        self.monitor.condition(self.in_place())
    }

    /// Notes what cannot be read, in words that follow 'damaged: '.
    pub(crate) fn note_damage(&self, what: String) {
        self.monitor.note_damage(what);
    }

    /// Every row of a table that is whole, and how many there should be, where that can be read.
    pub(crate) fn rows(&self, name: &'static str) -> Result<(walk::Rows, Option<u64>)> {
        let slot = self.slot();
        match &slot.open {
            Open::Writable(database) | Open::ReadOnly { view: database, .. } => Ok((
                walk::rows(database, name, |_| ()),
                walk::counted(database, name),
            )),
            Open::Nothing(why) => Err(why.error.clone()),
            Open::Closed => Err(StoreError::Closed),
        }
    }

    /// See [`Doubt`].
    pub(crate) fn doubt(&self) -> Doubt {
        self.monitor.doubt()
    }

    /// What the store did since it was opened.
    pub(crate) fn work(&self) -> Work {
        let file = self.file.metadata();
        self.monitor.work(
            file.map_or(0, |file| file.len()),
            platform::free_bytes(&self.file),
        )
    }

    /// [`StoreError::Closed`] once the file is to be closed: who reads all of it asks as it goes on.
    pub(super) fn goes_on(&self) -> Result<()> {
        if self.closing.load(Ordering::Relaxed) {
            return Err(StoreError::Closed);
        }
        Ok(())
    }

    /// Closes the file cleanly, after `last` was done with it. Later use is an error; closing
    /// twice is not.
    pub(crate) fn close(&self, last: impl FnOnce(&mut Database) -> Result<()>) -> Result<()> {
        self.closing.store(true, Ordering::Relaxed);
        let mut slot = self.slot_mut();
        let open = std::mem::replace(&mut slot.open, Open::Closed);
        let Open::Writable(mut database) = open else {
            return Ok(());
        };
        let done = guarded(|| last(&mut database));
        // Dropping the database is what closes it.
        drop(database);
        done.result
    }

    /// Reads in one consistent view. `work` may run twice: when a write failed meanwhile, it is
    /// tried again on a new handle.
    pub(crate) fn read<T>(&self, work: impl Fn(&ReadTransaction) -> Result<T>) -> Result<T> {
        let result = self
            .read_once(&work)
            .or_else(|failed| match failed.spoiled {
                Some(revision) => {
                    self.replace(revision, &failed.error, true);
                    self.read_once(&work).map_err(|failed| failed.error)
                }
                None => Err(failed.error),
            });
        self.monitor.read(&result);
        result
    }

    fn read_once<T>(
        &self,
        work: &impl Fn(&ReadTransaction) -> Result<T>,
    ) -> std::result::Result<T, Failed> {
        let slot = self.slot();
        let database = match &slot.open {
            Open::Writable(database) | Open::ReadOnly { view: database, .. } => database,
            Open::Nothing(why) => return Err(Failed::spoiled(why.error.clone(), &slot)),
            Open::Closed => return Err(Failed::with(StoreError::Closed)),
        };
        let Guarded { result, .. } = guarded(|| work(&database.begin_read()?));
        result.map_err(|error| match error {
            error if error.spoils_handle() => Failed::spoiled(error, &slot),
            error => Failed::with(error),
        })
    }

    /// Writes in one transaction: all of `work`, durable when this returns, or nothing of it.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&WriteTransaction) -> Result<T>) -> Result<T> {
        let mut work = Some(work);
        let mut result = self.write_once(&mut work);
        // Somebody else's write failed before this one began.
        if result.is_err() && work.is_some() {
            result = self.write_once(&mut work);
        }
        self.monitor.wrote(&result, Instant::now());
        result
    }

    /// One attempt; `work` is left where it was when it could not begin.
    fn write_once<T, W: FnOnce(&WriteTransaction) -> Result<T>>(
        &self,
        work: &mut Option<W>,
    ) -> Result<T> {
        self.make_writable()?;
        let slot = self.slot();
        let database = match &slot.open {
            Open::Writable(database) => database,
            Open::ReadOnly { why, .. } | Open::Nothing(why) => return Err(why.error.clone()),
            Open::Closed => return Err(StoreError::Closed),
        };
        let outer = guarded(|| self.transact(database, work));
        let revision = slot.revision;
        drop(slot);
        let (result, panicked) = match outer.result {
            Ok(inner) => (inner.result, inner.panicked),
            Err(error) => (Err(error), outer.panicked),
        };
        // A page that redb panics on may be met by every commit: the file is checked. A mistake of
        // ours was rolled back, and says nothing about the file.
        let unreadable = |error: &StoreError| panicked && matches!(error, StoreError::Damaged(_));
        if let Err(error) = &result
            && (error.spoils_handle() || outer.panicked || unreadable(error))
        {
            self.replace(revision, error, work.is_some());
        }
        result
    }

    /// A transaction from its begin to its end. The error is what failed around `work`, and the
    /// value how `work` ended.
    fn transact<T, W: FnOnce(&WriteTransaction) -> Result<T>>(
        &self,
        database: &Database,
        work: &mut Option<W>,
    ) -> Result<Guarded<T>> {
        let mut txn = database.begin_write()?;
        // Records which pages are free in every commit, so that opening after a power cut
        // needs no scan of the file. It implies two-phase commit.
        txn.set_quick_repair(true);
        let Some(work) = work.take() else {
            return Err(StoreError::Internal("a write without work".into()));
        };
        // A panic is caught here already, so that the transaction is rolled back in order.
        let gathering = self.journal.begin();
        let _limited = record_size::limit(self.journal.max_record_bytes());
        let outcome = guarded(|| {
            let done = work(&txn)?;
            on_call::note(&txn)?;
            self.in_place().map(|()| done)
        });
        if outcome.result.is_ok() {
            let began = Instant::now();
            let in_order = gathering.in_order();
            txn.commit()?;
            gathering.committed();
            drop(in_order);
            self.monitor.committed(began.elapsed());
        } else if let Err(error) = txn.abort() {
            // What made it fail is what is told.
            tracing::debug!(%error, "a failed transaction could not be rolled back");
        }
        Ok(outcome)
    }

    /// Refuses to save into a file that nobody will find again.
    fn in_place(&self) -> Result<()> {
        self.id.check(&self.path)
    }

    /// Deals with a handle that `error` made useless, unless somebody did since `revision`.
    /// `guessed`: it was met by somebody who did not cause it.
    fn replace(&self, revision: u64, error: &StoreError, guessed: bool) {
        let mut slot = self.slot_mut();
        match &slot.open {
            Open::Closed => return,
            _ if slot.revision == revision => {}
            // Dealt with already, by somebody who did not know why.
            Open::ReadOnly { why, .. } if why.guessed && !guessed => {}
            _ => return,
        }
        let why = Why {
            error: error.clone(),
            guessed,
        };
        self.show(&mut slot, why);
        if matches!(error, StoreError::Full) {
            self.reopen(&mut slot, false);
        }
    }

    /// Lets reads go on from what was last committed.
    fn show(&self, slot: &mut Slot, why: Why) {
        // The old handle goes first: with it goes its lock on the file, which is taken anew so
        // that no other process can write to the file under the view.
        slot.open = Open::Closed;
        slot.revision += 1;
        let view = file::lock(&self.file, &self.path).and_then(|()| file::view(&self.file));
        slot.open = match view {
            Ok(view) => Open::ReadOnly { view, why },
            Err(error) => {
                tracing::error!(%error, "the database cannot be read");
                Open::Nothing(why)
            }
        };
    }

    /// Opens the file for writing again, if it is not and may be.
    fn make_writable(&self) -> Result<()> {
        if matches!(self.slot().open, Open::Writable(_)) {
            return Ok(());
        }
        let mut slot = self.slot_mut();
        let error = match &slot.open {
            Open::Writable(_) => return Ok(()),
            Open::Closed => return Err(StoreError::Closed),
            Open::ReadOnly { why, .. } | Open::Nothing(why) => why.error.clone(),
        };
        // A full disk says nothing about the file: opening it again is cheap.
        let full = matches!(error, StoreError::Full);
        if !full && !slot.reopening.allows(Instant::now()) {
            return Err(error);
        }
        self.reopen(&mut slot, !full);
        match &slot.open {
            Open::Writable(_) => Ok(()),
            Open::ReadOnly { why, .. } | Open::Nothing(why) => Err(why.error.clone()),
            Open::Closed => Err(StoreError::Closed),
        }
    }

    /// Replaces the view by a handle that can write; the view stays when there is none to be had.
    fn reopen(&self, slot: &mut Slot, checked: bool) {
        match guarded(|| file::reopen(&self.file, &self.path, checked)).result {
            Ok(database) => {
                slot.open = Open::Writable(database);
                slot.revision += 1;
                slot.reopening = Backoff::default();
            }
            Err(error) => {
                // Opening may have written to the file, which the view would not know.
                let why = Why {
                    error,
                    guessed: false,
                };
                self.show(slot, why);
            }
        }
    }

    fn slot(&self) -> RwLockReadGuard<'_, Slot> {
        self.slot.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot_mut(&self) -> RwLockWriteGuard<'_, Slot> {
        self.slot.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A read that failed.
struct Failed {
    error: StoreError,
    /// The revision of the handle, when it is of no more use.
    spoiled: Option<u64>,
}

impl Failed {
    fn with(error: StoreError) -> Self {
        Self {
            error,
            spoiled: None,
        }
    }

    fn spoiled(error: StoreError, slot: &Slot) -> Self {
        Self {
            error,
            spoiled: Some(slot.revision),
        }
    }
}
