//! Alerts and their reports.

use redb::WriteTransaction;

use super::outbox;
use crate::{
    domain::{
        Timestamp,
        alert::{Adjustment, Alert, Condition, FiredAlert},
        split::Split,
    },
    store::{
        Result, Store, StoreError, counters,
        error::default_if_damaged,
        record::NewReport,
        retention,
        schema::{ALERTS, COUNTERS, REPORTS},
        table::Records,
    },
};

/// Counter: reports below this number were read.
const READ: &str = "alerts_read";
/// Counter: above 0 once the sample market's alerts were created. Deleted ones are not created again.
const SAMPLES: &str = "sample_alerts";
/// Counter: the number of the next report, set when reports are deleted.
const NEXT: &str = "next_report";
const NO_ALERT: StoreError = StoreError::NotFound("alert");

/// A report in the alert history.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Growing number of the report.
    pub number: u64,
    /// The report.
    pub fired: FiredAlert,
    /// True if a user has seen it.
    pub read: bool,
}

impl Store {
    /// Every alert, newest first.
    pub fn alerts(&self) -> Result<Vec<Alert>> {
        let mut alerts = self.handle.read(|txn| ALERTS.read(txn)?.all())?;
        alerts.reverse();
        Ok(alerts)
    }

    /// Creates an alert with a new id; the id of `alert` is ignored.
    pub fn create_alert(&self, alert: &Alert) -> Result<Alert> {
        self.handle.write(|txn| create(txn, alert))
    }

    /// Switches an alert on or off at `now`, and changes nothing else, so that a report made meanwhile is kept. An alert that is
    /// switched on is watched from `now`.
    pub fn switch_alert(&self, id: u32, active: bool, now: Timestamp) -> Result<Alert> {
        self.handle.write(|txn| {
            let mut alerts = ALERTS.write(txn)?;
            let known = alerts.get(&id)?.ok_or(NO_ALERT)?;
            let alert = known.switched(active, now);
            alerts.put(&id, &alert)?;
            Ok(alert)
        })
    }

    /// Moves the threshold of an alert at `now` to `value`, in units after `splits`. Changes nothing else.
    pub(crate) fn move_alert(
        &self,
        id: u32,
        value: f64,
        condition: Option<Condition>,
        now: Timestamp,
        splits: &[Split],
    ) -> Result<Alert> {
        self.handle.write(|txn| {
            let mut alerts = ALERTS.write(txn)?;
            let known = alerts.get(&id)?.ok_or(NO_ALERT)?;
            let alert = known.moved(value, condition, now, splits);
            alerts.put(&id, &alert)?;
            Ok(alert)
        })
    }

    /// Updates the alerts for which `restate` returns a new state and history entries, in one transaction. Returns true if there
    /// were any.
    pub(crate) fn restate_alerts(
        &self,
        restate: impl Fn(&Alert) -> Option<(Alert, Vec<FiredAlert>)>,
    ) -> Result<bool> {
        let is_due = self.handle.read(|txn| {
            let (alerts, _) = ALERTS.read(txn)?.readable()?;
            Ok(alerts.iter().any(|(_, alert)| restate(alert).is_some()))
        })?;
        if !is_due {
            return Ok(false);
        }
        self.handle.write(|txn| {
            let mut entries = vec![];
            {
                let mut stored = ALERTS.write(txn)?;
                // A damaged alert stays unchanged and does not stop the others.
                for (_, known) in stored.readable()?.0 {
                    if let Some((alert, said)) = restate(&known) {
                        stored.put(&alert.id, &alert)?;
                        entries.extend(said);
                    }
                }
            }
            let mut kept = REPORTS.write(txn)?;
            let first = next(&kept, &COUNTERS.write(txn)?)?;
            for (number, entry) in (first..).zip(&entries) {
                kept.put(&number, entry)?;
            }
            drop(kept);
            retention::remove_surplus_reports(txn, first + entries.len() as u64)?;
            Ok(true)
        })
    }

    /// Changes the quiet period and the lifetime of an alert.
    pub(crate) fn adjust_alert(&self, id: u32, adjustment: Adjustment) -> Result<Alert> {
        self.handle.write(|txn| {
            let mut alerts = ALERTS.write(txn)?;
            let known = alerts.get(&id)?.ok_or(NO_ALERT)?;
            let alert = known.adjusted(adjustment);
            alerts.put(&id, &alert)?;
            Ok(alert)
        })
    }

    /// Deletes an alert. Its reports stay in the history.
    pub fn delete_alert(&self, id: u32) -> Result<()> {
        self.handle.write(|txn| {
            let removed = ALERTS.write(txn)?.remove(&id)?;
            if removed { Ok(()) } else { Err(NO_ALERT) }
        })
    }

    /// Restores a deleted alert with its id.
    pub(crate) fn restore_alert(&self, alert: &Alert) -> Result<()> {
        self.handle
            .write(|txn| ALERTS.write(txn)?.put(&alert.id, alert))
    }

    /// Stores reports, oldest first, in one transaction with their outbox entries, due at `now`, and with the new state of their
    /// alerts, so that an alert that fires once never fires again after a power cut. Returns the numbers of the reports. Changes
    /// that a user made to an alert meanwhile are kept: deleted and disabled alerts stay so, and re-enabled ones stay enabled.
    pub fn record_fired(
        &self,
        reports: &[NewReport],
        alerts: &[Alert],
        now: Timestamp,
    ) -> Result<Vec<u64>> {
        self.handle.write(|txn| record(txn, reports, alerts, now))
    }

    /// Returns at most `most` reports, newest first, without damaged ones.
    pub fn reports(&self, most: usize) -> Result<Vec<Report>> {
        let read = self
            .handle
            .read(|txn| counters::get(&COUNTERS.read(txn)?, READ))?;
        let reports = self.readable(REPORTS, "alert reports")?;
        let newest = reports.into_iter().rev().take(most);
        let reports = newest.map(|(number, fired)| Report {
            number,
            fired,
            read: number < read,
        });
        Ok(reports.collect())
    }

    /// Marks the reports up to number `last` as read.
    pub fn mark_reports_read(&self, last: u64) -> Result<()> {
        self.handle.write(|txn| {
            let mut counters = COUNTERS.write(txn)?;
            let next = next(&REPORTS.write(txn)?, &counters)?;
            let seen = last.saturating_add(1).min(next);
            let before = counters::get(&counters, READ)?;
            counters.put(&READ.to_owned(), &seen.max(before))
        })
    }

    /// Deletes the reports up to number `last`, delivered or not. Numbers are not reused.
    pub fn delete_reports(&self, last: u64) -> Result<()> {
        self.handle.write(|txn| {
            {
                let mut counters = COUNTERS.write(txn)?;
                let next = next(&REPORTS.write(txn)?, &counters)?;
                counters.put(&NEXT.to_owned(), &next)?;
            }
            retention::remove_reports_before(txn, last.saturating_add(1))
        })
    }

    /// Returns true if [`Store::seed_alerts`] has not run yet.
    pub(crate) fn wants_sample_alerts(&self) -> Result<bool> {
        self.handle
            .read(|txn| Ok(counters::get(&COUNTERS.read(txn)?, SAMPLES)? == 0))
    }

    /// Creates the sample market's alerts, once per database.
    pub(crate) fn seed_alerts(&self, alerts: &[Alert]) -> Result<Vec<Alert>> {
        self.handle.write(|txn| {
            if counters::next(txn, SAMPLES)? > 1 {
                return Ok(vec![]);
            }
            alerts.iter().map(|alert| create(txn, alert)).collect()
        })
    }
}

pub(crate) fn create(txn: &WriteTransaction, alert: &Alert) -> Result<Alert> {
    let alert = Alert {
        id: counters::next_id(txn, "last_alert")?,
        ..alert.clone()
    };
    ALERTS.write(txn)?.put(&alert.id, &alert)?;
    Ok(alert)
}

fn record(
    txn: &WriteTransaction,
    reports: &[NewReport],
    alerts: &[Alert],
    now: Timestamp,
) -> Result<Vec<u64>> {
    let mut numbers = vec![];
    {
        let mut kept = REPORTS.write(txn)?;
        for (number, report) in (next(&kept, &COUNTERS.write(txn)?)?..).zip(reports) {
            kept.put(&number, &report.fired)?;
            outbox::enqueue(txn, number, &report.channels, now)?;
            numbers.push(number);
        }
    }
    if let Some(last) = numbers.last() {
        retention::remove_surplus_reports(txn, last + 1)?;
    }
    let mut stored = ALERTS.write(txn)?;
    for alert in alerts {
        // The report of a damaged alert is stored all the same.
        if let Some(known) = default_if_damaged(stored.get(&alert.id))? {
            stored.put(&alert.id, &known.after(alert))?;
        }
    }
    Ok(numbers)
}

/// The number of the next report.
fn next<R, C>(
    reports: &Records<u64, FiredAlert, R>,
    counters: &Records<String, u64, C>,
) -> Result<u64>
where
    R: redb::ReadableTable<&'static [u8], &'static [u8]>,
    C: redb::ReadableTable<&'static [u8], &'static [u8]>,
{
    let next = reports.last_key()?.map_or(0, |number| number + 1);
    Ok(next.max(counters::get(counters, NEXT)?))
}
