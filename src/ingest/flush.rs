//! Committing to disk what was merged in memory: a task of its own, beside the one that merges.

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

/// Bars that may wait before they are written without waiting for the clock: a first start's
/// history goes to disk in pieces of this size.
pub(super) const BARS_AT_ONCE: usize = 20_000;

/// Every so many commits, quotes go to disk too: each commit rewrites them all, the next tick
/// supersedes them, and their source brings them again after a kill. Sparing them keeps an SD card
/// below 6 MB an hour.
const QUOTES_EVERY: u32 = 8;

/// How soon what could not be written is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// What is not on disk yet, between the task that merges and the task that commits.
#[derive(Clone)]
pub struct WriteBuffer {
    shared: Arc<Shared>,
    requests: mpsc::Sender<Request>,
}

#[derive(Debug, Default)]
struct Shared {
    pending: Mutex<PendingChanges>,
    /// Whether the last commit failed.
    failing: AtomicBool,
    /// Wakes the flusher: so much waits that it is written without waiting for the clock.
    overflow: Notify,
    /// Changes when the flusher took what waited, or could not write it.
    attempts: watch::Sender<u64>,
}

/// A commit of everything, now. Answered when it is over: true if all that waited is on disk.
struct Request {
    last: bool,
    done: oneshot::Sender<bool>,
}

impl Shared {
    fn pending(&self) -> MutexGuard<'_, PendingChanges> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// While nothing can be written, more may wait, up to the limits of [`PendingChanges`]: prices would wait
    /// for the disk otherwise.
    fn has_room(&self) -> bool {
        self.failing.load(Ordering::Relaxed) || self.pending().bars() < BARS_AT_ONCE
    }
}

impl WriteBuffer {
    /// What waits, to be added to.
    pub(super) fn pending(&self) -> MutexGuard<'_, PendingChanges> {
        self.shared.pending()
    }

    /// Resolves when not too much waits.
    pub(super) async fn room(&self) {
        if self.shared.has_room() {
            return;
        }
        let mut attempts = self.shared.attempts.subscribe();
        self.shared.overflow.notify_one();
        let _ = attempts.wait_for(|_| self.shared.has_room()).await;
    }

    /// Tries to commit everything that waits. Returns true if all that was merged before is on disk.
    pub async fn flush(&self) -> bool {
        self.request(false).await
    }

    /// The same, and ends the flusher.
    pub async fn finish(&self) -> bool {
        self.request(true).await
    }

    async fn request(&self, last: bool) -> bool {
        let (done, over) = oneshot::channel();
        let sent = self.requests.send(Request { last, done }).await;
        sent.is_ok() && over.await.unwrap_or(false)
    }
}

/// Commits what waits, one commit at a time, and keeps a failed one for the next.
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
    /// A flusher that commits every so often, and the way to it.
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
                // Everything, so that the end of the spell is noticed whatever it was that failed.
                () = tokio::time::sleep(RETRY_DELAY), if failing => {
                    self.commit(true).await;
                }
                () = self.shared.overflow.notified() => {
                    self.commit(self.quotes_are_due()).await;
                }
                request = self.requests.recv() => {
                    let is_saved = self.commit(true).await;
                    // The flusher is asked to end, or nobody is left to ask it.
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

    /// Commits everything that waits, or everything but quotes. Returns true if nothing of it waits any longer.
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
            // A fault of ours: it goes where the panics of this task go.
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // The process is ending, and the commit was not begun.
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
            // The store logs each spell of failures once. What failed is kept and tried again.
            self.shared.failing.store(true, Ordering::Relaxed);
            // Whoever waits for room need not wait any longer.
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
