//! The health of the server. Tasks report their state to [`Health`], and `/api/health` and
//! `/api/status` read it.

mod cluster;
mod releases;

use std::{
    fmt,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use jiff::Timestamp;
use serde::Serialize;

pub(crate) use self::cluster::{
    Age, ClusterCounts, ClusterFacts, ClusterRole, LeaderFacts, MemberFacts,
};
pub(crate) use self::releases::{NewRelease, ReleaseFacts};
use super::supervisor::{Supervisor, TaskKind, TaskState, TaskStatus};

/// Merging counts as stalled if updates wait and none was merged for this long.
const MERGE_STALLED: Duration = Duration::from_secs(60);
/// A source counts as silent if its next request is overdue by this much.
const SOURCE_OVERDUE: Duration = Duration::from_secs(5 * 60);
/// Number of flush intervals for which market data may stay unsaved.
const MAX_MISSED_FLUSHES: u32 = 5;
/// Minimum time for which market data may stay unsaved, however short the flush interval is.
const MIN_UNSAVED_LIMIT: Duration = Duration::from_secs(120);

/// Overall health of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// Everything works.
    Ok,
    /// The server works, but not completely.
    Degraded,
    /// The server cannot do its job: an essential task ended, or nothing can be saved.
    Failing,
}

/// The health level with its reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// Level of the worst reason.
    pub level: Level,
    /// The reasons, one sentence each, worst first.
    pub reasons: Vec<String>,
}

/// Health of one source of market data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceFacts {
    /// Name of the source in the configuration.
    pub name: String,
    /// Error of the last request, or a description of the newest data if it is outdated.
    pub error: Option<String>,
    /// True if the source responds, but its data is outdated.
    pub is_outdated: bool,
    /// True if the source responds, but some of its addresses fail.
    pub is_partial: bool,
    /// Time for which the next request has been overdue.
    pub overdue: Duration,
}

/// Market data that waits to be written to disk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Backlog {
    /// Number of waiting rows, including the batch that is being written.
    pub rows: usize,
    /// Number of rows that were rejected since the start because too many were waiting. They are
    /// requested again later.
    pub refused: u64,
}

/// State of the scheduled backups.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BackupFacts {
    /// Time of the newest backup.
    pub made_at: Option<Timestamp>,
    /// Size of the newest backup in bytes.
    pub bytes: u64,
    /// Time at which the next backup is due.
    pub due_at: Option<Timestamp>,
    /// Error of the last attempt, if it failed.
    pub problem: Option<String>,
    /// Interval between backups.
    pub every: Duration,
    /// Number of failed attempts since the start.
    pub failures: u64,
}

/// The facts from which a [`Verdict`] is derived.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    /// Status of all tasks.
    pub tasks: Vec<TaskStatus>,
    /// A problem with the database, as one sentence.
    pub store_problem: Option<String>,
    /// True if nothing can be saved.
    pub store_fails: bool,
    /// Time since the last save.
    pub saved_ago: Option<Duration>,
    /// Time for which the oldest unsaved market data has waited.
    pub unsaved_for: Option<Duration>,
    /// Amount of market data that waits to be saved.
    pub backlog: Backlog,
    /// Interval at which market data is saved.
    pub flush_every: Duration,
    /// Number of updates that wait to be merged.
    pub queued: usize,
    /// Time since the last merged update.
    pub merged_ago: Duration,
    /// Health of all sources.
    pub sources: Vec<SourceFacts>,
    /// Failing alert channels, as `(name, reason)`.
    pub failing_channels: Vec<(String, String)>,
    /// Scheduled backups; `None` if they are not configured.
    pub backups: Option<BackupFacts>,
    /// Result of the check for a newer release; `None` before the first one, and if it is not configured.
    pub releases: Option<ReleaseFacts>,
    /// State of the cluster; `None` for a process without a cluster.
    pub cluster: Option<ClusterFacts>,
}

impl Facts {
    /// Derives the health level and its reasons.
    pub(crate) fn verdict(&self) -> Verdict {
        let mut reasons = Vec::new();
        self.evaluate_tasks(&mut reasons);
        self.evaluate_saving(&mut reasons);
        self.evaluate_merging(&mut reasons);
        self.evaluate_sources(&mut reasons);
        self.evaluate_channels(&mut reasons);
        self.evaluate_backups(&mut reasons);
        let cluster = self.cluster.iter().flat_map(|facts| &facts.problems);
        reasons.extend(cluster.map(|reason| (Level::Degraded, reason.clone())));
        // The sort is stable, so reasons with the same level stay in this order.
        reasons.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
        Verdict {
            level: reasons.first().map_or(Level::Ok, |(level, _)| *level),
            reasons: reasons.into_iter().map(|(_, reason)| reason).collect(),
        }
    }

    fn evaluate_tasks(&self, reasons: &mut Vec<(Level, String)>) {
        for TaskStatus {
            name, kind, state, ..
        } in &self.tasks
        {
            let reason = match (kind, state) {
                (TaskKind::Essential, TaskState::Failed) => {
                    (Level::Failing, format!("The task '{name}' has ended."))
                }
                (_, TaskState::Waiting) => (
                    Level::Degraded,
                    format!("The task '{name}' failed and will be restarted."),
                ),
                _ => continue,
            };
            reasons.push(reason);
        }
    }

    fn evaluate_saving(&self, reasons: &mut Vec<(Level, String)>) {
        let limit = (self.flush_every * MAX_MISSED_FLUSHES).max(MIN_UNSAVED_LIMIT);
        let unsaved = self.unsaved_for.filter(|unsaved| *unsaved > limit);
        match (&self.store_problem, unsaved) {
            (Some(problem), _) if self.store_fails => {
                reasons.push((Level::Failing, format!("Nothing can be saved: {problem}")));
            }
            (_, Some(unsaved)) => reasons.push((
                Level::Failing,
                format!("Nothing was saved for {}.", minutes(unsaved)),
            )),
            (Some(problem), None) => reasons.push((Level::Degraded, problem.clone())),
            (None, None) => {}
        }
    }

    fn evaluate_merging(&self, reasons: &mut Vec<(Level, String)>) {
        if self.queued > 0 && self.merged_ago > MERGE_STALLED {
            reasons.push((
                Level::Failing,
                format!(
                    "Market data is waiting, but none was merged for {}.",
                    minutes(self.merged_ago)
                ),
            ));
        }
    }

    fn evaluate_sources(&self, reasons: &mut Vec<(Level, String)>) {
        for SourceFacts {
            name,
            error,
            is_outdated,
            is_partial,
            overdue,
        } in &self.sources
        {
            // A source is not silent while its updates are merged, because a slow round of requests
            // may still be delivering data.
            if (*overdue).min(self.merged_ago) > SOURCE_OVERDUE {
                reasons.push((
                    Level::Degraded,
                    format!(
                        "The source '{name}' has been silent for {}.",
                        minutes(*overdue)
                    ),
                ));
            } else if let Some(error) = error {
                let state = if *is_outdated {
                    "returns outdated data"
                } else if *is_partial {
                    "partly fails"
                } else {
                    "is failing"
                };
                reasons.push((
                    Level::Degraded,
                    format!("The source '{name}' {state}: {error}"),
                ));
            }
        }
    }

    fn evaluate_backups(&self, reasons: &mut Vec<(Level, String)>) {
        let problem = self.backups.as_ref().and_then(|b| b.problem.as_ref());
        reasons.extend(problem.map(|error| {
            let reason = format!("The backup failed: {error}");
            (Level::Degraded, reason)
        }));
    }

    fn evaluate_channels(&self, reasons: &mut Vec<(Level, String)>) {
        let failing = self.failing_channels.iter();
        reasons.extend(failing.map(|(name, error)| {
            let reason = format!("The alert channel '{name}' is failing: {error}");
            (Level::Degraded, reason)
        }));
    }
}

fn minutes(duration: Duration) -> String {
    match duration.as_secs() / 60 {
        0 | 1 => format!("{} seconds", duration.as_secs()),
        minutes => format!("{minutes} minutes"),
    }
}

/// Collects the reports of the tasks. Ages are measured with the monotonic clock, because the wall
/// clock can jump, for example on a board without a battery-backed clock.
pub struct Health {
    started: Instant,
    supervisor: Supervisor,
    flush_every: Duration,
    reports: Mutex<Reports>,
    queued: OnceLock<Box<dyn Fn() -> usize + Send + Sync>>,
    backlog: OnceLock<Box<dyn Fn() -> Backlog + Send + Sync>>,
    cluster: OnceLock<Box<dyn Fn() -> ClusterFacts + Send + Sync>>,
}

#[derive(Debug)]
struct Reports {
    merged_at: Instant,
    unsaved_since: Option<Instant>,
    backups: Option<BackupFacts>,
    releases: Option<ReleaseFacts>,
}

impl fmt::Debug for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Health").finish_non_exhaustive()
    }
}

impl Health {
    /// Creates the health of a process that starts now and saves market data at the interval
    /// `flush_every`.
    pub fn new(supervisor: Supervisor, flush_every: Duration) -> Self {
        let started = Instant::now();
        Self {
            started,
            supervisor,
            flush_every,
            reports: Mutex::new(Reports {
                merged_at: started,
                unsaved_since: None,
                backups: None,
                releases: None,
            }),
            queued: OnceLock::new(),
            backlog: OnceLock::new(),
            cluster: OnceLock::new(),
        }
    }

    /// Registers the function that returns the number of updates that wait to be merged.
    pub(crate) fn watch_queue(&self, queued: impl Fn() -> usize + Send + Sync + 'static) {
        // The function is set only once, at the start.
        let _ = self.queued.set(Box::new(queued));
    }

    /// Registers the function that returns the amount of data that waits to be written.
    pub(crate) fn watch_backlog(&self, backlog: impl Fn() -> Backlog + Send + Sync + 'static) {
        // The function is set only once, at the start.
        let _ = self.backlog.set(Box::new(backlog));
    }

    /// Registers the function that returns the state of the cluster.
    #[cfg(feature = "cluster")]
    pub(crate) fn watch_cluster(&self, facts: impl Fn() -> ClusterFacts + Send + Sync + 'static) {
        // The function is set only once, at the start.
        let _ = self.cluster.set(Box::new(facts));
    }

    /// Reports that an update was merged.
    pub(crate) fn report_merged(&self, now: Instant) {
        self.lock().merged_at = now;
    }

    /// Reports that market data waits to be saved.
    pub(crate) fn report_unsaved(&self, now: Instant) {
        self.lock().unsaved_since.get_or_insert(now);
    }

    /// Reports that market data was saved.
    pub(crate) fn report_saved(&self) {
        self.lock().unsaved_since = None;
    }

    /// Reports the state of the scheduled backups.
    pub(crate) fn report_backups(&self, facts: BackupFacts) {
        self.lock().backups = Some(facts);
    }

    /// Reports the result of a check for a newer release.
    pub(crate) fn report_releases(&self, facts: ReleaseFacts) {
        self.lock().releases = Some(facts);
    }

    /// Returns the time since the start of the process.
    pub(crate) fn uptime(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.started)
    }

    /// Returns the facts that the tasks have reported. The caller adds the facts about the store
    /// and the sources.
    pub(crate) fn facts(&self, now: Instant) -> Facts {
        let reports = self.lock();
        Facts {
            tasks: self.supervisor.tasks(),
            unsaved_for: reports
                .unsaved_since
                .map(|since| now.saturating_duration_since(since)),
            flush_every: self.flush_every,
            queued: self.queued.get().map_or(0, |queued| queued()),
            backlog: self
                .backlog
                .get()
                .map(|backlog| backlog())
                .unwrap_or_default(),
            merged_ago: now.saturating_duration_since(reports.merged_at),
            backups: reports.backups.clone(),
            releases: reports.releases.clone(),
            cluster: self.cluster.get().map(|cluster| cluster()),
            ..Facts::default()
        }
    }

    fn lock(&self) -> MutexGuard<'_, Reports> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
