//! Metrics of scheduled backups.

use super::exposition::{Exposition, yes};
use crate::runtime::health::BackupFacts;

/// Writes the backup metrics; no samples if `backup_dir` is empty.
pub(super) fn write(text: &mut Exposition, backups: Option<&BackupFacts>) {
    let made_at = backups.and_then(|backups| backups.made_at);
    for (name, help, value) in [
        (
            "marketdeck_backup_last_success_timestamp_seconds",
            "When the newest backup was made, in seconds since 1970.",
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
            "How often a backup is made (backup_hours).",
            backups.map(|backups| backups.every.as_secs_f64()),
        ),
        (
            "marketdeck_backup_failing",
            "Whether the last attempt to make a backup failed.",
            backups.map(|backups| yes(backups.problem.is_some())),
        ),
    ] {
        let mut gauge = text.gauge(name, help);
        if let Some(value) = value {
            gauge.sample(&[], value);
        }
    }
    let mut failures = text.counter(
        "marketdeck_backup_failures_total",
        "Attempts to make a backup that failed.",
    );
    if let Some(backups) = backups {
        failures.sample(&[], backups.failures as f64);
    }
}
