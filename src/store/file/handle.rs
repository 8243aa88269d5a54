//! The open database with its read and write transactions.
//!
//! redb refuses all further work on a file after a single failed system read or write. A failed write (a full disk, say)
//! therefore replaces the redb handle at once: by a new one if that is cheap, otherwise by a read-only view of the last
//! commit, which continues to serve reads.

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

/// A database that is reopened after redb refused further work.
pub(crate) struct Handle {
    path: PathBuf,
    /// The open file of the database. Reopening uses it, because the path may have been removed.
    file: File,
    id: FileId,
    state: RwLock<State>,
    /// Set when closing begins; closing waits for readers.
    closing: AtomicBool,
    monitor: Monitor,
    journal: Journal,
}

struct State {
    access: Access,
    /// Changes with `access`, so that a caller with an error can see whether it was handled since.
    revision: u64,
    reopening: Backoff,
}

enum Access {
    /// Reads and writes.
    Writable(Database),
    /// Serves reads from the last commit; writes fail until the file can be reopened.
    ReadOnly {
        view: Database,
        failure: Failure,
    },
    /// Neither reads nor writes are possible.
    Unavailable(Failure),
    Closed,
}

/// Why the database cannot be written.
struct Failure {
    error: StoreError,
    /// True if a reader noticed the failure: only the writer that failed knows its cause.
    cause_unknown: bool,
}

impl Handle {
    /// Opens the database at `path`, or creates it.
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

    /// The journal of committed changes.
    pub(crate) fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Restricts the file to its owner.
    pub(crate) fn restrict_to_owner(&self) {
        file::restrict_to_owner(&self.file);
    }

    /// The condition of the database.
    pub(crate) fn condition(&self) -> Condition {
        self.monitor.condition(self.in_place())
    }

    /// Records damage. `what` continues the sentence 'damaged: …'.
    pub(crate) fn note_damage(&self, what: String) {
        self.monitor.note_damage(what);
    }

    /// Returns all intact rows of a table, and the expected number of rows if that is readable.
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

    /// Counts since the database was opened.
    pub(crate) fn stats(&self) -> StoreStats {
        let file = self.file.metadata();
        self.monitor.stats(
            file.map_or(0, |file| file.len()),
            platform::free_bytes(&self.file),
        )
    }

    /// Returns [`StoreError::Closed`] if closing has begun. Long reads call this regularly.
    pub(super) fn ensure_open(&self) -> Result<()> {
        if self.closing.load(Ordering::Relaxed) {
            return Err(StoreError::Closed);
        }
        Ok(())
    }

    /// Runs `last` and closes the file. Later use is an error; closing twice is not.
    pub(crate) fn close(&self, last: impl FnOnce(&mut Database) -> Result<()>) -> Result<()> {
        self.closing.store(true, Ordering::Relaxed);
        let mut state = self.state_mut();
        let open = std::mem::replace(&mut state.access, Access::Closed);
        let Access::Writable(mut database) = open else {
            return Ok(());
        };
        let done = guarded(|| last(&mut database));
        // Dropping the database closes it.
        drop(database);
        done.result
    }

    /// Runs `work` in a read transaction. If a write failed meanwhile, `work` runs a second time on a new handle.
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
        self.monitor.record_read(&result);
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

    /// Runs `work` in a write transaction, which is durable when this returns.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&WriteTransaction) -> Result<T>) -> Result<T> {
        let mut work = Some(work);
        let mut result = self.write_once(&mut work);
        // Another write failed before this one began.
        if result.is_err() && work.is_some() {
            result = self.write_once(&mut work);
        }
        self.monitor.record_write(&result, Instant::now());
        result
    }

    /// Makes one attempt; `work` stays `Some` if it could not begin.
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
        // Every commit may hit a page on which redb panics, so the file is checked. A bug of this program was rolled back and
        // does not concern the file.
        let unreadable = |error: &StoreError| panicked && matches!(error, StoreError::Damaged(_));
        if let Err(error) = &result
            && (error.breaks_handle() || outer.panicked || unreadable(error))
        {
            self.replace_handle(revision, error, work.is_some());
        }
        result
    }

    /// Runs one transaction. The error is a failure around `work`; the value is the outcome of `work`.
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
            return Err(StoreError::Internal("a write transaction ran twice".into()));
        };
        // Catches a panic here, so that the transaction is rolled back.
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
            self.monitor.record_commit(began.elapsed());
        } else if let Err(error) = txn.abort() {
            // The caller gets the error of `work`.
            tracing::debug!(%error, "store: rollback failed");
        }
        Ok(outcome)
    }

    /// Returns an error if the file is no longer at its path: what is written would be lost.
    fn in_place(&self) -> Result<()> {
        self.id.check(&self.path)
    }

    /// Replaces a handle that `error` broke, unless that was done since `revision`. `cause_unknown`: the caller noticed the error
    /// and did not cause it.
    fn replace_handle(&self, revision: u64, error: &StoreError, cause_unknown: bool) {
        let mut state = self.state_mut();
        match &state.access {
            Access::Closed => return,
            _ if state.revision == revision => {}
            // Replaced already, by a caller that did not know the cause.
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

    /// Serves reads from the last commit.
    fn serve_read_only(&self, state: &mut State, failure: Failure) {
        // Drops the old handle and its lock first, then locks the file again, so that no other process can write to it under
        // the view.
        state.access = Access::Closed;
        state.revision += 1;
        let view = file::lock(&self.file, &self.path).and_then(|()| file::open_view(&self.file));
        state.access = match view {
            Ok(view) => Access::ReadOnly { view, failure },
            Err(error) => {
                tracing::error!(%error, "store: the database cannot be read");
                Access::Unavailable(failure)
            }
        };
    }

    /// Reopens the file for writing if necessary and allowed by the backoff.
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
        // After a full disk the file needs no check: reopening is cheap.
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

    /// Replaces the view by a writable handle; keeps a view if that fails.
    fn reopen(&self, state: &mut State, checked: bool) {
        match guarded(|| file::reopen(&self.file, &self.path, checked)).result {
            Ok(database) => {
                state.access = Access::Writable(database);
                state.revision += 1;
                state.reopening = Backoff::default();
            }
            Err(error) => {
                // Opening may have written to the file, so the old view may be outdated.
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
    /// The revision of the handle if the error broke it.
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
