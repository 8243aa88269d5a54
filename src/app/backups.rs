//! Scheduled backups of the database, and their rotation.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp, civil::DateTime, tz::TimeZone};

use crate::{
    config::{BackupConfig, Config},
    domain::Clock,
    runtime::{
        health::{BackupFacts, Health},
        supervisor::Supervisor,
    },
    store::{Store, StoreError, remove_old_temporary_files},
};

/// Format of the time in a backup's file name, in UTC.
const FILE_TIME: &str = "%Y%m%dT%H%M%SZ";
/// Delay of the first backup after the start, so that it does not compete with the first requests.
const STARTUP_DELAY: SignedDuration = SignedDuration::from_mins(2);
/// Delay after a failed backup.
const RETRY_DELAY: SignedDuration = SignedDuration::from_hours(1);
/// A clock that goes back by more than this was set.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(2);
/// How often the clock is checked: it may be set, and a computer may sleep.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Makes backups, if configured, until the process ends.
pub(super) fn spawn(
    supervisor: &Supervisor,
    config: &Config,
    store: &Store,
    clock: &Arc<dyn Clock>,
    health: &Arc<Health>,
) {
    let Some(settings) = &config.storage.backups else {
        return;
    };
    let rotation = Rotation::new(settings, config.market.kind.as_str());
    let (store, clock, health) = (store.clone(), Arc::clone(clock), Arc::clone(health));
    supervisor.restartable("backups", move || {
        run(
            rotation.clone(),
            store.clone(),
            Arc::clone(&clock),
            Arc::clone(&health),
        )
    });
}

async fn run(rotation: Rotation, store: Store, clock: Arc<dyn Clock>, health: Arc<Health>) {
    let mut not_before = later(clock.now(), STARTUP_DELAY);
    let (mut problem, mut failures) = (None, 0);
    let folder = rotation.folder.clone();
    let cleared = store.run(move |_| {
        remove_old_temporary_files(&folder);
        Ok(())
    });
    if cleared.await.is_err() {
        return;
    }
    loop {
        // The folder may be on a disk that does not respond.
        let (looking, now) = (rotation.clone(), clock.now());
        let Ok(mut facts) = store.run(move |_| Ok(looking.facts(now))).await else {
            return;
        };
        let due = facts.due_at.map_or(not_before, |due| due.max(not_before));
        facts.due_at = Some(due);
        facts.problem.clone_from(&problem);
        facts.failures = failures;
        health.backups(facts);
        if !is_reached(&*clock, due).await {
            not_before = not_before.min(later(clock.now(), RETRY_DELAY));
            continue;
        }
        let (now, making) = (clock.now(), rotation.clone());
        match store.run(move |store| Ok(making.make(store, now))).await {
            Ok(Ok(())) => problem = None,
            Ok(Err(error)) if is_closed(&error) => return,
            Ok(Err(error)) => {
                tracing::error!("backup: failed: {error:#}");
                problem = Some(format!("{error:#}"));
                failures += 1;
                not_before = later(now, RETRY_DELAY);
            }
            // The program is stopping.
            Err(_) => return,
        }
    }
}

/// Waits until `due`. Returns false if the clock is set back meanwhile; the caller then computes the due time again.
async fn is_reached(clock: &dyn Clock, due: Timestamp) -> bool {
    let mut last = clock.now();
    while last < due {
        tokio::time::sleep(POLL_INTERVAL).await;
        let now = clock.now();
        if later(now, CLOCK_TOLERANCE) < last {
            return false;
        }
        last = now;
    }
    true
}

fn is_closed(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(StoreError::Closed))
}

fn later(at: Timestamp, by: SignedDuration) -> Timestamp {
    at.checked_add(by).unwrap_or(Timestamp::MAX)
}

/// The backups of one market in a folder: `marketdeck-live-20261123T030000Z.redb`.
#[derive(Debug, Clone)]
struct Rotation {
    folder: PathBuf,
    prefix: String,
    every: SignedDuration,
    keep: usize,
}

impl Rotation {
    fn new(settings: &BackupConfig, market: &str) -> Self {
        Self {
            folder: settings.folder.clone(),
            prefix: format!("marketdeck-{market}-"),
            every: settings.every.try_into().unwrap_or(SignedDuration::MAX),
            keep: settings.keep,
        }
    }

    /// Returns the existing backups, oldest first. Other files are ignored.
    fn backups(&self) -> Vec<(Timestamp, PathBuf)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut backups: Vec<_> = entries
            .filter_map(|entry| {
                let name = entry.file_name();
                let time = name.to_str()?.strip_prefix(&self.prefix)?;
                let at = DateTime::strptime(FILE_TIME, time.strip_suffix(".redb")?).ok()?;
                let at = at.to_zoned(TimeZone::UTC).ok()?.timestamp();
                Some((at, entry.path()))
            })
            .collect();
        backups.sort();
        backups
    }

    /// Returns the newest backup and when the next one is due. A backup whose name is in the future was named by a clock that
    /// ran ahead; it does not delay the next one.
    fn facts(&self, now: Timestamp) -> BackupFacts {
        let mut backups = self.backups();
        backups.retain(|(at, _)| *at <= now);
        let newest = backups.pop();
        let made_at = newest.as_ref().map(|(at, _)| *at);
        let size = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
        BackupFacts {
            made_at,
            bytes: newest.map_or(0, |(_, path)| size(&path)),
            // Due immediately if there is none.
            due_at: Some(made_at.map_or(now, |at| later(at, self.every))),
            problem: None,
            every: self.every.try_into().unwrap_or(Duration::MAX),
            failures: 0,
        }
    }

    /// Makes a backup, and then removes the oldest ones beyond the limit.
    fn make(&self, store: &Store, now: Timestamp) -> anyhow::Result<()> {
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot create {}", self.folder.display()))?;
        let name = format!("{}{}.redb", self.prefix, now.strftime(FILE_TIME));
        let path = self.folder.join(name);
        store
            .backup(&path, &|_, _| ())
            .with_context(|| format!("cannot write {}", path.display()))?;
        tracing::info!(file = %path.display(), "backup: done");
        // The new backup always stays. Of the others, those named by a clock that ran ahead go first.
        let mut others = self.backups();
        others.retain(|(_, other)| *other != path);
        others.sort_by_key(|(at, _)| (*at <= now, *at));
        let too_many = (others.len() + 1).saturating_sub(self.keep.max(1));
        for (_, path) in &others[..too_many] {
            fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ManualClock;

    fn rotation(folder: &std::path::Path) -> Rotation {
        Rotation::new(
            &BackupConfig {
                folder: folder.join("backups"),
                every: Duration::from_secs(86_400),
                keep: 2,
            },
            "live",
        )
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn names(rotation: &Rotation) -> Vec<String> {
        let backups = rotation.backups().into_iter();
        backups
            .map(|(_, path)| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn the_newest_backups_are_kept_and_other_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (store, rotation) = (
            Store::open(&folder.path().join("live.redb")).unwrap(),
            rotation(folder.path()),
        );
        assert_eq!(
            rotation.facts(at("2026-11-20T03:00:00Z")).due_at,
            Some(at("2026-11-20T03:00:00Z"))
        );
        rotation.make(&store, at("2026-11-20T03:00:00Z")).unwrap();
        for other in ["marketdeck-sample-20261119T030000Z.redb", "notes.redb"] {
            fs::write(rotation.folder.join(other), "mine").unwrap();
        }
        assert_eq!(
            rotation.facts(at("2026-11-20T09:00:00Z")).due_at,
            Some(at("2026-11-21T03:00:00Z"))
        );
        rotation.make(&store, at("2026-11-21T03:00:00Z")).unwrap();
        rotation.make(&store, at("2026-11-22T03:00:00Z")).unwrap();
        assert_eq!(
            names(&rotation),
            [
                "marketdeck-live-20261121T030000Z.redb",
                "marketdeck-live-20261122T030000Z.redb"
            ]
        );
        assert_eq!(fs::read_dir(&rotation.folder).unwrap().count(), 4);
        for (_, backup) in rotation.backups() {
            Store::open(&backup).unwrap().verify().unwrap();
        }
    }

    #[test]
    fn a_backup_named_by_a_clock_that_ran_ahead_neither_delays_the_next_nor_outlives_it() {
        let folder = tempfile::tempdir().unwrap();
        let (store, rotation) = (
            Store::open(&folder.path().join("live.redb")).unwrap(),
            rotation(folder.path()),
        );
        rotation.make(&store, at("2026-11-20T03:00:00Z")).unwrap();
        rotation.make(&store, at("2036-11-20T03:00:00Z")).unwrap();
        let now = at("2026-11-21T04:00:00Z");
        let facts = rotation.facts(now);
        assert_eq!(facts.made_at, Some(at("2026-11-20T03:00:00Z")));
        assert_eq!(facts.due_at, Some(at("2026-11-21T03:00:00Z")));
        rotation.make(&store, now).unwrap();
        assert_eq!(
            names(&rotation),
            [
                "marketdeck-live-20261120T030000Z.redb",
                "marketdeck-live-20261121T040000Z.redb"
            ]
        );
        // A clock that starts in the past, as on a board without a battery, removes one real backup at most.
        rotation.make(&store, at("1970-01-01T00:02:00Z")).unwrap();
        assert_eq!(
            names(&rotation),
            [
                "marketdeck-live-19700101T000200Z.redb",
                "marketdeck-live-20261121T040000Z.redb"
            ]
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_backup_is_made_every_day_and_a_failure_is_reported_until_one_succeeds() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        let clock = Arc::new(ManualClock::new(at("2026-11-20T03:00:00Z")));
        let health = Arc::new(Health::new(Supervisor::default(), Duration::from_secs(20)));
        let rotation = rotation(folder.path());
        // A file in place of the folder.
        fs::write(&rotation.folder, "").unwrap();
        let facts = || health.facts(std::time::Instant::now()).backups.unwrap();
        let passes = async |seconds: i64| {
            for _ in 0..seconds / 60 {
                clock.advance(60);
                tokio::time::sleep(POLL_INTERVAL).await;
                // Wait for the blocking work.
                store.run(|_| Ok(())).await.unwrap();
            }
        };
        let wall: Arc<dyn Clock> = Arc::clone(&clock) as _;
        let task = tokio::spawn(run(
            rotation.clone(),
            store.clone(),
            wall,
            Arc::clone(&health),
        ));
        passes(600).await;
        assert!(facts().problem.unwrap().contains("cannot create"));
        assert_eq!(facts().failures, 1);

        fs::remove_file(&rotation.folder).unwrap();
        passes(2 * 3_600).await;
        assert_eq!(facts().problem, None);
        assert_eq!(names(&rotation).len(), 1);
        assert_eq!(facts().made_at, Some(rotation.backups()[0].0));
        assert!(facts().bytes > 0);
        let counted = facts().failures;
        assert_eq!(facts().every, Duration::from_secs(86_400));
        passes(24 * 3_600).await;
        assert_eq!(names(&rotation).len(), 2);
        assert_eq!(
            facts().failures,
            counted,
            "failures are counted since the start"
        );
        task.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_back_does_not_delay_the_next_backup() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        let clock = Arc::new(ManualClock::new(at("2036-11-20T03:00:00Z")));
        let health = Arc::new(Health::new(Supervisor::default(), Duration::from_secs(20)));
        let rotation = rotation(folder.path());
        let wall: Arc<dyn Clock> = Arc::clone(&clock) as _;
        let task = tokio::spawn(run(rotation.clone(), store.clone(), wall, health));
        let passes = async |seconds: i64| {
            for _ in 0..seconds / 60 {
                clock.advance(60);
                tokio::time::sleep(POLL_INTERVAL).await;
                store.run(|_| Ok(())).await.unwrap();
            }
        };
        passes(3_600).await;
        assert_eq!(names(&rotation).len(), 1);
        clock.set(at("2026-11-20T03:00:00Z"));
        passes(2 * 3_600).await;
        assert_eq!(names(&rotation).len(), 2, "the backup of 2036 is ignored");
        passes(24 * 3_600).await;
        assert!(
            names(&rotation).iter().all(|name| name.contains("-2026")),
            "{:?}",
            names(&rotation)
        );
        task.abort();
    }
}
