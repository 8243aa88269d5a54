//! What is degraded and why, as data: the tasks report here, `/api/health` and `/api/status` read.

mod cluster;

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
use super::supervisor::{Supervisor, TaskKind, TaskState, TaskStatus};

/// Market data that waits this long to be merged has found nobody who merges.
const MERGE_STALLED: Duration = Duration::from_secs(60);
/// A source that is this late was not asked when it was due.
const SOURCE_OVERDUE: Duration = Duration::from_secs(5 * 60);
/// Market data may be unsaved for this many flush intervals …
const MISSED_FLUSHES: u32 = 5;
/// … but at least for this long.
const UNSAVED_AT_LEAST: Duration = Duration::from_secs(120);

/// How well the server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// Everything works.
    Ok,
    /// It serves, with something missing.
    Degraded,
    /// It cannot do what it is there for: an essential task is gone, or nothing can be saved.
    Failing,
}

/// How well the server is, and why it is not better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The worst of the reasons.
    pub level: Level,
    /// Sentences, the worst first.
    pub reasons: Vec<String>,
}

/// How one source of market data is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceFacts {
    /// Its name in the configuration.
    pub name: String,
    /// The error of its last request, when that failed, or what its newest data is, when that is out
    /// of date.
    pub error: Option<String>,
    /// It answers, with data that is out of date.
    pub is_outdated: bool,
    /// It answers, while some of its addresses fail.
    pub is_partial: bool,
    /// For how long it should have been asked by now.
    pub overdue: Duration,
}

/// How much market data waits to be written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Backlog {
    /// Rows that wait, with those of the batch that is being written.
    pub rows: usize,
    /// Rows refused since the start because too many waited; their sources are asked for them again.
    pub refused: u64,
}

/// How the copies that are made by themselves do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BackupFacts {
    /// When the newest copy was made.
    pub made_at: Option<Timestamp>,
    /// Its size in bytes.
    pub bytes: u64,
    /// When the next is due.
    pub due_at: Option<Timestamp>,
    /// Why the last attempt failed.
    pub problem: Option<String>,
    /// How often one is made.
    pub every: Duration,
    /// Attempts that failed since the start.
    pub failures: u64,
}

/// All that a verdict is made from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    /// Every task.
    pub tasks: Vec<TaskStatus>,
    /// What is wrong with the database, in a sentence.
    pub store_problem: Option<String>,
    /// Whether anything can be saved.
    pub store_fails: bool,
    /// How long ago something was last saved.
    pub saved_ago: Option<Duration>,
    /// For how long market data has waited to be saved.
    pub unsaved_for: Option<Duration>,
    /// How much of it waits.
    pub backlog: Backlog,
    /// How often market data is saved.
    pub flush_every: Duration,
    /// Updates that wait to be merged.
    pub queued: usize,
    /// How long ago the last update was merged.
    pub merged_ago: Duration,
    /// Every source.
    pub sources: Vec<SourceFacts>,
    /// The channels of alerts that fail: their names, and why.
    pub failing_channels: Vec<(String, String)>,
    /// Copies of the database; `None` where none are made by themselves.
    pub backups: Option<BackupFacts>,
    /// This process among others that show the same market; `None` where it is alone.
    pub cluster: Option<ClusterFacts>,
}

impl Facts {
    /// What these facts come to.
    pub(crate) fn verdict(&self) -> Verdict {
        let mut reasons = Vec::new();
        self.judge_tasks(&mut reasons);
        self.judge_saving(&mut reasons);
        self.judge_merging(&mut reasons);
        self.judge_sources(&mut reasons);
        self.judge_channels(&mut reasons);
        self.judge_backups(&mut reasons);
        let cluster = self.cluster.iter().flat_map(|facts| &facts.problems);
        reasons.extend(cluster.map(|reason| (Level::Degraded, reason.clone())));
        // Stable: within a level they stay in this order.
        reasons.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
        Verdict {
            level: reasons.first().map_or(Level::Ok, |(level, _)| *level),
            reasons: reasons.into_iter().map(|(_, reason)| reason).collect(),
        }
    }

    fn judge_tasks(&self, reasons: &mut Vec<(Level, String)>) {
        for TaskStatus {
            name, kind, state, ..
        } in &self.tasks
        {
            let reason = match (kind, state) {
                (TaskKind::Essential, TaskState::Failed) => {
                    (Level::Failing, format!("The task '{name}' is gone."))
                }
                (_, TaskState::Waiting) => (
                    Level::Degraded,
                    format!("The task '{name}' failed and will be started again."),
                ),
                _ => continue,
            };
            reasons.push(reason);
        }
    }

    fn judge_saving(&self, reasons: &mut Vec<(Level, String)>) {
        let patience = (self.flush_every * MISSED_FLUSHES).max(UNSAVED_AT_LEAST);
        let unsaved = self.unsaved_for.filter(|unsaved| *unsaved > patience);
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

    fn judge_merging(&self, reasons: &mut Vec<(Level, String)>) {
        if self.queued > 0 && self.merged_ago > MERGE_STALLED {
            reasons.push((
                Level::Failing,
                format!(
                    "Market data waits, and none was merged for {}.",
                    minutes(self.merged_ago)
                ),
            ));
        }
    }

    fn judge_sources(&self, reasons: &mut Vec<(Level, String)>) {
        for SourceFacts {
            name,
            error,
            is_outdated,
            is_partial,
            overdue,
        } in &self.sources
        {
            // A slow round may still be bringing data.
            if (*overdue).min(self.merged_ago) > SOURCE_OVERDUE {
                reasons.push((
                    Level::Degraded,
                    format!("The source '{name}' is silent for {}.", minutes(*overdue)),
                ));
            } else if let Some(error) = error {
                let does = if *is_outdated {
                    "gives nothing new"
                } else if *is_partial {
                    "works in part"
                } else {
                    "is failing"
                };
                reasons.push((
                    Level::Degraded,
                    format!("The source '{name}' {does}: {error}"),
                ));
            }
        }
    }

    fn judge_backups(&self, reasons: &mut Vec<(Level, String)>) {
        let problem = self.backups.as_ref().and_then(|b| b.problem.as_ref());
        reasons.extend(problem.map(|why| {
            let reason = format!("The database could not be copied: {why}");
            (Level::Degraded, reason)
        }));
    }

    fn judge_channels(&self, reasons: &mut Vec<(Level, String)>) {
        let failing = self.failing_channels.iter();
        reasons.extend(failing.map(|(name, why)| {
            let reason = format!("The alert channel '{name}' is failing: {why}");
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

/// What the tasks report of themselves. Ages are measured by the monotonic clock: a wall clock
/// jumps, most of all on a board without one of its own.
pub struct Health {
    started: Instant,
    supervisor: Supervisor,
    flush_every: Duration,
    seen: Mutex<Seen>,
    queued: OnceLock<Box<dyn Fn() -> usize + Send + Sync>>,
    backlog: OnceLock<Box<dyn Fn() -> Backlog + Send + Sync>>,
    cluster: OnceLock<Box<dyn Fn() -> ClusterFacts + Send + Sync>>,
}

#[derive(Debug)]
struct Seen {
    merged: Instant,
    unsaved_since: Option<Instant>,
    backups: Option<BackupFacts>,
}

impl fmt::Debug for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Health").finish_non_exhaustive()
    }
}

impl Health {
    /// The health of a process that starts now and saves market data every `flush_every`.
    pub fn new(supervisor: Supervisor, flush_every: Duration) -> Self {
        let started = Instant::now();
        Self {
            started,
            supervisor,
            flush_every,
            seen: Mutex::new(Seen {
                merged: started,
                unsaved_since: None,
                backups: None,
            }),
            queued: OnceLock::new(),
            backlog: OnceLock::new(),
            cluster: OnceLock::new(),
        }
    }

    /// How many updates wait to be merged is asked of `queued` from now on.
    pub(crate) fn watch_queue(&self, queued: impl Fn() -> usize + Send + Sync + 'static) {
        // Set once, at the start.
        let _ = self.queued.set(Box::new(queued));
    }

    /// How much waits to be written is asked of `backlog` from now on.
    pub(crate) fn watch_backlog(&self, backlog: impl Fn() -> Backlog + Send + Sync + 'static) {
        // Set once, at the start.
        let _ = self.backlog.set(Box::new(backlog));
    }

    /// How this process does among others is asked of `facts` from now on.
    #[cfg(feature = "cluster")]
    pub(crate) fn watch_cluster(&self, facts: impl Fn() -> ClusterFacts + Send + Sync + 'static) {
        // Set once, at the start.
        let _ = self.cluster.set(Box::new(facts));
    }

    /// An update was merged.
    pub(crate) fn merged(&self, now: Instant) {
        self.seen().merged = now;
    }

    /// Market data is about to be saved.
    pub(crate) fn saving(&self, now: Instant) {
        self.seen().unsaved_since.get_or_insert(now);
    }

    /// It was.
    pub(crate) fn saved(&self) {
        self.seen().unsaved_since = None;
    }

    /// How the copies do that are made by themselves.
    pub(crate) fn backups(&self, facts: BackupFacts) {
        self.seen().backups = Some(facts);
    }

    /// How long the process runs.
    pub(crate) fn uptime(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.started)
    }

    /// What the tasks reported; the caller adds the store and the sources.
    pub(crate) fn facts(&self, now: Instant) -> Facts {
        let seen = self.seen();
        Facts {
            tasks: self.supervisor.tasks(),
            unsaved_for: seen
                .unsaved_since
                .map(|since| now.saturating_duration_since(since)),
            flush_every: self.flush_every,
            queued: self.queued.get().map_or(0, |queued| queued()),
            backlog: self.backlog.get().map(|ask| ask()).unwrap_or_default(),
            merged_ago: now.saturating_duration_since(seen.merged),
            backups: seen.backups.clone(),
            cluster: self.cluster.get().map(|ask| ask()),
            ..Facts::default()
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
