//! The delivery worker of one channel: delivers the entries of the outbox at least once, in order per alert, with growing
//! delays after failures.

use std::{
    collections::{HashMap, HashSet},
    panic::AssertUnwindSafe,
    sync::Arc,
    time::Duration,
};

use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout},
};

use super::{
    bundle::{self, Bundle},
    channel::{Channel, DeliveryError},
    message::Message,
    outcomes::Outcomes,
};
use crate::{
    domain::Clock,
    runtime::{backoff::full_jitter, panics::panic_message},
    store::{AttemptOutcome, Store, Undelivered},
};

/// Timeout of one attempt.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(30);
/// Longest delay after a first failure.
const BASE_RETRY_DELAY: Duration = Duration::from_secs(5);
/// Longest delay after repeated failures, and between two reads of the outbox.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(3_600);
/// Shortest delay.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(1);
/// Age from which a report is given up after a failed attempt.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// Permanent refusals in a row after which a message is given up. A proxy may refuse requests while the receiver behind it
/// starts.
const MAX_REFUSALS: u32 = 5;
/// Delay before an offline channel is checked again.
const OFFLINE_RETRY_DELAY: Duration = Duration::from_secs(2);
/// Delay after an error of the store.
const STORE_RETRY_DELAY: Duration = Duration::from_secs(5);
/// Longest time before outcomes are saved: fast deliveries share a commit, and after a kill no more than the deliveries of this
/// time are repeated.
const SAVE_INTERVAL: Duration = Duration::from_millis(250);

/// Delivers the outbox entries of one channel.
pub struct DeliveryWorker {
    channel: Arc<dyn Channel>,
    store: Store,
    clock: Arc<dyn Clock>,
    /// Notified when reports were recorded.
    recorded: watch::Receiver<u64>,
    random: fastrand::Rng,
    /// Outcomes that are not saved yet.
    unsaved: Outcomes,
    /// The time up to which the channel's rate limit is booked.
    booked: Option<Timestamp>,
    /// Whether the last delivery failed.
    failing: bool,
    saved_at: Instant,
    /// Whether the subscription was permanently removed.
    gone: bool,
    /// Permanent refusals in a row, by the number of the oldest report of the message.
    refusals: HashMap<u64, u32>,
}

impl DeliveryWorker {
    /// Creates a worker that reads the outbox whenever `recorded` changes. `random` is the source of jitter.
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
            unsaved: Outcomes::default(),
            booked: None,
            failing: false,
            saved_at: Instant::now(),
            gone: false,
            refusals: HashMap::new(),
        }
    }

    /// Runs until the recorder is dropped (returns false) or the subscription was permanently removed (returns true). Dropping
    /// the future loses nothing.
    pub async fn run(mut self) -> bool {
        loop {
            // Before the outbox is read, so that later reports wake the worker again.
            self.recorded.mark_unchanged();
            let pause = self.deliver_due().await;
            if self.gone {
                return true;
            }
            tokio::select! {
                changed = self.recorded.changed() => if changed.is_err() { return false },
                () = sleep(pause) => {}
            }
        }
    }

    /// Delivers everything that is due. Returns the time until more is due.
    pub async fn deliver_due(&mut self) -> Duration {
        // Unsaved deliveries would be repeated.
        if !self.unsaved.save(&self.store).await {
            return STORE_RETRY_DELAY;
        }
        let name = self.channel.name().to_owned();
        let read =
            move |store: &Store| Ok((store.undelivered(&name)?, store.limit_used_until(&name)?));
        // The store has logged why.
        let Ok((pending, booked)) = self.store.run(read).await else {
            return STORE_RETRY_DELAY;
        };
        if !pending.is_empty() {
            // Otherwise a source that takes over would not know the report and would send it again.
            self.store.wait_replicated().await;
        }
        self.booked = booked;
        let pause = self.deliver(pending).await;
        if self.unsaved.save(&self.store).await {
            pause
        } else {
            STORE_RETRY_DELAY
        }
    }

    async fn deliver(&mut self, pending: Vec<Undelivered>) -> Duration {
        let (started, mut fresh) = bundle::split_started(pending);
        // Alerts with a pending report: their later reports wait behind it.
        let mut blocked = HashSet::new();
        let mut pause = MAX_RETRY_DELAY;
        for bundle in started {
            pause = pause.min(self.process(bundle, &mut blocked).await);
        }
        fresh.retain(|report| !blocked.contains(&report.fired.alert_id));
        let Some(oldest) = fresh.first().map(|report| report.entry.created_at) else {
            return pause;
        };
        let (now, policy) = (self.clock.now(), self.channel.policy());
        if let Some(rest) = policy.grouping_left(oldest, now) {
            return pause.min(rest);
        }
        let size = policy.message_size(fresh.len(), oldest, self.booked, now);
        for bundle in bundle::group(fresh, size) {
            pause = pause.min(self.process(bundle, &mut blocked).await);
        }
        pause
    }

    /// Sends a bundle if it may be sent now; otherwise its alerts are added to `blocked`. Returns the time until it must be
    /// processed again.
    async fn process(&mut self, mut bundle: Bundle, blocked: &mut HashSet<u32>) -> Duration {
        if bundle.is_for_any(blocked) {
            blocked.extend(bundle.alerts());
            // The report in front of it determines the delay.
            return MAX_RETRY_DELAY;
        }
        let (now, policy) = (self.clock.now(), self.channel.policy());
        let waits = policy
            .closed_for(self.booked, now)
            .or_else(|| until_due(bundle.first().next_attempt_at, now))
            .or_else(|| {
                let may_wait = now.duration_since(bundle.newest()) < GIVE_UP_AFTER;
                (may_wait && self.channel.is_offline()).then_some(OFFLINE_RETRY_DELAY)
            });
        let rest = if waits.is_some() {
            waits
        } else if policy.may_group() && !self.assign_message(&mut bundle).await {
            Some(STORE_RETRY_DELAY)
        } else {
            self.send(&bundle).await
        };
        if rest.is_some() {
            blocked.extend(bundle.alerts());
        }
        if self.saved_at.elapsed() >= SAVE_INTERVAL {
            self.unsaved.save(&self.store).await;
            self.saved_at = Instant::now();
        }
        rest.map_or(MAX_RETRY_DELAY, |rest| rest.min(MAX_RETRY_DELAY))
    }

    /// Saves which reports share the message, so that it is the same after a power failure. Returns false if that failed.
    async fn assign_message(&mut self, bundle: &mut Bundle) -> bool {
        if !bundle.assign_message() {
            return true;
        }
        self.unsaved.changed.extend(bundle.entries().cloned());
        let is_saved = self.unsaved.save(&self.store).await;
        if is_saved {
            self.store.wait_replicated().await;
        }
        is_saved
    }

    /// Makes one attempt. Returns the delay before the next one; `None` if the bundle was delivered or given up.
    async fn send(&mut self, bundle: &Bundle) -> Option<Duration> {
        let (channel, began) = (Arc::clone(&self.channel), Instant::now());
        let message = bundle.message(channel.name());
        let attempted = self.attempt(&message).await;
        let (now, took) = (self.clock.now(), began.elapsed());
        let error = match attempted {
            Ok(answer) => {
                if std::mem::take(&mut self.failing) {
                    tracing::info!(channel = channel.name(), "channel recovered");
                }
                self.book(now);
                self.refusals.remove(&bundle.first().report);
                channel.attempted(now, Ok(()), None);
                let outcome = AttemptOutcome::Delivered;
                self.unsaved.done(bundle, outcome, &answer, now, took);
                return None;
            }
            Err(error) => error,
        };
        let answer = error.to_string();
        self.gone |= matches!(error, DeliveryError::Gone(_));
        if !std::mem::replace(&mut self.failing, true) && !self.gone {
            tracing::warn!(channel = channel.name(), %error, "delivery failed, will retry");
        }
        let is_refused = self.is_refusal_final(bundle, &error);
        if self.gone || is_refused || now.duration_since(bundle.newest()) >= GIVE_UP_AFTER {
            self.refusals.remove(&bundle.first().report);
            tracing::warn!(
                channel = channel.name(),
                report = bundle.first().report,
                %error,
                "delivery given up; the alert history keeps the report"
            );
            channel.attempted(now, Err(&answer), None);
            let outcome = AttemptOutcome::GivenUp;
            self.unsaved.done(bundle, outcome, &answer, now, took);
            return None;
        }
        let pause = self.retry_delay(bundle, &error);
        let next = now.saturating_add(pause).unwrap_or(now);
        channel.attempted(now, Err(&answer), Some(next));
        self.unsaved.failed(bundle, next, &answer, now, took);
        Some(pause)
    }

    /// Counts permanent refusals in a row. Returns true if the message must be given up.
    fn is_refusal_final(&mut self, bundle: &Bundle, error: &DeliveryError) -> bool {
        let report = bundle.first().report;
        if !matches!(error, DeliveryError::Refused(_)) {
            self.refusals.remove(&report);
            return false;
        }
        let count = self.refusals.entry(report).or_default();
        *count += 1;
        *count >= MAX_REFUSALS
    }

    /// Books a delivered message in the rate limit.
    fn book(&mut self, now: Timestamp) {
        if let Some(limit) = self.channel.policy().limit {
            let booked = limit.book(self.booked, now);
            self.booked = Some(booked);
            self.unsaved.booked = Some((self.channel.name().to_owned(), booked));
        }
    }

    /// The delay before the next attempt.
    fn retry_delay(&mut self, bundle: &Bundle, error: &DeliveryError) -> Duration {
        let attempt = bundle.first().attempt;
        let pause = full_jitter(BASE_RETRY_DELAY, MAX_RETRY_DELAY, attempt, &mut self.random);
        let asked = match error {
            DeliveryError::RetryAfter(_, asked) => *asked,
            _ => Duration::ZERO,
        };
        pause.max(MIN_RETRY_DELAY).max(asked.min(MAX_RETRY_DELAY))
    }

    /// Sends a message. A timeout or a panic counts as a failure.
    async fn attempt(&self, message: &Message) -> Result<String, DeliveryError> {
        // `deliver` may panic before it returns its future.
        let delivery = async { self.channel.deliver(message, self.clock.now()).await };
        match timeout(DELIVERY_TIMEOUT, AssertUnwindSafe(delivery).catch_unwind()).await {
            Ok(Ok(delivered)) => delivered,
            Ok(Err(panic)) => Err(DeliveryError::Panicked(panic_message(&*panic))),
            Err(_) => Err(DeliveryError::TimedOut(DELIVERY_TIMEOUT.as_secs())),
        }
    }
}

/// The time until `due`; `None` if it has passed. A time later than the longest delay was entered by a clock that ran ahead, and
/// counts as passed.
fn until_due(due: Timestamp, now: Timestamp) -> Option<Duration> {
    let rest = Duration::try_from(due.duration_since(now)).ok()?;
    (!rest.is_zero() && rest <= MAX_RETRY_DELAY).then_some(rest)
}
