//! The open database with its read and write transactions.
//!
//! redb rejects all further work on a file
//! after a single failed system read or write. After a failed write, for example on a full disk,
//! the redb handle is therefore replaced at once: with a new handle if reopening is cheap, and
//! otherwise with a read-only view of the last commit, which continues to serve reads.

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
    panics::{CatchOutcome, catch_panics},
    platform, table_recovery,
};
use crate::store::{
    Result, StoreError, file, record_size,
    replication::{call_context, journal::Journal},
};

/// A database that is reopened when redb rejects further work.
pub(crate) struct Handle {
    path: PathBuf,
    /// The open file of the database. It is used for reopening, because the path may have been
    /// removed.
    file: File,
    id: FileId,
    state: RwLock<State>,
    /// True once closing has begun. Closing waits for readers, which check this flag.
    closing: AtomicBool,
    monitor: Monitor,
    journal: Journal,
}

struct State {
    access: Access,
    /// Incremented whenever `access` is replaced. After an error, a caller sees by it whether
    /// another thread has replaced the handle already.
    revision: u64,
    reopening: Backoff,
}

enum Access {
    /// Both reads and writes are possible.
    Writable(Database),
    /// Reads are served from the last commit. Writes fail until the file can be reopened.
    ReadOnly {
        view: Database,
        failure: Failure,
    },
    /// Neither reads nor writes are possible.
    Unavailable(Failure),
    Closed,
}

/// The reason why the database cannot be written to.
struct Failure {
    error: StoreError,
    /// True if a reader noticed the failure. Only the writer that failed knows its cause.
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

    /// Makes the file readable only by its owner.
    pub(crate) fn restrict_to_owner(&self) {
        file::restrict_to_owner(&self.file);
    }

    /// The condition of the database.
    pub(crate) fn condition(&self) -> Condition {
        self.monitor.condition(self.in_place())
    }

    /// Records damage. `description` names the damaged records, such as `1d bars of AAPL`.
    pub(crate) fn note_damage(&self, description: String) {
        self.monitor.note_damage(description);
    }

    /// Returns all intact rows of a table, and the number of rows that it should have if that
    /// number is readable.
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

    /// Suppresses reports of contradicting records until the returned guard is dropped.
    pub(crate) fn suppress_damage_reports(&self) -> DamageReportGuard {
        self.monitor.suppress_damage_reports()
    }

    /// Returns statistics since the database was opened.
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

    /// Runs `finish` and closes the file. Later reads and writes return [`StoreError::Closed`];
    /// closing again does nothing.
    pub(crate) fn close(&self, finish: impl FnOnce(&mut Database) -> Result<()>) -> Result<()> {
        self.closing.store(true, Ordering::Relaxed);
        let mut state = self.state_mut();
        let access = std::mem::replace(&mut state.access, Access::Closed);
        let Access::Writable(mut database) = access else {
            return Ok(());
        };
        let outcome = catch_panics(|| finish(&mut database));
        // Dropping the database closes it.
        drop(database);
        outcome.result
    }

    /// Runs `work` in a read transaction. If the handle is broken because another operation failed,
    /// `work` runs a second time on a new handle.
    pub(crate) fn read<T>(&self, work: impl Fn(&ReadTransaction) -> Result<T>) -> Result<T> {
        let result = self
            .read_once(&work)
            .or_else(|read_error| match read_error.broken_revision {
                Some(revision) => {
                    self.replace_handle(revision, &read_error.error, true);
                    self.read_once(&work).map_err(|read_error| read_error.error)
                }
                None => Err(read_error.error),
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
            Access::Closed => return Err(ReadError::new(StoreError::Closed)),
        };
        let CatchOutcome { result, .. } = catch_panics(|| work(&database.begin_read()?));
        result.map_err(|error| match error {
            error if error.breaks_handle() => ReadError::on_broken_handle(error, &state),
            error => ReadError::new(error),
        })
    }

    /// Runs `work` in a write transaction. The transaction is durable when this function returns.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&WriteTransaction) -> Result<T>) -> Result<T> {
        let mut work = Some(work);
        let mut result = self.write_once(&mut work);
        // `work` did not begin because another write had broken the handle.
        if result.is_err() && work.is_some() {
            result = self.write_once(&mut work);
        }
        self.monitor.record_write(&result, Instant::now());
        result
    }

    /// Makes one attempt to run `work`, which stays `Some` if the transaction could not begin.
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
        let transaction = catch_panics(|| self.transact(database, work));
        let revision = state.revision;
        drop(state);
        let (result, panicked) = match transaction.result {
            Ok(outcome) => (outcome.result, outcome.panicked),
            Err(error) => (Err(error), transaction.panicked),
        };
        // After a panic in redb, every commit may reach the same damaged page, so the handle is
        // replaced and the file is checked. After a panic in this program the transaction was rolled
        // back and the file is intact.
        let is_redb_panic =
            |error: &StoreError| panicked && matches!(error, StoreError::Damaged(_));
        if let Err(error) = &result
            && (error.breaks_handle() || transaction.panicked || is_redb_panic(error))
        {
            self.replace_handle(revision, error, work.is_some());
        }
        result
    }

    /// Runs one transaction. Returns the outcome of `work`, or an error if the transaction could
    /// not begin or commit.
    fn transact<T, W: FnOnce(&WriteTransaction) -> Result<T>>(
        &self,
        database: &Database,
        work: &mut Option<W>,
    ) -> Result<CatchOutcome<T>> {
        let mut txn = database.begin_write()?;
        // Every commit records which pages are free, so that opening after a power cut needs no
        // scan of the file. This implies two-phase commit.
        txn.set_quick_repair(true);
        let Some(work) = work.take() else {
            return Err(StoreError::Internal("a write transaction ran twice".into()));
        };
        // A panic is caught here, so that the transaction is rolled back.
        let recording = self.journal.start_recording();
        let _limit = record_size::limit(self.journal.max_record_bytes());
        let outcome = catch_panics(|| {
            let value = work(&txn)?;
            call_context::record_call(&txn)?;
            self.in_place().map(|()| value)
        });
        if outcome.result.is_ok() {
            let start = Instant::now();
            let order_lock = recording.lock_order();
            txn.commit()?;
            recording.committed();
            drop(order_lock);
            self.monitor.record_commit(start.elapsed());
        } else if let Err(error) = txn.abort() {
            // The caller gets the error of `work`.
            tracing::debug!(%error, "store: could not roll back a transaction");
        }
        Ok(outcome)
    }

    /// Returns an error if the file is no longer at its path, because anything written to it would
    /// be lost.
    fn in_place(&self) -> Result<()> {
        self.id.check(&self.path)
    }

    /// Replaces the handle that `error` broke, unless another thread has replaced it since
    /// `revision`. `cause_unknown` is true if the caller noticed the error without having caused
    /// it.
    fn replace_handle(&self, revision: u64, error: &StoreError, cause_unknown: bool) {
        let mut state = self.state_mut();
        match &state.access {
            Access::Closed => return,
            _ if state.revision == revision => {}
            // A caller that did not know the cause has replaced the handle already.
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
        // Dropping the old handle releases its lock, so the file is locked again to keep other
        // processes from writing to it while the view is open.
        state.access = Access::Closed;
        state.revision += 1;
        let view = file::lock(&self.file, &self.path).and_then(|()| file::open_view(&self.file));
        state.access = match view {
            Ok(view) => Access::ReadOnly { view, failure },
            Err(error) => {
                tracing::error!(%error, "store: cannot read the database");
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
        // After a full disk the file needs no check, so reopening is cheap and not delayed.
        let is_full = matches!(error, StoreError::Full);
        if !is_full && !state.reopening.try_acquire(Instant::now()) {
            return Err(error);
        }
        self.reopen(&mut state, !is_full);
        match &state.access {
            Access::Writable(_) => Ok(()),
            Access::ReadOnly { failure, .. } | Access::Unavailable(failure) => {
                Err(failure.error.clone())
            }
            Access::Closed => Err(StoreError::Closed),
        }
    }

    /// Replaces the read-only view with a writable handle. If that fails, opens a new view. Checks
    /// every page if `needs_check`.
    fn reopen(&self, state: &mut State, needs_check: bool) {
        match catch_panics(|| file::reopen(&self.file, &self.path, needs_check)).result {
            Ok(database) => {
                state.access = Access::Writable(database);
                state.revision += 1;
                state.reopening = Backoff::default();
            }
            Err(error) => {
                // The attempt may have written to the file, so a new view replaces the old one.
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

/// The error of a failed read.
struct ReadError {
    error: StoreError,
    /// The revision of the handle if this error broke it.
    broken_revision: Option<u64>,
}

impl ReadError {
    fn new(error: StoreError) -> Self {
        Self {
            error,
            broken_revision: None,
        }
    }

    fn on_broken_handle(error: StoreError, state: &State) -> Self {
        Self {
            error,
            broken_revision: Some(state.revision),
        }
    }
}
