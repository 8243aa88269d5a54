//! Reports that share one message.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;

use super::message::Message;
use crate::store::{OutboxEntry, Undelivered};

/// At least one report that goes into one message, oldest first.
pub(super) struct Bundle {
    first: Undelivered,
    rest: Vec<Undelivered>,
}

/// Separates pending reports into messages that were started before and reports without a message, both oldest first.
pub(super) fn split_started(pending: Vec<Undelivered>) -> (Vec<Bundle>, Vec<Undelivered>) {
    let mut started: BTreeMap<u64, Vec<Undelivered>> = BTreeMap::new();
    let mut fresh = vec![];
    for report in pending {
        // A report that failed in a version without stored messages stays on its own.
        let alone = (report.entry.attempt > 0).then_some(report.entry.report);
        match report.entry.message.or(alone) {
            Some(message) => started.entry(message).or_default().push(report),
            None => fresh.push(report),
        }
    }
    let started = started
        .into_values()
        .flat_map(|reports| group(reports, usize::MAX));
    (started.collect(), fresh)
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
    /// Assigns all reports to one message. Returns false if they were assigned before.
    pub(super) fn assign_message(&mut self) -> bool {
        let message = self.first.entry.report;
        let is_new = self.first.entry.message.is_none();
        for report in std::iter::once(&mut self.first).chain(&mut self.rest) {
            report.entry.message.get_or_insert(message);
        }
        is_new
    }

    /// The outbox entry of the oldest report. All entries share their attempts.
    pub(super) fn first(&self) -> &OutboxEntry {
        &self.first.entry
    }

    /// When the newest report was recorded.
    pub(super) fn newest(&self) -> Timestamp {
        self.rest.last().unwrap_or(&self.first).entry.created_at
    }

    pub(super) fn reports(&self) -> impl Iterator<Item = &Undelivered> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// The outbox entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = &OutboxEntry> {
        self.reports().map(|report| &report.entry)
    }

    /// The ids of the alerts.
    pub(super) fn alerts(&self) -> impl Iterator<Item = u32> {
        self.reports().map(|report| report.fired.alert_id)
    }

    /// Returns true if a report is from one of `alerts`.
    pub(super) fn is_for_any(&self, alerts: &HashSet<u32>) -> bool {
        self.alerts().any(|alert| alerts.contains(&alert))
    }

    /// The message to `channel`.
    pub(super) fn message(&self, channel: &str) -> Message {
        let reports = self.reports();
        let reports = reports.map(|report| (report.entry.report, report.fired.clone()));
        Message::new(channel, reports.collect())
    }
}
