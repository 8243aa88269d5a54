//! What the sample market makes offerings, headlines and reports of. Nothing here has a date: each
//! comes again in a cycle.

use serde::{Deserialize, de::DeserializeOwned};

use super::error::CatalogueError;
use crate::domain::{earnings::ReportTime, news::Sentiment};

/// An invented token offering.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IcoTemplate {
    /// Full name.
    pub name: String,
    /// Token symbol.
    pub symbol: String,
    /// What the token is for.
    pub category: String,
    /// Plain text.
    pub description: String,
    /// Short labels.
    pub tags: Vec<String>,
    /// US dollars sought.
    pub target_amount: f64,
    /// Part of the target that is raised in the end; above 1 when it is oversubscribed.
    pub raised_share: f64,
    /// Days between opening and close.
    pub duration_days: i64,
    /// Place of the opening in its cycle, from 0 to 1.
    pub phase: f64,
}

/// An invented headline.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct NewsTemplate {
    /// The ticker it is about.
    pub symbol: Option<String>,
    /// An outlet that does not exist.
    pub source: String,
    /// Plain text.
    pub title: String,
    /// Plain text.
    pub content: String,
    /// How it sounds.
    pub sentiment: Sentiment,
}

/// When a company reports.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EarningsTemplate {
    /// The company's ticker.
    pub symbol: String,
    /// When on its day.
    pub session: ReportTime,
    /// Its day in the cycle.
    pub day: i64,
    /// US dollars per share, as expected at the catalogue's date.
    pub eps_base: f64,
    /// Typical surprise, as a fraction of what was expected.
    pub eps_sigma: f64,
}

/// Reads a document that is a list.
pub(super) fn parse<T: DeserializeOwned>(
    file: &'static str,
    text: &str,
) -> Result<Vec<T>, CatalogueError> {
    serde_json::from_str(text).map_err(|source| CatalogueError::Document { file, source })
}
