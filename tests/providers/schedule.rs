//! The schedule, in a time of its own: hours pass at once.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use marketdeck::{
    domain::provider::ProviderState,
    importer::{Context, ImportError, Importer, Round, schedule},
};
use tokio::sync::watch;

use crate::world::World;

/// An importer that does as it is told, and counts.
struct Told {
    rounds: Arc<AtomicU32>,
    outcome: fn(u32) -> Result<Duration, ImportError>,
}

impl Importer for Told {
    fn name(&self) -> &'static str {
        "told"
    }

    fn round<'a>(&'a mut self, _: &'a Context) -> Round<'a> {
        let round = self.rounds.fetch_add(1, Ordering::SeqCst);
        let outcome = self.outcome;
        Box::pin(async move { outcome(round) })
    }
}

/// Lets `outcome` decide every round for an hour; answers how many there were.
async fn hour(world: &World, outcome: fn(u32) -> Result<Duration, ImportError>) -> u32 {
    let rounds = Arc::new(AtomicU32::new(0));
    let importer = Box::new(Told {
        rounds: Arc::clone(&rounds),
        outcome,
    });
    let context = world.context("told", world.board.record("told"));
    let (stop, stopped) = watch::channel(false);
    let random = fastrand::Rng::with_seed(1);
    let running = tokio::spawn(schedule::run(importer, context, stopped, random));
    tokio::time::sleep(Duration::from_secs(3_600)).await;
    stop.send(true).unwrap();
    running.await.unwrap();
    rounds.load(Ordering::SeqCst)
}

#[tokio::test(start_paused = true)]
async fn a_source_that_is_down_is_asked_ever_more_rarely() {
    let world = World::new();
    let rounds = hour(&world, |_| Err(ImportError::Status(500))).await;
    // Every five seconds would be 720.
    assert!((6..=60).contains(&rounds), "{rounds}");
    let health = world.health("told");
    assert_eq!(health.state, ProviderState::Ill);
    assert_eq!(health.consecutive_failures, rounds);
    assert_eq!(
        health.last_error.as_deref(),
        Some("The source answered HTTP 500.")
    );
    assert!(health.next_attempt > health.last_failure);
}

#[tokio::test(start_paused = true)]
async fn a_pause_that_was_asked_for_is_kept() {
    let world = World::new();
    let rounds = hour(&world, |_| {
        Err(ImportError::Throttled {
            status: 429,
            retry_after: Some(Duration::from_secs(1_200)),
        })
    })
    .await;
    // At once, and after 20, 40 and 60 minutes.
    assert!(rounds <= 4, "{rounds}");
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_a_round_is_a_failure_and_no_end() {
    let world = World::new();
    let rounds = hour(&world, |round| {
        assert!(round != 0, "the first round fails badly");
        Ok(Duration::from_secs(600))
    })
    .await;
    assert!(rounds >= 6, "{rounds}");
    let health = world.health("told");
    assert_eq!((health.state, health.failures), (ProviderState::Ok, 1));
    assert!(health.last_failure.is_some() && health.last_success.is_some());
}

#[tokio::test(start_paused = true)]
async fn while_all_is_well_it_keeps_the_importers_own_pace() {
    let world = World::new();
    let rounds = hour(&world, |_| Ok(Duration::from_secs(60))).await;
    assert!((59..=61).contains(&rounds), "{rounds}");
    assert_eq!(world.health("told").failures, 0);
}

#[tokio::test(start_paused = true)]
async fn a_recovery_forgets_the_growing_pauses() {
    let world = World::new();
    let rounds = hour(&world, |round| match round {
        0..10 => Err(ImportError::Status(500)),
        _ => Ok(Duration::from_secs(1_800)),
    })
    .await;
    assert!(rounds >= 11, "{rounds}");
    let health = world.health("told");
    assert_eq!(health.consecutive_failures, 0);
    assert_eq!(health.state, ProviderState::Ok);
}
