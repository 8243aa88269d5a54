//! The one file everything is kept in. Nothing else in the program knows redb.
//!
//! [`Store`] is a cheap handle. Its methods block on disk; async callers go through [`Store::run`].
//! Each noun has its file, with the methods that concern it.

mod alerts;
mod backup;
mod bars;
mod codec;
mod dividends;
mod earnings;
mod error;
mod fear_greed;
mod file;
mod funds;
mod handle;
mod icos;
mod market;
mod migrate;
mod news;
mod quotes;
mod record;
mod tables;
mod tickers;
mod watchlists;

use std::{path::Path, sync::Arc};

pub use self::{
    alerts::Report,
    error::{Result, StoreError},
    handle::quiet_panics,
    market::{MarketBatch, Snapshot},
};
use self::{handle::Handle, market::Swept};

/// A cheap handle on the open database.
#[derive(Clone)]
pub struct Store {
    handle: Arc<Handle>,
    swept: Arc<Swept>,
}

impl Store {
    /// Opens the database at `path`, creating it when there is no file. Migrates an older schema.
    /// Checks its integrity when the last process did not stop cleanly.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self {
            handle: Arc::new(Handle::open(path.to_owned())?),
            swept: Arc::default(),
        })
    }

    /// Marks a clean stop; the next open then needs no check. Every clone of the handle is closed.
    pub fn close(&self) -> Result<()> {
        self.handle.close();
        Ok(())
    }

    /// Runs blocking work on a thread where it may block: the one door for async callers.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let store = self.clone();
        tokio::task::spawn_blocking(move || work(&store))
            .await
            .unwrap_or_else(|panic| Err(StoreError::Damaged(panic.to_string())))
    }
}
