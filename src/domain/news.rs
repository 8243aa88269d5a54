//! News items and their sentiment.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How a headline sounds for the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sentiment {
    /// Bullish.
    Positive,
    /// Neither.
    Neutral,
    /// Bearish.
    Negative,
}

impl Sentiment {
    /// The word on the wire, in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Positive => "positive",
            Self::Neutral => "neutral",
            Self::Negative => "negative",
        }
    }

    /// The reverse of [`Sentiment::as_str`]; `None` for any other word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Positive, Self::Neutral, Self::Negative]
            .into_iter()
            .find(|sentiment| sentiment.as_str() == word)
    }
}

/// One article, as a source brings it. `key` identifies it at its source (guid or link), so
/// that the same article read twice is stored once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewsUpdate {
    /// Identity at the source.
    pub key: String,
    /// The tickers it is about, by symbol; the first that the store knows is its ticker.
    #[serde(default)]
    pub symbols: Vec<String>,
    /// The outlet.
    pub source: String,
    /// Plain text.
    pub title: String,
    /// Plain text, possibly empty.
    pub content: String,
    /// Address of the article at its source.
    #[serde(default)]
    pub url: Option<String>,
    /// How it sounds.
    pub sentiment: Sentiment,
    /// When the source published it.
    pub published_at: Timestamp,
}

/// One article as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewsItem {
    /// Its number in this store.
    pub id: u32,
    /// The first of its symbols that the store knows.
    pub ticker_id: Option<super::ticker::TickerId>,
    /// What the source said.
    #[serde(flatten)]
    pub update: NewsUpdate,
    /// Name of the provider that gave it; empty until `ingest` signs it.
    #[serde(default)]
    pub provider: String,
}
