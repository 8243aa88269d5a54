//! Earnings reports.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::currency::Currency;

/// Time of day of an earnings report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportTime {
    /// Before the market opens.
    Before,
    /// After the market closes.
    After,
    /// During trading hours.
    During,
}

/// An earnings report, past or upcoming. Upserted by (symbol, date).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EarningsEvent {
    /// Symbol of the company.
    pub symbol: String,
    /// Date of the report in the exchange's time zone.
    pub date: Date,
    /// Time of day; `None` if the source does not report it.
    pub time: Option<ReportTime>,
    /// Estimated earnings per share, in `currency`.
    pub estimated_eps: Option<f64>,
    /// Reported earnings per share, in `currency`; `None` before the report.
    pub actual_eps: Option<f64>,
    /// Currency of both figures, which may differ from the currency of the price; `None` if unknown.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// Difference between reported and estimated earnings, in percent; `None` before the report.
    pub surprise: Option<f64>,
    /// True if the date is not confirmed and may move.
    #[serde(default)]
    pub is_estimate: bool,
    /// Name of the provider; empty until `ingest` sets it.
    #[serde(default)]
    pub provider: String,
}

/// Returns the difference between `actual` and `estimate` in percent of the absolute estimate; `None` for an estimate
/// of zero.
pub(crate) fn surprise_percent(actual: f64, estimate: f64) -> Option<f64> {
    (estimate != 0.0).then(|| (actual - estimate) / estimate.abs() * 100.0)
}
