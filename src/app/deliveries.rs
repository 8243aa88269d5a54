//! The tasks that deliver alerts: one for the app, one for all other channels.

use std::sync::Arc;

use tokio::sync::watch;

use crate::{
    alerts::{AlertService, Channel, InApp},
    domain::Clock,
    runtime::{
        panics, shutdown,
        supervisor::{Supervisor, Task},
    },
    store::Store,
};

/// What the delivery tasks need.
#[derive(Clone)]
pub(super) struct Dependencies {
    pub(super) store: Store,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) alerts: Arc<AlertService>,
    /// Becomes true when deliveries must stop.
    pub(super) stopped: watch::Receiver<bool>,
}

/// Spawns the delivery to the app and the delivery to all other channels.
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
            // Reports not saved by then are delivered after the next start.
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
