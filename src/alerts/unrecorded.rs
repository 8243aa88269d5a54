//! What alerts reported and is not on disk yet.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{channels::Channels, engine::Outcome};
use crate::{
    domain::alert::{Alert, Delivery, FiredAlert},
    store::NewReport,
};

/// Reports that may wait: as many as the history keeps. Of more the oldest would be gone from it anyway.
const MOST_WAITING: usize = 1_000;

/// A report that waits to be recorded.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WaitingReport {
    /// Its place in the order in which reports were made.
    sequence: u64,
    pub(super) report: FiredAlert,
    /// Where it is to be delivered.
    delivery: Vec<Delivery>,
    /// It was shown in the app already, without a number, because it could not be recorded.
    shown: bool,
}

impl WaitingReport {
    /// Whether it is still to be shown in the app.
    pub(super) fn is_for_app(&self) -> bool {
        !self.shown && self.delivery.contains(&Delivery::InApp)
    }

    /// What the store keeps of it.
    fn new_report(&self, channels: &Channels) -> NewReport {
        let was_delivered = |way: &Delivery| self.shown && *way == Delivery::InApp;
        let ways = self.delivery.iter().filter(|way| !was_delivered(way));
        // One that is named, and serves a way that is named as well, gets it once.
        let mut names: BTreeSet<_> = ways.flat_map(|way| channels.names_for(way)).collect();
        if names.is_empty() && !self.shown {
            // Its channels are configured no more: better here than nowhere.
            names.extend(channels.names_for(&Delivery::InApp));
        }
        names.extend(channels.of_every_alert());
        NewReport {
            fired: self.report.clone(),
            channels: names.into_iter().collect(),
        }
    }
}

/// Outcomes in their order, until they are recorded.
#[derive(Debug, Default)]
pub(super) struct Unrecorded {
    reports: VecDeque<WaitingReport>,
    /// Each alert once, as it is now.
    alerts: BTreeMap<u32, Alert>,
    next: u64,
}

/// What is recorded in one transaction.
#[derive(Debug, Clone, Default)]
pub(super) struct Batch {
    /// Oldest first.
    pub(super) reports: Vec<WaitingReport>,
    pub(super) alerts: Vec<Alert>,
}

impl Batch {
    pub(super) fn is_empty(&self) -> bool {
        self.alerts.is_empty()
    }

    /// The reports as the store keeps them.
    pub(super) fn new_reports(&self, channels: &Channels) -> Vec<NewReport> {
        let reports = self.reports.iter();
        reports.map(|report| report.new_report(channels)).collect()
    }
}

impl Unrecorded {
    /// Adds outcomes behind those that wait.
    pub(super) fn add(&mut self, outcomes: Vec<Outcome>) {
        for Outcome { alert, report } in outcomes {
            if let Some(report) = report {
                self.reports.push_back(WaitingReport {
                    sequence: self.next,
                    report,
                    delivery: alert.delivery.clone(),
                    shown: false,
                });
                self.next += 1;
            }
            self.alerts.insert(alert.id, alert);
        }
        let surplus = self.reports.len().saturating_sub(MOST_WAITING);
        self.reports.drain(..surplus);
    }

    /// Everything that waits.
    pub(super) fn batch(&self) -> Batch {
        Batch {
            reports: self.reports.iter().cloned().collect(),
            alerts: self.alerts.values().cloned().collect(),
        }
    }

    /// An alert's newest state, while it waits.
    pub(super) fn alert(&self, id: u32) -> Option<&Alert> {
        self.alerts.get(&id)
    }

    /// Forgets what was recorded. What came since stays.
    pub(super) fn recorded(&mut self, batch: &Batch) {
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

    /// Takes note that the reports of a batch were shown, although they could not be recorded.
    pub(super) fn shown(&mut self, batch: &Batch) {
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

    fn ids(batch: &Batch) -> Vec<u32> {
        batch
            .reports
            .iter()
            .map(|each| each.report.alert_id)
            .collect()
    }

    /// ALRT-05: a full disk loses no report, shows none twice, and no alert forgets that it fired.
    #[test]
    fn what_could_not_be_recorded_waits_for_what_comes_next() {
        let mut unrecorded = Unrecorded::default();
        unrecorded.add(vec![outcome(1, 10), outcome(2, 10)]);
        unrecorded.shown(&unrecorded.batch());
        unrecorded.add(vec![outcome(1, 400)]);
        let batch = unrecorded.batch();
        assert_eq!(ids(&batch), [1, 2, 1]);
        let shown: Vec<_> = batch.reports.iter().map(|each| each.shown).collect();
        assert_eq!(shown, [true, true, false]);
        let alerts: Vec<_> = batch
            .alerts
            .iter()
            .map(|each| (each.id, each.last_fired_at.unwrap().as_second()))
            .collect();
        assert_eq!(alerts, [(1, 400), (2, 10)]);
        unrecorded.recorded(&batch);
        assert!(unrecorded.batch().is_empty() && unrecorded.batch().reports.is_empty());
    }

    /// ALRT-05: what fires while the disk is busy is not taken for recorded.
    #[test]
    fn what_comes_while_a_batch_is_recorded_is_recorded_after_it() {
        let mut unrecorded = Unrecorded::default();
        unrecorded.add(vec![outcome(1, 10), outcome(2, 10)]);
        let batch = unrecorded.batch();
        unrecorded.add(vec![outcome(1, 400)]);
        unrecorded.recorded(&batch);
        let rest = unrecorded.batch();
        assert_eq!((ids(&rest), rest.alerts.len()), (vec![1], 1));
    }

    /// ALRT-05: thousands of articles at once are no reason to grow without end.
    #[test]
    fn no_more_reports_wait_than_the_history_keeps() {
        let mut unrecorded = Unrecorded::default();
        let outcomes = (0..2_500).map(|second| outcome(1, second));
        unrecorded.add(outcomes.collect());
        let batch = unrecorded.batch();
        assert_eq!((batch.reports.len(), batch.alerts.len()), (1_000, 1));
        assert_eq!(batch.reports[999].report.at.as_second(), 2_499);
    }
}
