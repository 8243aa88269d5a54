//! What became of deliveries, until the store knows it.

use std::time::Duration;

use jiff::Timestamp;

use super::bundle::Bundle;
use crate::store::{AttemptOutcome, DeliveryAttempt, OutboxEntry, Store};

/// What the store does not know yet.
#[derive(Default)]
pub(super) struct Outcomes {
    /// Delivered, or given up.
    over: Vec<OutboxEntry>,
    /// Begun, or to be tried again.
    pub(super) kept: Vec<OutboxEntry>,
    /// Up to when the slots of the channel of this name are used.
    pub(super) booked: Option<(String, Timestamp)>,
    /// Every attempt.
    log: Vec<DeliveryAttempt>,
}

impl Outcomes {
    /// Nothing more is to be done about a bundle.
    pub(super) fn over(
        &mut self,
        bundle: &Bundle,
        outcome: AttemptOutcome,
        answer: &str,
        at: Timestamp,
        took: Duration,
    ) {
        self.over.extend(bundle.entries().cloned());
        self.log(bundle, outcome, answer, at, took);
    }

    /// A bundle is tried again at `next`.
    pub(super) fn failed(
        &mut self,
        bundle: &Bundle,
        next: Timestamp,
        answer: &str,
        at: Timestamp,
        took: Duration,
    ) {
        let failed = bundle.entries().map(|entry| OutboxEntry {
            attempt: entry.attempt.saturating_add(1),
            next_attempt_at: next,
            last_error: Some(answer.to_owned()),
            ..entry.clone()
        });
        self.kept.extend(failed);
        self.log(bundle, AttemptOutcome::Failed, answer, at, took);
    }

    fn log(
        &mut self,
        bundle: &Bundle,
        outcome: AttemptOutcome,
        answer: &str,
        at: Timestamp,
        took: Duration,
    ) {
        let together = u32::try_from(bundle.reports().count()).unwrap_or(u32::MAX);
        let attempts = bundle.reports().map(|report| DeliveryAttempt {
            report: report.entry.report,
            alert_id: report.fired.alert_id,
            channel: report.entry.channel.clone(),
            at,
            attempt: report.entry.attempt.saturating_add(1),
            outcome,
            answer: answer.to_owned(),
            took_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            together,
        });
        self.log.extend(attempts);
    }

    /// Tells the store; whether it knows it all now.
    pub(super) async fn save(&mut self, store: &Store) -> bool {
        let Self {
            over,
            kept,
            booked,
            log,
        } = self;
        if over.is_empty() && kept.is_empty() && log.is_empty() {
            return true;
        }
        let (over, kept, log) = (over.clone(), kept.clone(), log.clone());
        let booked = booked.clone();
        let saved = store.run(move |store| {
            let booked = booked.as_ref().map(|(name, until)| (name.as_str(), *until));
            store.update_outbox(&over, &kept, booked, &log)
        });
        let is_saved = saved.await.is_ok();
        if is_saved {
            *self = Self::default();
        }
        is_saved
    }
}
