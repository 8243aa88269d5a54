//! The condition of the database, for health checks and the status page.

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
    /// The problem as one sentence without paths; `None` if there is none.
    pub problem: Option<String>,
    /// True if the last write succeeded and the file is still at its path.
    pub writable: bool,
    /// Time of the last commit; `None` if there was none since the start.
    pub last_commit: Option<Instant>,
}

/// Counts since the database was opened.
#[derive(Debug)]
pub(crate) struct StoreStats {
    /// Duration of commits.
    pub(crate) commits: Durations,
    /// Number of writes that failed because of the disk or the file.
    pub(crate) failures: u64,
    /// Size of the file, in bytes.
    pub(crate) file_bytes: u64,
    /// Free space on its disk in bytes; `None` if unknown.
    pub(crate) free_bytes: Option<u64>,
}

/// Tracks failures and damage. Logs the beginning and the end of each failure period once.
#[derive(Debug, Default)]
pub(super) struct Monitor {
    status: Mutex<Status>,
    commits: Histogram,
    failures: Counter,
    suppressed: Arc<AtomicUsize>,
}

/// While this guard exists, records that contradict each other are not reported as damage: a replicated transaction is still
/// arriving.
#[derive(Debug)]
pub struct DamageReportGuard(Arc<AtomicUsize>);

impl Drop for DamageReportGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
struct Status {
    /// Why writes fail at present.
    failure: Option<StoreError>,
    /// The first damage found; kept until restart.
    damage: Option<StoreError>,
    last_commit: Option<Instant>,
    /// Descriptions of the damaged parts.
    damaged: BTreeSet<String>,
}

impl Status {
    /// The sentence about damage; `None` if no damage was found.
    fn damage(&self) -> Option<String> {
        let Some(first) = self.damaged.first() else {
            return self.damage.as_ref().map(StoreError::public_message);
        };
        let named: Vec<&str> = self
            .damaged
            .iter()
            .take(MAX_NAMED)
            .map(String::as_str)
            .collect();
        let more = self.damaged.len().saturating_sub(MAX_NAMED);
        let named = match more {
            _ if self.damaged.len() == 1 => first.clone(),
            0 => named.join(", "),
            more => format!("{} and {more} more", named.join(", ")),
        };
        Some(format!(
            "part of the server's database is damaged ({named}); everything else works; run 'marketdeck check', and restore a backup or run 'marketdeck salvage'"
        ))
    }
}

/// Maximum number of damaged parts named in the sentence.
const MAX_NAMED: usize = 5;

impl Monitor {
    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the duration of a commit.
    pub(crate) fn record_commit(&self, took: Duration) {
        self.commits.observe(took);
    }

    /// The counts so far, with the given file size and free disk space in bytes.
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
                    tracing::info!("store: the database can be written again");
                }
            }
            Err(error) if error.is_failure() => {
                self.failures.add(1);
                // The latest error wins: after a full disk, reopening the file may fail.
                if status.failure.replace(error.clone()).is_none() {
                    tracing::error!(%error, "store: the database cannot be written");
                }
            }
            Err(_) => {}
        }
    }

    /// Suppresses reports of contradicting records until the guard is dropped.
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

    /// Records a damaged part.
    pub(crate) fn note_damage(&self, what: String) {
        let mut status = self.status();
        if !status.damaged.contains(&what) {
            tracing::error!("store: damaged: {what}");
            status.damaged.insert(what);
        }
    }

    /// The current condition. `in_place` is the check that the file is still at its path.
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
        let _doubt = monitor.suppress_damage_reports();
        monitor.record_read::<()>(&Err(StoreError::Damaged("a checksum is wrong".into())));
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
                    StoreError::Io("it could not be opened".into()),
                    StoreError::Full,
                ] {
                    monitor.record_write::<()>(&Err(error), Instant::now());
                }
                monitor.record_write(&Ok(()), Instant::now());
            }
        });
        let log = fs::read_to_string(log).unwrap();
        let count = |text: &str| log.matches(text).count();
        assert_eq!(count("cannot be written"), 2, "{log}");
        assert_eq!(count("can be written again"), 2, "{log}");
        assert!(monitor.condition(Ok(())).writable);
    }

    #[test]
    fn condition_shows_the_latest_error_of_a_failure_period() {
        let monitor = Monitor::default();
        let problem = |error: StoreError| {
            monitor.record_write::<()>(&Err(error.clone()), Instant::now());
            assert_eq!(
                monitor.condition(Ok(())).problem,
                Some(error.public_message())
            );
        };
        problem(StoreError::Full);
        problem(StoreError::Io("it could not be opened".into()));
    }
}
