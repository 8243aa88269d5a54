//! The JSON of Yahoo's chart endpoint (`/v8/finance/chart/{symbol}`), as recorded in 2018–2026.
//! Unofficial and undocumented; it goes nowhere else.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct Envelope {
    pub(super) chart: Option<Chart>,
    /// Some failures come in an envelope of their own, with HTTP 200.
    pub(super) finance: Option<Chart>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Chart {
    pub(super) result: Option<Vec<ChartResult>>,
    pub(super) error: Option<ChartError>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ChartError {
    pub(super) code: Option<String>,
    pub(super) description: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ChartResult {
    pub(super) meta: Meta,
    #[serde(default)]
    pub(super) timestamp: Option<Vec<i64>>,
    #[serde(default)]
    pub(super) events: Events,
    #[serde(default)]
    pub(super) indicators: Indicators,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Meta {
    pub(super) currency: Option<String>,
    #[serde(default)]
    pub(super) gmtoffset: i32,
    pub(super) exchange_timezone_name: Option<String>,
    pub(super) fullday_price: Option<f64>,
    pub(super) fullday_change: Option<f64>,
    pub(super) regular_market_price: Option<f64>,
    pub(super) regular_market_time: Option<i64>,
    pub(super) regular_market_change_percent: Option<f64>,
    pub(super) regular_market_day_high: Option<f64>,
    pub(super) regular_market_day_low: Option<f64>,
    pub(super) regular_market_volume: Option<f64>,
    pub(super) fifty_two_week_high: Option<f64>,
    pub(super) fifty_two_week_low: Option<f64>,
    pub(super) previous_close: Option<f64>,
    pub(super) chart_previous_close: Option<f64>,
    pub(super) data_granularity: Option<String>,
    pub(super) range: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Events {
    #[serde(default)]
    pub(super) dividends: BTreeMap<String, DividendEvent>,
    #[serde(default)]
    pub(super) splits: BTreeMap<String, SplitEvent>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DividendEvent {
    pub(super) amount: f64,
    pub(super) date: i64,
}

#[derive(Debug, Deserialize)]
pub(super) struct SplitEvent {
    #[serde(default)]
    pub(super) date: i64,
    pub(super) numerator: f64,
    pub(super) denominator: f64,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Indicators {
    #[serde(default)]
    pub(super) quote: Vec<Columns>,
}

/// Columns beside `timestamp`; any value may be null, any column missing.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Columns {
    #[serde(default)]
    pub(super) open: Vec<Option<f64>>,
    #[serde(default)]
    pub(super) high: Vec<Option<f64>>,
    #[serde(default)]
    pub(super) low: Vec<Option<f64>>,
    #[serde(default)]
    pub(super) close: Vec<Option<f64>>,
    #[serde(default)]
    pub(super) volume: Vec<Option<f64>>,
}
