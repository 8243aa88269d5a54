//! The fear and greed reading.

pub(crate) mod shares;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::session::Calendar;

/// A reading from 0 (extreme fear) to 100 (extreme greed).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FearGreed {
    /// 0 to 100.
    pub value: f64,
    /// When the source says it was true.
    pub as_of: Timestamp,
    /// What it is derived from, as labels; `None` where the source gives none.
    #[serde(default)]
    pub indicators: Option<FearGreedIndicators>,
    /// The parts that it is the mean of, where the source names them.
    #[serde(default)]
    pub components: Vec<FearGreedComponent>,
    /// Which market it speaks of: `stocks` or `crypto`.
    pub market: String,
    /// Name of the provider that gave it; empty until `ingest` signs it.
    #[serde(default)]
    pub provider: String,
    /// The index's owner's word for the value, in small letters; `None` where it gives none.
    #[serde(default)]
    pub rating: Option<String>,
}

/// [`FearGreed::market`] of shares.
pub(crate) const STOCKS: &str = "stocks";
/// [`FearGreed::provider`] of the index that Marketdeck works out itself.
pub(crate) const OWN: &str = "marketdeck";
/// [`FearGreed::market`] of crypto currencies.
pub(crate) const CRYPTO: &str = "crypto";

/// Letters of an owner's word at most.
const MAX_WORD: usize = 30;
const DAY: SignedDuration = SignedDuration::from_hours(24);

impl FearGreed {
    /// The word for the value: its owner's, and else the specification's.
    pub(crate) fn word(&self) -> &str {
        let word = classification(self.value);
        self.rating.as_deref().unwrap_or(word)
    }

    /// Whether both are readings of one index: of one market, by one provider.
    pub(crate) fn is_same_index(&self, other: &Self) -> bool {
        (&self.market, &self.provider) == (&other.market, &other.provider)
    }

    /// When the reading becomes older than its index should be: after two days, for an index comes every
    /// day; that of shares every trading day.
    pub(crate) fn stale_at(&self) -> Timestamp {
        let next = if self.market == STOCKS {
            let close = Calendar::NewYork.next_session(self.as_of).close;
            Timestamp::from_second(close).unwrap_or(Timestamp::MAX)
        } else {
            self.as_of
        };
        let later = |from: Timestamp, by| from.checked_add(by).unwrap_or(Timestamp::MAX);
        later(self.as_of, DAY * 2).max(later(next, DAY))
    }
}

/// A part of a reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FearGreedComponent {
    /// What is measured: `Market momentum`.
    pub name: String,
    /// 0 to 100.
    pub score: f64,
}

/// Labels such as Strong, High, Greedy, Low.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FearGreedIndicators {
    /// Price momentum.
    pub market_momentum: String,
    /// Volatility.
    pub volatility: String,
    /// Advancing against declining.
    pub market_breadth: String,
    /// Options positioning.
    pub put_call_ratio: String,
}

/// An owner's word as it is kept: one short line in small letters; `None` where that is no word.
pub(crate) fn rating(word: &str) -> Option<String> {
    let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_word = word.chars().all(|c| c.is_alphabetic() || " -'".contains(c));
    (!word.is_empty() && word.chars().count() <= MAX_WORD && is_word).then(|| word.to_lowercase())
}

/// The specification's five words for a value from 0 to 100.
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
    fn a_reading_is_stale_after_two_days_and_that_of_shares_when_a_trading_day_was_missed() {
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
        // Friday's reading stands until Monday's should have been there for a day.
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
    fn an_owners_word_is_one_short_word_in_small_letters() {
        assert_eq!(
            rating(" Extreme\n Greed ").as_deref(),
            Some("extreme greed")
        );
        let long = "x".repeat(31);
        for odd in ["", " ", "<b>greed</b>", "75", &long] {
            assert_eq!(rating(odd), None, "{odd}");
        }
    }

    #[test]
    fn the_five_words_change_at_the_bar_colours_edges() {
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
