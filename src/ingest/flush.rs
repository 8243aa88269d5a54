//! Commits merged changes to disk, in a task of its own.

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

/// Number of unsaved bars that triggers a commit before the interval is over. The first download of history is committed in
/// pieces of this size.
pub(super) const BARS_AT_ONCE: usize = 20_000;

/// Quotes are written with every 8th commit only: a commit rewrites all of them, the next tick supersedes them, and sources send
/// them again after a kill. This keeps writes to an SD card below 6 MB per hour.
const QUOTES_EVERY: u32 = 8;

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
    /// Wakes the flusher before the interval is over, because many bars wait.
    overflow: Notify,
    /// Changes after every attempt to commit.
    attempts: watch::Sender<u64>,
}

/// A request to commit everything now. `done` receives true if all changes are on disk.
struct Request {
    last: bool,
    done: oneshot::Sender<bool>,
}

impl Shared {
    fn pending(&self) -> MutexGuard<'_, PendingChanges> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if merging may continue. While commits fail it may continue up to the limits of [`PendingChanges`]; otherwise prices
    /// would wait for the disk.
    fn has_room(&self) -> bool {
        self.failing.load(Ordering::Relaxed) || self.pending().bars() < BARS_AT_ONCE
    }
}

impl WriteBuffer {
    /// The unsaved changes.
    pub(super) fn pending(&self) -> MutexGuard<'_, PendingChanges> {
        self.shared.pending()
    }

    /// Waits until merging may continue.
    pub(super) async fn room(&self) {
        if self.shared.has_room() {
            return;
        }
        let mut attempts = self.shared.attempts.subscribe();
        self.shared.overflow.notify_one();
        let _ = attempts.wait_for(|_| self.shared.has_room()).await;
    }

    /// Tries to commit all changes. Returns true if everything merged before is on disk.
    pub async fn flush(&self) -> bool {
        self.request(false).await
    }

    /// Like [`WriteBuffer::flush`], and stops the flusher.
    pub async fn finish(&self) -> bool {
        self.request(true).await
    }

    async fn request(&self, last: bool) -> bool {
        let (done, over) = oneshot::channel();
        let sent = self.requests.send(Request { last, done }).await;
        sent.is_ok() && over.await.unwrap_or(false)
    }
}

/// Commits changes, one commit at a time, and retries failed ones.
pub struct Flusher {
    store: Store,
    market: Arc<Market>,
    clock: Arc<dyn Clock>,
    health: Arc<Health>,
    every: Duration,
    shared: Arc<Shared>,
    requests: mpsc::Receiver<Request>,
    commits: u32,
}

impl Flusher {
    /// Creates a flusher with its commit interval, and the buffer that feeds it.
    pub fn new(
        store: Store,
        market: Arc<Market>,
        clock: Arc<dyn Clock>,
        health: Arc<Health>,
        every: Duration,
    ) -> (Self, WriteBuffer) {
        let shared = Arc::<Shared>::default();
        let (sender, requests) = mpsc::channel(1);
        let unsaved = WriteBuffer {
            shared: Arc::clone(&shared),
            requests: sender,
        };
        let watched = Arc::clone(&shared);
        health.watch_backlog(move || watched.pending().backlog());
        let flusher = Self {
            store,
            market,
            clock,
            health,
            every,
            shared,
            requests,
            commits: 0,
        };
        (flusher, unsaved)
    }

    /// Commits until [`WriteBuffer::finish`] asks for the last commit.
    pub async fn run(mut self) {
        let first = tokio::time::Instant::now() + self.every;
        let mut interval = tokio::time::interval_at(first, self.every);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let failing = self.shared.failing.load(Ordering::Relaxed);
            tokio::select! {
                _ = interval.tick() => {
                    self.commit(failing || self.quotes_are_due()).await;
                }
                // Commits everything, so that any failure is retried.
                () = tokio::time::sleep(RETRY_DELAY), if failing => {
                    self.commit(true).await;
                }
                () = self.shared.overflow.notified() => {
                    self.commit(self.quotes_are_due()).await;
                }
                request = self.requests.recv() => {
                    let is_saved = self.commit(true).await;
                    // The flusher was stopped, or all senders are gone.
                    let Some(Request { last, done }) = request else { return };
                    let _ = done.send(is_saved);
                    if last {
                        return;
                    }
                }
            }
        }
    }

    fn quotes_are_due(&self) -> bool {
        self.commits.is_multiple_of(QUOTES_EVERY)
    }

    /// Commits all changes, with or without quotes. Returns true on success.
    async fn commit(&mut self, with_quotes: bool) -> bool {
        self.commits = self.commits.wrapping_add(1);
        let batch = self.take(with_quotes);
        self.shared.attempts.send_modify(|attempts| *attempts += 1);
        let Some(batch) = batch else { return true };
        self.health.saving(Instant::now());
        let (store, now) = (self.store.clone(), self.clock.now());
        let written = tokio::task::spawn_blocking(move || {
            panics::inject_panic("flusher");
            let result = store.commit(&batch, now);
            (batch, result)
        });
        match written.await {
            Ok((batch, result)) => {
                let is_saved = result.is_ok();
                self.record(batch, is_saved);
                is_saved
            }
            // A bug: propagates the panic to this task.
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // The process is shutting down, and the commit did not begin.
            Err(_) => false,
        }
    }

    fn take(&self, with_quotes: bool) -> Option<MarketBatch> {
        let mut pending = self.shared.pending();
        let quotes = if with_quotes {
            None
        } else {
            Some(std::mem::take(&mut pending.quotes))
        };
        let batch = (!pending.is_empty()).then(|| pending.take());
        pending.quotes.extend(quotes.into_iter().flatten());
        batch
    }

    fn record(&self, batch: MarketBatch, is_saved: bool) {
        if !is_saved {
            self.shared.pending().put_back(batch);
            // The store logs each failure period once. The batch is retried.
            self.shared.failing.store(true, Ordering::Relaxed);
            // Wakes tasks that wait for room.
            self.shared.attempts.send_modify(|attempts| *attempts += 1);
            return;
        }
        self.health.saved();
        self.shared.pending().saved();
        self.shared.failing.store(false, Ordering::Relaxed);
        let mut market = self.market.write();
        market.saved(&batch.bars);
        market.logos_saved(&batch.logos);
        drop(market);
        if !batch.bars.is_empty() {
            self.market.changed(Topic::Bars);
        }
    }
}
