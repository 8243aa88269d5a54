//! What is done beside everything else: copies, reading the database through, the sample market's alerts, following symbols.

use std::{sync::Arc, time::Duration};

use super::backups;
use crate::{
    alerts::AlertService,
    config::{Config, MarketKind},
    domain::clock::Clock,
    ingest::Follower,
    runtime::{
        health::Health,
        shutdown::{self, Shutdown},
        supervisor::Supervisor,
    },
    simulator,
    store::{Store, StoreError},
};

/// How long after the start the database is read through once, so that damage is told of before
/// somebody asks for the page that has it.
const VERIFY_AFTER: Duration = Duration::from_secs(30);
/// Pause before the sample alerts are tried again.
const SEED_AGAIN: Duration = Duration::from_secs(5);

/// What is done once, beside everything else.
pub(super) fn spawn(
    supervisor: &Supervisor,
    config: &Config,
    store: &Store,
    alerts: &Arc<AlertService>,
    clock: &Arc<dyn Clock>,
    health: &Arc<Health>,
) {
    backups::spawn(supervisor, config, store, clock, health);
    let verified = store.clone();
    supervisor.restartable("verification", move || verify(verified.clone()));
    if config.market.kind == MarketKind::Sample {
        let (alerts, clock) = (Arc::clone(alerts), Arc::clone(clock));
        supervisor.restartable("sample alerts", move || {
            seed_alerts(Arc::clone(&alerts), Arc::clone(&clock))
        });
    }
}

/// Follows what the configuration names, and forgets what nobody uses, until the sources stop.
pub(super) fn spawn_following(
    supervisor: &Supervisor,
    config: &Config,
    follower: Arc<Follower>,
    shutdown: &Shutdown,
) {
    // The sample market has no others than those it shows.
    if config.market.kind == MarketKind::Sample {
        return;
    }
    let stopped = shutdown.sources();
    supervisor.restartable("following", move || {
        let (follower, stopped) = (Arc::clone(&follower), shutdown::set(stopped.clone()));
        async move {
            tokio::select! {
                () = follower.run() => {}
                () = stopped => {}
            }
        }
    });
}

/// Gives a new sample market its alerts as soon as it has prices and can be written. The store
/// itself logs why it cannot.
async fn seed_alerts(alerts: Arc<AlertService>, clock: Arc<dyn Clock>) {
    while let Err(error) = alerts.seed(|| clock.now(), simulator::sample_alerts).await {
        tracing::debug!(%error, "the sample alerts are not kept yet");
        tokio::time::sleep(SEED_AGAIN).await;
    }
}

/// Reads the database through, once: in a moment in which its records fit together, where they come from another file.
pub(super) async fn verify(store: Store) {
    loop {
        tokio::time::sleep(VERIFY_AFTER).await;
        match store.run(Store::verify).await {
            Ok(()) | Err(StoreError::Closed) => return,
            Err(StoreError::Unmatched(_)) if store.condition().problem.is_none() => {}
            Err(error) => {
                tracing::error!(%error, "the database was checked");
                return;
            }
        }
    }
}
