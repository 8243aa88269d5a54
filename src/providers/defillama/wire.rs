//! The JSON of `/protocols`, as documented in 2026: every version of a protocol is a row of its own, with
//! the id of its coin at `CoinGecko`.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use crate::{
    providers::core::lenient::{self, Number, Text},
    source::SourceError,
};

/// Deposits at exchanges and on the way between chains are locked in no protocol of their coin.
const NO_PROTOCOLS: [&str; 4] = ["CEX", "Chain", "Bridge", "Canonical Bridge"];

/// US dollars beyond which an amount is an error: all protocols together hold a hundredth of it.
const MAX_LOCKED: f64 = 1e13;

/// One row; a field of another shape is unknown.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Protocol {
    gecko_id: Text,
    category: Text,
    tvl: Number,
}

/// What is locked in all versions of each coin's protocol, in US dollars, by our symbol.
pub(super) fn read(
    body: &[u8],
    symbols: &HashMap<String, String>,
) -> Result<BTreeMap<String, f64>, SourceError> {
    let rows: Vec<Row> = lenient::json_of_many(body)?;
    let protocols: Vec<Protocol> = rows.into_iter().filter_map(|row| row.0).collect();
    let mut locked = BTreeMap::new();
    for protocol in &protocols {
        let symbol = protocol.gecko_id.as_deref().and_then(|id| symbols.get(id));
        let is_one = !NO_PROTOCOLS.contains(&protocol.category.as_deref().unwrap_or_default());
        if let (Some(symbol), Some(value), true) = (symbol, protocol.locked(), is_one) {
            *locked.entry(symbol.clone()).or_insert(0.0) += value;
        }
    }
    if locked.is_empty() {
        return Err(SourceError::Shape("it knows none of the coins".to_owned()));
    }
    Ok(locked)
}

impl Protocol {
    /// US dollars; `None` where that is no amount that can be.
    fn locked(&self) -> Option<f64> {
        self.tvl.positive().filter(|value| *value <= MAX_LOCKED)
    }
}

/// A row; nothing where it is of another shape.
struct Row(Option<Protocol>);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let protocol: Option<Protocol> = lenient::or_default(deserializer)?;
        Ok(Self(protocol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    const PROTOCOLS: &str = include_str!("../../../tests/fixtures/providers/defillama.json");

    fn symbols() -> HashMap<String, String> {
        let coins = [
            ("aave", "AAVE"),
            ("lido-dao", "LDO"),
            ("binancecoin", "BNB"),
            ("uniswap", "UNI"),
            ("maker", "MKR"),
        ];
        coins
            .map(|(id, symbol)| (id.to_owned(), symbol.to_owned()))
            .into()
    }

    #[test]
    fn versions_of_a_protocol_count_together_and_what_is_no_protocol_does_not() {
        let locked = read(PROTOCOLS.as_bytes(), &symbols()).unwrap();
        let expected = [("AAVE", 30_200_000_000.5), ("LDO", 25e9)];
        let expected = expected.map(|(symbol, value)| (symbol.to_owned(), value));
        assert_eq!(locked, BTreeMap::from(expected));
    }

    #[test]
    fn an_amount_that_cannot_be_costs_its_row_alone() {
        let body = br#"[{"gecko_id":"aave","tvl":1e300},{"gecko_id":"aave","tvl":"25.5"},{"gecko_id":"lido-dao","tvl":-1},null]"#;
        let locked = read(body, &symbols()).unwrap();
        assert_eq!(locked, BTreeMap::from([("AAVE".to_owned(), 25.5)]));
        assert!(read(br#"[{"gecko_id":"aave","tvl":1e300}]"#, &symbols()).is_err());
    }

    #[test]
    fn an_answer_without_any_of_our_coins_is_none() {
        for body in [
            "[]",
            "{}",
            "<html>",
            "",
            r#"[{"gecko_id":"other","tvl":1}]"#,
        ] {
            assert!(read(body.as_bytes(), &symbols()).is_err(), "{body}");
        }
    }

    #[test]
    fn broken_answers_are_no_panic() {
        let samples = [PROTOCOLS.as_bytes()];
        fuzz("defillama", &samples, |body| {
            let _ = read(body, &symbols());
        });
    }
}
