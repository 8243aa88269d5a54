//! Metrics for scheduled backups.

use super::exposition::{Exposition, bool_value};
use crate::runtime::health::BackupFacts;

/// Writes the backup metrics. They have no samples if scheduled backups are not configured.
pub(super) fn write(text: &mut Exposition, backups: Option<&BackupFacts>) {
    let made_at = backups.and_then(|backups| backups.made_at);
    for (name, help, value) in [
        (
            "marketdeck_backup_last_success_timestamp_seconds",
            "Time of the newest backup, in seconds since 1970.",
            made_at.map(|at| at.as_second() as f64),
        ),
        (
            "marketdeck_backup_size_bytes",
            "Size of the newest backup.",
            backups
                .filter(|_| made_at.is_some())
                .map(|backups| backups.bytes as f64),
        ),
        (
            "marketdeck_backup_interval_seconds",
            "Interval between backups (backup_hours).",
            backups.map(|backups| backups.every.as_secs_f64()),
        ),
        (
            "marketdeck_backup_failing",
            "Whether the last backup attempt failed.",
            backups.map(|backups| bool_value(backups.problem.is_some())),
        ),
    ] {
        let mut gauge = text.gauge(name, help);
        if let Some(value) = value {
            gauge.sample(&[], value);
        }
    }
    let mut failures = text.counter(
        "marketdeck_backup_failures_total",
        "Failed backup attempts.",
    );
    if let Some(backups) = backups {
        failures.sample(&[], backups.failures as f64);
    }
}
