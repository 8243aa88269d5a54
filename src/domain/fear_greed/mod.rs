//! Fear and greed indices.

pub(crate) mod stock_index;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::session::Calendar;

/// A reading of an index from 0 (extreme fear) to 100 (extreme greed).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FearGreed {
    /// Value from 0 to 100.
    pub value: f64,
    /// Time of the reading according to the source.
    pub as_of: Timestamp,
    /// Labels of the inputs; `None` if the source has none.
    #[serde(default)]
    pub indicators: Option<FearGreedIndicators>,
    /// The components, if the source reports them; the value is their mean.
    #[serde(default)]
    pub components: Vec<FearGreedComponent>,
    /// Market of the index: `stocks` or `crypto`.
    pub market: String,
    /// Name of the provider; empty until `ingest` sets it.
    #[serde(default)]
    pub provider: String,
    /// The publisher's rating in lower case; `None` if it has none.
    #[serde(default)]
    pub rating: Option<String>,
}

/// [`FearGreed::market`] of stocks.
pub(crate) const STOCKS: &str = "stocks";
/// [`FearGreed::provider`] of Marketdeck's own index.
pub(crate) const OWN_PROVIDER: &str = "marketdeck";
/// [`FearGreed::market`] of crypto currencies.
pub(crate) const CRYPTO: &str = "crypto";

/// Maximum length of a publisher's rating in characters.
const MAX_RATING_LENGTH: usize = 30;
const DAY: SignedDuration = SignedDuration::from_hours(24);

impl FearGreed {
    /// Returns the publisher's rating, or the specification's word for the value.
    pub(crate) fn word(&self) -> &str {
        let word = classification(self.value);
        self.rating.as_deref().unwrap_or(word)
    }

    /// Returns true if both readings are of the same index (market and provider).
    pub(crate) fn is_same_index(&self, other: &Self) -> bool {
        (&self.market, &self.provider) == (&other.market, &other.provider)
    }

    /// Returns the time at which the reading becomes stale: two days after it, because indices are published daily. A
    /// reading of stocks stays fresh at least until one day after the next close in New York.
    pub(crate) fn stale_at(&self) -> Timestamp {
        let next_reading = if self.market == STOCKS {
            let close = Calendar::NewYork.next_session(self.as_of).close;
            Timestamp::from_second(close).unwrap_or(Timestamp::MAX)
        } else {
            self.as_of
        };
        let add = |time: Timestamp, duration| time.checked_add(duration).unwrap_or(Timestamp::MAX);
        add(self.as_of, DAY * 2).max(add(next_reading, DAY))
    }
}

/// A component of a reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FearGreedComponent {
    /// Name: `Market momentum`.
    pub name: String,
    /// Score from 0 to 100.
    pub score: f64,
}

/// Labels of an index's inputs, such as Strong, High, Greedy or Low.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FearGreedIndicators {
    /// Price momentum.
    pub market_momentum: String,
    /// Volatility.
    pub volatility: String,
    /// Advancing stocks compared with declining ones.
    pub market_breadth: String,
    /// Options positioning.
    pub put_call_ratio: String,
}

/// Normalizes a publisher's rating to a short lower-case phrase; `None` if `text` is not a short phrase.
pub(crate) fn rating(text: &str) -> Option<String> {
    let phrase = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_plain = phrase
        .chars()
        .all(|c| c.is_alphabetic() || " -'".contains(c));
    (!phrase.is_empty() && phrase.chars().count() <= MAX_RATING_LENGTH && is_plain)
        .then(|| phrase.to_lowercase())
}

/// Returns the specification's word for a value from 0 to 100.
pub(crate) fn classification(value: f64) -> &'static str {
    match value {
        v if v <= 25.0 => "extreme fear",
        v if v <= 45.0 => "fear",
        v if v <= 55.0 => "neutral",
        v if v <= 75.0 => "greed",
        _ => "extreme greed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_is_stale_after_two_days_or_a_missed_trading_day() {
        let stale = |market: &str, as_of: &str| {
            let reading = FearGreed {
                value: 50.0,
                as_of: as_of.parse().unwrap(),
                indicators: None,
                components: Vec::new(),
                market: market.to_owned(),
                provider: String::new(),
                rating: None,
            };
            reading.stale_at().to_string()
        };
        assert_eq!(
            stale(CRYPTO, "2026-11-20T00:00:00Z"),
            "2026-11-22T00:00:00Z"
        );
        // Friday's reading stays fresh until one day after Monday's close.
        assert_eq!(
            stale(STOCKS, "2026-11-20T21:00:00Z"),
            "2026-11-24T21:00:00Z"
        );
        assert_eq!(
            stale(STOCKS, "2026-11-17T21:00:00Z"),
            "2026-11-19T21:00:00Z"
        );
    }

    #[test]
    fn publisher_rating_is_one_short_lower_case_phrase() {
        assert_eq!(
            rating(" Extreme\n Greed ").as_deref(),
            Some("extreme greed")
        );
        let long = "x".repeat(31);
        for invalid in ["", " ", "<b>greed</b>", "75", &long] {
            assert_eq!(rating(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn classification_changes_at_the_specified_values() {
        let words: Vec<_> = [0.0, 25.0, 25.1, 45.0, 50.0, 55.0, 56.0, 75.0, 76.0, 100.0]
            .map(classification)
            .into();
        assert_eq!(
            words,
            [
                "extreme fear",
                "extreme fear",
                "fear",
                "fear",
                "neutral",
                "neutral",
                "greed",
                "greed",
                "extreme greed",
                "extreme greed"
            ]
        );
    }
}
