//! The one file everything is kept in. Nothing else in the program knows redb.
//!
//! [`Store`] is a cheap handle. Its methods block on disk; async callers go through [`Store::run`].
//! Each noun has its file, with the methods that concern it.

mod bars;
mod counters;
mod error;
mod file;
mod key;
mod market;
mod record;
mod record_size;
mod replication;
mod retention;
mod schema;
mod table;
mod user_data;

#[cfg(test)]
pub(crate) use self::file::readable::corrupt::corrupt_record;
use std::{path::Path, sync::Arc};

use self::file::handle::Handle;
pub use self::{
    error::StoreError,
    file::condition::DamageReportGuard,
    file::identity::Identity,
    file::maintenance::{CheckReport, Progress, check},
    file::remove_old_temporary_files,
    file::restore::PreparedRestore,
    file::salvage::salvage,
    file::salvaged::{RecoveredTable, SalvageReport},
    market::{MarketBatch, Snapshot},
    record::{AttemptOutcome, Cursor, DeliveryAttempt, NewReport, OutboxEntry},
    replication::apply::RECORD_FORMAT,
    replication::call_context::{Fingerprint, with_call},
    replication::calls::CallOutcome,
    replication::journal::{Change, Replication},
    replication::scope::Scope,
};
pub(crate) use self::{
    error::{Result, default_if_damaged},
    file::condition::{Condition, StoreStats},
    market::{earnings_key, economy_key},
    record::Undelivered,
    replication::apply::MarketChange,
    retention::MAX_ARTICLES,
    schema::record_noun,
    user_data::alerts::Report,
    user_data::boards::MAX_BOARDS,
    user_data::list_alerts::ListAlertChanges,
    user_data::outbox::CancelReason,
    user_data::user_import::{ImportedList, UserImport},
};

/// A cheap handle on the open database.
#[derive(Clone)]
pub struct Store {
    handle: Arc<Handle>,
    retention: Arc<retention::Schedule>,
    attempts: Arc<user_data::attempts::Attempts>,
}

impl Store {
    /// Opens the database at `path`, creating it when there is no file. Migrates an older schema.
    /// Checks its integrity when the last process did not stop cleanly.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self {
            handle: Arc::new(Handle::open(path.to_owned())?),
            retention: Arc::default(),
            attempts: Arc::default(),
        })
    }

    /// How the store is: whether anything can be saved, and why not. Looks at the file's place on
    /// disk, and reads nothing.
    pub fn condition(&self) -> Condition {
        self.handle.condition()
    }

    /// What it did since it was opened, and the size of its file.
    pub(crate) fn stats(&self) -> StoreStats {
        self.handle.stats()
    }

    /// Marks a clean stop; the next open then needs no check. Every clone of the handle is closed. A
    /// file that is mostly free space is made smaller first.
    pub fn close(&self) -> Result<()> {
        let path = self.handle.path();
        self.handle
            .close(|database| file::compact::compact(database, path))
    }

    /// Runs blocking work on a thread where it may block: the one door for async callers.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (store, call) = (self.clone(), replication::call_context::current());
        match tokio::task::spawn_blocking(move || {
            replication::call_context::run_as_call(call, || work(&store))
        })
        .await
        {
            Ok(result) => result,
            // Cancelled: the runtime is stopping.
            Err(stopped) if stopped.is_cancelled() => Err(StoreError::Closed),
            Err(panic) => {
                tracing::error!(%panic, "work with the store panicked");
                Err(StoreError::Internal(
                    "a panic in work with the store".into(),
                ))
            }
        }
    }
}
