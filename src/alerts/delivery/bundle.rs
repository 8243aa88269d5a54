//! Bundles: groups of reports that share one message.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;

use super::message::Message;
use crate::store::{OutboxEntry, Undelivered};

/// One or more reports that share a message, oldest first.
pub(super) struct Bundle {
    first: Undelivered,
    rest: Vec<Undelivered>,
}

/// Separates pending reports into those assigned to a message (as bundles) and the others. Both are oldest first.
pub(super) fn split_assigned(pending: Vec<Undelivered>) -> (Vec<Bundle>, Vec<Undelivered>) {
    let mut by_message: BTreeMap<u64, Vec<Undelivered>> = BTreeMap::new();
    let mut unassigned = vec![];
    for report in pending {
        // An old version that did not store messages sent every report alone. A report that failed there stays alone.
        let single = (report.entry.attempt > 0).then_some(report.entry.report);
        match report.entry.message.or(single) {
            Some(message) => by_message.entry(message).or_default().push(report),
            None => unassigned.push(report),
        }
    }
    let bundles = by_message
        .into_values()
        .flat_map(|reports| group(reports, usize::MAX));
    (bundles.collect(), unassigned)
}

/// Groups reports into bundles of at most `size`.
pub(super) fn group(reports: Vec<Undelivered>, size: usize) -> Vec<Bundle> {
    let mut bundles: Vec<Bundle> = vec![];
    for report in reports {
        match bundles.last_mut() {
            Some(bundle) if bundle.rest.len() + 1 < size => bundle.rest.push(report),
            _ => bundles.push(Bundle {
                first: report,
                rest: vec![],
            }),
        }
    }
    bundles
}

impl Bundle {
    /// Assigns all reports to one message. Returns false if they were already assigned.
    pub(super) fn assign_message(&mut self) -> bool {
        let message = self.first.entry.report;
        let is_new = self.first.entry.message.is_none();
        for report in std::iter::once(&mut self.first).chain(&mut self.rest) {
            report.entry.message.get_or_insert(message);
        }
        is_new
    }

    /// The outbox entry of the oldest report. All entries have the same attempts.
    pub(super) fn first(&self) -> &OutboxEntry {
        &self.first.entry
    }

    /// The time when the newest report was recorded.
    pub(super) fn newest_time(&self) -> Timestamp {
        self.rest.last().unwrap_or(&self.first).entry.created_at
    }

    pub(super) fn reports(&self) -> impl Iterator<Item = &Undelivered> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// The outbox entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = &OutboxEntry> {
        self.reports().map(|report| &report.entry)
    }

    pub(super) fn alert_ids(&self) -> impl Iterator<Item = u32> {
        self.reports().map(|report| report.fired.alert_id)
    }

    /// Returns true if one of the reports is about one of `alerts` (ids).
    pub(super) fn is_for_any(&self, alerts: &HashSet<u32>) -> bool {
        self.alert_ids().any(|alert| alerts.contains(&alert))
    }

    /// Builds the message to `channel`.
    pub(super) fn message(&self, channel: &str) -> Message {
        let reports = self.reports();
        let reports = reports.map(|report| (report.entry.report, report.fired.clone()));
        Message::new(channel, reports.collect())
    }
}
