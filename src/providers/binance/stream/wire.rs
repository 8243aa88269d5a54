//! Messages of Binance's stream, as documented in 2026: `24hrMiniTicker` once a second for each subscribed pair that trades. Numbers are
//! texts, times are in milliseconds. A subscription is acknowledged with `{"result":null,"id":1}`, also for an unknown pair.

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    domain::quote::{QuoteUpdate, percent_change},
    providers::{
        binance::dollars::RATE_IS_OLD,
        core::{
            lenient::{self, Moment, Number, Text},
            stream::{Event, Frame},
        },
    },
    source::SourceError,
};

/// The age from which a price that cannot be converted is skipped.
const MAX_AGE_TO_CONVERT: SignedDuration = SignedDuration::from_hours(2);

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Message {
    /// The kind of the message.
    e: Text,
    /// The time.
    #[serde(rename = "E")]
    time: Moment,
    /// The pair.
    s: Text,
    /// The last price.
    c: Number,
    /// The price 24 hours ago.
    o: Number,
    /// High of 24 hours.
    h: Number,
    /// Low of 24 hours.
    l: Number,
    /// Set in the response to a command.
    id: Value,
    error: Value,
    msg: Text,
    /// The message itself, if the address of the stream is that of combined streams.
    data: Value,
}

/// Reads a message. `rate` returns the price of a pair's quote currency in the currency of the ticker at a time; `None` if it is
/// unknown.
pub(super) fn events(
    frame: &Frame<'_>,
    rate: impl Fn(&str, Timestamp) -> Option<f64>,
) -> Result<Vec<Event>, SourceError> {
    let mut message: Message = lenient::json(frame.text.as_bytes())?;
    if message.data.is_object() {
        let inner = std::mem::take(&mut message.data);
        message = Message::deserialize(inner).unwrap_or_default();
    }
    if let Some(reason) = problem(&message) {
        return Err(SourceError::Refused(reason));
    }
    if !message.id.is_null() {
        // The acknowledgement of a message names no pairs.
        return Ok(vec![Event::Subscribed(String::new())]);
    }
    if message.e.as_deref() != Some("24hrMiniTicker") {
        return Ok(Vec::new());
    }
    let quote = || {
        let pair = message.s.as_deref()?;
        let target = frame.targets.get(pair)?;
        Some((pair, target, message.c.positive()?, message.time.0?))
    };
    let Some((pair, target, price, as_of)) = quote() else {
        return Ok(Vec::new());
    };
    let Some(rate) = rate(pair, as_of) else {
        // No rate is kept for a price of yesterday.
        if frame.now.duration_since(as_of) > MAX_AGE_TO_CONVERT {
            return Ok(vec![Event::Heartbeat]);
        }
        return Err(SourceError::OutOfDate(RATE_IS_OLD.to_owned()));
    };
    let converted = |price: Number| price.positive().map(|price| price * rate);
    Ok(vec![Event::Quote(QuoteUpdate {
        symbol: target.symbol.clone(),
        price: price * rate,
        as_of,
        change_24h: percent_change(message.o.positive(), price),
        day_high: converted(message.h),
        day_low: converted(message.l),
        ..QuoteUpdate::default()
    })])
}

/// Returns the text of an error: `{"error":{"code":2,"msg":"…"},"id":1}` or `{"code":2,"msg":"…"}`.
fn problem(message: &Message) -> Option<String> {
    let text = message.error.pointer("/msg").and_then(Value::as_str);
    let text = text.or(message.msg.as_deref()).map(str::to_owned);
    text.or_else(|| (!message.error.is_null()).then(|| message.error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::providers::core::stream::fuzz_frames;

    const TICKER: &str = r#"{"e":"24hrMiniTicker","E":1795188600000,"s":"SOLUSDT","c":"150.50000000","o":"140.00000000","h":"152.00000000","l":"139.00000000","v":"91000.1","q":"13000000.2"}"#;

    /// Returns recorded lines, as [`fuzz_frames`] expects them.
    fn lines(frames: &[&str]) -> String {
        let lines = frames
            .iter()
            .map(|frame| serde_json::json!({ "frame": frame }).to_string());
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn broken_messages_cause_no_panic() {
        let combined = format!(r#"{{"stream":"solusdt@miniTicker","data":{TICKER}}}"#);
        let frames = lines(&[TICKER, &combined, r#"{"result":null,"id":1}"#]);
        fuzz_frames("binance_stream", &frames, "SOLUSDT", |frame| {
            events(frame, |_, _| Some(1.0))
        });
    }

    #[test]
    fn a_price_is_converted_with_the_rate_of_its_time() {
        fuzz_frames(
            "binance_stream_rate",
            &lines(&[TICKER]),
            "SOLUSDT",
            |frame| {
                let read = events(frame, |_, _| Some(0.5));
                if frame.text == TICKER {
                    let Ok([Event::Quote(quote)]) = read.as_deref() else {
                        panic!("{read:?}");
                    };
                    assert_eq!((quote.price, quote.day_high), (75.25, Some(76.0)));
                    assert_eq!(quote.as_of.to_string(), "2026-11-20T15:30:00Z");
                    let unknown = events(frame, |_, _| None).unwrap_err().to_string();
                    assert!(unknown.contains("too old"), "{unknown}");
                }
                read
            },
        );
    }
}
