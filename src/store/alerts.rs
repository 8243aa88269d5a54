//! Alerts, and what they reported.

use redb::ReadableTable;

use super::{
    Result, Store, StoreError, record,
    tables::{ALERTS, FIRED, META},
};
use crate::domain::{
    Timestamp,
    alert::{Alert, FiredAlert},
};

/// How many reports are kept.
const KEPT: u64 = 1_000;
/// Reports below this number were read.
const READ: &str = "alerts_read";
/// Set once the sample market's alerts were handed out: who deletes them is rid of them.
const SAMPLES: &str = "sample_alerts";
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
        let mut alerts: Vec<Alert> = self
            .handle
            .read(|txn| record::all(&txn.open_table(ALERTS)?))?;
        alerts.reverse();
        Ok(alerts)
    }

    /// Keeps a new alert under a number of its own; that of `alert` does not matter.
    pub fn create_alert(&self, alert: &Alert) -> Result<Alert> {
        self.handle.write(|txn| {
            let id = record::next_number(&mut txn.open_table(META)?, "last_alert")?;
            let alert = Alert {
                id,
                ..alert.clone()
            };
            record::put(&mut txn.open_table(ALERTS)?, id, &alert)?;
            Ok(alert)
        })
    }

    /// Switches an alert on or off at `now`, and nothing else of it: what it fired meanwhile stands.
    /// One that is switched on is watched from `now`.
    pub fn switch_alert(&self, id: u32, active: bool, now: Timestamp) -> Result<Alert> {
        self.handle.write(|txn| {
            let mut alerts = txn.open_table(ALERTS)?;
            let known: Alert = record::get(&alerts, id)?.ok_or(NO_ALERT)?;
            let since = if active && !known.active {
                Some(now)
            } else {
                known.since
            };
            let alert = Alert {
                active,
                since,
                ..known
            };
            record::put(&mut alerts, id, &alert)?;
            Ok(alert)
        })
    }

    /// Deletes an alert. What it reported stays in the history.
    pub fn delete_alert(&self, id: u32) -> Result<()> {
        self.handle.write(|txn| {
            let removed = txn.open_table(ALERTS)?.remove(id)?.is_some();
            if removed { Ok(()) } else { Err(NO_ALERT) }
        })
    }

    /// Appends reports, oldest first, and gives their numbers; together with them the new state of
    /// the alerts that made them, so that one that fires once never fires again after a power cut.
    /// What a person did to an alert meanwhile stands: deleted and switched off ones stay so, and one
    /// that was switched on again is on.
    pub fn record_fired(&self, fired: &[FiredAlert], alerts: &[Alert]) -> Result<Vec<u64>> {
        self.handle.write(|txn| {
            let mut history = txn.open_table(FIRED)?;
            let first = next(&history)?;
            let mut numbers = vec![];
            for (number, report) in (first..).zip(fired) {
                record::put(&mut history, number, report)?;
                numbers.push(number);
            }
            let end = first + numbers.len() as u64;
            history.retain_in(..end.saturating_sub(KEPT), |_, _| false)?;
            let mut stored = txn.open_table(ALERTS)?;
            for alert in alerts {
                let Some(known) = record::get::<_, Alert>(&stored, alert.id)? else {
                    continue;
                };
                let again = known.since != alert.since;
                let alert = Alert {
                    active: known.active && (alert.active || again),
                    since: known.since,
                    ..alert.clone()
                };
                record::put(&mut stored, alert.id, &alert)?;
            }
            Ok(numbers)
        })
    }

    /// At most `most` reports, newest first.
    pub fn reports(&self, most: usize) -> Result<Vec<Report>> {
        self.handle.read(|txn| {
            let history = txn.open_table(FIRED)?;
            let read = record::number(&txn.open_table(META)?, READ)?.unwrap_or(0);
            let mut reports = vec![];
            record::each(&history, |number, json| {
                reports.push(Report {
                    number,
                    fired: record::parse(json)?,
                    read: number < u64::from(read),
                });
                Ok(())
            })?;
            reports.reverse();
            reports.truncate(most);
            Ok(reports)
        })
    }

    /// A person has seen the reports up to the one of number `last`, and not those that came since.
    pub fn mark_reports_read(&self, last: u64) -> Result<()> {
        self.handle.write(|txn| {
            let seen = last.saturating_add(1).min(next(&txn.open_table(FIRED)?)?);
            let mut meta = txn.open_table(META)?;
            let before = record::number(&meta, READ)?.unwrap_or(0);
            let read = u32::try_from(seen).unwrap_or(u32::MAX).max(before);
            record::set_number(&mut meta, READ, read)
        })
    }

    /// Whether [`Store::seed_alerts`] is still to come.
    pub fn wants_sample_alerts(&self) -> Result<bool> {
        self.handle
            .read(|txn| Ok(record::number(&txn.open_table(META)?, SAMPLES)?.is_none()))
    }

    /// Keeps the sample market's alerts, once in the life of a database.
    pub fn seed_alerts(&self, alerts: &[Alert]) -> Result<Vec<Alert>> {
        self.handle.write(|txn| {
            let mut meta = txn.open_table(META)?;
            if record::number(&meta, SAMPLES)?.is_some() {
                return Ok(vec![]);
            }
            record::set_number(&mut meta, SAMPLES, 1)?;
            let mut table = txn.open_table(ALERTS)?;
            let mut seeded = vec![];
            for alert in alerts {
                let id = record::next_number(&mut meta, "last_alert")?;
                let alert = Alert {
                    id,
                    ..alert.clone()
                };
                record::put(&mut table, id, &alert)?;
                seeded.push(alert);
            }
            Ok(seeded)
        })
    }
}

/// The number of the next report.
fn next(history: &impl ReadableTable<u64, &'static [u8]>) -> Result<u64> {
    Ok(history.last()?.map_or(0, |(number, _)| number.value() + 1))
}
