//! alternative.me's crypto fear and greed index: one number a day, written as a string, as documented in 2026.

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    domain::{
        fear_greed::{self, FearGreed},
        figure::Figure,
        source_directory::SourceDescription,
        ticker::TickerKind,
    },
    providers::core::{
        capability::{Capability, Offer},
        lenient::{self, Number, Text, or_default},
    },
    source::SourceError,
};

use super::Index;

/// The maximum age of a reading of this daily index.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(3 * 24);

/// alternative.me's index.
pub struct AlternativeMe;

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: AlternativeMe::NAME,
    config_table: Some("alternative_me"),
    title: "alternative.me",
    figures: &[Figure::CoinSentiment],
    delay: "One reading per day",
    limit: None,
    terms: "Free, with attribution next to the value.",
    terms_url: "https://alternative.me/crypto/fear-and-greed-index/",
};

impl Index for AlternativeMe {
    const NAME: &'static str = "alternative_me";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::FearGreed, &[TickerKind::Crypto])];
    const PATH: &'static str = "/fng/?limit=1";

    fn read(body: &[u8]) -> Result<FearGreed, SourceError> {
        read(body)
    }

    fn is_outdated(reading: &FearGreed, now: Timestamp) -> bool {
        now.duration_since(reading.as_of) > MAX_AGE
    }
}

#[derive(Debug, Deserialize)]
struct Response {
    #[serde(default, deserialize_with = "or_default")]
    data: Option<Vec<Value>>,
    #[serde(default, deserialize_with = "or_default")]
    metadata: Metadata,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Metadata {
    /// Null if there is no error.
    error: Value,
}

/// The reading of one day, with numbers as strings.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Reading {
    value: Number,
    value_classification: Text,
    /// Unix seconds.
    timestamp: Number,
}

/// Reads the newest reading. Malformed rows are skipped.
fn read(body: &[u8]) -> Result<FearGreed, SourceError> {
    let invalid_response = |text: &str| SourceError::InvalidResponse(text.to_owned());
    let response: Response = lenient::json(body)?;
    match response.metadata.error {
        Value::Null | Value::Bool(false) => {}
        Value::String(text) if text.trim().is_empty() => {}
        Value::String(text) => return Err(SourceError::Refused(text)),
        other => return Err(SourceError::Refused(other.to_string())),
    }
    let rows = response
        .data
        .ok_or_else(|| invalid_response("no reading in the response"))?;
    let count = rows.len();
    let readings = rows.iter().filter_map(reading);
    let newest = readings.max_by_key(|reading| reading.as_of);
    newest.ok_or_else(|| match count {
        0 => invalid_response("no reading in the response"),
        _ => invalid_response("none of its readings has a time and a value between 0 and 100"),
    })
}

fn reading(row: &Value) -> Option<FearGreed> {
    let row = Reading::deserialize(row.as_object()?).ok()?;
    let value = row.value.0.filter(|value| (0.0..=100.0).contains(value))?;
    Some(FearGreed {
        value,
        as_of: Timestamp::from_second(row.timestamp.seconds()?).ok()?,
        indicators: None,
        components: Vec::new(),
        market: fear_greed::CRYPTO.to_owned(),
        provider: String::new(),
        rating: row
            .value_classification
            .as_deref()
            .and_then(fear_greed::rating),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    #[test]
    fn numbers_in_strings_are_read() {
        let body =
            br#"{"name":"Fear and Greed Index","data":[{"value":"27","value_classification":"Fear",
            "timestamp":"1785628800","time_until_update":"41744"}],"metadata":{"error":null}}"#;
        let reading = read(body).unwrap();
        assert_eq!(
            (reading.value, reading.as_of.as_second()),
            (27.0, 1_785_628_800)
        );
    }

    #[test]
    fn the_newest_reading_is_used_with_its_rating_and_invalid_rows_skipped() {
        let body =
            br#"{"data":[null,7,{"value":46,"value_classification":"Fear","timestamp":1785628800},
            {"value":"71","value_classification":"Greed","timestamp":"1785715200"},
            {"value":"271","timestamp":"1785801600"},["1"],{"value":"12","timestamp":"1785542400"}],
            "metadata":{"error":null}}"#;
        let reading = read(body).unwrap();
        assert_eq!((reading.value, reading.word()), (71.0, "greed"));
        assert_eq!(reading.as_of.as_second(), 1_785_715_200);
        let fear =
            br#"{"data":[{"value":46,"value_classification":"Fear","timestamp":1785628800}]}"#;
        assert_eq!(
            read(fear).unwrap().word(),
            "fear",
            "the provider's rating is used, although 46 is neutral on Marketdeck's scale"
        );
        let without_rating =
            br#"{"data":[{"value":46,"value_classification":null,"timestamp":1785628800}]}"#;
        assert_eq!(read(without_rating).unwrap().word(), "neutral");
    }

    #[test]
    fn an_error_in_the_metadata_is_reported() {
        let body = br#"{"data":[{"value":"27","timestamp":"1785628800"}],"metadata":{"error":"try later"}}"#;
        assert!(matches!(read(body), Err(SourceError::Refused(text)) if text == "try later"));
    }

    #[test]
    fn a_broken_reading_is_an_error() {
        for body in [
            r#"{"data":[]}"#,
            r#"{"data":null}"#,
            r#"{"data":[null]}"#,
            r#"{"data":[{"value":"","timestamp":"1"}]}"#,
            r#"{"data":[{"value":"270","timestamp":"1"}]}"#,
            r#"{"data":[{"value":"27","timestamp":"soon"}]}"#,
            "<html>",
        ] {
            assert!(
                matches!(read(body.as_bytes()), Err(SourceError::InvalidResponse(_))),
                "{body}"
            );
        }
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let samples =
            [&include_bytes!("../../../tests/fixtures/recordings/alternative_me/fng.json")[..]];
        fuzz("alternative_me", &samples, |body| {
            let _ = read(body);
        });
    }
}
