//! The queue of reports that are not recorded yet, with the new states of their alerts.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{channels::Channels, engine::Outcome};
use crate::{
    domain::{
        alert::{Alert, Delivery, FiredAlert},
        person::PersonId,
    },
    store::NewReport,
};

/// The maximum number of queued reports, equal to the number of reports that the alert history keeps.
const MAX_PENDING: usize = 1_000;

/// A report that is not recorded yet.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PendingReport {
    /// The position in the order of reports.
    sequence: u64,
    /// The alert's owner.
    pub(super) person: PersonId,
    pub(super) report: FiredAlert,
    /// The delivery methods of its alert.
    delivery: Vec<Delivery>,
    /// Whether the report has already been shown in the app. Normally a report is shown after it is recorded; if recording fails, it is
    /// shown at once and recorded later.
    is_shown: bool,
}

impl PendingReport {
    /// Returns true if the report must still be shown in the app.
    pub(super) fn must_show_in_app(&self) -> bool {
        !self.is_shown && self.delivery.contains(&Delivery::InApp)
    }

    /// Converts the report for the store and determines its channels.
    fn to_new_report(&self, channels: &Channels) -> NewReport {
        let was_delivered = |method: &Delivery| self.is_shown && *method == Delivery::InApp;
        let methods = self.delivery.iter().filter(|method| !was_delivered(method));
        // A set removes duplicates: an alert may name a channel and also a delivery method that the channel serves.
        let mut names: BTreeSet<_> = methods
            .flat_map(|method| channels.names_for(self.person, method))
            .collect();
        if names.is_empty() && !self.is_shown {
            // None of the alert's channels exists any more, so the report is shown in the app.
            names.extend(channels.names_for(self.person, &Delivery::InApp));
        }
        if self.person.is_owner() {
            names.extend(channels.catch_all());
        }
        NewReport {
            person: self.person,
            fired: self.report.clone(),
            channels: names.into_iter().collect(),
        }
    }
}

/// The reports in order, and the newest states of their alerts, until they are recorded.
#[derive(Debug, Default)]
pub(super) struct FiredQueue {
    reports: VecDeque<PendingReport>,
    /// The newest state of each alert, by id.
    alerts: BTreeMap<u32, Alert>,
    next_sequence: u64,
}

/// A batch of reports and alert states that is recorded in one transaction.
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

    /// Converts the reports for the store and determines their channels.
    pub(super) fn to_new_reports(&self, channels: &Channels) -> Vec<NewReport> {
        let reports = self.reports.iter();
        reports
            .map(|report| report.to_new_report(channels))
            .collect()
    }
}

impl FiredQueue {
    /// Enqueues outcomes. When the queue is full, the oldest reports are dropped.
    pub(super) fn enqueue(&mut self, outcomes: Vec<Outcome>) {
        for Outcome { alert, report } in outcomes {
            if let Some(report) = report {
                self.reports.push_back(PendingReport {
                    sequence: self.next_sequence,
                    person: alert.person,
                    report,
                    delivery: alert.delivery.clone(),
                    is_shown: false,
                });
                self.next_sequence += 1;
            }
            self.alerts.insert(alert.id, alert);
        }
        let surplus = self.reports.len().saturating_sub(MAX_PENDING);
        self.reports.drain(..surplus);
    }

    /// Returns a copy of everything in the queue.
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

    /// Removes the reports and alert states of a person who was removed.
    pub(super) fn remove_person(&mut self, person: PersonId) {
        self.reports.retain(|pending| pending.person != person);
        self.alerts.retain(|_, alert| alert.person != person);
    }

    /// Removes a recorded batch. Outcomes that were enqueued later stay.
    pub(super) fn mark_recorded(&mut self, batch: &FiredBatch) {
        if let Some(last) = batch.reports.last() {
            self.reports
                .retain(|pending| pending.sequence > last.sequence);
        }
        for alert in &batch.alerts {
            if self.alerts.get(&alert.id) == Some(alert) {
                self.alerts.remove(&alert.id);
            }
        }
    }

    /// Marks the reports of a batch as shown in the app although they are not recorded.
    pub(super) fn mark_shown(&mut self, batch: &FiredBatch) {
        let last = batch.reports.last().map(|report| report.sequence);
        for pending in &mut self.reports {
            pending.is_shown |= Some(pending.sequence) <= last;
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
            .map(|pending| pending.report.alert_id)
            .collect()
    }

    /// ALRT-05: While the disk is full, no report is lost or shown twice, and alerts keep the time when they fired.
    #[test]
    fn unrecorded_reports_stay_in_the_queue() {
        let mut queue = FiredQueue::default();
        queue.enqueue(vec![outcome(1, 10), outcome(2, 10)]);
        queue.mark_shown(&queue.batch());
        queue.enqueue(vec![outcome(1, 400)]);
        let batch = queue.batch();
        assert_eq!(ids(&batch), [1, 2, 1]);
        let shown: Vec<_> = batch
            .reports
            .iter()
            .map(|pending| pending.is_shown)
            .collect();
        assert_eq!(shown, [true, true, false]);
        let alerts: Vec<_> = batch
            .alerts
            .iter()
            .map(|alert| (alert.id, alert.last_fired_at.unwrap().as_second()))
            .collect();
        assert_eq!(alerts, [(1, 400), (2, 10)]);
        queue.mark_recorded(&batch);
        assert!(queue.batch().is_empty() && queue.batch().reports.is_empty());
    }

    /// ALRT-05: A report that is added while a batch is recorded stays in the queue.
    #[test]
    fn outcomes_enqueued_during_recording_stay_in_the_queue() {
        let mut queue = FiredQueue::default();
        queue.enqueue(vec![outcome(1, 10), outcome(2, 10)]);
        let batch = queue.batch();
        queue.enqueue(vec![outcome(1, 400)]);
        queue.mark_recorded(&batch);
        let rest = queue.batch();
        assert_eq!((ids(&rest), rest.alerts.len()), (vec![1], 1));
    }

    /// ALRT-05: The queue stays bounded when thousands of articles are received at once.
    #[test]
    fn queue_has_at_most_as_many_reports_as_the_history() {
        let mut queue = FiredQueue::default();
        let outcomes = (0..2_500).map(|second| outcome(1, second));
        queue.enqueue(outcomes.collect());
        let batch = queue.batch();
        assert_eq!((batch.reports.len(), batch.alerts.len()), (1_000, 1));
        assert_eq!(batch.reports[999].report.at.as_second(), 2_499);
    }
}
