//! The condition of the database for health checks and the status page.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{
    runtime::metrics::{Counter, Durations, Histogram},
    store::{Result, StoreError},
};

/// The condition of the database at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The current problem as one sentence without paths; `None` if the database works.
    pub problem: Option<String>,
    /// True unless the last write failed or the file is no longer at its path.
    pub writable: bool,
    /// Time of the last commit since the start; `None` before the first one.
    pub last_commit: Option<Instant>,
}

/// Statistics since the database was opened.
#[derive(Debug)]
pub(crate) struct StoreStats {
    /// Duration of commits.
    pub(crate) commits: Durations,
    /// Number of writes that failed because of the disk or the file.
    pub(crate) failures: u64,
    /// Size of the file, in bytes.
    pub(crate) file_bytes: u64,
    /// Free space on the disk of the file, in bytes; `None` if unknown.
    pub(crate) free_bytes: Option<u64>,
}

/// Tracks write failures and damage. Logs the beginning and the end of each failure period once.
#[derive(Debug, Default)]
pub(super) struct Monitor {
    status: Mutex<Status>,
    commits: Histogram,
    failures: Counter,
    suppressed: Arc<AtomicUsize>,
}

/// Suppresses reports of contradicting records while it exists, because a replicated transaction is
/// still arriving.
#[derive(Debug)]
pub struct DamageReportGuard(Arc<AtomicUsize>);

impl Drop for DamageReportGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
struct Status {
    /// The latest error of the current failure period; `None` while writes succeed.
    failure: Option<StoreError>,
    /// The first damage found; kept until restart.
    damage: Option<StoreError>,
    last_commit: Option<Instant>,
    /// Descriptions of the damaged records.
    damaged: BTreeSet<String>,
}

impl Status {
    /// Returns the sentence about damage, or `None` if no damage was found.
    fn damage(&self) -> Option<String> {
        let Some(first) = self.damaged.first() else {
            return self.damage.as_ref().map(StoreError::public_message);
        };
        let descriptions: Vec<&str> = self
            .damaged
            .iter()
            .take(MAX_DAMAGE_DESCRIPTIONS)
            .map(String::as_str)
            .collect();
        let rest = self.damaged.len().saturating_sub(MAX_DAMAGE_DESCRIPTIONS);
        let descriptions = match rest {
            _ if self.damaged.len() == 1 => first.clone(),
            0 => descriptions.join(", "),
            rest => format!("{} and {rest} more", descriptions.join(", ")),
        };
        Some(format!(
            "part of the server's database is damaged ({descriptions}); everything else works; run 'marketdeck check', and restore a backup or run 'marketdeck salvage'"
        ))
    }
}

/// Maximum number of descriptions of damaged records in the sentence.
const MAX_DAMAGE_DESCRIPTIONS: usize = 5;

impl Monitor {
    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the duration of a commit.
    pub(crate) fn record_commit(&self, duration: Duration) {
        self.commits.observe(duration);
    }

    /// Returns the statistics, completed by the file size and the free disk space in bytes.
    pub(crate) fn stats(&self, file_bytes: u64, free_bytes: Option<u64>) -> StoreStats {
        StoreStats {
            commits: self.commits.read(),
            failures: self.failures.get(),
            file_bytes,
            free_bytes,
        }
    }

    /// Records the result of a write at `now`.
    pub(crate) fn record_write<T>(&self, result: &Result<T>, now: Instant) {
        let mut status = self.status();
        match result {
            Ok(_) => {
                status.last_commit = Some(now);
                if status.failure.take().is_some() {
                    tracing::info!("store: the database can be written to again");
                }
            }
            Err(error) if error.is_failure() => {
                self.failures.add(1);
                // The latest error wins: after a full disk, reopening the file may fail.
                if status.failure.replace(error.clone()).is_none() {
                    tracing::error!(%error, "store: cannot write to the database");
                }
            }
            Err(_) => {}
        }
    }

    /// Suppresses reports of contradicting records until the returned guard is dropped.
    pub(crate) fn suppress_damage_reports(&self) -> DamageReportGuard {
        self.suppressed.fetch_add(1, Ordering::Relaxed);
        DamageReportGuard(Arc::clone(&self.suppressed))
    }

    /// Records the result of a read.
    pub(crate) fn record_read<T>(&self, result: &Result<T>) {
        let Err(error) = result else { return };
        let is_suppressed = matches!(error, StoreError::Unmatched(_))
            && self.suppressed.load(Ordering::Relaxed) > 0;
        if !error.is_damage() || is_suppressed {
            return;
        }
        let mut status = self.status();
        if status.damage.is_none() {
            tracing::error!(%error, "store: found damage while reading");
            status.damage = Some(error.clone());
        }
    }

    /// Records that a part of the database is damaged, and logs it once.
    pub(crate) fn note_damage(&self, description: String) {
        let mut status = self.status();
        if !status.damaged.contains(&description) {
            tracing::error!("store: found damaged records: {description}");
            status.damaged.insert(description);
        }
    }

    /// Returns the current condition. `in_place` is the result of checking that the file is still
    /// at its path.
    pub(crate) fn condition(&self, in_place: Result<()>) -> Condition {
        let status = self.status();
        let failure = in_place.err().or_else(|| status.failure.clone());
        Condition {
            writable: failure.is_none(),
            problem: failure
                .map(|error| error.public_message())
                .or_else(|| status.damage()),
            last_commit: status.last_commit,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::*;

    #[test]
    fn contradicting_records_are_not_damage_while_a_guard_exists() {
        let monitor = Monitor::default();
        let unmatched: Result<()> = Err(StoreError::Unmatched("a chunk of bars is missing"));
        let (first, second) = (
            monitor.suppress_damage_reports(),
            monitor.suppress_damage_reports(),
        );
        monitor.record_read(&unmatched);
        drop(first);
        monitor.record_read(&unmatched);
        assert_eq!(monitor.condition(Ok(())).problem, None);
        drop(second);
        monitor.record_read(&unmatched);
        assert!(monitor.condition(Ok(())).problem.is_some());

        let monitor = Monitor::default();
        let _guard = monitor.suppress_damage_reports();
        monitor.record_read::<()>(&Err(StoreError::Damaged(
            "a checksum does not match".into(),
        )));
        assert!(monitor.condition(Ok(())).problem.is_some());
    }

    #[test]
    fn each_failure_period_is_logged_once_at_its_beginning_and_once_at_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let subscriber = tracing_subscriber::fmt()
            .with_writer(Mutex::new(File::create(&log).unwrap()))
            .finish();
        let monitor = Monitor::default();
        tracing::subscriber::with_default(subscriber, || {
            for _ in 0..2 {
                for error in [
                    StoreError::Full,
                    StoreError::Io("the file could not be opened".into()),
                    StoreError::Full,
                ] {
                    monitor.record_write::<()>(&Err(error), Instant::now());
                }
                monitor.record_write(&Ok(()), Instant::now());
            }
        });
        let log = fs::read_to_string(log).unwrap();
        let count = |text: &str| log.matches(text).count();
        assert_eq!(count("cannot write to the database"), 2, "{log}");
        assert_eq!(count("can be written to again"), 2, "{log}");
        assert!(monitor.condition(Ok(())).writable);
    }

    #[test]
    fn condition_shows_the_latest_error_of_a_failure_period() {
        let monitor = Monitor::default();
        let assert_problem = |error: StoreError| {
            monitor.record_write::<()>(&Err(error.clone()), Instant::now());
            assert_eq!(
                monitor.condition(Ok(())).problem,
                Some(error.public_message())
            );
        };
        assert_problem(StoreError::Full);
        assert_problem(StoreError::Io("the file could not be opened".into()));
    }
}
