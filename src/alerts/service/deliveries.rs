//! Deliveries over every channel, which come and go while the program runs.

use std::{collections::HashSet, sync::Arc, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::time::sleep;

use super::AlertService;
use crate::{
    alerts::delivery::{Channel, DeliveryWorker},
    domain::Clock,
    store::StoreError,
};

/// Pause before the store is asked again to forget a browser.
const RETRY: Duration = Duration::from_secs(5);

impl AlertService {
    /// Delivers over every channel besides the app, each for as long as it is there: one that fails or hangs keeps no
    /// other waiting. Dropping the future loses nothing.
    pub async fn deliver(self: Arc<Self>, clock: Arc<dyn Clock>) {
        let mut changed = self.channels.changed();
        let mut served = HashSet::new();
        let mut workers = FuturesUnordered::new();
        loop {
            // Before the channels are read: one that comes from here on wakes this again.
            changed.mark_unchanged();
            for channel in self.channels.deliverers() {
                // One with new settings waits until the worker with the old ones has stopped.
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

    /// A worker for one channel.
    pub fn worker(&self, channel: Arc<dyn Channel>, clock: Arc<dyn Clock>) -> DeliveryWorker {
        let random = fastrand::Rng::new();
        DeliveryWorker::new(channel, self.store.clone(), clock, self.recorded(), random)
    }

    /// Delivers over a channel until it goes or gets other settings; its name. A browser whose push service knows it no more
    /// is taken out.
    async fn serve(self: &Arc<Self>, channel: Arc<dyn Channel>, clock: Arc<dyn Clock>) -> String {
        let mut changed = self.channels.changed();
        let is_there = || {
            let on = self.channels.deliverers();
            on.iter().any(|known| Arc::ptr_eq(known, &channel))
        };
        let is_gone = tokio::select! {
            is_gone = self.worker(Arc::clone(&channel), clock).run() => is_gone,
            _ = changed.wait_for(|_| !is_there()) => false,
        };
        let name = channel.name().to_owned();
        if is_gone {
            tracing::info!(
                browser = name,
                "a browser has ended its subscription to alerts"
            );
            while let Err(error) = self.unsubscribe(&name).await {
                if matches!(error, StoreError::NotFound(_)) {
                    break;
                }
                // The store has logged why it could not.
                sleep(RETRY).await;
            }
        }
        name
    }
}
