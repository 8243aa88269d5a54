//! Tests of the alert engine.

mod backtest;
mod changes;
mod downtime;
mod events;
mod filings;
mod gap;
mod holdings;
mod joined;
mod lifetime;
mod news;
mod quotes;
mod range;
mod screens;
mod splits;
mod technical;

use super::*;
use crate::{
    domain::{
        Timestamp,
        alert::{AlertFrequency, AlertKind, Condition, Indicator},
        bar::{Bar, Interval},
        news::{NewsUpdate, Sentiment},
        quote::Quote,
        session::Calendar,
    },
    testing,
};

const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn alert(condition: Condition, frequency: AlertFrequency, value: f64) -> Alert {
    Alert {
        id: 1,
        condition: Some(condition),
        value: Some(value),
        ..Alert::new(AlertKind::Price, "BTC", frequency, at(0))
    }
}

fn quote(price: f64, second: i64) -> Quote {
    Quote {
        change_24h: Some(price - 100.0),
        volume_24h: Some(price * 10.0),
        ..testing::quote(price, at(second))
    }
}

fn bar(start: i64, [open, high, low, close]: [f64; 4]) -> Bar {
    Bar {
        start,
        open,
        high,
        low,
        close,
        volume: 0.0,
    }
}

/// The bars of a baseline. Only one interval has bars.
fn stored(interval: Interval, bars: Vec<Bar>) -> [Vec<Bar>; 3] {
    let mut stored: [Vec<Bar>; 3] = Default::default();
    stored[interval as usize] = bars;
    stored
}

/// A registry and its outcomes.
struct Fixture {
    registry: Registry,
    outcomes: Vec<Outcome>,
}

impl Fixture {
    fn with(alert: Alert) -> Self {
        Self::with_baseline(alert, &Baseline::default(), at(0))
    }

    fn with_baseline(alert: Alert, baseline: &Baseline, now: Timestamp) -> Self {
        let mut registry = Registry::default();
        registry.watch(alert, baseline, now);
        Self {
            registry,
            outcomes: vec![],
        }
    }

    /// A registry after a restart at `now`; `quote` is the last one before the downtime.
    fn resumed(alert: Alert, quote: Quote, now: i64) -> Self {
        let baseline = Baseline {
            quote: Some(quote),
            ..Baseline::default()
        };
        Self::resumed_from(alert, &baseline, now)
    }

    fn resumed_from(alert: Alert, baseline: &Baseline, now: i64) -> Self {
        let mut registry = Registry::default();
        let outcomes = registry.resume(alert, baseline, at(now));
        Self { registry, outcomes }
    }

    fn observe(&mut self, quote: &Quote) {
        let outcomes = self.registry.observe_quote("BTC", quote);
        self.outcomes.extend(outcomes);
    }

    fn observe_bars(&mut self, interval: Interval, bars: &[Bar], now: Timestamp) {
        let outcomes = self.registry.observe_bars("BTC", interval, bars, now);
        self.outcomes.extend(outcomes);
    }

    fn observe_news(&mut self, article: &NewsUpdate, price: Option<f64>) {
        let outcomes = self.registry.observe_news("BTC", article, price);
        self.outcomes.extend(outcomes);
    }

    fn sweep(&mut self, now: Timestamp) {
        let outcomes = self.registry.sweep(now);
        self.outcomes.extend(outcomes);
    }

    fn outcomes(&mut self) -> Vec<Outcome> {
        std::mem::take(&mut self.outcomes)
    }

    fn reports(&mut self) -> Vec<FiredAlert> {
        let outcomes = self.outcomes().into_iter();
        outcomes.filter_map(|outcome| outcome.report).collect()
    }

    /// Observes `prices`, one per minute. Returns the minutes at which the alert fires.
    fn minutes(mut self, prices: &[f64]) -> Vec<i64> {
        for (minute, price) in (0..).zip(prices) {
            self.observe(&quote(*price, minute * MINUTE));
        }
        self.reports()
            .iter()
            .map(|report| report.at.as_second() / MINUTE)
            .collect()
    }
}
