//! The two tasks that deliver alert reports: one to the app, the other to all other channels.

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

/// Dependencies of the delivery tasks.
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
    let (app_alerts, app_clock) = (Arc::clone(alerts), Arc::clone(clock));
    let app_stopped = dependencies.stopped.clone();
    let to_app = supervisor.restartable(&format!("delivery {}", in_app.name()), move || {
        let delivery =
            Arc::clone(&app_alerts).deliver_in_app(in_app.clone(), Arc::clone(&app_clock));
        let stopped = shutdown::wait_until_set(app_stopped.clone());
        async move {
            panics::inject_panic("delivery");
            // Reports that are not delivered when the task stops are delivered after the next
            // start.
            tokio::select! {
                () = delivery => {}
                () = stopped => {}
            }
        }
    });
    let (alerts, clock) = (Arc::clone(alerts), Arc::clone(clock));
    let stopped = dependencies.stopped.clone();
    let to_channels = supervisor.restartable("delivery to channels", move || {
        let delivery = Arc::clone(&alerts).deliver(Arc::clone(&clock));
        let stopped = shutdown::wait_until_set(stopped.clone());
        async move {
            tokio::select! {
                () = delivery => {}
                () = stopped => {}
            }
        }
    });
    [to_app, to_channels]
}
