//! The one file everything is kept in. Nothing else in the program knows redb.
//!
//! [`Store`] is a cheap handle. Its methods block on disk; async callers go through [`Store::run`].
//! Each noun has its file, with the methods that concern it.

mod alerts;
mod attempts;
mod backoff;
mod bars;
mod boards;
mod brought;
mod calls;
mod channels;
mod chunks;
mod codec;
mod compact;
mod condition;
mod counters;
mod credentials;
mod error;
mod file;
mod handle;
mod identity;
mod journal;
mod key;
mod legacy;
mod list_alerts;
mod logos;
mod maintenance;
mod market;
mod migrate;
mod on_call;
mod open;
mod opened;
mod outbox;
mod overlay;
mod panics;
mod platform;
mod record;
mod record_size;
mod replica;
mod rest;
mod restore;
mod retention;
mod salvage;
mod salvaged;
mod scan;
mod schema;
mod scope;
mod settings;
mod subscriptions;
mod table;
mod tail;
mod walk;
mod watchlists;

#[cfg(test)]
pub(crate) use self::rest::damaging::damage;
use std::{path::Path, sync::Arc};

use self::handle::Handle;
pub(crate) use self::{
    alerts::Report,
    boards::MOST as MOST_BOARDS,
    brought::{Brought, BroughtList},
    condition::{Condition, Work},
    error::{Result, unless_damaged},
    list_alerts::Followed,
    market::{earnings_key, economy_key},
    outbox::Ended,
    record::Undelivered,
    record_size::noun as noun_of_table,
    replica::MarketChange,
    retention::ARTICLES,
};
pub use self::{
    calls::Done,
    condition::Doubt,
    error::StoreError,
    file::remove_leftovers_in,
    identity::Identity,
    journal::{Change, Replication},
    maintenance::{Checked, Progress, check},
    market::{MarketBatch, Snapshot},
    on_call::{Fingerprint, on_call},
    record::{AttemptOutcome, Cursor, DeliveryAttempt, NewReport, OutboxEntry},
    replica::FORMAT,
    restore::Restorable,
    salvage::salvage,
    salvaged::{Salvaged, Taken},
    scope::Scope,
};

/// A cheap handle on the open database.
#[derive(Clone)]
pub struct Store {
    handle: Arc<Handle>,
    retention: Arc<retention::Schedule>,
    attempts: Arc<attempts::Attempts>,
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
    pub(crate) fn work(&self) -> Work {
        self.handle.work()
    }

    /// Marks a clean stop; the next open then needs no check. Every clone of the handle is closed. A
    /// file that is mostly free space is made smaller first.
    pub fn close(&self) -> Result<()> {
        let path = self.handle.path();
        self.handle
            .close(|database| compact::compact(database, path))
    }

    /// Runs blocking work on a thread where it may block: the one door for async callers.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (store, call) = (self.clone(), on_call::current());
        match tokio::task::spawn_blocking(move || on_call::noting(call, || work(&store))).await {
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
