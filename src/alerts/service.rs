//! The alerts of the running program: a registry behind a lock, and the queue of what they report.

use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use tokio::sync::mpsc;

use super::engine::{Baseline, Outcome, Registry};
use crate::domain::{
    alert::Alert,
    bar::{Bar, Interval},
    news::NewsUpdate,
    quote::Quote,
};

/// Every active alert, watched. Shared by `ingest`, which shows it the market, and the web floor,
/// which adds and removes.
#[derive(Debug)]
pub struct AlertService {
    registry: Mutex<Registry>,
    outcomes: Mutex<Option<mpsc::UnboundedSender<Vec<Outcome>>>>,
}

impl AlertService {
    /// A service that watches nothing yet, and the end at which its outcomes come out.
    pub fn new() -> (Self, mpsc::UnboundedReceiver<Vec<Outcome>>) {
        let (outcomes, queue) = mpsc::unbounded_channel();
        let service = Self {
            registry: Mutex::default(),
            outcomes: Mutex::new(Some(outcomes)),
        };
        (service, queue)
    }

    /// Watches an alert from now on, in place of one of the same number.
    pub(crate) fn watch(&self, alert: Alert, baseline: &Baseline, now: Timestamp) {
        self.registry().watch(alert, baseline, now);
    }

    /// Watches an alert again after the program was away.
    pub(crate) fn resume(&self, alert: Alert, baseline: &Baseline, now: Timestamp) {
        let mut registry = self.registry();
        self.send(registry.resume(alert, baseline, now));
    }

    /// Stops watching an alert.
    pub(crate) fn remove(&self, id: u32) {
        self.registry().remove(id);
    }

    /// Judges the alerts of `symbol` on its newest quote.
    pub(crate) fn observe_quote(&self, symbol: &str, quote: &Quote) {
        let mut registry = self.registry();
        self.send(registry.observe_quote(symbol, quote));
    }

    /// Judges the alerts of `symbol` on bars (ascending), the last of which may be unfinished.
    pub(crate) fn observe_bars(
        &self,
        symbol: &str,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
    ) {
        let mut registry = self.registry();
        self.send(registry.observe_bars(symbol, interval, bars, now));
    }

    /// Judges the alerts of `symbol` on an article about it; `price` is that of the moment.
    pub(crate) fn observe_news(&self, symbol: &str, article: &NewsUpdate, price: Option<f64>) {
        let mut registry = self.registry();
        self.send(registry.observe_news(symbol, article, price));
    }

    /// Judges every alert on the passing of time.
    pub(crate) fn sweep(&self, now: Timestamp) {
        let mut registry = self.registry();
        self.send(registry.sweep(now));
    }

    /// Queues outcomes; called with the registry locked, so that they leave in their order.
    fn send(&self, outcomes: Vec<Outcome>) {
        if !outcomes.is_empty() {
            // Nobody listens only while the program stops.
            if let Some(queue) = &*self.queue() {
                let _ = queue.send(outcomes);
            }
        }
    }

    /// Ends the queue of outcomes: what comes now is for nobody.
    pub fn end(&self) {
        *self.queue() = None;
    }

    fn queue(&self) -> MutexGuard<'_, Option<mpsc::UnboundedSender<Vec<Outcome>>>> {
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
