//! The JSON of `/api/v3/coins/markets`. Source: `CoinGecko`'s API reference, 2026.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::Deserialize;

use crate::{domain::quote::QuoteUpdate, source::SourceError};

#[derive(Debug, Deserialize)]
struct Coin {
    id: String,
    current_price: Option<f64>,
    market_cap: Option<f64>,
    total_volume: Option<f64>,
    high_24h: Option<f64>,
    low_24h: Option<f64>,
    price_change_percentage_24h: Option<f64>,
    price_change_percentage_7d_in_currency: Option<f64>,
    ath: Option<f64>,
    last_updated: Option<Timestamp>,
}

/// Errors nest differently: throttling under `status`, a wrong key under `error.status`.
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
    error_message: String,
}

/// The quotes of coins that are known by id; a coin without a price is left out.
pub(super) fn quotes(
    body: &[u8],
    symbols: &HashMap<String, String>,
) -> Result<Vec<QuoteUpdate>, SourceError> {
    let coins: Vec<Coin> = serde_json::from_slice(body).map_err(|error| match explain(body) {
        Some(failure) => failure,
        None => SourceError::Shape(error.to_string()),
    })?;
    Ok(coins
        .into_iter()
        .filter_map(|coin| quote(&coin, symbols))
        .collect())
}

fn quote(coin: &Coin, symbols: &HashMap<String, String>) -> Option<QuoteUpdate> {
    Some(QuoteUpdate {
        symbol: symbols.get(&coin.id)?.clone(),
        price: coin.current_price?,
        as_of: coin.last_updated?,
        change_24h: coin.price_change_percentage_24h,
        change_7d: coin.price_change_percentage_7d_in_currency,
        // Zero means that nobody counted.
        market_cap: coin.market_cap.filter(|cap| *cap > 0.0),
        volume_24h: coin.total_volume.filter(|volume| *volume > 0.0),
        day_high: coin.high_24h,
        day_low: coin.low_24h,
        all_time_high: coin.ath,
        ..QuoteUpdate::default()
    })
}

/// What a refusal says about itself.
pub(super) fn refusal(status: u16, body: &[u8]) -> SourceError {
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
        SourceError::Refused(status.error_message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn both_nestings_of_an_error_are_understood() {
        let throttled = br#"{"status":{"error_code":429,"error_message":"slow down"}}"#;
        assert!(matches!(
            quotes(throttled, &symbols()),
            Err(SourceError::Throttled { .. })
        ));
        let key = br#"{"error":{"status":{"error_code":10012,"error_message":"wrong key"}}}"#;
        assert!(matches!(refusal(401, key), SourceError::Refused(text) if text == "wrong key"));
        assert!(matches!(
            refusal(404, br#"{"error":"coin not found"}"#),
            SourceError::Refused(_)
        ));
        assert!(matches!(refusal(403, b"<html>"), SourceError::Status(403)));
        assert!(matches!(
            quotes(b"<html>", &symbols()),
            Err(SourceError::Shape(_))
        ));
    }
}
