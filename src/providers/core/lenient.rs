//! Lenient JSON parsing: an invalid field counts as unknown and does not affect other fields.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;

use crate::source::SourceError;

/// 1 January 2100 in Unix seconds. A larger number is a time in milliseconds.
const LATEST_SECOND: f64 = 4_102_444_800.0;

/// Parses a response as JSON of type `T`. Errors describe common other contents, such as a web page.
pub(crate) fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, SourceError> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let start = body.trim_ascii_start();
    if start.starts_with(b"Too Many Requests") {
        return Err(SourceError::Throttled {
            status: 429,
            retry_after: None,
        });
    }
    check_is_data(start)?;
    serde_json::from_slice(body).map_err(|error| {
        SourceError::InvalidResponse(if error.is_eof() {
            "the response is truncated".to_owned()
        } else {
            error.to_string()
        })
    })
}

/// Rejects a body that is empty or a web page. `start` is the body without leading white space.
pub(crate) fn check_is_data(start: &[u8]) -> Result<(), SourceError> {
    if start.is_empty() {
        return Err(SourceError::InvalidResponse(
            "the response is empty".to_owned(),
        ));
    }
    if start.starts_with(b"<") {
        return Err(SourceError::InvalidResponse(
            "got a web page instead of data".to_owned(),
        ));
    }
    Ok(())
}

/// Like [`json`], but reads the bare words `NaN` and `Infinity` as null. Some programs write them although they are not
/// valid JSON.
pub(crate) fn json_with_nan<T: DeserializeOwned>(body: &[u8]) -> Result<T, SourceError> {
    let error = match json(body) {
        Err(error @ SourceError::InvalidResponse(_)) => error,
        other => return other,
    };
    match replace_nan_with_null(body) {
        Some(body) => json(&body),
        None => Err(error),
    }
}

/// Replaces bare `NaN` and `Infinity` with null. Returns `None` if there are none.
fn replace_nan_with_null(body: &[u8]) -> Option<Vec<u8>> {
    const WORDS: [&[u8]; 3] = [b"-Infinity", b"Infinity", b"NaN"];
    let mut out = Vec::with_capacity(body.len());
    let (mut position, mut is_text, mut is_changed) = (0, false, false);
    while let Some(&byte) = body.get(position) {
        let word = WORDS
            .iter()
            .find(|word| !is_text && body[position..].starts_with(word));
        if let Some(word) = word {
            out.extend_from_slice(b"null");
            position += word.len();
            is_changed = true;
            continue;
        }
        out.push(byte);
        position += 1;
        match byte {
            b'"' => is_text = !is_text,
            b'\\' if is_text => {
                out.extend(body.get(position));
                position += 1;
            }
            _ => {}
        }
    }
    is_changed.then_some(out)
}

/// For `#[serde(deserialize_with)]`: null or a value of another type becomes the default.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    let value = Value::deserialize(deserializer)?;
    Ok(T::deserialize(value).unwrap_or_default())
}

/// For `#[serde(deserialize_with)]`: reads a list and skips malformed or null entries.
pub(crate) fn valid_items<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let Value::Array(entries) = Value::deserialize(deserializer)? else {
        return Ok(vec![]);
    };
    let entries = entries.into_iter();
    Ok(entries
        .filter(|entry| !entry.is_null())
        .filter_map(|entry| T::deserialize(entry).ok())
        .collect())
}

/// A number, which may be written as text or as `{"raw": 1.5}`; `None` for any other value.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Number(pub Option<f64>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let number = match &value {
            Value::Object(fields) => fields.get("raw").and_then(Value::as_f64),
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_f64(),
        };
        Ok(Self(number.filter(|number| number.is_finite())))
    }
}

impl Number {
    /// Returns the number as whole Unix seconds if it is in the valid range.
    pub(crate) fn seconds(self) -> Option<i64> {
        let second = self.0.filter(|second| second.abs() < LATEST_SECOND)?;
        Some(second.floor() as i64)
    }

    /// Returns the number if it is greater than zero.
    pub(crate) fn positive(self) -> Option<f64> {
        self.0.filter(|number| *number > 0.0)
    }
}

/// A text; `None` for any other value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Text(pub Option<String>);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(Some(text))),
            _ => Ok(Self(None)),
        }
    }
}

impl Text {
    /// Returns the text.
    pub(crate) fn as_deref(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

/// A time, written as ISO 8601 (UTC if it has no zone), or as Unix seconds or milliseconds; `None` for any other value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Moment(pub Option<Timestamp>);

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let time = match Value::deserialize(deserializer)? {
            Value::String(text) => text.parse().ok().or_else(|| {
                let civil: jiff::civil::DateTime = text.parse().ok()?;
                Some(civil.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp())
            }),
            Value::Number(number) => number.as_f64().and_then(|number| {
                let milliseconds = if number < LATEST_SECOND {
                    number * 1_000.0
                } else {
                    number
                };
                Timestamp::from_millisecond(milliseconds as i64).ok()
            }),
            _ => None,
        };
        Ok(Self(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_in_three_forms_and_other_values_are_unknown() {
        let read = |json: &str| serde_json::from_str::<Number>(json).unwrap().0;
        for one_and_a_half in ["1.5", "\"1.5\"", "{\"raw\":1.5,\"fmt\":\"1.50\"}"] {
            assert_eq!(read(one_and_a_half), Some(1.5), "{one_and_a_half}");
        }
        for invalid in ["null", "\"soon\"", "[]", "{}", "true", "\"inf\""] {
            assert_eq!(read(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn an_invalid_entry_of_a_list_is_skipped() {
        #[derive(Deserialize)]
        struct Row {
            #[serde(default)]
            price: Number,
        }
        #[derive(Deserialize)]
        struct Message {
            #[serde(default, deserialize_with = "valid_items")]
            rows: Vec<Row>,
        }
        let read = |json: &str| {
            let message: Message = serde_json::from_str(json).unwrap();
            let prices = message.rows.into_iter().filter_map(|row| row.price.0);
            prices.collect::<Vec<_>>()
        };
        let body = r#"{"rows": [null, {"price": 1}, 7, "text", {"price": "2.5"}, []]}"#;
        assert_eq!(read(body), [1.0, 2.5]);
        assert_eq!(read(r#"{"rows": {}}"#), [0.0; 0]);
        assert_eq!(read("{}"), [0.0; 0]);
    }

    #[test]
    fn a_bare_nan_affects_only_its_field() {
        let read = |body: &str| json_with_nan::<Vec<Number>>(body.as_bytes());
        let numbers = read("[1, NaN, -Infinity, Infinity, 2]").unwrap();
        let values: Vec<_> = numbers.iter().map(|number| number.0).collect();
        assert_eq!(values, [Some(1.0), None, None, None, Some(2.0)]);
        let texts: Vec<String> = json_with_nan(br#"["NaN", "a \"Infinity\" b"]"#).unwrap();
        assert_eq!(texts, ["NaN", "a \"Infinity\" b"]);
        assert!(read("[1, NaN").is_err() && read("[1, nan]").is_err());
        assert!(json::<Vec<Number>>(b"[NaN]").is_err());
    }

    #[test]
    fn milliseconds_are_not_read_as_seconds() {
        assert_eq!(Number(Some(1_795_186_800.9)).seconds(), Some(1_795_186_800));
        assert_eq!(Number(Some(1_795_186_800_000.0)).seconds(), None);
    }

    #[test]
    fn a_time_without_zone_is_utc_and_numbers_are_seconds_or_milliseconds() {
        let read = |json: &str| serde_json::from_str::<Moment>(json).unwrap().0;
        let noon = "2026-05-18T12:49:21Z".parse().ok();
        for text in [
            "\"2026-05-18T12:49:21Z\"",
            "\"2026-05-18T12:49:21\"",
            "1779108561",
            "1779108561000",
        ] {
            assert_eq!(read(text), noon, "{text}");
        }
        assert_eq!(read("\"yesterday\""), None);
    }

    #[test]
    fn a_byte_order_mark_is_ignored_and_a_truncated_response_is_reported() {
        assert_eq!(json::<Vec<i32>>(b"\xef\xbb\xbf[1]").unwrap(), [1]);
        let error = |body: &[u8]| json::<Vec<i32>>(body).unwrap_err().to_string();
        assert!(error(b"[1,").contains("is truncated"));
        assert!(error(b"").contains("is empty"));
        assert!(error(b"<html>").contains("a web page"));
    }
}
