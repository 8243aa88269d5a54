//! The delivery worker of one channel (webhook, ntfy, SMTP, …): delivers the entries of the outbox at least once and in order
//! per alert, and retries failed deliveries with exponential backoff for 24 hours.

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

/// The timeout of one attempt.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum delay of the first retry.
const BASE_RETRY_DELAY: Duration = Duration::from_secs(5);
/// The maximum delay of any retry, and between two reads of the outbox.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(3_600);
/// The minimum delay of a retry.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(1);
/// The age of a report from which a failed attempt is not retried.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// The number of consecutive permanent rejections after which a message is given up. It is more than one because a proxy
/// may reject requests while the receiver behind it starts.
const MAX_REJECTIONS: u32 = 5;
/// The delay before an offline channel is checked again.
const OFFLINE_RETRY_DELAY: Duration = Duration::from_secs(2);
/// The delay after an error of the store.
const STORE_RETRY_DELAY: Duration = Duration::from_secs(5);
/// The maximum time before outcomes are saved. Fast deliveries share a commit; if the program is killed, it repeats only the
/// deliveries of this time.
const SAVE_INTERVAL: Duration = Duration::from_millis(250);

/// Delivers the outbox entries of one channel.
pub struct DeliveryWorker {
    channel: Arc<dyn Channel>,
    store: Store,
    clock: Arc<dyn Clock>,
    /// Notified when reports are recorded.
    recorded: watch::Receiver<u64>,
    random: fastrand::Rng,
    /// Outcomes that are not yet saved.
    unsaved: Outcomes,
    /// The time up to which the channel's rate limit is booked.
    booked: Option<Timestamp>,
    /// Whether the last delivery failed.
    is_failing: bool,
    saved_at: Instant,
    /// Whether the push service has permanently removed the subscription.
    is_unsubscribed: bool,
    /// Consecutive permanent rejections, by the number of the message's oldest report.
    rejections: HashMap<u64, u32>,
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
            is_failing: false,
            saved_at: Instant::now(),
            is_unsubscribed: false,
            rejections: HashMap::new(),
        }
    }

    /// Runs until the sender of `recorded` is dropped (returns false) or the push service has permanently removed the
    /// subscription (returns true). No report is lost if the future is dropped.
    pub async fn run(mut self) -> bool {
        loop {
            // Marked before the outbox is read, so that reports recorded during the read wake the worker again.
            self.recorded.mark_unchanged();
            let pause = self.deliver_due().await;
            if self.is_unsubscribed {
                return true;
            }
            tokio::select! {
                changed = self.recorded.changed() => if changed.is_err() { return false },
                () = sleep(pause) => {}
            }
        }
    }

    /// Delivers all messages that are due. Returns the time until the next one is due.
    pub async fn deliver_due(&mut self) -> Duration {
        // Entries whose delivery is not saved would be delivered again.
        if !self.unsaved.save(&self.store, self.channel.person()).await {
            return STORE_RETRY_DELAY;
        }
        let (person, name) = (self.channel.person(), self.channel.name().to_owned());
        let read = move |store: &Store| {
            let store = store.of(person);
            Ok((store.undelivered(&name)?, store.limit_used_until(&name)?))
        };
        // The store has logged the error.
        let Ok((pending, booked)) = self.store.run(read).await else {
            return STORE_RETRY_DELAY;
        };
        if !pending.is_empty() {
            // Otherwise a standby that becomes the source might not know the report, and would report and send it again.
            self.store.wait_replicated().await;
        }
        self.booked = booked;
        let pause = self.deliver(pending).await;
        if self.unsaved.save(&self.store, self.channel.person()).await {
            pause
        } else {
            STORE_RETRY_DELAY
        }
    }

    async fn deliver(&mut self, pending: Vec<Undelivered>) -> Duration {
        let (assigned, mut unassigned) = bundle::split_assigned(pending);
        // Ids of alerts with a pending report, for which later reports must wait.
        let mut blocked = HashSet::new();
        let mut pause = MAX_RETRY_DELAY;
        for bundle in assigned {
            pause = pause.min(self.process(bundle, &mut blocked).await);
        }
        unassigned.retain(|report| !blocked.contains(&report.fired.alert_id));
        let Some(oldest) = unassigned.first().map(|report| report.entry.created_at) else {
            return pause;
        };
        let (now, policy) = (self.clock.now(), self.channel.policy());
        if let Some(delay) = policy.grouping_left(oldest, now) {
            return pause.min(delay);
        }
        let size = policy.message_size(unassigned.len(), oldest, self.booked, now);
        for bundle in bundle::group(unassigned, size) {
            pause = pause.min(self.process(bundle, &mut blocked).await);
        }
        pause
    }

    /// Sends a bundle if it may be sent now, otherwise adds its alerts to `blocked`. Returns the time until the bundle must
    /// be processed again.
    async fn process(&mut self, mut bundle: Bundle, blocked: &mut HashSet<u32>) -> Duration {
        if bundle.is_for_any(blocked) {
            blocked.extend(bundle.alert_ids());
            // The earlier report of the same alert determines the delay.
            return MAX_RETRY_DELAY;
        }
        let (now, policy) = (self.clock.now(), self.channel.policy());
        let wait = policy
            .send_delay(self.booked, now)
            .or_else(|| until_due(bundle.first().next_attempt_at, now))
            .or_else(|| {
                let may_wait = now.duration_since(bundle.newest_time()) < GIVE_UP_AFTER;
                (may_wait && self.channel.is_offline()).then_some(OFFLINE_RETRY_DELAY)
            });
        let delay = if wait.is_some() {
            wait
        } else if policy.may_group() && !self.assign_message(&mut bundle).await {
            Some(STORE_RETRY_DELAY)
        } else {
            self.send(&bundle).await
        };
        if delay.is_some() {
            blocked.extend(bundle.alert_ids());
        }
        if self.saved_at.elapsed() >= SAVE_INTERVAL {
            self.unsaved.save(&self.store, self.channel.person()).await;
            self.saved_at = Instant::now();
        }
        delay.map_or(MAX_RETRY_DELAY, |delay| delay.min(MAX_RETRY_DELAY))
    }

    /// Saves which reports share the message, so that a retry after a power failure sends the same message. Returns false if
    /// saving failed.
    async fn assign_message(&mut self, bundle: &mut Bundle) -> bool {
        if !bundle.assign_message() {
            return true;
        }
        self.unsaved.changed.extend(bundle.entries().cloned());
        let is_saved = self.unsaved.save(&self.store, self.channel.person()).await;
        if is_saved {
            self.store.wait_replicated().await;
        }
        is_saved
    }

    /// Makes one attempt. Returns the delay before the next one; `None` if the bundle was delivered or given up.
    async fn send(&mut self, bundle: &Bundle) -> Option<Duration> {
        let (channel, start) = (Arc::clone(&self.channel), Instant::now());
        let message = bundle.message(channel.name());
        let result = self.attempt(&message).await;
        let (now, took) = (self.clock.now(), start.elapsed());
        let error = match result {
            Ok(response) => {
                if std::mem::take(&mut self.is_failing) {
                    tracing::info!(channel = channel.name(), "alerts: channel recovered");
                }
                self.book(now);
                self.rejections.remove(&bundle.first().report);
                channel.on_attempt(now, Ok(()), None);
                let outcome = AttemptOutcome::Delivered;
                self.unsaved.done(bundle, outcome, &response, now, took);
                return None;
            }
            Err(error) => error,
        };
        let error_text = error.to_string();
        self.is_unsubscribed |= matches!(error, DeliveryError::Unsubscribed(_));
        if !std::mem::replace(&mut self.is_failing, true) && !self.is_unsubscribed {
            tracing::warn!(channel = channel.name(), %error, "alerts: delivery failed, will retry");
        }
        let is_rejected = self.is_rejection_final(bundle, &error);
        if self.is_unsubscribed
            || is_rejected
            || now.duration_since(bundle.newest_time()) >= GIVE_UP_AFTER
        {
            self.rejections.remove(&bundle.first().report);
            tracing::warn!(
                channel = channel.name(),
                report = bundle.first().report,
                %error,
                "alerts: delivery given up, report remains in the alert history"
            );
            channel.on_attempt(now, Err(&error_text), None);
            let outcome = AttemptOutcome::GivenUp;
            self.unsaved.done(bundle, outcome, &error_text, now, took);
            return None;
        }
        let pause = self.retry_delay(bundle, &error);
        let next = now.saturating_add(pause).unwrap_or(now);
        channel.on_attempt(now, Err(&error_text), Some(next));
        self.unsaved.failed(bundle, next, &error_text, now, took);
        Some(pause)
    }

    /// Counts consecutive permanent rejections. Returns true if the message must be given up.
    fn is_rejection_final(&mut self, bundle: &Bundle, error: &DeliveryError) -> bool {
        let report = bundle.first().report;
        if !matches!(error, DeliveryError::Rejected(_)) {
            self.rejections.remove(&report);
            return false;
        }
        let count = self.rejections.entry(report).or_default();
        *count += 1;
        *count >= MAX_REJECTIONS
    }

    /// Books a delivered message in the rate limit.
    fn book(&mut self, now: Timestamp) {
        if let Some(limit) = self.channel.policy().limit {
            let booked = limit.book(self.booked, now);
            self.booked = Some(booked);
            self.unsaved.booked = Some((self.channel.name().to_owned(), booked));
        }
    }

    /// Returns the delay before the next attempt.
    fn retry_delay(&mut self, bundle: &Bundle, error: &DeliveryError) -> Duration {
        let attempt = bundle.first().attempt;
        let pause = full_jitter(BASE_RETRY_DELAY, MAX_RETRY_DELAY, attempt, &mut self.random);
        let requested = match error {
            DeliveryError::RetryAfter(_, delay) => *delay,
            _ => Duration::ZERO,
        };
        pause
            .max(MIN_RETRY_DELAY)
            .max(requested.min(MAX_RETRY_DELAY))
    }

    /// Sends a message once. A timeout or a panic counts as a failure.
    async fn attempt(&self, message: &Message) -> Result<String, DeliveryError> {
        // `deliver` may panic before it returns its future.
        let delivery = async { self.channel.deliver(message, self.clock.now()).await };
        match timeout(DELIVERY_TIMEOUT, AssertUnwindSafe(delivery).catch_unwind()).await {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => Err(DeliveryError::Panicked(panic_message(&*panic))),
            Err(_) => Err(DeliveryError::TimedOut(DELIVERY_TIMEOUT.as_secs())),
        }
    }
}

/// Returns the time until `due`; `None` if it has passed. A time further away than the maximum delay was saved while the clock
/// was ahead, and counts as passed.
fn until_due(due: Timestamp, now: Timestamp) -> Option<Duration> {
    let rest = Duration::try_from(due.duration_since(now)).ok()?;
    (!rest.is_zero() && rest <= MAX_RETRY_DELAY).then_some(rest)
}
