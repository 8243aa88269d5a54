//! The compared figures, by their path in the API responses.

use serde_json::{Value, json};

use crate::program::Running;

/// The figures of one ticker that the reference reader found in a recording.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Marketdeck's symbol.
    pub(super) symbol: String,
    /// Paths in [`all_figures`] with their values.
    pub(super) figures: Vec<(String, Value)>,
}

impl Facts {
    pub(super) fn new(symbol: &str) -> Self {
        Self {
            symbol: symbol.to_owned(),
            figures: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, path: &str, value: impl Into<Value>) {
        self.figures.push((path.to_owned(), value.into()));
    }
}

/// Returns all API data of a ticker, with bars, week line and dividends.
pub(super) fn all_figures(running: &Running, symbol: &str) -> Value {
    let path = symbol.replace('^', "%5E");
    let (status, body) = running.get(&format!("/api/tickers/{path}"));
    if status != 200 {
        return Value::Null;
    }
    let mut ticker: Value = serde_json::from_str(&body).unwrap();
    for (name, interval) in [("days", "1d"), ("fiveMinutes", "5m")] {
        let bars = running.json(&format!(
            "/api/tickers/{path}/bars?timeframe=MAX&interval={interval}"
        ));
        let bars = bars.as_array().cloned().unwrap_or_default();
        let last = bars.last().map_or(Value::Null, |bar| bar["close"].clone());
        ticker[name] = json!({ "count": bars.len(), "lastClose": last });
    }
    let week = running.json(&format!("/api/tickers/{path}/price-history?timeframe=1W"));
    let edge = |point: Option<&Value>| point.and_then(|point| point["price"].as_f64());
    let points = week.as_array().cloned().unwrap_or_default();
    let change = edge(points.first())
        .zip(edge(points.last()))
        .map(|(first, last)| (last / first - 1.0) * 100.0);
    ticker["weekLine"] = json!({ "change": change });
    let paid = running.json(&format!("/api/tickers/{path}/dividends"));
    let row = |row: &Value| json!([row["exDate"], row["amount"]]);
    let rows: Vec<Value> = paid.as_array().into_iter().flatten().map(row).collect();
    ticker["dividends"] = rows.into();
    ticker
}
