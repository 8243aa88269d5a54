//! Scheduled backups of the database, and the removal of old backups.

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

/// Format of the time (UTC) in the file name of a backup.
const FILE_TIME_FORMAT: &str = "%Y%m%dT%H%M%SZ";
/// Delay of the first backup after the start, so that the backup does not slow down the first
/// requests.
const STARTUP_DELAY: SignedDuration = SignedDuration::from_mins(2);
/// Delay before a failed backup is retried.
const RETRY_DELAY: SignedDuration = SignedDuration::from_hours(1);
/// If the clock goes back by more than this, it was set back.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(2);
/// Interval between two checks of the clock, which may be set and does not stop while the computer
/// sleeps.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Spawns the task that makes backups until the process ends, if backups are configured.
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
    let cleanup = store.run(move |_| {
        remove_old_temporary_files(&folder);
        Ok(())
    });
    if cleanup.await.is_err() {
        return;
    }
    loop {
        // The folder is read on a blocking thread, because its disk may not respond.
        let (reader, now) = (rotation.clone(), clock.now());
        let Ok(mut facts) = store.run(move |_| Ok(reader.facts(now))).await else {
            return;
        };
        let due = facts.due_at.map_or(not_before, |due| due.max(not_before));
        facts.due_at = Some(due);
        facts.problem.clone_from(&problem);
        facts.failures = failures;
        health.report_backups(facts);
        if !wait_until(&*clock, due).await {
            not_before = not_before.min(later(clock.now(), RETRY_DELAY));
            continue;
        }
        let (now, writer) = (clock.now(), rotation.clone());
        match store
            .run(move |store| Ok(writer.make_backup(store, now)))
            .await
        {
            Ok(Ok(())) => problem = None,
            Ok(Err(error)) if is_closed(&error) => return,
            Ok(Err(error)) => {
                tracing::error!("backup: could not make a backup: {error:#}");
                problem = Some(format!("{error:#}"));
                failures += 1;
                not_before = later(now, RETRY_DELAY);
            }
            // The program is stopping.
            Err(_) => return,
        }
    }
}

/// Waits until `due` and returns true. Returns false if the clock is set back during the wait, so that
/// the caller computes the due time again.
async fn wait_until(clock: &dyn Clock, due: Timestamp) -> bool {
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

fn later(time: Timestamp, delay: SignedDuration) -> Timestamp {
    time.checked_add(delay).unwrap_or(Timestamp::MAX)
}

/// The backups of one market in a folder, with names such as
/// `marketdeck-live-20261123T030000Z.redb`.
#[derive(Debug, Clone)]
struct Rotation {
    folder: PathBuf,
    prefix: String,
    interval: SignedDuration,
    keep: usize,
}

impl Rotation {
    fn new(settings: &BackupConfig, market: &str) -> Self {
        Self {
            folder: settings.folder.clone(),
            prefix: format!("marketdeck-{market}-"),
            interval: settings.every.try_into().unwrap_or(SignedDuration::MAX),
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
                let made_at =
                    DateTime::strptime(FILE_TIME_FORMAT, time.strip_suffix(".redb")?).ok()?;
                let made_at = made_at.to_zoned(TimeZone::UTC).ok()?.timestamp();
                Some((made_at, entry.path()))
            })
            .collect();
        backups.sort();
        backups
    }

    /// Returns facts about the newest backup, and the time at which the next one is due. Ignores
    /// backups with a future time in their names, which were made while the clock was wrong.
    fn facts(&self, now: Timestamp) -> BackupFacts {
        let mut backups = self.backups();
        backups.retain(|(made_at, _)| *made_at <= now);
        let newest = backups.pop();
        let made_at = newest.as_ref().map(|(made_at, _)| *made_at);
        let size = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
        BackupFacts {
            made_at,
            bytes: newest.map_or(0, |(_, path)| size(&path)),
            // Without a backup, the next one is due immediately.
            due_at: Some(made_at.map_or(now, |made_at| later(made_at, self.interval))),
            problem: None,
            every: self.interval.try_into().unwrap_or(Duration::MAX),
            failures: 0,
        }
    }

    /// Makes a backup and then removes the oldest backups beyond the limit.
    fn make_backup(&self, store: &Store, now: Timestamp) -> anyhow::Result<()> {
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot create {}", self.folder.display()))?;
        let name = format!("{}{}.redb", self.prefix, now.strftime(FILE_TIME_FORMAT));
        let path = self.folder.join(name);
        store
            .backup(&path, &|_, _| ())
            .with_context(|| format!("cannot write {}", path.display()))?;
        tracing::info!(file = %path.display(), "backup: made a backup");
        // The new backup is always kept. Other backups with a future time in their names are removed
        // first.
        let mut others = self.backups();
        others.retain(|(_, other)| *other != path);
        others.sort_by_key(|(made_at, _)| (*made_at <= now, *made_at));
        let surplus = (others.len() + 1).saturating_sub(self.keep.max(1));
        for (_, path) in &others[..surplus] {
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

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn names(rotation: &Rotation) -> Vec<String> {
        let backups = rotation.backups().into_iter();
        backups
            .map(|(_, path)| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn the_newest_backups_and_other_files_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (store, rotation) = (
            Store::open(&folder.path().join("live.redb")).unwrap(),
            rotation(folder.path()),
        );
        assert_eq!(
            rotation.facts(time("2026-11-20T03:00:00Z")).due_at,
            Some(time("2026-11-20T03:00:00Z"))
        );
        rotation
            .make_backup(&store, time("2026-11-20T03:00:00Z"))
            .unwrap();
        for other in ["marketdeck-sample-20261119T030000Z.redb", "notes.redb"] {
            fs::write(rotation.folder.join(other), "content").unwrap();
        }
        assert_eq!(
            rotation.facts(time("2026-11-20T09:00:00Z")).due_at,
            Some(time("2026-11-21T03:00:00Z"))
        );
        rotation
            .make_backup(&store, time("2026-11-21T03:00:00Z"))
            .unwrap();
        rotation
            .make_backup(&store, time("2026-11-22T03:00:00Z"))
            .unwrap();
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
    fn a_backup_with_a_future_time_in_its_name_is_removed_first_and_does_not_delay_backups() {
        let folder = tempfile::tempdir().unwrap();
        let (store, rotation) = (
            Store::open(&folder.path().join("live.redb")).unwrap(),
            rotation(folder.path()),
        );
        rotation
            .make_backup(&store, time("2026-11-20T03:00:00Z"))
            .unwrap();
        rotation
            .make_backup(&store, time("2036-11-20T03:00:00Z"))
            .unwrap();
        let now = time("2026-11-21T04:00:00Z");
        let facts = rotation.facts(now);
        assert_eq!(facts.made_at, Some(time("2026-11-20T03:00:00Z")));
        assert_eq!(facts.due_at, Some(time("2026-11-21T03:00:00Z")));
        rotation.make_backup(&store, now).unwrap();
        assert_eq!(
            names(&rotation),
            [
                "marketdeck-live-20261120T030000Z.redb",
                "marketdeck-live-20261121T040000Z.redb"
            ]
        );
        // A board without a battery starts its clock in 1970: a backup made then removes only one
        // other backup.
        rotation
            .make_backup(&store, time("1970-01-01T00:02:00Z"))
            .unwrap();
        assert_eq!(
            names(&rotation),
            [
                "marketdeck-live-19700101T000200Z.redb",
                "marketdeck-live-20261121T040000Z.redb"
            ]
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_backup_is_made_every_day_and_a_failure_is_reported_until_a_backup_succeeds() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        let clock = Arc::new(ManualClock::new(time("2026-11-20T03:00:00Z")));
        let health = Arc::new(Health::new(Supervisor::default(), Duration::from_secs(20)));
        let rotation = rotation(folder.path());
        // A file at the path of the backup folder makes backups fail.
        fs::write(&rotation.folder, "").unwrap();
        let facts = || health.facts(std::time::Instant::now()).backups.unwrap();
        let advance = async |seconds: i64| {
            for _ in 0..seconds / 60 {
                clock.advance(60);
                tokio::time::sleep(POLL_INTERVAL).await;
                // Waits until the backup task's work on the blocking thread is done.
                store.run(|_| Ok(())).await.unwrap();
            }
        };
        let shared_clock: Arc<dyn Clock> = Arc::clone(&clock) as _;
        let task = tokio::spawn(run(
            rotation.clone(),
            store.clone(),
            shared_clock,
            Arc::clone(&health),
        ));
        advance(600).await;
        assert!(facts().problem.unwrap().contains("cannot create"));
        assert_eq!(facts().failures, 1);

        fs::remove_file(&rotation.folder).unwrap();
        advance(2 * 3_600).await;
        assert_eq!(facts().problem, None);
        assert_eq!(names(&rotation).len(), 1);
        assert_eq!(facts().made_at, Some(rotation.backups()[0].0));
        assert!(facts().bytes > 0);
        let failures = facts().failures;
        assert_eq!(facts().every, Duration::from_secs(86_400));
        advance(24 * 3_600).await;
        assert_eq!(names(&rotation).len(), 2);
        assert_eq!(
            facts().failures,
            failures,
            "the failures since the start are counted"
        );
        task.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_back_does_not_delay_the_next_backup() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        let clock = Arc::new(ManualClock::new(time("2036-11-20T03:00:00Z")));
        let health = Arc::new(Health::new(Supervisor::default(), Duration::from_secs(20)));
        let rotation = rotation(folder.path());
        let shared_clock: Arc<dyn Clock> = Arc::clone(&clock) as _;
        let task = tokio::spawn(run(rotation.clone(), store.clone(), shared_clock, health));
        let advance = async |seconds: i64| {
            for _ in 0..seconds / 60 {
                clock.advance(60);
                tokio::time::sleep(POLL_INTERVAL).await;
                store.run(|_| Ok(())).await.unwrap();
            }
        };
        advance(3_600).await;
        assert_eq!(names(&rotation).len(), 1);
        clock.set(time("2026-11-20T03:00:00Z"));
        advance(2 * 3_600).await;
        assert_eq!(names(&rotation).len(), 2, "the backup of 2036 is ignored");
        advance(24 * 3_600).await;
        assert!(
            names(&rotation).iter().all(|name| name.contains("-2026")),
            "{:?}",
            names(&rotation)
        );
        task.abort();
    }
}
