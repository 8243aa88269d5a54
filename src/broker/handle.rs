//! How others hand alerts to whoever holds the connection, and see how it does.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};

use super::settings::BrokerSettings;

/// Alerts that wait to be written: whoever hands one over waits for it, so there is one of each worker.
const QUEUE_LENGTH: usize = 16;

/// What an alert on its topic is, as its `event_type` says: one that fired, or a test.
pub(crate) const EVENT_TYPES: [&str; 2] = ["alert", "test"];

/// How the connection does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrokerState {
    /// Since when it stands; `None` while it does not.
    pub connected_at: Option<Timestamp>,
    /// Why it does not stand, in a sentence; `None` before the first attempt.
    pub problem: Option<String>,
    /// Messages that were sent since the start.
    pub messages: u64,
    /// Tickers whose prices are published.
    pub tickers: usize,
    /// Lists that the configuration names and that do not exist.
    pub unknown_lists: Vec<String>,
}

/// An alert to publish.
#[derive(Debug)]
pub(crate) struct QueuedAlert {
    pub(crate) payload: String,
    /// Hears that the broker has it.
    pub(crate) done: oneshot::Sender<()>,
}

/// The end at which alerts are handed over. Clones share one connection.
#[derive(Debug, Clone)]
pub struct BrokerHandle {
    address: String,
    topic: String,
    alerts: mpsc::Sender<QueuedAlert>,
    state: Arc<Mutex<BrokerState>>,
}

/// The end of whoever holds the connection.
#[derive(Debug)]
pub struct AlertReceiver {
    alerts: mpsc::Receiver<QueuedAlert>,
    state: Arc<Mutex<BrokerState>>,
}

impl BrokerHandle {
    /// The two ends.
    pub fn new(settings: &BrokerSettings) -> (Self, AlertReceiver) {
        let (sender, receiver) = mpsc::channel(QUEUE_LENGTH);
        let state = Arc::<Mutex<BrokerState>>::default();
        let handle = Self {
            address: settings.address.clone(),
            topic: settings.alert_topic(),
            alerts: sender,
            state: Arc::clone(&state),
        };
        let alerts = receiver;
        (handle, AlertReceiver { alerts, state })
    }

    /// As it is configured; nothing of it is secret.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Where alerts go there.
    pub(crate) fn topic(&self) -> &str {
        &self.topic
    }

    /// How the connection does.
    pub fn state(&self) -> BrokerState {
        lock(&self.state).clone()
    }

    /// Whether the connection stands.
    pub fn is_connected(&self) -> bool {
        lock(&self.state).connected_at.is_some()
    }

    /// Publishes an alert; resolves when the broker has acknowledged it, or with why it has not. One of which that is not
    /// known may have arrived.
    pub(crate) async fn publish(&self, payload: String) -> Result<(), String> {
        let state = self.state();
        if state.connected_at.is_none() {
            let why = state
                .problem
                .unwrap_or_else(|| "not reached yet".to_owned());
            return Err(why);
        }
        let (done, acknowledged) = oneshot::channel();
        let alert = QueuedAlert { payload, done };
        let ended = || "the connection ended before the broker had it".to_owned();
        self.alerts.send(alert).await.map_err(|_| ended())?;
        acknowledged.await.map_err(|_| ended())
    }
}

impl AlertReceiver {
    /// The next alert that somebody still waits for; pending for ever when nobody is left who could hand one over.
    /// Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> QueuedAlert {
        loop {
            match self.alerts.recv().await {
                // Whoever gave up hands it over again.
                Some(alert) if alert.done.is_closed() => {}
                Some(alert) => return alert,
                None => std::future::pending().await,
            }
        }
    }

    /// Tells how the connection does.
    pub(crate) fn update_state(&self, change: impl FnOnce(&mut BrokerState)) {
        change(&mut lock(&self.state));
    }
}

fn lock(state: &Mutex<BrokerState>) -> MutexGuard<'_, BrokerState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
