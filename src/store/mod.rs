//! The database, a single redb file. No other part of the program uses redb.
//!
//! [`Store`] is a handle that is cheap to clone. Its methods block while they access the disk, so
//! async callers use [`Store::run`]. `schema.rs` declares the tables. `file/` opens, checks,
//! repairs and closes the file. `bars/`, `market/` and `user_data/` read and write the records.
//! `replication/` passes changes to other cluster members.

mod bars;
mod checksum;
mod counters;
mod error;
mod file;
mod key;
mod key_range;
mod market;
mod person;
mod personal_table;
mod record;
mod record_size;
mod replication;
mod retention;
mod schema;
mod table;
mod table_info;
mod user_data;

#[cfg(test)]
pub(crate) use self::file::readable::corrupt::corrupt_record;
#[cfg(feature = "cluster")]
pub(crate) use self::schema::record_noun;
use std::{path::Path, sync::Arc};

use self::file::handle::Handle;
pub use self::{
    error::StoreError,
    file::condition::DamageReportGuard,
    file::identity::Identity,
    file::maintenance::{CheckReport, Progress, check},
    file::remove_old_temporary_files,
    file::restore::PreparedRestore,
    file::salvage::{SalvageReport, salvage},
    file::table_recovery::RecoveredTable,
    market::{MarketBatch, Snapshot},
    person::PersonStore,
    record::{AttemptOutcome, Cursor, DeliveryAttempt, NewReport, OutboxEntry},
    replication::apply::RECORD_FORMAT,
    replication::call_context::{Fingerprint, with_call},
    replication::calls::CallOutcome,
    replication::journal::{Change, Replication},
    replication::scope::Scope,
    user_data::people::ListsOfRemoved,
    user_data::shared_boards::SharedBoard,
};
pub(crate) use self::{
    error::{Result, default_if_damaged},
    file::condition::{Condition, StoreStats},
    market::{earnings_key, economy_key},
    record::Undelivered,
    replication::apply::MarketChange,
    retention::MAX_ARTICLES,
    user_data::alerts::Report,
    user_data::boards::MAX_BOARDS,
    user_data::list_alerts::ListAlertChanges,
    user_data::outbox::CancelReason,
    user_data::user_import::{ImportedList, ImportedScreen, UserImport},
};

/// A handle to the open database, which is cheap to clone.
#[derive(Clone)]
pub struct Store {
    handle: Arc<Handle>,
    retention: Arc<retention::Schedule>,
    attempts: Arc<user_data::attempts::Attempts>,
}

impl Store {
    /// Opens the database at `path`, or creates it if the file does not exist. Migrates an older
    /// schema. Checks the integrity of the file if the system crashed while the file was open.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self {
            handle: Arc::new(Handle::open(path.to_owned())?),
            retention: Arc::default(),
            attempts: Arc::default(),
        })
    }

    /// Returns whether the database can be written to, and the problem if it cannot. Checks that
    /// the file is still at its path, but reads no records.
    pub fn condition(&self) -> Condition {
        self.handle.condition()
    }

    /// Returns statistics since the database was opened, and the size of its file.
    pub(crate) fn stats(&self) -> StoreStats {
        self.handle.stats()
    }

    /// Compacts the file if much of it is free space, and closes the database for all clones of
    /// this handle. A closed file needs no check when it is opened again.
    pub fn close(&self) -> Result<()> {
        let path = self.handle.path();
        self.handle
            .close(|database| file::compact::compact(database, path))
    }

    /// Runs `work`, which may block, on a thread for blocking work. Async callers access the store
    /// only through this function.
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
            // The runtime is shutting down.
            Err(error) if error.is_cancelled() => Err(StoreError::Closed),
            Err(panic) => {
                tracing::error!(%panic, "store: a database task panicked");
                Err(StoreError::Internal("a store task panicked".into()))
            }
        }
    }
}
