//! Templates of the sample market's token offerings, headlines and earnings reports. Templates have no dates: each one recurs in a
//! cycle.

use serde::{Deserialize, de::DeserializeOwned};

use super::error::CatalogueError;
use crate::domain::{earnings::ReportTime, news::Sentiment};

/// A fictitious token offering.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IcoTemplate {
    /// Full name.
    pub name: String,
    /// Token symbol.
    pub symbol: String,
    /// Purpose of the token.
    pub category: String,
    /// Plain text.
    pub description: String,
    /// Short labels.
    pub tags: Vec<String>,
    /// Target in US dollars.
    pub target_amount: f64,
    /// Fraction of the target that is raised by the close; above 1 if oversubscribed.
    pub raised_share: f64,
    /// Days between opening and close.
    pub duration_days: i64,
    /// Position of the opening in its cycle, from 0 to 1.
    pub phase: f64,
}

/// A fictitious headline.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct NewsTemplate {
    /// Symbol of the ticker that the headline is about.
    pub symbol: Option<String>,
    /// Name of a fictitious publisher.
    pub source: String,
    /// Plain text.
    pub title: String,
    /// Plain text.
    pub content: String,
    /// Sentiment of the headline.
    pub sentiment: Sentiment,
}

/// Earnings reports of a company.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EarningsTemplate {
    /// The company's symbol.
    pub symbol: String,
    /// Time of day of the report.
    pub session: ReportTime,
    /// Day of the report in its cycle.
    pub day: i64,
    /// Expected earnings in US dollars per share at the catalogue's date.
    pub eps_base: f64,
    /// Standard deviation of the surprise, as a fraction of the expected earnings.
    pub eps_sigma: f64,
}

/// Reads a JSON list.
pub(super) fn parse<T: DeserializeOwned>(
    file: &'static str,
    text: &str,
) -> Result<Vec<T>, CatalogueError> {
    serde_json::from_str(text).map_err(|source| CatalogueError::Document { file, source })
}
