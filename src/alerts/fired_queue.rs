//! The queue of fired alerts that are not recorded yet.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{channels::Channels, engine::Outcome};
use crate::{
    domain::alert::{Alert, Delivery, FiredAlert},
    store::NewReport,
};

/// Most queued reports: as many as the history keeps.
const MAX_PENDING: usize = 1_000;

/// A report that is not recorded yet.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PendingReport {
    /// Position in the order of reports.
    sequence: u64,
    pub(super) report: FiredAlert,
    /// The delivery methods of its alert.
    delivery: Vec<Delivery>,
    /// Whether it was already shown in the app, because it could not be recorded.
    shown: bool,
}

impl PendingReport {
    /// Returns true if it still has to be shown in the app.
    pub(super) fn is_for_app(&self) -> bool {
        !self.shown && self.delivery.contains(&Delivery::InApp)
    }

    /// The report and its channels, for the store.
    fn new_report(&self, channels: &Channels) -> NewReport {
        let was_delivered = |method: &Delivery| self.shown && *method == Delivery::InApp;
        let methods = self.delivery.iter().filter(|method| !was_delivered(method));
        // A set: a channel may be named and also serve a delivery method that is named.
        let mut names: BTreeSet<_> = methods
            .flat_map(|method| channels.names_for(method))
            .collect();
        if names.is_empty() && !self.shown {
            // None of its channels exists any more, so it is shown in the app.
            names.extend(channels.names_for(&Delivery::InApp));
        }
        names.extend(channels.catch_all());
        NewReport {
            fired: self.report.clone(),
            channels: names.into_iter().collect(),
        }
    }
}

/// Fired alerts and their reports, in order, until they are recorded.
#[derive(Debug, Default)]
pub(super) struct FiredQueue {
    reports: VecDeque<PendingReport>,
    /// The newest state of each alert, by id.
    alerts: BTreeMap<u32, Alert>,
    next: u64,
}

/// A batch that is recorded in one transaction.
#[derive(Debug, Clone, Default)]
pub(super) struct FiredBatch {
    /// Oldest first.
    pub(super) reports: Vec<PendingReport>,
    pub(super) alerts: Vec<Alert>,
}

impl FiredBatch {
    pub(super) fn is_empty(&self) -> bool {
        self.alerts.is_empty()
    }

    /// The reports with their channels, for the store.
    pub(super) fn new_reports(&self, channels: &Channels) -> Vec<NewReport> {
        let reports = self.reports.iter();
        reports.map(|report| report.new_report(channels)).collect()
    }
}

impl FiredQueue {
    /// Enqueues outcomes. When the queue is full, the oldest reports are dropped.
    pub(super) fn enqueue(&mut self, outcomes: Vec<Outcome>) {
        for Outcome { alert, report } in outcomes {
            if let Some(report) = report {
                self.reports.push_back(PendingReport {
                    sequence: self.next,
                    report,
                    delivery: alert.delivery.clone(),
                    shown: false,
                });
                self.next += 1;
            }
            self.alerts.insert(alert.id, alert);
        }
        let surplus = self.reports.len().saturating_sub(MAX_PENDING);
        self.reports.drain(..surplus);
    }

    /// A copy of everything in the queue.
    pub(super) fn batch(&self) -> FiredBatch {
        FiredBatch {
            reports: self.reports.iter().cloned().collect(),
            alerts: self.alerts.values().cloned().collect(),
        }
    }

    /// The newest state of an alert, if it is in the queue.
    pub(super) fn alert(&self, id: u32) -> Option<&Alert> {
        self.alerts.get(&id)
    }

    /// Removes a recorded batch. Newer outcomes stay.
    pub(super) fn mark_recorded(&mut self, batch: &FiredBatch) {
        if let Some(last) = batch.reports.last() {
            self.reports
                .retain(|waiting| waiting.sequence > last.sequence);
        }
        for alert in &batch.alerts {
            if self.alerts.get(&alert.id) == Some(alert) {
                self.alerts.remove(&alert.id);
            }
        }
    }

    /// Marks the reports of a batch as shown in the app without being recorded.
    pub(super) fn mark_shown(&mut self, batch: &FiredBatch) {
        let last = batch.reports.last().map(|report| report.sequence);
        for waiting in &mut self.reports {
            waiting.shown |= Some(waiting.sequence) <= last;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{
        Timestamp,
        alert::{AlertFrequency, AlertKind},
    };

    fn outcome(id: u32, second: i64) -> Outcome {
        let at = Timestamp::from_second(second).unwrap();
        let alert = Alert {
            id,
            last_fired_at: Some(at),
            ..Alert::new(AlertKind::Price, "BTC", AlertFrequency::Always, at)
        };
        Outcome {
            alert,
            report: Some(FiredAlert::new(id, "BTC", at, "")),
        }
    }

    fn ids(batch: &FiredBatch) -> Vec<u32> {
        batch
            .reports
            .iter()
            .map(|each| each.report.alert_id)
            .collect()
    }

    /// ALRT-05: a full disk loses no report, shows none twice, and no alert forgets that it fired.
    #[test]
    fn unrecorded_reports_stay_in_the_queue() {
        let mut queue = FiredQueue::default();
        queue.enqueue(vec![outcome(1, 10), outcome(2, 10)]);
        queue.mark_shown(&queue.batch());
        queue.enqueue(vec![outcome(1, 400)]);
        let batch = queue.batch();
        assert_eq!(ids(&batch), [1, 2, 1]);
        let shown: Vec<_> = batch.reports.iter().map(|each| each.shown).collect();
        assert_eq!(shown, [true, true, false]);
        let alerts: Vec<_> = batch
            .alerts
            .iter()
            .map(|each| (each.id, each.last_fired_at.unwrap().as_second()))
            .collect();
        assert_eq!(alerts, [(1, 400), (2, 10)]);
        queue.mark_recorded(&batch);
        assert!(queue.batch().is_empty() && queue.batch().reports.is_empty());
    }

    /// ALRT-05: an alert that fires while a batch is recorded stays in the queue.
    #[test]
    fn outcomes_enqueued_during_recording_are_kept() {
        let mut queue = FiredQueue::default();
        queue.enqueue(vec![outcome(1, 10), outcome(2, 10)]);
        let batch = queue.batch();
        queue.enqueue(vec![outcome(1, 400)]);
        queue.mark_recorded(&batch);
        let rest = queue.batch();
        assert_eq!((ids(&rest), rest.alerts.len()), (vec![1], 1));
    }

    /// ALRT-05: thousands of articles at once do not grow the queue without limit.
    #[test]
    fn queue_is_bounded_by_the_length_of_the_history() {
        let mut queue = FiredQueue::default();
        let outcomes = (0..2_500).map(|second| outcome(1, second));
        queue.enqueue(outcomes.collect());
        let batch = queue.batch();
        assert_eq!((batch.reports.len(), batch.alerts.len()), (1_000, 1));
        assert_eq!(batch.reports[999].report.at.as_second(), 2_499);
    }
}
