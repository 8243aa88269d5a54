//! The fear and greed reading.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

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
    /// Which market it speaks of: `stocks` or `crypto`.
    pub market: String,
    /// Name of the provider that gave it; empty until `ingest` signs it.
    #[serde(default)]
    pub provider: String,
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

/// The specification's five words for a value from 0 to 100.
pub fn classification(value: f64) -> &'static str {
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
