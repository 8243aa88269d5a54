//! Delivers what waits in the outbox for one channel: at least once, in order for each alert, with
//! growing pauses after failures.

use std::{collections::HashSet, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout},
};

use super::channel::{Channel, DeliveryError};
use crate::{
    domain::{alert::FiredAlert, clock::Clock},
    runtime::{backoff::full_jitter, supervisor::panic_message},
    store::{OutboxEntry, Store, Undelivered},
};

/// How long one delivery may take.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// Longest pause after a first failure.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
/// Longest pause after many, and between two looks into the outbox.
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);
/// Shortest pause.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);
/// A report whose delivery fails when it is this old is given up.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// How soon the store is asked again after it failed.
const STORE_PAUSE: Duration = Duration::from_secs(5);
/// What was delivered is saved this much later at most: quick deliveries share a commit, and a kill
/// repeats no more than was delivered in this time.
const SAVE_WITHIN: Duration = Duration::from_millis(250);

/// The worker of one channel.
pub struct DeliveryWorker {
    channel: Arc<dyn Channel>,
    store: Store,
    clock: Arc<dyn Clock>,
    /// Changes when reports were recorded.
    recorded: watch::Receiver<u64>,
    random: fastrand::Rng,
    /// Outcomes that the store does not know yet.
    unsaved: UnsavedOutcomes,
    /// The last delivery failed.
    failing: bool,
}

#[derive(Default)]
struct UnsavedOutcomes {
    /// Delivered, or given up.
    over: Vec<OutboxEntry>,
    /// To be tried again.
    failed: Vec<OutboxEntry>,
}

impl DeliveryWorker {
    /// A worker that looks into the outbox whenever `recorded` changes, and draws its pauses from
    /// `random`.
    pub fn new(
        channel: Arc<dyn Channel>,
        store: Store,
        clock: Arc<dyn Clock>,
        recorded: watch::Receiver<u64>,
        random: fastrand::Rng,
    ) -> Self {
        Self {
            channel,
            store,
            clock,
            recorded,
            random,
            unsaved: UnsavedOutcomes::default(),
            failing: false,
        }
    }

    /// Delivers until nobody is left to record anything. Dropping the future loses nothing.
    pub async fn run(mut self) {
        loop {
            // Before the outbox is read: what is recorded from here on wakes the worker again.
            self.recorded.mark_unchanged();
            let pause = self.deliver_due().await;
            tokio::select! {
                changed = self.recorded.changed() => if changed.is_err() { return },
                () = sleep(pause) => {}
            }
        }
    }

    /// Delivers everything that is due, and gives the time until more is.
    pub(crate) async fn deliver_due(&mut self) -> Duration {
        // While nothing can be saved nothing is delivered a second time either.
        if !self.save_outcomes().await {
            return STORE_PAUSE;
        }
        let name = self.channel.name().to_owned();
        let waiting = self.store.run(move |store| store.undelivered(&name)).await;
        // The store has logged why.
        let Ok(waiting) = waiting else {
            return STORE_PAUSE;
        };
        let mut pause = LONGEST_PAUSE;
        // Alerts with a report that waits for its next attempt: their later ones wait behind it.
        let mut held = HashSet::new();
        let mut saved_at = Instant::now();
        for Undelivered { entry, fired } in waiting {
            if held.contains(&fired.alert_id) {
                continue;
            }
            let rest = match until_due(&entry, self.clock.now()) {
                Some(rest) => Some(rest),
                None => self.deliver(entry, &fired).await,
            };
            if let Some(rest) = rest {
                held.insert(fired.alert_id);
                pause = pause.min(rest);
            }
            if saved_at.elapsed() >= SAVE_WITHIN {
                self.save_outcomes().await;
                saved_at = Instant::now();
            }
        }
        if self.save_outcomes().await {
            pause
        } else {
            STORE_PAUSE
        }
    }

    /// One delivery. When it failed and is not given up, the time until the next attempt.
    async fn deliver(&mut self, entry: OutboxEntry, fired: &FiredAlert) -> Option<Duration> {
        let channel = self.channel.name();
        let Err(error) = self.attempt(&entry, fired).await else {
            if std::mem::take(&mut self.failing) {
                tracing::info!(channel, "alerts are delivered again");
            }
            self.unsaved.over.push(entry);
            return None;
        };
        if !std::mem::replace(&mut self.failing, true) {
            tracing::warn!(channel, %error, "an alert was not delivered; it is tried again for a day");
        }
        let now = self.clock.now();
        if now.duration_since(entry.created_at) >= GIVE_UP_AFTER {
            tracing::warn!(
                channel,
                report = entry.report,
                %error,
                "an alert was not delivered for a day and is given up; the history keeps it"
            );
            self.unsaved.over.push(entry);
            return None;
        }
        let pause = full_jitter(FIRST_PAUSE, LONGEST_PAUSE, entry.attempt, &mut self.random)
            .max(SHORTEST_PAUSE);
        self.unsaved.failed.push(OutboxEntry {
            attempt: entry.attempt.saturating_add(1),
            next_attempt_at: now.saturating_add(pause).unwrap_or(now),
            last_error: Some(error.to_string()),
            ..entry
        });
        Some(pause)
    }

    /// Hands a report to the channel. One that hangs or panics has failed.
    async fn attempt(&self, entry: &OutboxEntry, fired: &FiredAlert) -> Result<(), DeliveryError> {
        // What the channel does before it gives its future may panic as well.
        let delivery = async { self.channel.deliver(entry.report, fired).await };
        match timeout(TIME_LIMIT, AssertUnwindSafe(delivery).catch_unwind()).await {
            Ok(Ok(delivered)) => delivered,
            Ok(Err(panic)) => Err(DeliveryError::Panicked(panic_message(&*panic))),
            Err(_) => Err(DeliveryError::TimedOut(TIME_LIMIT.as_secs())),
        }
    }

    /// Tells the store what became of deliveries; whether it knows it all now.
    async fn save_outcomes(&mut self) -> bool {
        let UnsavedOutcomes { over, failed } = &self.unsaved;
        if over.is_empty() && failed.is_empty() {
            return true;
        }
        let (over, failed) = (over.clone(), failed.clone());
        let saved = self
            .store
            .run(move |store| store.update_outbox(&over, &failed))
            .await;
        if saved.is_ok() {
            self.unsaved = UnsavedOutcomes::default();
        }
        saved.is_ok()
    }
}

/// The time until an entry is due; `None` when it is. One that is due later than any pause was entered
/// by a clock that ran ahead, and is due.
fn until_due(entry: &OutboxEntry, now: Timestamp) -> Option<Duration> {
    let rest = Duration::try_from(entry.next_attempt_at.duration_since(now)).ok()?;
    (!rest.is_zero() && rest <= LONGEST_PAUSE).then_some(rest)
}
