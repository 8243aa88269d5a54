//! Passes alerts to the task that maintains the connection to the MQTT broker, and reports the state of the connection.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};

use super::settings::BrokerSettings;

/// Capacity of the alert queue. Few alerts are queued at a time, as each delivery worker waits until its alert is acknowledged.
const QUEUE_LENGTH: usize = 16;

/// Values of `event_type` in a published alert: a fired alert or a test.
pub(crate) const EVENT_TYPES: [&str; 2] = ["alert", "test"];

/// State of the connection to the broker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrokerState {
    /// When the connection was established; `None` while disconnected.
    pub connected_at: Option<Timestamp>,
    /// The reason of the last failure, as one sentence; `None` while connected and before the first attempt.
    pub problem: Option<String>,
    /// Messages sent since the start.
    pub messages: u64,
    /// Tickers whose prices are published.
    pub tickers: usize,
    /// Configured lists that do not exist.
    pub unknown_lists: Vec<String>,
}

/// An alert to publish.
#[derive(Debug)]
pub(crate) struct QueuedAlert {
    pub(crate) payload: String,
    /// Notified when the broker has acknowledged the alert.
    pub(crate) done: oneshot::Sender<()>,
}

/// Publishes alerts and returns the state of the connection. Clones share one connection.
#[derive(Debug, Clone)]
pub struct BrokerHandle {
    address: String,
    topic: String,
    alerts: mpsc::Sender<QueuedAlert>,
    state: Arc<Mutex<BrokerState>>,
}

/// The receiving end of a [`BrokerHandle`], for the task that maintains the connection.
#[derive(Debug)]
pub struct AlertReceiver {
    alerts: mpsc::Receiver<QueuedAlert>,
    state: Arc<Mutex<BrokerState>>,
}

impl BrokerHandle {
    /// Creates a handle and its receiving end.
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

    /// Returns the configured address, which contains no secrets.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the topic of alerts.
    pub(crate) fn topic(&self) -> &str {
        &self.topic
    }

    /// Returns the state of the connection.
    pub fn state(&self) -> BrokerState {
        lock(&self.state).clone()
    }

    /// Returns true while connected.
    pub fn is_connected(&self) -> bool {
        lock(&self.state).connected_at.is_some()
    }

    /// Publishes an alert and waits until the broker acknowledges it. After an error, the broker may still have received the alert.
    ///
    /// # Errors
    /// A sentence if the server is not connected, or if the connection ends before the acknowledgement.
    pub(crate) async fn publish(&self, payload: String) -> Result<(), String> {
        let state = self.state();
        if state.connected_at.is_none() {
            let problem = state
                .problem
                .unwrap_or_else(|| "not connected yet".to_owned());
            return Err(problem);
        }
        let (done, acknowledged) = oneshot::channel();
        let alert = QueuedAlert { payload, done };
        let connection_ended =
            || "the connection ended before the broker acknowledged the alert".to_owned();
        self.alerts
            .send(alert)
            .await
            .map_err(|_| connection_ended())?;
        acknowledged.await.map_err(|_| connection_ended())
    }
}

impl AlertReceiver {
    /// Returns the next alert whose sender still waits. Never resolves if all senders are dropped. Cancel-safe.
    pub(crate) async fn next(&mut self) -> QueuedAlert {
        loop {
            match self.alerts.recv().await {
                // Skipped: the sender has timed out and will retry.
                Some(alert) if alert.done.is_closed() => {}
                Some(alert) => return alert,
                None => std::future::pending().await,
            }
        }
    }

    /// Updates the state of the connection.
    pub(crate) fn update_state(&self, change: impl FnOnce(&mut BrokerState)) {
        change(&mut lock(&self.state));
    }
}

fn lock(state: &Mutex<BrokerState>) -> MutexGuard<'_, BrokerState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
