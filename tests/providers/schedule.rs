//! The schedule of a source, tested in simulated time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use marketdeck::{
    domain::provider::ProviderState,
    source::{Context, Refresh, Source, SourceError, schedule},
};
use tokio::sync::watch;

use crate::world::World;

/// A source with scripted outcomes that counts its refreshes.
struct ScriptedSource {
    refreshes: Arc<AtomicU32>,
    outcome: fn(u32) -> Result<Duration, SourceError>,
}

impl Source for ScriptedSource {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn refresh<'a>(&'a mut self, _: &'a Context) -> Refresh<'a> {
        let refresh = self.refreshes.fetch_add(1, Ordering::SeqCst);
        let outcome = self.outcome;
        Box::pin(async move { outcome(refresh) })
    }
}

/// Runs a source with `outcome` for an hour. Returns the number of refreshes.
async fn hour(world: &World, outcome: fn(u32) -> Result<Duration, SourceError>) -> u32 {
    let refreshes = Arc::new(AtomicU32::new(0));
    let source = Box::new(ScriptedSource {
        refreshes: Arc::clone(&refreshes),
        outcome,
    });
    let context = world.context("scripted", world.board.record("scripted"));
    let (stop, stopped) = watch::channel(false);
    let random = fastrand::Rng::with_seed(1);
    let running = tokio::spawn(schedule::run_with(source, context, stopped, random));
    tokio::time::sleep(Duration::from_secs(3_600)).await;
    // After a panic the task has ended already.
    if stop.send(true).is_ok() {
        running.await.unwrap();
    }
    refreshes.load(Ordering::SeqCst)
}

#[tokio::test(start_paused = true)]
async fn a_failing_source_is_retried_with_increasing_delays() {
    let world = World::new();
    let refreshes = hour(&world, |_| Err(SourceError::Status(500))).await;
    // One refresh every five seconds would be 720.
    assert!((6..=60).contains(&refreshes), "{refreshes}");
    let health = world.health("scripted");
    assert_eq!(health.state, ProviderState::Failing);
    assert_eq!(health.consecutive_failures, refreshes);
    assert_eq!(
        health.last_error.as_deref(),
        Some("The source returned HTTP 500.")
    );
    assert!(health.next_attempt > health.last_failure);
}

#[tokio::test(start_paused = true)]
async fn a_delay_requested_by_the_provider_is_respected() {
    let world = World::new();
    let refreshes = hour(&world, |_| {
        Err(SourceError::Throttled {
            status: 429,
            retry_after: Some(Duration::from_secs(1_200)),
        })
    })
    .await;
    // At 0, 20, 40 and 60 minutes.
    assert!(refreshes <= 4, "{refreshes}");
}

#[tokio::test(start_paused = true)]
async fn a_panic_is_recorded_as_a_failure_of_the_source() {
    let world = World::new();
    let refreshes = hour(&world, |_| panic!("the first refresh fails badly")).await;
    assert_eq!(refreshes, 1, "the supervisor creates the source again");
    let health = world.health("scripted");
    assert_eq!((health.state, health.failures), (ProviderState::Failing, 1));
}

#[tokio::test(start_paused = true)]
async fn a_working_source_keeps_its_own_interval() {
    let world = World::new();
    let refreshes = hour(&world, |_| Ok(Duration::from_secs(60))).await;
    assert!((59..=61).contains(&refreshes), "{refreshes}");
    assert_eq!(world.health("scripted").failures, 0);
}

#[tokio::test(start_paused = true)]
async fn a_recovery_resets_the_number_of_failures() {
    let world = World::new();
    let refreshes = hour(&world, |refresh| match refresh {
        0..10 => Err(SourceError::Status(500)),
        _ => Ok(Duration::from_secs(1_800)),
    })
    .await;
    assert!(refreshes >= 11, "{refreshes}");
    let health = world.health("scripted");
    assert_eq!(health.consecutive_failures, 0);
    assert_eq!(health.state, ProviderState::Ok);
}

/// A source that always fails and sends the time of each refresh.
struct FailingSource(tokio::sync::mpsc::UnboundedSender<tokio::time::Instant>);
impl Source for FailingSource {
    fn name(&self) -> &'static str {
        "failing"
    }

    fn refresh<'a>(&'a mut self, _: &'a Context) -> Refresh<'a> {
        let _ = self.0.send(tokio::time::Instant::now());
        Box::pin(async { Err(SourceError::Status(500)) })
    }
}

/// Returns the times of the first refreshes of a source that always fails, since the start.
async fn attempts_of_a_failing_source() -> Vec<Duration> {
    let (sender, mut refreshes) = tokio::sync::mpsc::unbounded_channel();
    let world = World::new();
    let context = world.context("failing", world.board.record("failing"));
    let (_stop, stopped) = watch::channel(false);
    let start = tokio::time::Instant::now();
    let running = tokio::spawn(schedule::run(
        Box::new(FailingSource(sender)),
        context,
        stopped,
    ));
    let mut attempts = Vec::new();
    for _ in 0..8 {
        attempts.push(refreshes.recv().await.unwrap() - start);
    }
    running.abort();
    attempts
}

#[tokio::test(start_paused = true)]
async fn two_servers_retry_a_failing_source_at_different_times() {
    let one = attempts_of_a_failing_source().await;
    let other = attempts_of_a_failing_source().await;
    assert_ne!(one, other);
}
