//! Messages of Yahoo's price stream, version 2, as recorded from 2020 to 2026: JSON with a type and a message, which is encoded as
//! Protocol Buffers in Base64. Unofficial and undocumented: a malformed field counts as missing, and the other fields are used.

use data_encoding::{BASE64, BASE64_NOPAD};
use serde::Deserialize;

use super::protobuf::{Value, fields};
use crate::{
    providers::core::lenient::{self, Text},
    source::SourceError,
};

#[derive(Debug, Deserialize)]
struct Envelope {
    #[serde(default, rename = "type")]
    kind: Text,
    #[serde(default)]
    message: Text,
}

/// The session of a price, according to the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hours {
    /// Before the regular session.
    Pre,
    /// In the regular session, or around the clock.
    Regular,
    /// After the regular session.
    Post,
    /// Before or after the regular session; the source does not specify which.
    Extended,
    /// Overnight, at another venue.
    Overnight,
    /// Unknown session.
    Other,
}

/// A message about one symbol.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pricing {
    /// Yahoo's symbol.
    pub(super) id: String,
    pub(super) price: Option<f32>,
    /// Milliseconds since 1970.
    pub(super) time: Option<i64>,
    pub(super) currency: Option<String>,
    pub(super) hours: Hours,
    /// Percent.
    pub(super) change_percent: Option<f32>,
    pub(super) day_volume: Option<i64>,
    pub(super) day_high: Option<f32>,
    pub(super) day_low: Option<f32>,
    pub(super) change: Option<f32>,
    pub(super) previous_close: Option<f32>,
    /// Number of decimals.
    pub(super) price_hint: Option<usize>,
    /// In the quoted currency.
    pub(super) volume_24h: Option<i64>,
    pub(super) market_cap: Option<f64>,
}

/// Decodes a message; `None` if it is not about prices.
pub(super) fn pricing(text: &str) -> Result<Option<Pricing>, SourceError> {
    let envelope: Envelope = lenient::json(text.as_bytes())?;
    if envelope.kind.as_deref() != Some("pricing") {
        return Ok(None);
    }
    let invalid_message = |what: &str| SourceError::InvalidResponse(what.to_owned());
    let message = envelope
        .message
        .as_deref()
        .ok_or_else(|| invalid_message("the message is missing"))?
        .as_bytes();
    let bytes = BASE64
        .decode(message)
        .or_else(|_| BASE64_NOPAD.decode(message))
        .map_err(|_| invalid_message("the message is not valid Base64"))?;
    let fields =
        fields(&bytes).ok_or_else(|| invalid_message("the message is truncated or invalid"))?;
    read(&fields)
        .map(Some)
        .ok_or_else(|| invalid_message("the message has no symbol"))
}

fn read(fields: &[(u64, Value<'_>)]) -> Option<Pricing> {
    // If a field occurs twice, the last value is used.
    let field = |number: u64| {
        let found = fields.iter().rev().find(|(of, _)| *of == number);
        found.map(|(_, value)| *value)
    };
    let text = |number| field(number).and_then(Value::text).map(str::to_owned);
    let float = |number| field(number).and_then(Value::float);
    let zigzag = |number| field(number).and_then(Value::zigzag);
    Some(Pricing {
        id: text(1).filter(|id| !id.is_empty())?,
        price: float(2),
        time: zigzag(3),
        currency: text(4).filter(|currency| !currency.is_empty()),
        hours: match field(7) {
            None => Hours::Regular,
            Some(value) => match value.number() {
                Some(0) => Hours::Pre,
                Some(1) => Hours::Regular,
                Some(2) => Hours::Post,
                Some(3) => Hours::Extended,
                Some(4) => Hours::Overnight,
                _ => Hours::Other,
            },
        },
        change_percent: float(8),
        day_volume: zigzag(9),
        day_high: float(10),
        day_low: float(11),
        change: float(12),
        previous_close: float(16),
        price_hint: zigzag(27)
            .and_then(|digits| usize::try_from(digits).ok())
            .filter(|digits| *digits <= 10),
        volume_24h: zigzag(28),
        market_cap: field(33).and_then(Value::double),
    })
}
