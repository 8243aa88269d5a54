//! News items and their sentiment.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::search::fold;

/// Sentiment of a headline for the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sentiment {
    /// Bullish.
    Positive,
    /// Neither bullish nor bearish.
    Neutral,
    /// Bearish.
    Negative,
}

impl Sentiment {
    /// Returns the lower-case name used in the API.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Positive => "positive",
            Self::Neutral => "neutral",
            Self::Negative => "negative",
        }
    }

    /// Parses the result of [`Sentiment::as_str`]; `None` for any other word.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        [Self::Positive, Self::Neutral, Self::Negative]
            .into_iter()
            .find(|sentiment| sentiment.as_str() == word)
    }
}

/// An article from a source. `key` identifies it at its source (GUID or link), so that it is stored once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewsUpdate {
    /// Identity at the source.
    pub key: String,
    /// Symbols the article is about; the first that the store knows becomes its ticker.
    #[serde(default)]
    pub symbols: Vec<String>,
    /// Name of the publisher.
    pub source: String,
    /// Headline, plain text.
    pub title: String,
    /// Summary, plain text; may be empty.
    pub content: String,
    /// URL of the article.
    #[serde(default)]
    pub url: Option<String>,
    /// Sentiment of the headline.
    pub sentiment: Sentiment,
    /// Publication time; time of the first fetch if the source has no valid date.
    pub published_at: Timestamp,
    /// True if the source has no valid date.
    #[serde(default)]
    pub is_undated: bool,
}

impl NewsUpdate {
    /// Returns true if title or summary contain every word of `query` as a whole word, ignoring case and accents.
    pub(crate) fn contains_words(&self, query: &str) -> bool {
        let text = format!("{} {}", fold(&self.title), fold(&self.content));
        let text: HashSet<&str> = words(&text).collect();
        words(&fold(query)).all(|word| text.contains(word))
    }
}

/// Splits `text` into words of letters and digits.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Maximum number of characters of a title and of a publisher's name.
const MAX_TITLE: usize = 300;
/// Maximum number of characters of a summary.
const MAX_CONTENT: usize = 2_000;
/// Maximum length of a URL in bytes.
const MAX_URL: usize = 2_048;
/// Maximum length of a key in bytes.
const MAX_KEY: usize = 512;
/// Maximum number of symbols per article.
const MAX_SYMBOLS: usize = 50;

impl NewsUpdate {
    /// Returns the article within the limits for storage: truncates texts, drops a URL that is too long, and removes
    /// duplicate symbols.
    #[must_use]
    pub(crate) fn bounded(mut self) -> Self {
        truncate(&mut self.title, MAX_TITLE);
        truncate(&mut self.content, MAX_CONTENT);
        truncate(&mut self.source, MAX_TITLE);
        self.url = self.url.filter(|url| url.len() <= MAX_URL);
        if self.key.len() > MAX_KEY {
            // A checksum replaces the end, so that long keys with the same beginning stay different.
            let sum = checksum(&self.key);
            truncate(&mut self.key, MAX_KEY / 4);
            self.key = format!("{}#{sum:016x}", self.key);
        }
        let mut seen = HashSet::new();
        self.symbols.retain(|symbol| seen.insert(symbol.clone()));
        self.symbols.truncate(MAX_SYMBOLS);
        self
    }
}

/// Truncates `text` to `max_chars` characters and marks the truncation with an ellipsis.
fn truncate(text: &mut String, max_chars: usize) {
    if let Some((end, _)) = text.char_indices().nth(max_chars) {
        text.truncate(end);
        text.push('…');
    }
}

/// FNV-1a hash: stable across builds, because keys are stored.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A stored article.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewsItem {
    /// Id in this store.
    pub id: u32,
    /// Ticker of the first known symbol.
    pub ticker_id: Option<super::ticker::TickerId>,
    /// The article as the source reported it.
    #[serde(flatten)]
    pub update: NewsUpdate,
    /// Name of the provider; empty until `ingest` sets it.
    #[serde(default)]
    pub provider: String,
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Creates a stored article without a ticker.
    pub(crate) fn article(id: u32, title: &str, published_at: Timestamp) -> NewsItem {
        NewsItem {
            id,
            ticker_id: None,
            provider: "test".to_owned(),
            update: NewsUpdate {
                key: format!("{id}"),
                symbols: vec![],
                source: "Outlet".to_owned(),
                title: title.to_owned(),
                content: String::new(),
                url: None,
                sentiment: Sentiment::Neutral,
                published_at,
                is_undated: false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_title_is_truncated_and_long_keys_stay_distinct() {
        let article = |key: String| {
            NewsUpdate {
                key,
                symbols: vec!["A".into(), "A".into()],
                source: "Wire".into(),
                title: "é".repeat(1_000_000),
                content: String::new(),
                url: Some("x".repeat(10_000)),
                sentiment: Sentiment::Neutral,
                published_at: Timestamp::UNIX_EPOCH,
                is_undated: false,
            }
            .bounded()
        };
        let (first, second) = (
            article(format!("{}1", "k".repeat(5_000))),
            article(format!("{}2", "k".repeat(5_000))),
        );
        assert_eq!(first.title.chars().count(), 301);
        assert_eq!((first.url, first.symbols.len()), (None, 1));
        assert!(first.key.len() < 600 && first.key != second.key);
        assert_eq!(article("short".into()).key, "short");
    }
}
