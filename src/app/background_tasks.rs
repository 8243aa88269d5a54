//! Background tasks: scheduled backups, verification of the database, alerts of the sample market, followed symbols.

use std::{sync::Arc, time::Duration};

use super::backups;
use crate::{
    alerts::AlertService,
    config::{Config, MarketKind},
    domain::Clock,
    ingest::Follower,
    runtime::{
        health::Health,
        shutdown::{self, Shutdown},
        supervisor::Supervisor,
    },
    simulator,
    store::{Store, StoreError},
};

/// Delay after the start before the whole database is read once, so that damage is reported before a page needs the damaged
/// record.
const VERIFY_AFTER: Duration = Duration::from_secs(30);
/// Delay before the sample alerts are created again after a failure.
const SEED_RETRY_DELAY: Duration = Duration::from_secs(5);

/// Spawns the background tasks of a source.
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

/// Follows the configured symbols and unfollows unused ones, until the sources stop.
pub(super) fn spawn_following(
    supervisor: &Supervisor,
    config: &Config,
    follower: Arc<Follower>,
    shutdown: &Shutdown,
) {
    // The sample market has a fixed set of tickers.
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

/// Creates the alerts of a new sample market as soon as it has prices and can be written. The store logs its own errors.
async fn seed_alerts(alerts: Arc<AlertService>, clock: Arc<dyn Clock>) {
    while let Err(error) = alerts.seed(|| clock.now(), simulator::sample_alerts).await {
        tracing::debug!(%error, "alerts: sample alerts not created yet");
        tokio::time::sleep(SEED_RETRY_DELAY).await;
    }
}

/// Reads the whole database once. On an edge, waits until the replicated records are consistent with each other.
pub(super) async fn verify(store: Store) {
    loop {
        tokio::time::sleep(VERIFY_AFTER).await;
        match store.run(Store::verify).await {
            Ok(()) | Err(StoreError::Closed) => return,
            Err(StoreError::Unmatched(_)) if store.condition().problem.is_none() => {}
            Err(error) => {
                tracing::error!(%error, "store: verification failed");
                return;
            }
        }
    }
}
