//! Parses the JSON of `/protocols`, as documented in 2026. Every version of a protocol is a row with the `CoinGecko` id of its
//! coin.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use crate::{
    providers::core::lenient::{self, Number, Text},
    source::SourceError,
};

/// Categories that do not count, because deposits at exchanges and on bridges are not locked in a protocol of the coin.
const EXCLUDED_CATEGORIES: [&str; 4] = ["CEX", "Chain", "Bridge", "Canonical Bridge"];

/// The maximum plausible amount in US dollars. The values of all protocols add up to a hundredth of it.
const MAX_LOCKED: f64 = 1e13;

/// A row. Malformed fields count as unknown.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Protocol {
    gecko_id: Text,
    category: Text,
    tvl: Number,
}

/// Returns the total value locked in all versions of each coin's protocol, in US dollars, by Marketdeck's symbol.
pub(super) fn read(
    body: &[u8],
    symbols: &HashMap<String, String>,
) -> Result<BTreeMap<String, f64>, SourceError> {
    let rows: Vec<Row> = lenient::json_with_nan(body)?;
    let protocols: Vec<Protocol> = rows.into_iter().filter_map(|row| row.0).collect();
    let mut values = BTreeMap::new();
    for protocol in &protocols {
        let symbol = protocol.gecko_id.as_deref().and_then(|id| symbols.get(id));
        let is_included =
            !EXCLUDED_CATEGORIES.contains(&protocol.category.as_deref().unwrap_or_default());
        if let (Some(symbol), Some(value), true) = (symbol, protocol.plausible_tvl(), is_included) {
            *values.entry(symbol.clone()).or_insert(0.0) += value;
        }
    }
    if values.is_empty() {
        return Err(SourceError::InvalidResponse(
            "none of the requested coins is known".to_owned(),
        ));
    }
    Ok(values)
}

impl Protocol {
    /// Returns the value in US dollars if it is plausible.
    fn plausible_tvl(&self) -> Option<f64> {
        self.tvl.positive().filter(|value| *value <= MAX_LOCKED)
    }
}

/// A row; `None` if it is malformed.
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
    fn versions_of_a_protocol_are_added_up_and_other_rows_ignored() {
        let values = read(PROTOCOLS.as_bytes(), &symbols()).unwrap();
        let expected = [("AAVE", 30_200_000_000.5), ("LDO", 25e9)];
        let expected = expected.map(|(symbol, value)| (symbol.to_owned(), value));
        assert_eq!(values, BTreeMap::from(expected));
    }

    #[test]
    fn an_impossible_amount_affects_only_its_row() {
        let body = br#"[{"gecko_id":"aave","tvl":1e300},{"gecko_id":"aave","tvl":"25.5"},{"gecko_id":"lido-dao","tvl":-1},null]"#;
        let values = read(body, &symbols()).unwrap();
        assert_eq!(values, BTreeMap::from([("AAVE".to_owned(), 25.5)]));
        assert!(read(br#"[{"gecko_id":"aave","tvl":1e300}]"#, &symbols()).is_err());
    }

    #[test]
    fn a_response_without_known_coins_is_an_error() {
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
    fn broken_responses_cause_no_panic() {
        let samples = [PROTOCOLS.as_bytes()];
        fuzz("defillama", &samples, |body| {
            let _ = read(body, &symbols());
        });
    }
}
