//! Earnings announcements.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::currency::Currency;

/// When on its day a company reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportTime {
    /// Before the market opens.
    Before,
    /// After it closes.
    After,
    /// While it is open.
    During,
}

/// One announcement, by symbol. Upserted by (symbol, date).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EarningsEvent {
    /// The reporting company's ticker.
    pub symbol: String,
    /// Day of the report, in the exchange's calendar.
    pub date: Date,
    /// When on that day; `None` when the source does not say.
    pub time: Option<ReportTime>,
    /// Per share, in `currency`.
    pub estimated_eps: Option<f64>,
    /// Per share, in `currency`; `None` until reported.
    pub actual_eps: Option<f64>,
    /// The currency of both figures: often not that of the price; `None` when unknown.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// Percent by which the actual beats the estimate; `None` until reported.
    pub surprise: Option<f64>,
    /// Nobody confirmed the day: it may move.
    #[serde(default)]
    pub is_estimate: bool,
    /// Name of the provider that gave it; empty until `ingest` signs it.
    #[serde(default)]
    pub provider: String,
}

/// Percent by which `actual` beats `estimate`, relative to the size of the estimate; `None` for an
/// estimate of zero.
pub(crate) fn surprise_percent(actual: f64, estimate: f64) -> Option<f64> {
    (estimate != 0.0).then(|| (actual - estimate) / estimate.abs() * 100.0)
}
