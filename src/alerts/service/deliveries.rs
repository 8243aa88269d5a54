//! Runs one delivery worker per channel, and starts and stops workers when channels are added and removed.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
    time::Duration,
};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::time::sleep;

use super::AlertService;
use crate::{
    alerts::delivery::{Channel, DeliveryWorker, InApp},
    domain::{Clock, person::PersonId},
    store::{Store, StoreError},
};

/// The delay before the server retries to remove a browser whose subscription has ended.
const UNSUBSCRIBE_RETRY_DELAY: Duration = Duration::from_secs(5);
/// The longest pause between two reads of the outbox of the app.
const MAX_PAUSE: Duration = Duration::from_secs(3_600);

impl AlertService {
    /// Runs a worker for every channel except the app. A channel that fails or hangs does not delay the others. No report is lost
    /// if the future is dropped.
    pub async fn deliver(self: Arc<Self>, clock: Arc<dyn Clock>) {
        let mut changed = self.channels.changed();
        let mut served = HashSet::new();
        let mut workers = FuturesUnordered::new();
        loop {
            // Marked before the channels are read, so that changes during the read wake the loop again.
            changed.mark_unchanged();
            for channel in self.channels.enabled() {
                // A channel with new settings waits until its old worker has stopped.
                if served.insert((channel.person(), channel.name().to_owned())) {
                    workers.push(self.serve(channel, Arc::clone(&clock)));
                }
            }
            tokio::select! {
                Some(served_channel) = workers.next() => {
                    served.remove(&served_channel);
                }
                result = changed.changed() => if result.is_err() { return },
            }
        }
    }

    /// Shows the reports of all people in their browsers, until the service is dropped.
    pub async fn deliver_in_app(self: Arc<Self>, in_app: InApp, clock: Arc<dyn Clock>) {
        let mut recorded = self.recorded();
        let mut workers: BTreeMap<PersonId, DeliveryWorker> = BTreeMap::new();
        loop {
            // Marked before the outbox is read, so that reports recorded during the read wake the loop again.
            recorded.mark_unchanged();
            let mut pause = MAX_PAUSE;
            // The store has logged an error.
            let others = self.store.run(Store::people).await.unwrap_or_default();
            let others = others.iter().map(|person| person.id);
            for person in std::iter::once(PersonId::OWNER).chain(others) {
                let worker = workers.entry(person).or_insert_with(|| {
                    self.worker(Arc::new(in_app.of(person)), Arc::clone(&clock))
                });
                pause = pause.min(worker.deliver_due().await);
            }
            tokio::select! {
                changed = recorded.changed() => if changed.is_err() { return },
                () = sleep(pause) => {}
            }
        }
    }

    /// Creates the worker of a channel.
    pub fn worker(&self, channel: Arc<dyn Channel>, clock: Arc<dyn Clock>) -> DeliveryWorker {
        let random = fastrand::Rng::new();
        DeliveryWorker::new(channel, self.store.clone(), clock, self.recorded(), random)
    }

    /// Delivers to a channel until the channel is removed or changed. Removes a browser whose subscription has ended. Returns the
    /// person and the name of the channel.
    async fn serve(
        self: &Arc<Self>,
        channel: Arc<dyn Channel>,
        clock: Arc<dyn Clock>,
    ) -> (PersonId, String) {
        let mut changed = self.channels.changed();
        let exists = || {
            let enabled = self.channels.enabled();
            enabled.iter().any(|it| Arc::ptr_eq(it, &channel))
        };
        let is_unsubscribed = tokio::select! {
            is_unsubscribed = self.worker(Arc::clone(&channel), clock).run() => is_unsubscribed,
            _ = changed.wait_for(|_| !exists()) => false,
        };
        let (person, name) = (channel.person(), channel.name().to_owned());
        if is_unsubscribed {
            tracing::info!(
                browser = name,
                "alerts: removing a browser whose push subscription has ended"
            );
            while let Err(error) = self.unsubscribe(person, &name).await {
                if matches!(error, StoreError::NotFound(_)) {
                    break;
                }
                // The store has logged the reason.
                sleep(UNSUBSCRIBE_RETRY_DELAY).await;
            }
        }
        (person, name)
    }
}
