//! A task that commits merged changes to disk at intervals.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{
    sync::{Notify, mpsc, oneshot, watch},
    time::MissedTickBehavior,
};

use super::pending::PendingChanges;
use crate::{
    domain::Clock,
    market::{Market, Topic},
    runtime::{health::Health, panics},
    store::{MarketBatch, Store},
};

/// Number of unsaved bars that triggers a commit before the interval is over. The first download of price histories is committed in
/// batches of about this size.
pub(super) const MAX_BATCH_BARS: usize = 20_000;

/// Quotes are written with every 8th commit only, which keeps writes to an SD card below 6 MB per hour: each commit would rewrite all
/// quotes, although the next tick supersedes them. After a crash, sources send the latest quotes again.
const COMMITS_PER_QUOTE_COMMIT: u32 = 8;

/// Delay before a failed commit is retried.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// Unsaved changes, shared by the task that merges and the task that commits.
#[derive(Clone)]
pub struct WriteBuffer {
    shared: Arc<Shared>,
    requests: mpsc::Sender<Request>,
}

#[derive(Debug, Default)]
struct Shared {
    pending: Mutex<PendingChanges>,
    /// True if the last commit failed.
    failing: AtomicBool,
    /// Wakes the flusher before the interval is over, because many bars are unsaved.
    overflow: Notify,
    /// Number of commit attempts; wakes tasks in [`WriteBuffer::wait_for_capacity`].
    attempts: watch::Sender<u64>,
}

/// A request to commit everything now.
struct Request {
    /// True to stop the flusher after this commit.
    stop: bool,
    /// Receives true if all changes are on disk.
    reply: oneshot::Sender<bool>,
}

impl Shared {
    fn pending(&self) -> MutexGuard<'_, PendingChanges> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if merging may continue. While commits fail, merging continues up to the limits of [`PendingChanges`], so that prices
    /// do not wait for the disk.
    fn accepts_updates(&self) -> bool {
        self.failing.load(Ordering::Relaxed) || self.pending().bar_count() < MAX_BATCH_BARS
    }
}

impl WriteBuffer {
    /// The unsaved changes.
    pub(super) fn pending(&self) -> MutexGuard<'_, PendingChanges> {
        self.shared.pending()
    }

    /// Waits until merging may continue.
    pub(super) async fn wait_for_capacity(&self) {
        if self.shared.accepts_updates() {
            return;
        }
        let mut attempts = self.shared.attempts.subscribe();
        self.shared.overflow.notify_one();
        let _ = attempts.wait_for(|_| self.shared.accepts_updates()).await;
    }

    /// Commits all changes. Returns true if everything merged before the call is on disk.
    pub async fn flush(&self) -> bool {
        self.request(false).await
    }

    /// Commits all changes like [`WriteBuffer::flush`], and stops the flusher.
    pub async fn finish(&self) -> bool {
        self.request(true).await
    }

    async fn request(&self, stop: bool) -> bool {
        let (reply, is_saved) = oneshot::channel();
        let sent = self.requests.send(Request { stop, reply }).await;
        sent.is_ok() && is_saved.await.unwrap_or(false)
    }
}

/// Commits changes, one commit at a time, and retries failed ones.
pub struct Flusher {
    store: Store,
    market: Arc<Market>,
    clock: Arc<dyn Clock>,
    health: Arc<Health>,
    /// Time between two commits.
    interval: Duration,
    shared: Arc<Shared>,
    requests: mpsc::Receiver<Request>,
    /// Number of commits so far.
    commits: u32,
}

impl Flusher {
    /// Creates a flusher with its commit interval, and the buffer that feeds it.
    pub fn new(
        store: Store,
        market: Arc<Market>,
        clock: Arc<dyn Clock>,
        health: Arc<Health>,
        interval: Duration,
    ) -> (Self, WriteBuffer) {
        let shared = Arc::<Shared>::default();
        let (sender, requests) = mpsc::channel(1);
        let write_buffer = WriteBuffer {
            shared: Arc::clone(&shared),
            requests: sender,
        };
        let health_shared = Arc::clone(&shared);
        health.watch_backlog(move || health_shared.pending().backlog());
        let flusher = Self {
            store,
            market,
            clock,
            health,
            interval,
            shared,
            requests,
            commits: 0,
        };
        (flusher, write_buffer)
    }

    /// Commits at intervals and on request, until [`WriteBuffer::finish`] requests the last commit.
    pub async fn run(mut self) {
        let first = tokio::time::Instant::now() + self.interval;
        let mut interval = tokio::time::interval_at(first, self.interval);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let failing = self.shared.failing.load(Ordering::Relaxed);
            tokio::select! {
                _ = interval.tick() => {
                    self.commit(failing || self.quotes_are_due()).await;
                }
                // Includes quotes, because the failed batch may contain some.
                () = tokio::time::sleep(RETRY_DELAY), if failing => {
                    self.commit(true).await;
                }
                () = self.shared.overflow.notified() => {
                    self.commit(self.quotes_are_due()).await;
                }
                request = self.requests.recv() => {
                    let is_saved = self.commit(true).await;
                    // `None` means that all write buffers were dropped.
                    let Some(Request { stop, reply }) = request else { return };
                    let _ = reply.send(is_saved);
                    if stop {
                        return;
                    }
                }
            }
        }
    }

    fn quotes_are_due(&self) -> bool {
        self.commits.is_multiple_of(COMMITS_PER_QUOTE_COMMIT)
    }

    /// Commits all changes, with or without quotes. Returns true on success or if there is nothing to commit.
    async fn commit(&mut self, with_quotes: bool) -> bool {
        self.commits = self.commits.wrapping_add(1);
        let batch = self.take_batch(with_quotes);
        self.shared.attempts.send_modify(|attempts| *attempts += 1);
        let Some(batch) = batch else { return true };
        self.health.report_unsaved(Instant::now());
        let (store, now) = (self.store.clone(), self.clock.now());
        let written = tokio::task::spawn_blocking(move || {
            panics::inject_panic("flusher");
            let result = store.commit(&batch, now);
            (batch, result)
        });
        match written.await {
            Ok((batch, result)) => {
                let is_saved = result.is_ok();
                self.record_result(batch, is_saved);
                is_saved
            }
            // A bug: propagates the panic to this task.
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // The process is shutting down, and the commit did not begin.
            Err(_) => false,
        }
    }

    /// Takes the pending changes, with or without quotes. Returns `None` if there are none.
    fn take_batch(&self, with_quotes: bool) -> Option<MarketBatch> {
        let mut pending = self.shared.pending();
        let postponed_quotes = if with_quotes {
            None
        } else {
            Some(std::mem::take(&mut pending.quotes))
        };
        let batch = (!pending.is_empty()).then(|| pending.take_batch());
        pending
            .quotes
            .extend(postponed_quotes.into_iter().flatten());
        batch
    }

    /// Updates memory and health after a commit; puts the batch of a failed commit back.
    fn record_result(&self, batch: MarketBatch, is_saved: bool) {
        if !is_saved {
            self.shared.pending().put_back(batch);
            // The failure is not logged here: the store logs the first of consecutive failures.
            self.shared.failing.store(true, Ordering::Relaxed);
            // Wakes tasks in `wait_for_capacity`.
            self.shared.attempts.send_modify(|attempts| *attempts += 1);
            return;
        }
        self.health.report_saved();
        self.shared.pending().mark_saved();
        self.shared.failing.store(false, Ordering::Relaxed);
        let mut market = self.market.write();
        market.remove_saved_bars(&batch.bars);
        market.remove_saved_logos(&batch.logos);
        market
            .reports
            .remove_saved(&batch.fundamentals, &batch.filings);
        drop(market);
        if !batch.bars.is_empty() {
            self.market.invalidate(Topic::Bars);
        }
    }
}
