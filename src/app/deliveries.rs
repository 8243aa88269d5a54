//! The channels through which alerts reach people, and their tasks.

use std::sync::Arc;

use tokio::sync::watch;

use crate::{
    alerts::{AlertService, Channel, DeliveryWorker, InApp},
    domain::clock::Clock,
    runtime::{
        fault, shutdown,
        supervisor::{Supervisor, Task},
    },
    store::Store,
};

/// What every delivery works with.
pub(super) struct Dependencies {
    pub(super) store: Store,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) alerts: Arc<AlertService>,
    /// Turns true when deliveries are to stop.
    pub(super) stopped: watch::Receiver<bool>,
}

/// Spawns the worker of each channel, the app's and those that are configured: one that fails or hangs
/// keeps no other waiting.
pub(super) fn spawn(
    supervisor: &Supervisor,
    in_app: InApp,
    dependencies: &Dependencies,
) -> Vec<Task> {
    let mut channels: Vec<Arc<dyn Channel>> = vec![Arc::new(in_app)];
    channels.extend(dependencies.alerts.channels().deliverers());
    let one = |channel| spawn_one(supervisor, channel, dependencies);
    channels.into_iter().map(one).collect()
}

fn spawn_one(
    supervisor: &Supervisor,
    channel: Arc<dyn Channel>,
    dependencies: &Dependencies,
) -> Task {
    let Dependencies {
        store,
        clock,
        alerts,
        stopped,
    } = dependencies;
    let (store, clock, alerts) = (store.clone(), Arc::clone(clock), Arc::clone(alerts));
    let stopped = stopped.clone();
    supervisor.restartable(&format!("delivery {}", channel.name()), move || {
        let worker = DeliveryWorker::new(
            Arc::clone(&channel),
            store.clone(),
            Arc::clone(&clock),
            alerts.recorded(),
            fastrand::Rng::new(),
        );
        let stopped = shutdown::set(stopped.clone());
        async move {
            fault::panic_if_asked("delivery");
            // What is not saved by then is delivered after the next start.
            tokio::select! {
                () = worker.run() => {}
                () = stopped => {}
            }
        }
    })
}
