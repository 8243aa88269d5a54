//! How others hand alerts to whoever holds the connection, and see how it does.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};

use super::settings::BrokerSettings;

/// Alerts that wait to be written: whoever hands one over waits for it, so there is one of each worker.
const WAITING: usize = 16;

/// What an alert on its topic is, as its `event_type` says: one that fired, or a test.
pub(crate) const EVENTS: [&str; 2] = ["alert", "test"];

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
pub(crate) struct Submission {
    pub(crate) payload: String,
    /// Hears that the broker has it.
    pub(crate) done: oneshot::Sender<()>,
}

/// The end at which alerts are handed over. Clones share one connection.
#[derive(Debug, Clone)]
pub struct Outlet {
    address: String,
    topic: String,
    submissions: mpsc::Sender<Submission>,
    state: Arc<Mutex<BrokerState>>,
}

/// The end of whoever holds the connection.
#[derive(Debug)]
pub struct Inbox {
    submissions: mpsc::Receiver<Submission>,
    state: Arc<Mutex<BrokerState>>,
}

impl Outlet {
    /// The two ends.
    pub fn new(settings: &BrokerSettings) -> (Self, Inbox) {
        let (sender, receiver) = mpsc::channel(WAITING);
        let state = Arc::<Mutex<BrokerState>>::default();
        let outlet = Self {
            address: settings.address.clone(),
            topic: settings.alert_topic(),
            submissions: sender,
            state: Arc::clone(&state),
        };
        let submissions = receiver;
        (outlet, Inbox { submissions, state })
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
        locked(&self.state).clone()
    }

    /// Whether the connection stands.
    pub fn is_connected(&self) -> bool {
        locked(&self.state).connected_at.is_some()
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
        let submission = Submission { payload, done };
        let ended = || "the connection ended before the broker had it".to_owned();
        self.submissions
            .send(submission)
            .await
            .map_err(|_| ended())?;
        acknowledged.await.map_err(|_| ended())
    }
}

impl Inbox {
    /// The next alert that somebody still waits for; pending for ever when nobody is left who could hand one over.
    /// Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Submission {
        loop {
            match self.submissions.recv().await {
                // Whoever gave up hands it over again.
                Some(submission) if submission.done.is_closed() => {}
                Some(submission) => return submission,
                None => std::future::pending().await,
            }
        }
    }

    /// Tells how the connection does.
    pub(crate) fn tell(&self, change: impl FnOnce(&mut BrokerState)) {
        change(&mut locked(&self.state));
    }
}

fn locked(state: &Mutex<BrokerState>) -> MutexGuard<'_, BrokerState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
