//! Alerts, and what they reported.

use redb::ReadableTable;

use super::{
    Result, Store, StoreError, record,
    tables::{ALERTS, FIRED, META},
};
use crate::domain::alert::{Alert, FiredAlert};

/// How many reports are kept.
const KEPT: u64 = 1_000;
const NO_ALERT: StoreError = StoreError::NotFound("alert");

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

    /// Replaces the alert of the same number.
    pub fn update_alert(&self, alert: &Alert) -> Result<()> {
        self.handle.write(|txn| {
            let mut alerts = txn.open_table(ALERTS)?;
            if alerts.get(alert.id)?.is_none() {
                return Err(NO_ALERT);
            }
            record::put(&mut alerts, alert.id, alert)
        })
    }

    /// Deletes an alert. What it reported stays in the history.
    pub fn delete_alert(&self, id: u32) -> Result<()> {
        self.handle.write(|txn| {
            let removed = txn.open_table(ALERTS)?.remove(id)?.is_some();
            if removed { Ok(()) } else { Err(NO_ALERT) }
        })
    }

    /// Appends reports, oldest first, together with the new state of the alerts that made them:
    /// an alert that fires once never fires again after a power cut. Alerts that were deleted
    /// meanwhile stay deleted.
    pub fn record_fired(&self, fired: &[FiredAlert], alerts: &[Alert]) -> Result<()> {
        self.handle.write(|txn| {
            let mut history = txn.open_table(FIRED)?;
            let mut next = history.last()?.map_or(0, |(number, _)| number.value() + 1);
            for report in fired {
                record::put(&mut history, next, report)?;
                next += 1;
            }
            history.retain_in(..next.saturating_sub(KEPT), |_, _| false)?;
            let mut stored = txn.open_table(ALERTS)?;
            for alert in alerts {
                if stored.get(alert.id)?.is_some() {
                    record::put(&mut stored, alert.id, alert)?;
                }
            }
            Ok(())
        })
    }

    /// At most `most` reports, newest first.
    pub fn fired(&self, most: usize) -> Result<Vec<FiredAlert>> {
        let mut history: Vec<FiredAlert> = self
            .handle
            .read(|txn| record::all(&txn.open_table(FIRED)?))?;
        history.reverse();
        history.truncate(most);
        Ok(history)
    }
}
