//! The channels through which alerts reach people, and their tasks.

use std::sync::Arc;

use tokio::sync::watch;

use crate::{
    alerts::{AlertService, Channel, InApp},
    domain::clock::Clock,
    runtime::{
        panics, shutdown,
        supervisor::{Supervisor, Task},
    },
    store::Store,
};

/// What every delivery works with.
#[derive(Clone)]
pub(super) struct Dependencies {
    pub(super) store: Store,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) alerts: Arc<AlertService>,
    /// Turns true when deliveries are to stop.
    pub(super) stopped: watch::Receiver<bool>,
}

/// Spawns the delivery in the app, and that over all other channels.
pub(super) fn spawn(
    supervisor: &Supervisor,
    in_app: InApp,
    dependencies: &Dependencies,
) -> [Task; 2] {
    let (alerts, clock) = (&dependencies.alerts, &dependencies.clock);
    let (in_app, own) = (Arc::new(in_app), dependencies.clone());
    let to_app = supervisor.restartable(&format!("delivery {}", in_app.name()), move || {
        let worker = own.alerts.worker(in_app.clone(), Arc::clone(&own.clock));
        let stopped = shutdown::set(own.stopped.clone());
        async move {
            panics::inject_panic("delivery");
            // What is not saved by then is delivered after the next start.
            tokio::select! {
                _ = worker.run() => {}
                () = stopped => {}
            }
        }
    });
    let (alerts, clock) = (Arc::clone(alerts), Arc::clone(clock));
    let stopped = dependencies.stopped.clone();
    let to_channels = supervisor.restartable("delivery to channels", move || {
        let delivering = Arc::clone(&alerts).deliver(Arc::clone(&clock));
        let stopped = shutdown::set(stopped.clone());
        async move {
            tokio::select! {
                () = delivering => {}
                () = stopped => {}
            }
        }
    });
    [to_app, to_channels]
}
