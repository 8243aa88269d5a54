//! News items and their sentiment.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::search::fold;

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
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Positive => "positive",
            Self::Neutral => "neutral",
            Self::Negative => "negative",
        }
    }

    /// The reverse of [`Sentiment::as_str`]; `None` for any other word.
    pub(crate) fn parse(word: &str) -> Option<Self> {
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
    /// When the source published it; where it gave no date that can be read, when it was first seen.
    pub published_at: Timestamp,
    /// The source gave no date that can be read.
    #[serde(default)]
    pub is_undated: bool,
}

impl NewsUpdate {
    /// Whether every word of `wanted` stands in its title or its summary, whole, in any case and with or without accents.
    pub(crate) fn tells_of(&self, wanted: &str) -> bool {
        let told = format!("{} {}", fold(&self.title), fold(&self.content));
        let told: HashSet<&str> = words(&told).collect();
        words(&fold(wanted)).all(|word| told.contains(word))
    }
}

/// The words of `text`: letters and digits without a break.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Letters of a title, a text, an address and a key that are kept.
const LONGEST_TITLE: usize = 300;
const LONGEST_CONTENT: usize = 2_000;
const LONGEST_URL: usize = 2_048;
const LONGEST_KEY: usize = 512;
/// Symbols of an article that are kept.
const MOST_SYMBOLS: usize = 50;

impl NewsUpdate {
    /// The article within the limits of what is kept: long texts cut, an address that would not
    /// work any more left out, each symbol named once.
    #[must_use]
    pub(crate) fn bounded(mut self) -> Self {
        cut(&mut self.title, LONGEST_TITLE);
        cut(&mut self.content, LONGEST_CONTENT);
        cut(&mut self.source, LONGEST_TITLE);
        self.url = self.url.filter(|url| url.len() <= LONGEST_URL);
        if self.key.len() > LONGEST_KEY {
            // The rest counts by its sum, so that long keys that differ at their end still differ.
            let sum = checksum(&self.key);
            cut(&mut self.key, LONGEST_KEY / 4);
            self.key = format!("{}#{sum:016x}", self.key);
        }
        let mut seen = HashSet::new();
        self.symbols.retain(|symbol| seen.insert(symbol.clone()));
        self.symbols.truncate(MOST_SYMBOLS);
        self
    }
}

/// At most `most` letters, with a sign where some are missing.
fn cut(text: &mut String, most: usize) {
    if let Some((at, _)) = text.char_indices().nth(most) {
        text.truncate(at);
        text.push('…');
    }
}

/// FNV-1a: the same in every build, for keys are stored.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
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

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// A stored article about no ticker.
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
    fn a_title_of_a_million_letters_is_cut_and_long_keys_stay_apart() {
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
        let (one, other) = (
            article(format!("{}1", "k".repeat(5_000))),
            article(format!("{}2", "k".repeat(5_000))),
        );
        assert_eq!(one.title.chars().count(), 301);
        assert_eq!((one.url, one.symbols.len()), (None, 1));
        assert!(one.key.len() < 600 && one.key != other.key);
        assert_eq!(article("short".into()).key, "short");
    }
}
