//! Alerts: judged on every quote, every finished bar and every article, by rules that need nothing
//! but their arguments.
//!
//! An alert fires when its value *comes to* meet the condition: one that is met already when it is
//! made waits until it was not. `gauge` measures (`technical` and `indicators` on bars), `trigger`
//! tells coming from hovering, `rule` says how often, `gap` keeps apart what happened while the
//! program was away, `sentence` is what a person reads.

mod gap;
mod gauge;
mod indicators;
mod rule;
mod samples;
mod sentence;
mod technical;
#[cfg(test)]
mod tests;
mod trigger;

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::mpsc;

use self::rule::Rule;
pub use self::{
    gauge::wanted,
    rule::Past,
    samples::{SAMPLE_SYMBOLS, samples},
};
use crate::domain::{
    Timestamp,
    alert::{Alert, FiredAlert},
    bar::{Bar, Interval},
    news::NewsUpdate,
    quote::Quote,
};

/// An alert's state after its condition was met, and what it reports. A daily summary that gathers
/// reports nothing yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The alert as it is now.
    pub alert: Alert,
    /// What everybody is told.
    pub report: Option<FiredAlert>,
}

/// Every active alert, watched. Shared by `ingest`, which shows it the market, and the web floor,
/// which adds and removes.
#[derive(Debug)]
pub struct Watch {
    rules: Mutex<HashMap<String, Vec<Rule>>>,
    outcomes: Mutex<Option<mpsc::UnboundedSender<Vec<Outcome>>>>,
}

impl Watch {
    /// A watch over nothing, and the end at which its outcomes come out. They are few (each alert
    /// pauses after one), so that queue needs no bound.
    pub fn new() -> (Self, mpsc::UnboundedReceiver<Vec<Outcome>>) {
        let (outcomes, queue) = mpsc::unbounded_channel();
        let watch = Self {
            rules: Mutex::default(),
            outcomes: Mutex::new(Some(outcomes)),
        };
        (watch, queue)
    }

    /// Watches an alert from now on, or anew. `past` is what is known of its ticker.
    pub fn put(&self, alert: Alert, past: &Past, now: Timestamp) {
        self.remove(alert.id);
        if alert.active {
            let symbol = alert.symbol.clone();
            let rule = Rule::new(alert, past, now);
            self.lock().entry(symbol).or_default().push(rule);
        }
    }

    /// Watches an alert again after the program was away; `past` is what was stored then. What
    /// happened since is judged on the bars that come next, and marked late.
    pub fn resume(&self, alert: Alert, past: &Past, now: Timestamp) {
        if !alert.active {
            return;
        }
        let symbol = alert.symbol.clone();
        let (rule, outcomes) = Rule::resumed(alert, past, now);
        self.lock().entry(symbol).or_default().push(rule);
        self.send(outcomes);
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
        self.judge(symbol, |rule| rule.quote(quote));
    }

    /// Judges the alerts of `symbol` on bars (ascending), the last of which may be unfinished.
    pub fn observe_bars(&self, symbol: &str, interval: Interval, bars: &[Bar], now: Timestamp) {
        self.judge(symbol, |rule| rule.bars(interval, bars, now));
    }

    /// Judges the alerts of `symbol` on an article about it; `price` is that of the moment.
    pub fn observe_news(&self, symbol: &str, article: &NewsUpdate, price: Option<f64>) {
        self.judge(symbol, |rule| {
            rule.news(article, price).into_iter().collect()
        });
    }

    /// Judges every alert on the passing of time.
    pub fn beat(&self, now: Timestamp) {
        let symbols: Vec<String> = self.lock().keys().cloned().collect();
        for symbol in symbols {
            self.judge(&symbol, |rule| rule.beat(now));
        }
    }

    fn judge(&self, symbol: &str, outcomes: impl FnMut(&mut Rule) -> Vec<Outcome>) {
        let mut rules = self.lock();
        let Some(line) = rules.get_mut(symbol) else {
            return;
        };
        let outcomes: Vec<Outcome> = line.iter_mut().flat_map(outcomes).collect();
        line.retain(|rule| rule.alert().active);
        self.send(outcomes);
    }

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

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<Rule>>> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
