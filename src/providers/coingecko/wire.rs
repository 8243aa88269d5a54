//! Parses the JSON of `/api/v3/coins/markets`, as documented in `CoinGecko`'s API reference in 2026.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

use crate::{
    domain::quote::QuoteUpdate,
    providers::core::lenient::{self, Moment, Number, Text},
    source::SourceError,
};

/// A coin. Malformed fields count as unknown.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Coin {
    id: Text,
    current_price: Number,
    market_cap: Number,
    total_volume: Number,
    high_24h: Number,
    low_24h: Number,
    price_change_percentage_24h: Number,
    price_change_percentage_7d_in_currency: Number,
    ath: Number,
    last_updated: Moment,
    image: Text,
}

/// An error response. Throttling sets `status`, and a wrong key sets `error.status`.
#[derive(Debug, Deserialize)]
struct Failure {
    status: Option<Status>,
    error: Option<Nested>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Nested {
    Text(String),
    Status { status: Status },
}

#[derive(Debug, Deserialize)]
struct Status {
    error_code: i64,
    #[serde(default)]
    error_message: Text,
}

/// Reads the quotes of the coins in `symbols`. Coins without a price are skipped.
pub(super) fn quotes(
    body: &[u8],
    symbols: &HashMap<String, String>,
) -> Result<Vec<QuoteUpdate>, SourceError> {
    let coins = coins(body)?;
    let mut quotes: Vec<QuoteUpdate> = Vec::new();
    for new in coins.filter_map(|coin| quote(&coin, symbols)) {
        let existing = quotes.iter_mut().find(|quote| quote.symbol == new.symbol);
        match existing {
            // Of two rows for a coin the newer one is used; their values are never mixed.
            Some(existing) if new.as_of > existing.as_of => *existing = new,
            Some(_) => {}
            None => quotes.push(new),
        }
    }
    Ok(quotes)
}

/// Reads the logo URLs of the coins in `symbols`, as pairs of Marketdeck's symbol and a URL.
pub(super) fn images(
    body: &[u8],
    symbols: &HashMap<String, String>,
) -> Result<Vec<(String, String)>, SourceError> {
    let image = |coin: Coin| {
        let symbol = symbols.get(coin.id.as_deref()?)?.clone();
        Some((symbol, coin.image.0?))
    };
    Ok(coins(body)?.filter_map(image).collect())
}

fn coins(body: &[u8]) -> Result<impl Iterator<Item = Coin>, SourceError> {
    let coins: Vec<Value> =
        lenient::json_with_nan(body).map_err(|error| explain(body).unwrap_or(error))?;
    Ok(coins
        .into_iter()
        .filter_map(|coin| Coin::deserialize(coin).ok()))
}

fn quote(coin: &Coin, symbols: &HashMap<String, String>) -> Option<QuoteUpdate> {
    Some(QuoteUpdate {
        symbol: symbols.get(coin.id.as_deref()?)?.clone(),
        price: coin.current_price.positive()?,
        as_of: coin.last_updated.0?,
        change_24h: coin.price_change_percentage_24h.0,
        change_7d: coin.price_change_percentage_7d_in_currency.0,
        // Zero means unknown.
        market_cap: coin.market_cap.positive(),
        volume_24h: coin.total_volume.positive(),
        day_high: coin.high_24h.positive(),
        day_low: coin.low_24h.positive(),
        all_time_high: coin.ath.positive(),
        ..QuoteUpdate::default()
    })
}

/// Converts an error response.
pub(super) fn api_error(status: u16, body: &[u8]) -> SourceError {
    explain(body).unwrap_or(SourceError::Status(status))
}

fn explain(body: &[u8]) -> Option<SourceError> {
    let failure: Failure = serde_json::from_slice(body).ok()?;
    let status = match (failure.status, failure.error) {
        (Some(status), _) | (None, Some(Nested::Status { status })) => status,
        (None, Some(Nested::Text(text))) => return Some(SourceError::Refused(text)),
        (None, None) => return None,
    };
    Some(if status.error_code == 429 {
        SourceError::Throttled {
            status: 429,
            retry_after: None,
        }
    } else {
        let message = status.error_message.0;
        let code = status.error_code;
        SourceError::Refused(message.unwrap_or_else(|| format!("error {code}")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    fn symbols() -> HashMap<String, String> {
        HashMap::from([("bitcoin".into(), "BTC".into())])
    }

    #[test]
    fn known_coins_become_quotes_and_a_null_stays_unknown() {
        let body = br#"[{"id":"bitcoin","symbol":"btc","current_price":77671,"market_cap":1555886872303,
            "total_volume":33235034316,"high_24h":78419,"low_24h":null,"price_change_percentage_24h":null,
            "price_change_percentage_7d_in_currency":-4.04,"ath":126080,"last_updated":"2026-05-18T12:49:21.599Z"},
            {"id":"unheard-of","current_price":1,"last_updated":"2026-05-18T12:49:21.599Z"},
            {"id":"bitcoin","current_price":null,"last_updated":"2026-05-18T12:49:21.599Z"}]"#;
        let quotes = quotes(body, &symbols()).unwrap();
        assert_eq!(quotes.len(), 1);
        assert_eq!(
            (quotes[0].symbol.as_str(), quotes[0].price),
            ("BTC", 77_671.0)
        );
        assert_eq!((quotes[0].change_24h, quotes[0].day_low), (None, None));
    }

    /// Reads a valid row for BTC and one for ETH in which `invalid` replaces `original`.
    fn with_invalid_row(original: &str, invalid: &str) -> Vec<QuoteUpdate> {
        let coin = |id: &str| {
            format!(
                r#"{{"id":"{id}","current_price":77671,"market_cap":10,"total_volume":3,"high_24h":78419,
                "low_24h":76696,"price_change_percentage_24h":1.5,"ath":126080,
                "last_updated":"2026-05-18T12:49:21.599Z"}}"#
            )
        };
        let invalid = coin("ethereum").replace(original, invalid);
        assert_ne!(invalid, coin("ethereum"), "{original}");
        let body = format!("[{invalid},null,5,{}]", coin("bitcoin"));
        let symbols = HashMap::from([
            ("bitcoin".into(), "BTC".into()),
            ("ethereum".into(), "ETH".into()),
        ]);
        quotes(body.as_bytes(), &symbols).unwrap()
    }

    #[test]
    fn an_invalid_field_of_a_coin_affects_no_other() {
        let time = r#""2026-05-18T12:49:21.599Z""#;
        for (original, invalid) in [
            ("77671", r#""77671""#),
            (time, r#""2026-05-18T12:49:21.599""#),
            (time, "1779108561"),
            ("126080", r#"{"usd":126080}"#),
            (":1.5,", ":[1.5],"),
            (r#""market_cap":10"#, r#""market_cap":"n/a""#),
        ] {
            let quotes = with_invalid_row(original, invalid);
            let symbols: Vec<_> = quotes.iter().map(|quote| quote.symbol.as_str()).collect();
            assert_eq!(symbols, ["ETH", "BTC"], "{invalid}");
            assert!((quotes[0].price - 77_671.0).abs() < 1e-9, "{invalid}");
        }
        assert_eq!(
            with_invalid_row("126080", r#"{"usd":1}"#)[0].all_time_high,
            None
        );
        assert_eq!(
            with_invalid_row("77671", "[]").len(),
            1,
            "the row without a price is skipped"
        );
    }

    #[test]
    fn the_newer_row_of_a_duplicate_coin_is_used() {
        let older = r#"{"id":"bitcoin","current_price":70000,"market_cap":1,"price_change_percentage_7d_in_currency":9,
            "last_updated":"2026-05-18T12:49:21Z"}"#;
        let newer = r#"{"id":"bitcoin","current_price":77671,"market_cap":null,"last_updated":"2026-05-18T12:50:21Z"}"#;
        for body in [format!("[{older},{newer}]"), format!("[{newer},{older}]")] {
            let quotes = quotes(body.as_bytes(), &symbols()).unwrap();
            assert_eq!(quotes.len(), 1);
            let figures = (quotes[0].price, quotes[0].market_cap, quotes[0].change_7d);
            assert_eq!(figures, (77_671.0, None, None));
        }
    }

    #[test]
    fn both_nestings_of_an_error_are_parsed() {
        let throttled = br#"{"status":{"error_code":429,"error_message":"slow down"}}"#;
        assert!(matches!(
            quotes(throttled, &symbols()),
            Err(SourceError::Throttled { .. })
        ));
        let key = br#"{"error":{"status":{"error_code":10012,"error_message":"wrong key"}}}"#;
        assert!(matches!(api_error(401, key), SourceError::Refused(text) if text == "wrong key"));
        assert!(matches!(
            api_error(404, br#"{"error":"coin not found"}"#),
            SourceError::Refused(_)
        ));
        assert!(matches!(
            api_error(403, b"<html>"),
            SourceError::Status(403)
        ));
        assert!(matches!(
            quotes(b"<html>", &symbols()),
            Err(SourceError::InvalidResponse(_))
        ));
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let samples = [
            &include_bytes!("../../../tests/fixtures/recordings/coingecko/markets.json")[..],
            &include_bytes!("../../../tests/fixtures/recordings/coingecko/error-429.json")[..],
        ];
        fuzz("coingecko", &samples, |body| {
            let _ = (
                quotes(body, &symbols()),
                images(body, &symbols()),
                api_error(400, body),
            );
        });
    }
}
