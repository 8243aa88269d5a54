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
    condition::{Condition, DamageReportGuard, Monitor, StoreStats},
    open,
    panics::{Guarded, guarded},
    platform, table_recovery,
};
use crate::store::{
    Result, StoreError, file, record_size,
    replication::{call_context, journal::Journal},
};

/// A database that is reopened when redb gave up on it.
pub(crate) struct Handle {
    path: PathBuf,
    /// The same open file as the database's: reopening needs no path, which may be gone.
    file: File,
    id: FileId,
    state: RwLock<State>,
    /// Set once it is to be closed, which waits for everybody who reads.
    closing: AtomicBool,
    monitor: Monitor,
    journal: Journal,
}

struct State {
    access: Access,
    /// Changes whenever `open` does: who met a failure can tell whether it was dealt with since.
    revision: u64,
    reopening: Backoff,
}

enum Access {
    /// Reads and writes.
    Writable(Database),
    /// Reads what was last committed; writes fail until the file can be opened again.
    ReadOnly {
        view: Database,
        failure: Failure,
    },
    /// Not even that could be opened.
    Unavailable(Failure),
    Closed,
}

/// Failure nothing can be written.
struct Failure {
    error: StoreError,
    /// A reader only sees that something failed before it; who wrote knows what.
    cause_unknown: bool,
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
            state: RwLock::new(State {
                access: Access::Writable(database),
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
    pub(crate) fn restrict_to_owner(&self) {
        file::restrict_to_owner(&self.file);
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
    pub(crate) fn rows(&self, name: &'static str) -> Result<(table_recovery::Rows, Option<u64>)> {
        let state = self.state();
        match &state.access {
            Access::Writable(database) | Access::ReadOnly { view: database, .. } => Ok((
                table_recovery::rows(database, name, |_| ()),
                table_recovery::row_count(database, name),
            )),
            Access::Unavailable(failure) => Err(failure.error.clone()),
            Access::Closed => Err(StoreError::Closed),
        }
    }

    /// See [`DamageReportGuard`].
    pub(crate) fn suppress_damage_reports(&self) -> DamageReportGuard {
        self.monitor.suppress_damage_reports()
    }

    /// What the store did since it was opened.
    pub(crate) fn stats(&self) -> StoreStats {
        let file = self.file.metadata();
        self.monitor.stats(
            file.map_or(0, |file| file.len()),
            platform::free_bytes(&self.file),
        )
    }

    /// [`StoreError::Closed`] once the file is to be closed: who reads all of it asks as it goes on.
    pub(super) fn ensure_open(&self) -> Result<()> {
        if self.closing.load(Ordering::Relaxed) {
            return Err(StoreError::Closed);
        }
        Ok(())
    }

    /// Closes the file cleanly, after `last` was done with it. Later use is an error; closing
    /// twice is not.
    pub(crate) fn close(&self, last: impl FnOnce(&mut Database) -> Result<()>) -> Result<()> {
        self.closing.store(true, Ordering::Relaxed);
        let mut state = self.state_mut();
        let open = std::mem::replace(&mut state.access, Access::Closed);
        let Access::Writable(mut database) = open else {
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
            .or_else(|failed| match failed.on_broken_handle {
                Some(revision) => {
                    self.replace_handle(revision, &failed.error, true);
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
    ) -> std::result::Result<T, ReadError> {
        let state = self.state();
        let database = match &state.access {
            Access::Writable(database) | Access::ReadOnly { view: database, .. } => database,
            Access::Unavailable(failure) => {
                return Err(ReadError::on_broken_handle(failure.error.clone(), &state));
            }
            Access::Closed => return Err(ReadError::with(StoreError::Closed)),
        };
        let Guarded { result, .. } = guarded(|| work(&database.begin_read()?));
        result.map_err(|error| match error {
            error if error.breaks_handle() => ReadError::on_broken_handle(error, &state),
            error => ReadError::with(error),
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
        let state = self.state();
        let database = match &state.access {
            Access::Writable(database) => database,
            Access::ReadOnly { failure, .. } | Access::Unavailable(failure) => {
                return Err(failure.error.clone());
            }
            Access::Closed => return Err(StoreError::Closed),
        };
        let outer = guarded(|| self.transact(database, work));
        let revision = state.revision;
        drop(state);
        let (result, panicked) = match outer.result {
            Ok(inner) => (inner.result, inner.panicked),
            Err(error) => (Err(error), outer.panicked),
        };
        // A page that redb panics on may be met by every commit: the file is checked. A mistake of
        // ours was rolled back, and says nothing about the file.
        let unreadable = |error: &StoreError| panicked && matches!(error, StoreError::Damaged(_));
        if let Err(error) = &result
            && (error.breaks_handle() || outer.panicked || unreadable(error))
        {
            self.replace_handle(revision, error, work.is_some());
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
        let recording = self.journal.start_recording();
        let _limited = record_size::limit(self.journal.max_record_bytes());
        let outcome = guarded(|| {
            let done = work(&txn)?;
            call_context::record_call(&txn)?;
            self.in_place().map(|()| done)
        });
        if outcome.result.is_ok() {
            let began = Instant::now();
            let in_order = recording.lock_order();
            txn.commit()?;
            recording.committed();
            drop(in_order);
            self.monitor.committed(began.elapsed());
        } else if let Err(error) = txn.abort() {
            // What made it fail is what is progress.
            tracing::debug!(%error, "a failed transaction could not be rolled back");
        }
        Ok(outcome)
    }

    /// Refuses to save into a file that nobody will find again.
    fn in_place(&self) -> Result<()> {
        self.id.check(&self.path)
    }

    /// Deals with a handle that `error` made useless, unless somebody did since `revision`.
    /// `cause_unknown`: it was met by somebody who did not cause it.
    fn replace_handle(&self, revision: u64, error: &StoreError, cause_unknown: bool) {
        let mut state = self.state_mut();
        match &state.access {
            Access::Closed => return,
            _ if state.revision == revision => {}
            // Dealt with already, by somebody who did not know failure.
            Access::ReadOnly { failure, .. } if failure.cause_unknown && !cause_unknown => {}
            _ => return,
        }
        let failure = Failure {
            error: error.clone(),
            cause_unknown,
        };
        self.serve_read_only(&mut state, failure);
        if matches!(error, StoreError::Full) {
            self.reopen(&mut state, false);
        }
    }

    /// Lets reads go on from what was last committed.
    fn serve_read_only(&self, state: &mut State, failure: Failure) {
        // The old handle goes first: with it goes its lock on the file, which is taken anew so
        // that no other process can write to the file under the view.
        state.access = Access::Closed;
        state.revision += 1;
        let view = file::lock(&self.file, &self.path).and_then(|()| file::open_view(&self.file));
        state.access = match view {
            Ok(view) => Access::ReadOnly { view, failure },
            Err(error) => {
                tracing::error!(%error, "the database cannot be read");
                Access::Unavailable(failure)
            }
        };
    }

    /// Opens the file for writing again, if it is not and may be.
    fn make_writable(&self) -> Result<()> {
        if matches!(self.state().access, Access::Writable(_)) {
            return Ok(());
        }
        let mut state = self.state_mut();
        let error = match &state.access {
            Access::Writable(_) => return Ok(()),
            Access::Closed => return Err(StoreError::Closed),
            Access::ReadOnly { failure, .. } | Access::Unavailable(failure) => {
                failure.error.clone()
            }
        };
        // A full disk says nothing about the file: opening it again is cheap.
        let full = matches!(error, StoreError::Full);
        if !full && !state.reopening.try_acquire(Instant::now()) {
            return Err(error);
        }
        self.reopen(&mut state, !full);
        match &state.access {
            Access::Writable(_) => Ok(()),
            Access::ReadOnly { failure, .. } | Access::Unavailable(failure) => {
                Err(failure.error.clone())
            }
            Access::Closed => Err(StoreError::Closed),
        }
    }

    /// Replaces the view by a handle that can write; the view stays when there is none to be had.
    fn reopen(&self, state: &mut State, checked: bool) {
        match guarded(|| file::reopen(&self.file, &self.path, checked)).result {
            Ok(database) => {
                state.access = Access::Writable(database);
                state.revision += 1;
                state.reopening = Backoff::default();
            }
            Err(error) => {
                // Opening may have written to the file, which the view would not know.
                let failure = Failure {
                    error,
                    cause_unknown: false,
                };
                self.serve_read_only(state, failure);
            }
        }
    }

    fn state(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn state_mut(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A read that failed.
struct ReadError {
    error: StoreError,
    /// The revision of the handle, when it is of no more use.
    on_broken_handle: Option<u64>,
}

impl ReadError {
    fn with(error: StoreError) -> Self {
        Self {
            error,
            on_broken_handle: None,
        }
    }

    fn on_broken_handle(error: StoreError, state: &State) -> Self {
        Self {
            error,
            on_broken_handle: Some(state.revision),
        }
    }
}
