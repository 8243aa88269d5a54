//! Alerts: judged on every quote, by rules that need nothing but their arguments.
//!
//! An alert fires when its value *comes to* meet the condition: one that is met already when it is
//! made waits until it was not. After firing it is armed again only when the value has gone back
//! by a band, and not before a pause: a price that hovers at the line fires once.

mod rule;

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::mpsc;

use self::rule::Rule;
use crate::domain::{
    alert::{Alert, FiredAlert},
    quote::Quote,
};

/// An alert's state after it fired, and what it says.
pub type Firing = (Alert, FiredAlert);

/// Every active alert, watched. Shared by `ingest`, which shows it quotes, and the web floor,
/// which adds and removes.
#[derive(Debug)]
pub struct Watch {
    rules: Mutex<HashMap<String, Vec<Rule>>>,
    fired: mpsc::UnboundedSender<Vec<Firing>>,
}

impl Watch {
    /// A watch over nothing, and the end at which its firings come out. They are few (each alert
    /// pauses after one), so that queue needs no bound.
    pub fn new() -> (Self, mpsc::UnboundedReceiver<Vec<Firing>>) {
        let (fired, firings) = mpsc::unbounded_channel();
        let watch = Self {
            rules: Mutex::default(),
            fired,
        };
        (watch, firings)
    }

    /// Watches an alert, or watches it anew. `quote` is what is known of its ticker now.
    pub fn put(&self, alert: Alert, quote: Option<&Quote>) {
        self.remove(alert.id);
        if alert.active {
            let symbol = alert.symbol.clone();
            let rule = Rule::new(alert, quote);
            self.lock().entry(symbol).or_default().push(rule);
        }
    }

    /// Watches an alert no longer.
    pub fn remove(&self, id: u32) {
        let mut rules = self.lock();
        for line in rules.values_mut() {
            line.retain(|rule| rule.alert().id != id);
        }
        rules.retain(|_, line| !line.is_empty());
    }

    /// Judges the alerts of `symbol` on its newest quote.
    pub fn observe(&self, symbol: &str, quote: &Quote) {
        let mut rules = self.lock();
        let Some(line) = rules.get_mut(symbol) else {
            return;
        };
        let firings: Vec<Firing> = line
            .iter_mut()
            .filter_map(|rule| rule.observe(quote))
            .collect();
        line.retain(|rule| rule.alert().active);
        if !firings.is_empty() {
            // Nobody listens only while the program stops.
            let _ = self.fired.send(firings);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<Rule>>> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
