//! Alerts against quotes, bars, articles and the clock.

mod absence;
mod changes;
mod news;
mod quotes;
mod technical;

use super::*;
use crate::domain::{
    alert::{AlertFrequency, AlertKind, Condition, Indicator},
    news::Sentiment,
    session::Calendar,
    ticker::TickerId,
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
        id: TickerId(1),
        price,
        as_of: at(second),
        source: "test".into(),
        previous_close: None,
        change_24h: Some(price - 100.0),
        change_7d: None,
        market_cap: None,
        volume_24h: Some(price * 10.0),
        day_high: None,
        day_low: None,
        year_high: None,
        year_low: None,
        all_time_high: None,
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

/// A watch and what came out of it.
struct Desk {
    watch: Watch,
    outcomes: mpsc::UnboundedReceiver<Vec<Outcome>>,
}

impl Desk {
    fn with(alert: Alert) -> Self {
        Self::knowing(alert, &Past::default(), at(0))
    }

    fn knowing(alert: Alert, past: &Past, now: Timestamp) -> Self {
        let (watch, outcomes) = Watch::new();
        watch.put(alert, past, now);
        Self { watch, outcomes }
    }

    /// One that watched until `quote` and comes back at `now`.
    fn resumed(alert: Alert, quote: Quote, now: i64) -> Self {
        let (watch, outcomes) = Watch::new();
        let past = Past {
            quote: Some(quote),
            ..Past::default()
        };
        watch.resume(alert, &past, at(now));
        Self { watch, outcomes }
    }

    fn outcomes(&mut self) -> Vec<Outcome> {
        std::iter::from_fn(|| self.outcomes.try_recv().ok())
            .flatten()
            .collect()
    }

    fn reports(&mut self) -> Vec<FiredAlert> {
        self.outcomes()
            .into_iter()
            .filter_map(|outcome| outcome.report)
            .collect()
    }

    /// The places in `prices`, a minute apart, at which it fires.
    fn minutes(mut self, prices: &[f64]) -> Vec<i64> {
        for (minute, price) in (0..).zip(prices) {
            self.watch.observe("BTC", &quote(*price, minute * MINUTE));
        }
        self.reports()
            .iter()
            .map(|report| report.at.as_second() / MINUTE)
            .collect()
    }
}
