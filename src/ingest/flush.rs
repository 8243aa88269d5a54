//! Committing to disk what was merged in memory.

use std::sync::Arc;

use tokio::task::JoinHandle;

use super::pending::Pending;
use crate::{
    domain::clock::Clock,
    market::{Market, Topic},
    store::{MarketBatch, Store, StoreError},
};

/// Bars that may wait before they are written without waiting for the clock: a first start's
/// history goes to disk in pieces of this size.
pub(super) const BARS_AT_ONCE: usize = 20_000;

/// Every so many commits, quotes go to disk too: each commit rewrites them all, the next tick
/// supersedes them, and their source brings them again after a kill. Sparing them keeps an SD card
/// below 6 MB an hour.
const QUOTES_EVERY: u32 = 8;

/// Commits what is pending, one commit at a time, and keeps a failed one for the next.
pub(super) struct Flusher {
    store: Store,
    market: Arc<Market>,
    clock: Arc<dyn Clock>,
    pub(super) pending: Pending,
    running: Option<JoinHandle<(MarketBatch, Result<(), StoreError>)>>,
    commits: u32,
    failing: bool,
}

impl Flusher {
    pub(super) fn new(store: Store, market: Arc<Market>, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            market,
            clock,
            pending: Pending::default(),
            running: None,
            commits: 0,
            failing: false,
        }
    }

    /// Whether so much waits that it is written without waiting for the clock. While nothing can be
    /// written it is not: each attempt opens the file anew, and the market would wait for it.
    pub(super) fn overflows(&self) -> bool {
        self.pending.bars() >= BARS_AT_ONCE && !self.failing
    }

    /// Starts a commit, if it is time for one of everything, or of everything but quotes.
    pub(super) fn start(&mut self) {
        if self.running.is_none() {
            let with_quotes = self.commits.is_multiple_of(QUOTES_EVERY);
            self.commits = self.commits.wrapping_add(1);
            self.commit(with_quotes);
        }
    }

    /// Starts a commit of everything.
    pub(super) fn start_all(&mut self) {
        if self.running.is_none() {
            self.commit(true);
        }
    }

    fn commit(&mut self, with_quotes: bool) {
        let quotes = if with_quotes {
            None
        } else {
            Some(std::mem::take(&mut self.pending.quotes))
        };
        let batch = (!self.pending.is_empty()).then(|| self.pending.take());
        self.pending.quotes.extend(quotes.into_iter().flatten());
        let Some(batch) = batch else { return };
        let (store, now) = (self.store.clone(), self.clock.now());
        self.running = Some(tokio::task::spawn_blocking(move || {
            let result = store.commit(&batch, now);
            (batch, result)
        }));
    }

    /// Resolves when the running commit is over, and never while there is none.
    pub(super) async fn committed(&mut self) {
        let Some(running) = self.running.as_mut() else {
            return std::future::pending().await;
        };
        let done = running.await;
        self.running = None;
        match done {
            Ok((batch, result)) => self.record(batch, result),
            Err(error) => {
                tracing::error!(%error, "a commit of market data panicked; it will come again from its sources");
            }
        }
    }

    /// Waits for the running commit, if there is one.
    pub(super) async fn finish(&mut self) {
        if self.running.is_some() {
            self.committed().await;
        }
    }

    fn record(&mut self, batch: MarketBatch, result: Result<(), StoreError>) {
        match result {
            Ok(()) => {
                if std::mem::take(&mut self.failing) {
                    tracing::info!("the database can be written again");
                }
                self.market.write().saved(&batch.bars);
                if !batch.bars.is_empty() {
                    self.market.changed(Topic::Bars);
                }
            }
            Err(error) => {
                if !std::mem::replace(&mut self.failing, true) {
                    tracing::error!(%error, "market data could not be saved; it is kept in memory and tried again");
                }
                self.pending.put_back(batch);
            }
        }
    }
}
