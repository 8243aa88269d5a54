//! Reports on their way in one message.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;

use super::message::Message;
use crate::store::{OutboxEntry, Undelivered};

/// Reports that go in one message, oldest first: one at least.
pub(super) struct Bundle {
    first: Undelivered,
    rest: Vec<Undelivered>,
}

/// What waits, apart: messages that were begun, and reports that are in none yet; both oldest first.
pub(super) fn sort(waiting: Vec<Undelivered>) -> (Vec<Bundle>, Vec<Undelivered>) {
    let mut begun: BTreeMap<u64, Vec<Undelivered>> = BTreeMap::new();
    let mut fresh = vec![];
    for report in waiting {
        // What failed before messages were kept goes on as it began: on its own.
        let alone = (report.entry.attempt > 0).then_some(report.entry.report);
        match report.entry.message.or(alone) {
            Some(message) => begun.entry(message).or_default().push(report),
            None => fresh.push(report),
        }
    }
    let begun = begun
        .into_values()
        .flat_map(|reports| of(reports, usize::MAX));
    (begun.collect(), fresh)
}

/// Bundles of at most `size` reports.
pub(super) fn of(reports: Vec<Undelivered>, size: usize) -> Vec<Bundle> {
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
    /// Marks its reports as those of one message; whether that is new.
    pub(super) fn begin(&mut self) -> bool {
        let message = self.first.entry.report;
        let is_new = self.first.entry.message.is_none();
        for report in std::iter::once(&mut self.first).chain(&mut self.rest) {
            report.entry.message.get_or_insert(message);
        }
        is_new
    }

    /// The entry of its oldest report. All of them are tried together.
    pub(super) fn first(&self) -> &OutboxEntry {
        &self.first.entry
    }

    /// When its newest report was recorded.
    pub(super) fn newest(&self) -> Timestamp {
        self.rest.last().unwrap_or(&self.first).entry.created_at
    }

    /// Its reports.
    pub(super) fn reports(&self) -> impl Iterator<Item = &Undelivered> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// Their entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = &OutboxEntry> {
        self.reports().map(|report| &report.entry)
    }

    /// The alerts that reported.
    pub(super) fn alerts(&self) -> impl Iterator<Item = u32> {
        self.reports().map(|report| report.fired.alert_id)
    }

    /// Whether one of these alerts reported.
    pub(super) fn is_for_any(&self, alerts: &HashSet<u32>) -> bool {
        self.alerts().any(|alert| alerts.contains(&alert))
    }

    /// What goes to the channel of this name.
    pub(super) fn message(&self, channel: &str) -> Message {
        let reports = self.reports();
        let reports = reports.map(|report| (report.entry.report, report.fired.clone()));
        Message::new(channel, reports.collect())
    }
}
