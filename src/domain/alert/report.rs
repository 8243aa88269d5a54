//! Reports of alerts.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::domain::currency::Currency;

/// Matches of an alert with daily reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DailySummary {
    /// Number of matches.
    pub times: u32,
    /// Time of the first match.
    pub first_at: Timestamp,
    /// Sentence of the last match.
    pub sentence: String,
    /// Price at the last match, in the ticker's currency.
    #[serde(default)]
    pub price: Option<f64>,
    /// URL of the document of the last match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A report of an alert: an entry of the alert history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FiredAlert {
    /// Id of the alert, which may have been deleted.
    pub alert_id: u32,
    /// Symbol of the ticker.
    pub symbol: String,
    /// Price at the time of the match, in the unit of the ticker's price; `None` if unknown.
    #[serde(default)]
    pub price: Option<f64>,
    /// Currency of the price; `None` for index points, rates, prices in percent, and reports from versions without this field.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// Time of the match.
    pub at: Timestamp,
    /// True if the condition was met while the program was not running.
    #[serde(default)]
    pub late: bool,
    /// Sentence for the user.
    pub sentence: String,
    /// URL of the document that the report is about, such as a filing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Note of the alert.
    #[serde(default)]
    pub note: Option<String>,
}

impl FiredAlert {
    /// Creates a report without price and note.
    pub fn new(
        alert_id: u32,
        symbol: impl Into<String>,
        at: Timestamp,
        sentence: impl Into<String>,
    ) -> Self {
        Self {
            alert_id,
            symbol: symbol.into(),
            price: None,
            currency: None,
            at,
            late: false,
            sentence: sentence.into(),
            url: None,
            note: None,
        }
    }
}
