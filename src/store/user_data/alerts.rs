//! Alerts and their reports.

use std::collections::BTreeMap;

use redb::WriteTransaction;

use super::outbox;
use crate::{
    domain::{
        Timestamp,
        alert::{Adjustment, Alert, Condition, FiredAlert},
        person::PersonId,
        split::Split,
    },
    store::{
        PersonStore, Result, Store, StoreError, counters,
        error::default_if_damaged,
        key::PersonKey,
        record::NewReport,
        retention,
        schema::{ALERTS, COUNTERS, REPORTS},
        table::Records,
    },
};

/// Name of a counter. A report is read if its number is below the value of the counter.
const READ_COUNTER: &str = "alerts_read";
/// Name of a counter that is above 0 once the alerts of the sample market were created, so that
/// deleted ones are not created again.
const SAMPLES_COUNTER: &str = "sample_alerts";
/// Name of the counter with the number of the next report. It is set when reports are deleted.
const NEXT_COUNTER: &str = "next_report";
const NO_ALERT: StoreError = StoreError::NotFound("alert");

/// A report in the alert history.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Number of the report. Later reports have higher numbers.
    pub number: u64,
    /// The report.
    pub fired: FiredAlert,
    /// True if a user has read the report.
    pub read: bool,
}

impl PersonStore<'_> {
    /// Returns all alerts, newest first.
    pub fn alerts(&self) -> Result<Vec<Alert>> {
        let mut alerts = self
            .store
            .handle
            .read(|txn| ALERTS.read(txn, self.person)?.all())?;
        alerts.reverse();
        Ok(alerts)
    }

    /// Creates an alert with a new id. The id of `alert` is ignored.
    pub fn create_alert(&self, alert: &Alert) -> Result<Alert> {
        let alert = Alert {
            person: self.person,
            ..alert.clone()
        };
        self.store.handle.write(|txn| create(txn, &alert))
    }

    /// Enables or disables an alert. Changes nothing else, so that the state that a report
    /// has written meanwhile is preserved. An enabled alert is evaluated from `now` on.
    pub fn switch_alert(&self, id: u32, active: bool, now: Timestamp) -> Result<Alert> {
        self.store.handle.write(|txn| {
            let mut alerts = ALERTS.write(txn, self.person)?;
            let existing = alerts.get(&id)?.ok_or(NO_ALERT)?;
            let alert = existing.with_active(active, now);
            alerts.put(&id, &alert)?;
            Ok(alert)
        })
    }

    /// Changes the threshold of an alert to `value`, which is adjusted for `splits`, and its
    /// condition if one is given. Changes nothing else.
    pub(crate) fn move_alert(
        &self,
        id: u32,
        value: f64,
        condition: Option<Condition>,
        now: Timestamp,
        splits: &[Split],
    ) -> Result<Alert> {
        self.store.handle.write(|txn| {
            let mut alerts = ALERTS.write(txn, self.person)?;
            let existing = alerts.get(&id)?.ok_or(NO_ALERT)?;
            let alert = existing.with_limit(value, condition, now, splits);
            alerts.put(&id, &alert)?;
            Ok(alert)
        })
    }

    /// Changes the quiet period and the lifetime of an alert.
    pub(crate) fn adjust_alert(&self, id: u32, adjustment: Adjustment) -> Result<Alert> {
        self.store.handle.write(|txn| {
            let mut alerts = ALERTS.write(txn, self.person)?;
            let existing = alerts.get(&id)?.ok_or(NO_ALERT)?;
            let alert = existing.with_adjustment(adjustment);
            alerts.put(&id, &alert)?;
            Ok(alert)
        })
    }

    /// Deletes an alert. Its reports stay in the history.
    pub fn delete_alert(&self, id: u32) -> Result<()> {
        self.store.handle.write(|txn| {
            let removed = ALERTS.write(txn, self.person)?.remove(&id)?;
            if removed { Ok(()) } else { Err(NO_ALERT) }
        })
    }

    /// Restores a deleted alert with its id.
    pub(crate) fn restore_alert(&self, alert: &Alert) -> Result<()> {
        self.store
            .handle
            .write(|txn| ALERTS.write(txn, self.person)?.put(&alert.id, alert))
    }

    /// Returns at most `max` reports, newest first. Leaves out damaged ones.
    pub fn reports(&self, max: usize) -> Result<Vec<Report>> {
        let first_unread = self.store.handle.read(|txn| {
            counters::get(
                &COUNTERS.read(txn)?,
                &counters::name_of(self.person, READ_COUNTER),
            )
        })?;
        let everyone = self.store.readable(REPORTS.everyone(), "alert reports")?;
        let reports: Vec<_> = everyone
            .into_iter()
            .filter(|(key, _)| key.person == self.person)
            .collect();
        let newest = reports.into_iter().rev().take(max);
        let reports = newest.map(|(PersonKey { key: number, .. }, fired)| Report {
            number,
            fired,
            read: number < first_unread,
        });
        Ok(reports.collect())
    }

    /// Marks the reports up to number `last` as read.
    pub fn mark_reports_read(&self, last: u64) -> Result<()> {
        self.store.handle.write(|txn| {
            let mut counters = COUNTERS.write(txn)?;
            let reports = REPORTS.write(txn, self.person)?;
            let next = next_report_number(&reports, &counters, self.person)?;
            let first_unread = last.saturating_add(1).min(next);
            let name = counters::name_of(self.person, READ_COUNTER);
            let previous = counters::get(&counters, &name)?;
            counters.put(&name, &first_unread.max(previous))
        })
    }

    /// Deletes the reports up to number `last`, whether or not they were delivered. Their numbers
    /// are not reused.
    pub fn delete_reports(&self, last: u64) -> Result<()> {
        self.store.handle.write(|txn| {
            {
                let mut counters = COUNTERS.write(txn)?;
                let reports = REPORTS.write(txn, self.person)?;
                let next = next_report_number(&reports, &counters, self.person)?;
                counters.put(&counters::name_of(self.person, NEXT_COUNTER), &next)?;
            }
            retention::remove_reports_before(txn, self.person, last.saturating_add(1))
        })
    }
}

/// Functions for the evaluation of alerts, which are not restricted to one person.
impl Store {
    /// Updates the alerts for which `adjust` returns a new state and history entries, in one
    /// transaction. Returns true if an alert was updated.
    pub(crate) fn adjust_alerts_for_splits(
        &self,
        adjust: impl Fn(&Alert) -> Option<(Alert, Vec<FiredAlert>)>,
    ) -> Result<bool> {
        let is_due = self.handle.read(|txn| {
            let (alerts, _) = ALERTS.everyone().read(txn)?.readable()?;
            Ok(alerts.iter().any(|(_, alert)| adjust(alert).is_some()))
        })?;
        if !is_due {
            return Ok(false);
        }
        self.handle.write(|txn| {
            let mut entries = vec![];
            {
                let mut stored = ALERTS.everyone().write(txn)?;
                // A damaged alert stays unchanged and does not prevent updating the others.
                for (key, existing) in stored.readable()?.0 {
                    if let Some((alert, new_entries)) = adjust(&existing) {
                        stored.put(&key, &alert)?;
                        let of_person = new_entries.into_iter().map(|entry| (key.person, entry));
                        entries.extend(of_person);
                    }
                }
            }
            for (person, entry) in &entries {
                let number = add_report(txn, *person, entry)?;
                retention::remove_surplus_reports(txn, *person, number + 1)?;
            }
            Ok(true)
        })
    }

    /// Stores reports, which are ordered from oldest to newest, and returns their numbers. Stores
    /// the outbox entries, which are due at `now`, and the new state of the alerts in the same
    /// transaction, so that an alert that fires once does not fire again after a power cut.
    /// Preserves changes that a user has made meanwhile: deleted alerts stay deleted, disabled ones
    /// disabled, and re-enabled ones enabled.
    pub fn record_fired(
        &self,
        reports: &[NewReport],
        alerts: &[Alert],
        now: Timestamp,
    ) -> Result<Vec<u64>> {
        self.handle
            .write(|txn| record_reports(txn, reports, alerts, now))
    }

    /// Returns true if [`Store::seed_alerts`] has not run yet.
    pub(crate) fn needs_sample_alerts(&self) -> Result<bool> {
        self.handle
            .read(|txn| Ok(counters::get(&COUNTERS.read(txn)?, SAMPLES_COUNTER)? == 0))
    }

    /// Creates the alerts of the sample market, but only once per database.
    pub(crate) fn seed_alerts(&self, alerts: &[Alert]) -> Result<Vec<Alert>> {
        self.handle.write(|txn| {
            if counters::next(txn, SAMPLES_COUNTER)? > 1 {
                return Ok(vec![]);
            }
            alerts.iter().map(|alert| create(txn, alert)).collect()
        })
    }
}

/// Writes a new alert of the person that it names, and returns it with its id.
pub(crate) fn create(txn: &WriteTransaction, alert: &Alert) -> Result<Alert> {
    let alert = Alert {
        id: counters::next_id(txn, "last_alert")?,
        ..alert.clone()
    };
    ALERTS.write(txn, alert.person)?.put(&alert.id, &alert)?;
    Ok(alert)
}

fn record_reports(
    txn: &WriteTransaction,
    reports: &[NewReport],
    alerts: &[Alert],
    now: Timestamp,
) -> Result<Vec<u64>> {
    let mut numbers = vec![];
    let mut last_numbers = BTreeMap::new();
    for report in reports {
        let number = add_report(txn, report.person, &report.fired)?;
        outbox::enqueue(txn, report.person, number, &report.channels, now)?;
        last_numbers.insert(report.person, number);
        numbers.push(number);
    }
    for (person, last) in last_numbers {
        retention::remove_surplus_reports(txn, person, last + 1)?;
    }
    let mut stored = ALERTS.everyone().write(txn)?;
    for alert in alerts {
        let key = key_of(alert);
        // If the alert is damaged, its state is not updated, but its report was stored above.
        if let Some(existing) = default_if_damaged(stored.get(&key))? {
            stored.put(&key, &existing.after_report(alert))?;
        }
    }
    Ok(numbers)
}

/// Stores a report under the next number of the person, and returns the number.
fn add_report(txn: &WriteTransaction, person: PersonId, report: &FiredAlert) -> Result<u64> {
    let mut reports = REPORTS.write(txn, person)?;
    let number = next_report_number(&reports, &COUNTERS.write(txn)?, person)?;
    reports.put(&number, report)?;
    Ok(number)
}

/// Returns the number of the next report of a person.
fn next_report_number<R, C>(
    reports: &Records<u64, FiredAlert, R>,
    counters: &Records<String, u64, C>,
    person: PersonId,
) -> Result<u64>
where
    R: redb::ReadableTable<&'static [u8], &'static [u8]>,
    C: redb::ReadableTable<&'static [u8], &'static [u8]>,
{
    let next = reports.last_key()?.map_or(0, |number| number + 1);
    let name = counters::name_of(person, NEXT_COUNTER);
    Ok(next.max(counters::get(counters, &name)?))
}

/// Returns the key under which an alert is stored.
pub(super) fn key_of(alert: &Alert) -> PersonKey<u32> {
    PersonKey {
        person: alert.person,
        key: alert.id,
    }
}
