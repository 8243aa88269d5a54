//! The channels through which alerts reach people, and their tasks.

use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::{sync::watch, time::sleep};

use crate::{
    alerts::{AlertService, Channel, DeliveryWorker, InApp},
    domain::clock::Clock,
    runtime::{
        fault, shutdown,
        supervisor::{Supervisor, Task},
    },
    store::{Store, StoreError},
};

/// Pause before the store is asked again to forget a browser.
const RETRY: Duration = Duration::from_secs(5);

/// What every delivery works with.
#[derive(Clone)]
pub(super) struct Dependencies {
    pub(super) store: Store,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) alerts: Arc<AlertService>,
    /// Turns true when deliveries are to stop.
    pub(super) stopped: watch::Receiver<bool>,
}

impl Dependencies {
    fn worker(&self, channel: Arc<dyn Channel>) -> DeliveryWorker {
        DeliveryWorker::new(
            channel,
            self.store.clone(),
            Arc::clone(&self.clock),
            self.alerts.recorded(),
            fastrand::Rng::new(),
        )
    }
}

/// Spawns the worker of each channel, the app's and those that are configured, and one task for all browsers: a channel that
/// fails or hangs keeps no other waiting.
pub(super) fn spawn(
    supervisor: &Supervisor,
    in_app: InApp,
    dependencies: &Dependencies,
) -> Vec<Task> {
    let mut channels: Vec<Arc<dyn Channel>> = vec![Arc::new(in_app)];
    channels.extend(dependencies.alerts.channels().deliverers());
    let one = |channel| spawn_one(supervisor, channel, dependencies);
    let mut tasks: Vec<_> = channels.into_iter().map(one).collect();
    let dependencies = dependencies.clone();
    tasks.push(supervisor.restartable("delivery to browsers", move || {
        let dependencies = dependencies.clone();
        async move {
            let stopped = shutdown::set(dependencies.stopped.clone());
            tokio::select! {
                () = to_browsers(&dependencies) => {}
                () = stopped => {}
            }
        }
    }));
    tasks
}

fn spawn_one(
    supervisor: &Supervisor,
    channel: Arc<dyn Channel>,
    dependencies: &Dependencies,
) -> Task {
    let dependencies = dependencies.clone();
    supervisor.restartable(&format!("delivery {}", channel.name()), move || {
        let worker = dependencies.worker(Arc::clone(&channel));
        let stopped = shutdown::set(dependencies.stopped.clone());
        async move {
            fault::panic_if_asked("delivery");
            // What is not saved by then is delivered after the next start.
            tokio::select! {
                _ = worker.run() => {}
                () = stopped => {}
            }
        }
    })
}

/// A worker for each browser that subscribed, for as long as it is one.
async fn to_browsers(dependencies: &Dependencies) {
    let alerts = &dependencies.alerts;
    let mut changed = alerts.channels().browsers_changed();
    let mut served: Vec<Arc<dyn Channel>> = vec![];
    let mut workers = FuturesUnordered::new();
    loop {
        // Before the browsers are read: who comes from here on wakes this again.
        changed.mark_unchanged();
        let browsers = alerts.channels().browsers();
        served.retain(|known| is_among(known, &browsers));
        for browser in browsers {
            if !is_among(&browser, &served) {
                served.push(Arc::clone(&browser));
                workers.push(to_browser(dependencies, browser));
            }
        }
        tokio::select! {
            Some(()) = workers.next() => {}
            more = changed.changed() => if more.is_err() { return },
        }
    }
}

/// Delivers to one browser until it is taken out. One whose push service knows it no more is taken out here.
async fn to_browser(dependencies: &Dependencies, browser: Arc<dyn Channel>) {
    let alerts = &dependencies.alerts;
    let mut changed = alerts.channels().browsers_changed();
    let removed = async {
        let is_there = || is_among(&browser, &alerts.channels().browsers());
        let _ = changed.wait_for(|_| !is_there()).await;
    };
    let is_gone = tokio::select! {
        is_gone = dependencies.worker(Arc::clone(&browser)).run() => is_gone,
        () = removed => false,
    };
    if is_gone {
        let name = browser.name();
        tracing::info!(
            browser = name,
            "a browser has ended its subscription to alerts"
        );
        while let Err(error) = alerts.unsubscribe(name).await {
            if matches!(error, StoreError::NotFound(_)) {
                return;
            }
            // The store has logged why it could not.
            sleep(RETRY).await;
        }
    }
}

fn is_among(browser: &Arc<dyn Channel>, browsers: &[Arc<dyn Channel>]) -> bool {
    browsers.iter().any(|known| Arc::ptr_eq(known, browser))
}
