//! Outcomes of deliveries, buffered until they are saved to the store.

use std::time::Duration;

use jiff::Timestamp;

use super::bundle::Bundle;
use crate::domain::person::PersonId;
use crate::store::{AttemptOutcome, DeliveryAttempt, OutboxEntry, Store};

/// Unsaved outcomes of deliveries.
#[derive(Default)]
pub(super) struct Outcomes {
    /// Entries that were delivered or given up.
    done: Vec<OutboxEntry>,
    /// Entries that were assigned to a message or will be retried.
    pub(super) changed: Vec<OutboxEntry>,
    /// The name of the channel, and the time up to which its rate limit is booked.
    pub(super) booked: Option<(String, Timestamp)>,
    /// All attempts, for the delivery log.
    log: Vec<DeliveryAttempt>,
}

impl Outcomes {
    /// Records that a bundle was delivered or given up.
    pub(super) fn done(
        &mut self,
        bundle: &Bundle,
        outcome: AttemptOutcome,
        response: &str,
        at: Timestamp,
        took: Duration,
    ) {
        self.done.extend(bundle.entries().cloned());
        self.log(bundle, outcome, response, at, took);
    }

    /// Records a failed attempt; the next one is at `next`.
    pub(super) fn failed(
        &mut self,
        bundle: &Bundle,
        next: Timestamp,
        response: &str,
        at: Timestamp,
        took: Duration,
    ) {
        let failed = bundle.entries().map(|entry| OutboxEntry {
            attempt: entry.attempt.saturating_add(1),
            next_attempt_at: next,
            last_error: Some(response.to_owned()),
            ..entry.clone()
        });
        self.changed.extend(failed);
        self.log(bundle, AttemptOutcome::Failed, response, at, took);
    }

    fn log(
        &mut self,
        bundle: &Bundle,
        outcome: AttemptOutcome,
        response: &str,
        at: Timestamp,
        took: Duration,
    ) {
        let report_count = u32::try_from(bundle.reports().count()).unwrap_or(u32::MAX);
        let attempts = bundle.reports().map(|report| DeliveryAttempt {
            report: report.entry.report,
            alert_id: report.fired.alert_id,
            channel: report.entry.channel.clone(),
            at,
            attempt: report.entry.attempt.saturating_add(1),
            outcome,
            answer: response.to_owned(),
            took_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            together: report_count,
        });
        self.log.extend(attempts);
    }

    /// Saves all outcomes. Returns false if saving failed.
    pub(super) async fn save(&mut self, store: &Store, person: PersonId) -> bool {
        let Self {
            done,
            changed,
            booked,
            log,
        } = self;
        if done.is_empty() && changed.is_empty() && log.is_empty() {
            return true;
        }
        let (done, changed, log) = (done.clone(), changed.clone(), log.clone());
        let booked = booked.clone();
        let saved = store.run(move |store| {
            let booked = booked.as_ref().map(|(name, until)| (name.as_str(), *until));
            store
                .of(person)
                .update_outbox(&done, &changed, booked, &log)
        });
        let is_saved = saved.await.is_ok();
        if is_saved {
            *self = Self::default();
        }
        is_saved
    }
}
