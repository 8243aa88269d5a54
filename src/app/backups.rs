//! Copies of the database that are made by themselves, and how many of them are kept.

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
    domain::clock::Clock,
    runtime::{
        health::{BackupFacts, Health},
        supervisor::Supervisor,
    },
    store::{Store, StoreError, remove_leftovers_in},
};

/// The moment in a copy's name, in UTC.
const TIME: &str = "%Y%m%dT%H%M%SZ";
/// After the start, so that it does not compete with what pages need.
const NOT_BEFORE: SignedDuration = SignedDuration::from_mins(2);
/// How long it waits after a failure.
const AGAIN: SignedDuration = SignedDuration::from_hours(1);
/// A clock that goes back by more than this was set.
const SET_BACK: SignedDuration = SignedDuration::from_secs(2);
/// The clock is looked at this often: it may be set, and a computer may sleep.
const LOOK: Duration = Duration::from_secs(60);

/// Makes copies, where that is configured, until the process ends.
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
    let mut not_before = later(clock.now(), NOT_BEFORE);
    let (mut problem, mut failures) = (None, 0);
    let folder = rotation.folder.clone();
    let cleared = store.run(move |_| {
        remove_leftovers_in(&folder);
        Ok(())
    });
    if cleared.await.is_err() {
        return;
    }
    loop {
        // The folder may be on a disk that does not answer.
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
            not_before = not_before.min(later(clock.now(), AGAIN));
            continue;
        }
        let (now, making) = (clock.now(), rotation.clone());
        match store.run(move |store| Ok(making.make(store, now))).await {
            Ok(Ok(())) => problem = None,
            Ok(Err(error)) if is_closed(&error) => return,
            Ok(Err(error)) => {
                tracing::error!("the database could not be copied: {error:#}");
                problem = Some(format!("{error:#}"));
                failures += 1;
                not_before = later(now, AGAIN);
            }
            // The program is stopping.
            Err(_) => return,
        }
    }
}

/// Waits until `due`. Returns false where the clock is set back meanwhile, as one that ran ahead is: what is due is reckoned again.
async fn is_reached(clock: &dyn Clock, due: Timestamp) -> bool {
    let mut last = clock.now();
    while last < due {
        tokio::time::sleep(LOOK).await;
        let now = clock.now();
        if later(now, SET_BACK) < last {
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

/// The copies of one market in a folder: `marketdeck-live-20261123T030000Z.redb`.
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

    /// The copies there are, the oldest first. Other files are nobody's business here.
    fn copies(&self) -> Vec<(Timestamp, PathBuf)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut copies: Vec<_> = entries
            .filter_map(|entry| {
                let name = entry.file_name();
                let time = name.to_str()?.strip_prefix(&self.prefix)?;
                let at = DateTime::strptime(TIME, time.strip_suffix(".redb")?).ok()?;
                let at = at.to_zoned(TimeZone::UTC).ok()?.timestamp();
                Some((at, entry.path()))
            })
            .collect();
        copies.sort();
        copies
    }

    /// The newest copy, and when the next is to be made. A copy whose name lies ahead of the clock was named by a clock that ran
    /// ahead: it does not put the next one off.
    fn facts(&self, now: Timestamp) -> BackupFacts {
        let mut copies = self.copies();
        copies.retain(|(at, _)| *at <= now);
        let newest = copies.pop();
        let made_at = newest.as_ref().map(|(at, _)| *at);
        let size = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
        BackupFacts {
            made_at,
            bytes: newest.map_or(0, |(_, path)| size(&path)),
            // At once where there is none.
            due_at: Some(made_at.map_or(now, |at| later(at, self.every))),
            problem: None,
            every: self.every.try_into().unwrap_or(Duration::MAX),
            failures: 0,
        }
    }

    /// Makes a copy, and then removes the oldest ones that are too many.
    fn make(&self, store: &Store, now: Timestamp) -> anyhow::Result<()> {
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("{} could not be made", self.folder.display()))?;
        let name = format!("{}{}.redb", self.prefix, now.strftime(TIME));
        let path = self.folder.join(name);
        store
            .backup(&path, &|_, _| ())
            .with_context(|| format!("{} could not be written", path.display()))?;
        tracing::info!("the database was copied to {}", path.display());
        // The one just made stays, whatever the clock says of the others; those from ahead of it are the first to go.
        let mut others = self.copies();
        others.retain(|(_, other)| *other != path);
        others.sort_by_key(|(at, _)| (*at <= now, *at));
        let too_many = (others.len() + 1).saturating_sub(self.keep.max(1));
        for (_, path) in &others[..too_many] {
            fs::remove_file(path)
                .with_context(|| format!("{} could not be removed", path.display()))?;
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
                folder: folder.join("copies"),
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
        let copies = rotation.copies().into_iter();
        copies
            .map(|(_, path)| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn the_newest_copies_are_kept_and_other_files_stay() {
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
        for (_, copy) in rotation.copies() {
            Store::open(&copy).unwrap().verify().unwrap();
        }
    }

    #[test]
    fn a_copy_named_by_a_clock_that_ran_ahead_neither_delays_the_next_nor_outlives_it() {
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
        // A clock that starts in the past, as on a board without a battery, removes one real copy at most.
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
    async fn a_copy_is_made_every_day_and_a_failure_is_told_until_one_succeeds() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        let clock = Arc::new(ManualClock::new(at("2026-11-20T03:00:00Z")));
        let health = Arc::new(Health::new(Supervisor::default(), Duration::from_secs(20)));
        let rotation = rotation(folder.path());
        // A file where the folder should be.
        fs::write(&rotation.folder, "").unwrap();
        let told = || health.facts(std::time::Instant::now()).backups.unwrap();
        let passes = async |seconds: i64| {
            for _ in 0..seconds / 60 {
                clock.advance(60);
                tokio::time::sleep(LOOK).await;
                // Until what blocks has had its turn.
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
        assert!(told().problem.unwrap().contains("could not be made"));
        assert_eq!(told().failures, 1);

        fs::remove_file(&rotation.folder).unwrap();
        passes(2 * 3_600).await;
        assert_eq!(told().problem, None);
        assert_eq!(names(&rotation).len(), 1);
        assert_eq!(told().made_at, Some(rotation.copies()[0].0));
        assert!(told().bytes > 0);
        let counted = told().failures;
        assert_eq!(told().every, Duration::from_secs(86_400));
        passes(24 * 3_600).await;
        assert_eq!(names(&rotation).len(), 2);
        assert_eq!(
            told().failures,
            counted,
            "it counts failures since the start"
        );
        task.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_back_while_a_copy_is_waited_for_puts_off_none() {
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
                tokio::time::sleep(LOOK).await;
                store.run(|_| Ok(())).await.unwrap();
            }
        };
        passes(3_600).await;
        assert_eq!(names(&rotation).len(), 1);
        clock.set(at("2026-11-20T03:00:00Z"));
        passes(2 * 3_600).await;
        assert_eq!(
            names(&rotation).len(),
            2,
            "the one of 2036 counts for nothing"
        );
        passes(24 * 3_600).await;
        assert!(
            names(&rotation).iter().all(|name| name.contains("-2026")),
            "{:?}",
            names(&rotation)
        );
        task.abort();
    }
}
