//! The JSON of `/fng/`. Source: alternative.me's API page, 2026.

use jiff::Timestamp;
use serde::Deserialize;

use crate::{
    domain::fear_greed::{self, FearGreed},
    providers::core::lenient,
    source::SourceError,
};

#[derive(Debug, Deserialize)]
struct Answer {
    data: Vec<Reading>,
}

#[derive(Debug, Deserialize)]
struct Reading {
    value: String,
    timestamp: String,
}

/// The newest reading.
pub(super) fn read(body: &[u8]) -> Result<FearGreed, SourceError> {
    let shape = |what: &str| SourceError::Shape(what.to_owned());
    let answer: Answer = lenient::json(body)?;
    let reading = answer
        .data
        .into_iter()
        .next()
        .ok_or_else(|| shape("it has no reading"))?;
    let value: f64 = reading
        .value
        .trim()
        .parse()
        .map_err(|_| shape("its value is no number"))?;
    let seconds: i64 = reading
        .timestamp
        .trim()
        .parse()
        .map_err(|_| shape("its time is no number"))?;
    if !(0.0..=100.0).contains(&value) {
        return Err(shape("its value is not between 0 and 100"));
    }
    Ok(FearGreed {
        value,
        as_of: Timestamp::from_second(seconds).map_err(|_| shape("its time is no time"))?,
        indicators: None,
        components: Vec::new(),
        market: fear_greed::CRYPTO.to_owned(),
        provider: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::mangle::mangle;

    #[test]
    fn numbers_written_as_strings_are_read() {
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
    fn a_broken_reading_is_an_error_and_never_a_wrong_number() {
        for body in [
            r#"{"data":[]}"#,
            r#"{"data":[{"value":"","timestamp":"1"}]}"#,
            r#"{"data":[{"value":"270","timestamp":"1"}]}"#,
            r#"{"data":[{"value":"27","timestamp":"soon"}]}"#,
            "<html>",
        ] {
            assert!(
                matches!(read(body.as_bytes()), Err(SourceError::Shape(_))),
                "{body}"
            );
        }
    }

    #[test]
    fn broken_answers_are_no_panic() {
        let samples =
            [&include_bytes!("../../../tests/fixtures/recordings/alternative_me/fng.json")[..]];
        mangle("alternative_me", &samples, |body| {
            let _ = read(body);
        });
    }
}
