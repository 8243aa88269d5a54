//! Alerts, and what they reported.

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

/// Reports below this number were read.
const READ: &str = "alerts_read";
/// Set once the sample market's alerts were handed out: who deletes them is rid of them.
const SAMPLES: &str = "sample_alerts";
/// The number of the next report, once reports were deleted.
const NEXT: &str = "next_report";
const NO_ALERT: StoreError = StoreError::NotFound("alert");

/// An entry of the history.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Its number, growing.
    pub number: u64,
    /// What was reported.
    pub fired: FiredAlert,
    /// A person has seen it.
    pub read: bool,
}

impl Store {
    /// Every alert, newest first.
    pub fn alerts(&self) -> Result<Vec<Alert>> {
        let mut alerts = self.handle.read(|txn| ALERTS.read(txn)?.all())?;
        alerts.reverse();
        Ok(alerts)
    }

    /// Keeps a new alert under a number of its own; that of `alert` does not matter.
    pub fn create_alert(&self, alert: &Alert) -> Result<Alert> {
        self.handle.write(|txn| create(txn, alert))
    }

    /// Switches an alert on or off at `now`, and nothing else of it: what it fired meanwhile stands.
    /// One that is switched on is watched from `now`.
    pub fn switch_alert(&self, id: u32, active: bool, now: Timestamp) -> Result<Alert> {
        self.handle.write(|txn| {
            let mut alerts = ALERTS.write(txn)?;
            let known = alerts.get(&id)?.ok_or(NO_ALERT)?;
            let alert = known.switched(active, now);
            alerts.put(&id, &alert)?;
            Ok(alert)
        })
    }

    /// Puts the line of an alert at another value at `now`, in the units of after `splits`, and nothing else of it.
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

    /// Restates the alerts that `restate` gives another state and an entry of the history for, in one transaction. Returns
    /// true if there were any.
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
                // One that is damaged stays as it is, and keeps no other from being restated.
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

    /// Changes how long an alert is quiet and how long it lives, and nothing else of it.
    pub(crate) fn adjust_alert(&self, id: u32, adjustment: Adjustment) -> Result<Alert> {
        self.handle.write(|txn| {
            let mut alerts = ALERTS.write(txn)?;
            let known = alerts.get(&id)?.ok_or(NO_ALERT)?;
            let alert = known.adjusted(adjustment);
            alerts.put(&id, &alert)?;
            Ok(alert)
        })
    }

    /// Deletes an alert. What it reported stays in the history.
    pub fn delete_alert(&self, id: u32) -> Result<()> {
        self.handle.write(|txn| {
            let removed = ALERTS.write(txn)?.remove(&id)?;
            if removed { Ok(()) } else { Err(NO_ALERT) }
        })
    }

    /// Keeps a deleted alert again, under its own number.
    pub(crate) fn restore_alert(&self, alert: &Alert) -> Result<()> {
        self.handle
            .write(|txn| ALERTS.write(txn)?.put(&alert.id, alert))
    }

    /// Appends reports, oldest first, and gives their numbers; together with them the outbox's entries
    /// for their channels, due at `now`, and the new state of the alerts that made them, so that one
    /// that fires once never fires again after a power cut. What a person did to an alert meanwhile
    /// stands: deleted and switched off ones stay so, and one that was switched on again is on.
    pub fn record_fired(
        &self,
        reports: &[NewReport],
        alerts: &[Alert],
        now: Timestamp,
    ) -> Result<Vec<u64>> {
        self.handle.write(|txn| record(txn, reports, alerts, now))
    }

    /// At most `most` reports, newest first; none of those that are damaged.
    pub fn reports(&self, most: usize) -> Result<Vec<Report>> {
        let read = self
            .handle
            .read(|txn| counters::get(&COUNTERS.read(txn)?, READ))?;
        let reports = self.readable(REPORTS, "reports of alerts")?;
        let newest = reports.into_iter().rev().take(most);
        let reports = newest.map(|(number, fired)| Report {
            number,
            fired,
            read: number < read,
        });
        Ok(reports.collect())
    }

    /// A person has seen the reports up to the one of number `last`, and not those that came since.
    pub fn mark_reports_read(&self, last: u64) -> Result<()> {
        self.handle.write(|txn| {
            let mut counters = COUNTERS.write(txn)?;
            let next = next(&REPORTS.write(txn)?, &counters)?;
            let seen = last.saturating_add(1).min(next);
            let before = counters::get(&counters, READ)?;
            counters.put(&READ.to_owned(), &seen.max(before))
        })
    }

    /// Deletes the reports up to the one of number `last`, delivered or not. No number is given twice.
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

    /// Whether [`Store::seed_alerts`] is still to come.
    pub(crate) fn wants_sample_alerts(&self) -> Result<bool> {
        self.handle
            .read(|txn| Ok(counters::get(&COUNTERS.read(txn)?, SAMPLES)? == 0))
    }

    /// Keeps the sample market's alerts, once in the life of a database.
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
        // What one that is damaged reported is kept all the same.
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
