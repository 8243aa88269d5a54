//! Delivers what waits in the outbox for one channel: at least once, in order for each alert, with
//! growing pauses after failures.

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
/// A message that the receiver refuses for good this many times in a row is given up. A proxy may answer so for a moment while
/// the receiver behind it starts.
const MAX_REFUSALS: u32 = 5;
/// How soon a channel that is away is looked at again.
const AWAY_PAUSE: Duration = Duration::from_secs(2);
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
    /// What the store does not know yet.
    unsaved: Outcomes,
    /// Up to when what was delivered uses the slots of the channel's limit.
    booked: Option<Timestamp>,
    /// The last delivery failed.
    failing: bool,
    saved_at: Instant,
    /// Its receiver is no more.
    gone: bool,
    /// How many times in a row the receiver refused a message for good, by the number of its oldest report.
    refusals: HashMap<u64, u32>,
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
            unsaved: Outcomes::default(),
            booked: None,
            failing: false,
            saved_at: Instant::now(),
            gone: false,
            refusals: HashMap::new(),
        }
    }

    /// Delivers until nobody is left to record anything, or the receiver is no more: then `true`. Dropping the future loses
    /// nothing.
    pub async fn run(mut self) -> bool {
        loop {
            // Before the outbox is read: what is recorded from here on wakes the worker again.
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

    /// Delivers everything that is due, and gives the time until more is.
    pub async fn deliver_due(&mut self) -> Duration {
        // While nothing can be saved nothing is delivered a second time either.
        if !self.unsaved.save(&self.store).await {
            return STORE_PAUSE;
        }
        let name = self.channel.name().to_owned();
        let read =
            move |store: &Store| Ok((store.undelivered(&name)?, store.limit_used_until(&name)?));
        // The store has logged why.
        let Ok((waiting, booked)) = self.store.run(read).await else {
            return STORE_PAUSE;
        };
        if !waiting.is_empty() {
            // Whoever takes over after a fall would find no report of it, and report it again.
            self.store.wait_replicated().await;
        }
        self.booked = booked;
        let pause = self.deliver(waiting).await;
        if self.unsaved.save(&self.store).await {
            pause
        } else {
            STORE_PAUSE
        }
    }

    async fn deliver(&mut self, waiting: Vec<Undelivered>) -> Duration {
        let (begun, mut fresh) = bundle::sort(waiting);
        // Alerts with a report that waits for its next attempt: their later ones wait behind it.
        let mut held = HashSet::new();
        let mut pause = LONGEST_PAUSE;
        for bundle in begun {
            pause = pause.min(self.turn(bundle, &mut held).await);
        }
        fresh.retain(|report| !held.contains(&report.fired.alert_id));
        let Some(oldest) = fresh.first().map(|report| report.entry.created_at) else {
            return pause;
        };
        let (now, policy) = (self.clock.now(), self.channel.policy());
        if let Some(rest) = policy.gathers_for(oldest, now) {
            return pause.min(rest);
        }
        let size = policy.message_size(fresh.len(), oldest, self.booked, now);
        for bundle in bundle::of(fresh, size) {
            pause = pause.min(self.turn(bundle, &mut held).await);
        }
        pause
    }

    /// Sends a bundle if that may be now. The time until it is to be looked at again; where it waits, its
    /// alerts are held.
    async fn turn(&mut self, mut bundle: Bundle, held: &mut HashSet<u32>) -> Duration {
        if bundle.is_for_any(held) {
            held.extend(bundle.alerts());
            // Whatever holds it says when.
            return LONGEST_PAUSE;
        }
        let (now, policy) = (self.clock.now(), self.channel.policy());
        let waits = policy
            .closed_for(self.booked, now)
            .or_else(|| until_due(bundle.first().next_attempt_at, now))
            .or_else(|| {
                let may_wait = now.duration_since(bundle.newest()) < GIVE_UP_AFTER;
                (may_wait && self.channel.is_away()).then_some(AWAY_PAUSE)
            });
        let rest = if waits.is_some() {
            waits
        } else if policy.may_join() && !self.begin(&mut bundle).await {
            Some(STORE_PAUSE)
        } else {
            self.send(&bundle).await
        };
        if rest.is_some() {
            held.extend(bundle.alerts());
        }
        if self.saved_at.elapsed() >= SAVE_WITHIN {
            self.unsaved.save(&self.store).await;
            self.saved_at = Instant::now();
        }
        rest.map_or(LONGEST_PAUSE, |rest| rest.min(LONGEST_PAUSE))
    }

    /// Has the store know which reports go together, so that the message is the same after a power cut.
    async fn begin(&mut self, bundle: &mut Bundle) -> bool {
        if !bundle.begin() {
            return true;
        }
        self.unsaved.kept.extend(bundle.entries().cloned());
        let is_saved = self.unsaved.save(&self.store).await;
        if is_saved {
            self.store.wait_replicated().await;
        }
        is_saved
    }

    /// One attempt. When it failed and is not given up, the time until the next.
    async fn send(&mut self, bundle: &Bundle) -> Option<Duration> {
        let (channel, began) = (Arc::clone(&self.channel), Instant::now());
        let message = bundle.message(channel.name());
        let attempted = self.attempt(&message).await;
        let (now, took) = (self.clock.now(), began.elapsed());
        let error = match attempted {
            Ok(answer) => {
                if std::mem::take(&mut self.failing) {
                    tracing::info!(channel = channel.name(), "alerts are delivered again");
                }
                self.book(now);
                self.refusals.remove(&bundle.first().report);
                channel.attempted(now, Ok(()), None);
                let outcome = AttemptOutcome::Delivered;
                self.unsaved.over(bundle, outcome, &answer, now, took);
                return None;
            }
            Err(error) => error,
        };
        let answer = error.to_string();
        self.gone |= matches!(error, DeliveryError::Gone(_));
        if !std::mem::replace(&mut self.failing, true) && !self.gone {
            tracing::warn!(channel = channel.name(), %error, "an alert was not delivered and will be retried");
        }
        let is_refused = self.is_refused_for_good(bundle, &error);
        if self.gone || is_refused || now.duration_since(bundle.newest()) >= GIVE_UP_AFTER {
            self.refusals.remove(&bundle.first().report);
            tracing::warn!(
                channel = channel.name(),
                report = bundle.first().report,
                %error,
                "an alert was not delivered and is given up; the history keeps it"
            );
            channel.attempted(now, Err(&answer), None);
            let outcome = AttemptOutcome::GivenUp;
            self.unsaved.over(bundle, outcome, &answer, now, took);
            return None;
        }
        let pause = self.pause(bundle, &error);
        let next = now.saturating_add(pause).unwrap_or(now);
        channel.attempted(now, Err(&answer), Some(next));
        self.unsaved.failed(bundle, next, &answer, now, took);
        Some(pause)
    }

    /// Counts a refusal; whether it was one too many.
    fn is_refused_for_good(&mut self, bundle: &Bundle, error: &DeliveryError) -> bool {
        let report = bundle.first().report;
        if !matches!(error, DeliveryError::Refused(_)) {
            self.refusals.remove(&report);
            return false;
        }
        let count = self.refusals.entry(report).or_default();
        *count += 1;
        *count >= MAX_REFUSALS
    }

    /// Notes that a message was delivered, where it counts.
    fn book(&mut self, now: Timestamp) {
        if let Some(limit) = self.channel.policy().limit {
            let booked = limit.book(self.booked, now);
            self.booked = Some(booked);
            self.unsaved.booked = Some((self.channel.name().to_owned(), booked));
        }
    }

    /// How long to wait after an error.
    fn pause(&mut self, bundle: &Bundle, error: &DeliveryError) -> Duration {
        let attempt = bundle.first().attempt;
        let pause = full_jitter(FIRST_PAUSE, LONGEST_PAUSE, attempt, &mut self.random);
        let asked = match error {
            DeliveryError::Later(_, asked) => *asked,
            _ => Duration::ZERO,
        };
        pause.max(SHORTEST_PAUSE).max(asked.min(LONGEST_PAUSE))
    }

    /// Hands a message to the channel. One that hangs or panics has failed.
    async fn attempt(&self, message: &Message) -> Result<String, DeliveryError> {
        // What the channel does before it gives its future may panic as well.
        let delivery = async { self.channel.deliver(message, self.clock.now()).await };
        match timeout(TIME_LIMIT, AssertUnwindSafe(delivery).catch_unwind()).await {
            Ok(Ok(delivered)) => delivered,
            Ok(Err(panic)) => Err(DeliveryError::Panicked(panic_message(&*panic))),
            Err(_) => Err(DeliveryError::TimedOut(TIME_LIMIT.as_secs())),
        }
    }
}

/// The time until `due`; `None` when it has come. What is due later than any pause was entered by a clock
/// that ran ahead, and is due.
fn until_due(due: Timestamp, now: Timestamp) -> Option<Duration> {
    let rest = Duration::try_from(due.duration_since(now)).ok()?;
    (!rest.is_zero() && rest <= LONGEST_PAUSE).then_some(rest)
}
