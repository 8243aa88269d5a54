//! Runs one delivery worker per channel while channels are added and removed.

use std::{collections::HashSet, sync::Arc, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::time::sleep;

use super::AlertService;
use crate::{
    alerts::delivery::{Channel, DeliveryWorker},
    domain::Clock,
    store::StoreError,
};

/// Delay before the removal of a browser is retried.
const RETRY_DELAY: Duration = Duration::from_secs(5);

impl AlertService {
    /// Runs a worker for every channel except the app. A channel that fails or hangs does not delay the others. Dropping the
    /// future loses nothing.
    pub async fn deliver(self: Arc<Self>, clock: Arc<dyn Clock>) {
        let mut changed = self.channels.changed();
        let mut served = HashSet::new();
        let mut workers = FuturesUnordered::new();
        loop {
            // Before the channels are read, so that later changes wake the loop again.
            changed.mark_unchanged();
            for channel in self.channels.enabled() {
                // A channel with new settings waits until its old worker has stopped.
                if served.insert(channel.name().to_owned()) {
                    workers.push(self.serve(channel, Arc::clone(&clock)));
                }
            }
            tokio::select! {
                Some(name) = workers.next() => {
                    served.remove(&name);
                }
                more = changed.changed() => if more.is_err() { return },
            }
        }
    }

    /// Creates the worker of a channel.
    pub fn worker(&self, channel: Arc<dyn Channel>, clock: Arc<dyn Clock>) -> DeliveryWorker {
        let random = fastrand::Rng::new();
        DeliveryWorker::new(channel, self.store.clone(), clock, self.recorded(), random)
    }

    /// Delivers to a channel until it is removed or gets other settings. Removes a browser whose subscription has ended. Returns
    /// the name of the channel.
    async fn serve(self: &Arc<Self>, channel: Arc<dyn Channel>, clock: Arc<dyn Clock>) -> String {
        let mut changed = self.channels.changed();
        let is_there = || {
            let enabled = self.channels.enabled();
            enabled.iter().any(|known| Arc::ptr_eq(known, &channel))
        };
        let is_gone = tokio::select! {
            is_gone = self.worker(Arc::clone(&channel), clock).run() => is_gone,
            _ = changed.wait_for(|_| !is_there()) => false,
        };
        let name = channel.name().to_owned();
        if is_gone {
            tracing::info!(
                browser = name,
                "removed a browser whose push subscription has ended"
            );
            while let Err(error) = self.unsubscribe(&name).await {
                if matches!(error, StoreError::NotFound(_)) {
                    break;
                }
                // The store has logged the reason.
                sleep(RETRY_DELAY).await;
            }
        }
        name
    }
}
