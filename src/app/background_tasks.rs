//! The background tasks: scheduled backups, check for a newer release, verification of the database, creation of the sample
//! alerts, following of symbols.

use std::{sync::Arc, time::Duration};

use super::{backups, release_check};
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

/// Delay after the start before the whole database is verified, so that damage is reported before a
/// page needs the damaged record.
const VERIFY_AFTER: Duration = Duration::from_secs(30);
/// Pause between two evaluations of the alerts on holdings.
const HOLDINGS_PAUSE: Duration = Duration::from_secs(5);
/// Delay before the sample alerts are created again after a failure.
const SEED_RETRY_DELAY: Duration = Duration::from_secs(5);

/// Spawns the background tasks of a process that writes the database.
pub(super) fn spawn(
    supervisor: &Supervisor,
    config: &Config,
    store: &Store,
    alerts: &Arc<AlertService>,
    clock: &Arc<dyn Clock>,
    health: &Arc<Health>,
) {
    backups::spawn(supervisor, config, store, clock, health);
    release_check::spawn(supervisor, config, clock, health);
    let (holdings_alerts, holdings_clock) = (Arc::clone(alerts), Arc::clone(clock));
    supervisor.restartable("holdings alerts", move || {
        observe_holdings(Arc::clone(&holdings_alerts), Arc::clone(&holdings_clock))
    });
    let verified_store = store.clone();
    supervisor.restartable("verification", move || verify(verified_store.clone()));
    if config.market.kind == MarketKind::Sample {
        let (alerts, clock) = (Arc::clone(alerts), Arc::clone(clock));
        supervisor.restartable("sample alerts", move || {
            seed_alerts(Arc::clone(&alerts), Arc::clone(&clock))
        });
    }
}

/// Spawns the task that follows the configured symbols and unfollows unused ones until the sources
/// stop.
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
        let (follower, stopped) = (
            Arc::clone(&follower),
            shutdown::wait_until_set(stopped.clone()),
        );
        async move {
            tokio::select! {
                () = follower.run() => {}
                () = stopped => {}
            }
        }
    });
}

/// Creates the alerts of a new sample market as soon as the market has prices and the database can
/// be written to. Errors are only logged for debugging here, because the store logs them too.
async fn seed_alerts(alerts: Arc<AlertService>, clock: Arc<dyn Clock>) {
    while let Err(error) = alerts.seed(|| clock.now(), simulator::sample_alerts).await {
        tracing::debug!(%error, "alerts: could not create the sample alerts yet");
        tokio::time::sleep(SEED_RETRY_DELAY).await;
    }
}

/// Evaluates the alerts on holdings, until the store is closed.
async fn observe_holdings(alerts: Arc<AlertService>, clock: Arc<dyn Clock>) {
    loop {
        tokio::time::sleep(HOLDINGS_PAUSE).await;
        // The store has logged other errors.
        if let Err(StoreError::Closed) = alerts.observe_holdings(clock.now()).await {
            return;
        }
    }
}

/// Verifies the whole database once. On an edge, repeats this until the replicated records are
/// consistent with each other.
pub(super) async fn verify(store: Store) {
    loop {
        tokio::time::sleep(VERIFY_AFTER).await;
        match store.run(Store::verify).await {
            Ok(()) | Err(StoreError::Closed) => return,
            Err(StoreError::Unmatched(_)) if store.condition().problem.is_none() => {}
            Err(error) => {
                tracing::error!(%error, "store: could not verify the database");
                return;
            }
        }
    }
}
