//! How the store is: what health and the status page say of it.

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

/// How the store is at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Why it is not as it should be: one sentence without paths. `None` when all is well.
    pub problem: Option<String>,
    /// Whether the last attempt to save something succeeded, and the file is still in its place.
    pub writable: bool,
    /// When something was last saved; `None` when nothing was since the start.
    pub last_commit: Option<Instant>,
}

/// What the store did since it was opened.
#[derive(Debug)]
pub(crate) struct StoreStats {
    /// How long commits took, from the last change to the disk.
    pub(crate) commits: Durations,
    /// Writes that failed because of the disk or the file.
    pub(crate) failures: u64,
    /// Size of the file, in bytes.
    pub(crate) file_bytes: u64,
    /// What is free on its disk, in bytes; `None` where the system does not tell.
    pub(crate) free_bytes: Option<u64>,
}

/// Keeps count of what failed. Each spell of failures is logged once, and its end.
#[derive(Debug, Default)]
pub(super) struct Monitor {
    seen: Mutex<Seen>,
    commits: Histogram,
    failures: Counter,
    suppressed: Arc<AtomicUsize>,
}

/// As long as it is kept, a record that does not fit another one says nothing of the file: they are on their way from
/// another file, and not all of them are here.
#[derive(Debug)]
pub struct DamageReportGuard(Arc<AtomicUsize>);

impl Drop for DamageReportGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
struct Seen {
    /// Why nothing can be saved at present.
    failure: Option<StoreError>,
    /// The first damage that was met; it does not heal.
    damage: Option<StoreError>,
    last_commit: Option<Instant>,
    /// What cannot be read, in words.
    damaged: BTreeSet<String>,
}

impl Seen {
    /// Why part of the file cannot be read; `None` where all that was asked for could.
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
            "part of the server's database is damaged ({named}) and everything else is served; run 'marketdeck check', and restore a backup or run 'marketdeck salvage'"
        ))
    }
}

/// Parts of a damaged file that are named.
const MAX_NAMED: usize = 5;

impl Monitor {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A commit took so long.
    pub(crate) fn committed(&self, took: Duration) {
        self.commits.observe(took);
    }

    /// What was done so far, to a file of so many bytes on a disk with so many free ones.
    pub(crate) fn stats(&self, file_bytes: u64, free_bytes: Option<u64>) -> StoreStats {
        StoreStats {
            commits: self.commits.read(),
            failures: self.failures.get(),
            file_bytes,
            free_bytes,
        }
    }

    /// Takes note of how a write ended at `now`.
    pub(crate) fn wrote<T>(&self, result: &Result<T>, now: Instant) {
        let mut seen = self.seen();
        match result {
            Ok(_) => {
                seen.last_commit = Some(now);
                if seen.failure.take().is_some() {
                    tracing::info!("the database can be written again");
                }
            }
            Err(error) if error.is_failure() => {
                self.failures.add(1);
                // Other errors follow the first: a full disk is then a file that cannot be opened.
                if seen.failure.replace(error.clone()).is_none() {
                    tracing::error!(%error, "the database cannot be written");
                }
            }
            Err(_) => {}
        }
    }

    /// That records do not fit together is not taken note of while what this gives is kept.
    pub(crate) fn suppress_damage_reports(&self) -> DamageReportGuard {
        self.suppressed.fetch_add(1, Ordering::Relaxed);
        DamageReportGuard(Arc::clone(&self.suppressed))
    }

    /// Takes note of how a read ended.
    pub(crate) fn read<T>(&self, result: &Result<T>) {
        let Err(error) = result else { return };
        let is_suppressed = matches!(error, StoreError::Unmatched(_))
            && self.suppressed.load(Ordering::Relaxed) > 0;
        if !error.is_damage() || is_suppressed {
            return;
        }
        let mut seen = self.seen();
        if seen.damage.is_none() {
            tracing::error!(%error, "the database was read");
            seen.damage = Some(error.clone());
        }
    }

    /// Takes note of what cannot be read, in words.
    pub(crate) fn note_damage(&self, what: String) {
        let mut seen = self.seen();
        if !seen.damaged.contains(&what) {
            tracing::error!("damaged in the database: {what}");
            seen.damaged.insert(what);
        }
    }

    /// The condition, where `in_place` says whether the file is still the one that was opened.
    pub(crate) fn condition(&self, in_place: Result<()>) -> Condition {
        let seen = self.seen();
        let failure = in_place.err().or_else(|| seen.failure.clone());
        Condition {
            writable: failure.is_none(),
            problem: failure
                .map(|error| error.public_message())
                .or_else(|| seen.damage()),
            last_commit: seen.last_commit,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::*;

    #[test]
    fn records_that_do_not_fit_while_some_are_on_their_way_are_no_damage() {
        let monitor = Monitor::default();
        let unmatched: Result<()> = Err(StoreError::Unmatched("a chunk of bars is missing"));
        let (first, second) = (
            monitor.suppress_damage_reports(),
            monitor.suppress_damage_reports(),
        );
        monitor.read(&unmatched);
        drop(first);
        monitor.read(&unmatched);
        assert_eq!(monitor.condition(Ok(())).problem, None);
        drop(second);
        monitor.read(&unmatched);
        assert!(monitor.condition(Ok(())).problem.is_some());

        let monitor = Monitor::default();
        let _doubt = monitor.suppress_damage_reports();
        monitor.read::<()>(&Err(StoreError::Damaged("a checksum is wrong".into())));
        assert!(monitor.condition(Ok(())).problem.is_some());
    }

    #[test]
    fn a_spell_of_failures_is_one_line_whatever_fails_in_it_and_one_when_it_is_over() {
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
                    monitor.wrote::<()>(&Err(error), Instant::now());
                }
                monitor.wrote(&Ok(()), Instant::now());
            }
        });
        let log = fs::read_to_string(log).unwrap();
        let count = |text: &str| log.matches(text).count();
        assert_eq!(count("cannot be written"), 2, "{log}");
        assert_eq!(count("can be written again"), 2, "{log}");
        assert!(monitor.condition(Ok(())).writable);
    }

    #[test]
    fn health_tells_the_latest_error_of_a_spell() {
        let monitor = Monitor::default();
        let problem = |error: StoreError| {
            monitor.wrote::<()>(&Err(error.clone()), Instant::now());
            assert_eq!(
                monitor.condition(Ok(())).problem,
                Some(error.public_message())
            );
        };
        problem(StoreError::Full);
        problem(StoreError::Io("it could not be opened".into()));
    }
}
