//! Parses the messages of Coinbase Exchange's feed, as recorded from 2021 to 2026. They contain numbers as strings.

use serde::Deserialize;

use crate::{
    domain::quote::{QuoteUpdate, percent_change},
    providers::core::{
        lenient::{self, Moment, Number, Text, valid_items},
        stream::{Event, Frame},
    },
    source::SourceError,
};

#[derive(Debug, Deserialize)]
struct FeedMessage {
    #[serde(default, rename = "type")]
    kind: Text,
    #[serde(default)]
    product_id: Text,
    #[serde(default)]
    price: Number,
    #[serde(default)]
    open_24h: Number,
    #[serde(default)]
    low_24h: Number,
    #[serde(default)]
    high_24h: Number,
    #[serde(default)]
    time: Moment,
    #[serde(default)]
    message: Text,
    #[serde(default)]
    reason: Text,
    #[serde(default, deserialize_with = "valid_items")]
    channels: Vec<Channel>,
}

#[derive(Debug, Default, Deserialize)]
struct Channel {
    #[serde(default)]
    name: Text,
    #[serde(default, deserialize_with = "valid_items")]
    product_ids: Vec<Text>,
}

/// Reads a message.
pub(super) fn events(frame: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
    let message: FeedMessage = lenient::json(frame.text.as_bytes())?;
    Ok(match message.kind.as_deref() {
        Some("ticker") => quote(&message, frame).into_iter().collect(),
        Some("heartbeat") => vec![Event::Heartbeat],
        Some("subscriptions") => acknowledgements(message.channels),
        Some("error") => return rejected(&message, frame),
        _ => Vec::new(),
    })
}

/// Reads a price. Ignores the volume, because it covers only this exchange.
fn quote(message: &FeedMessage, frame: &Frame<'_>) -> Option<Event> {
    let target = frame.targets.get(message.product_id.as_deref()?)?;
    let price = message.price.positive()?;
    Some(Event::Quote(QuoteUpdate {
        symbol: target.symbol.clone(),
        price,
        as_of: message.time.0?,
        change_24h: percent_change(message.open_24h.positive(), price),
        day_high: message.high_24h.positive(),
        day_low: message.low_24h.positive(),
        ..QuoteUpdate::default()
    }))
}

/// Reads an acknowledgement, which lists all subscriptions.
fn acknowledgements(channels: Vec<Channel>) -> Vec<Event> {
    channels
        .into_iter()
        .filter(|channel| channel.name.as_deref() == Some("ticker"))
        .flat_map(|channel| channel.product_ids)
        .filter_map(|name| name.0.map(Event::Subscribed))
        .collect()
}

/// Reads an error. Errors such as `NOPE-USD is not a valid product` and `LOOM-USD is delisted` concern one product, and the
/// others stay subscribed. Any other error closes the connection.
fn rejected(message: &FeedMessage, frame: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
    let reason = message.reason.as_deref().unwrap_or_default();
    let name = reason.split_whitespace().next().unwrap_or_default();
    if frame.targets.contains_key(name) {
        return Ok(vec![Event::RejectedSubscription {
            name: name.to_owned(),
            reason: reason.to_owned(),
        }]);
    }
    if reason.contains("product") || reason.contains("delisted") {
        return Ok(Vec::new());
    }
    let texts = [message.message.as_deref(), message.reason.as_deref()];
    let texts: Vec<&str> = texts.into_iter().flatten().collect();
    Err(SourceError::Refused(texts.join(": ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::providers::core::stream::fuzz_frames;

    #[test]
    fn broken_messages_cause_no_panic() {
        let recorded = include_str!("../../../tests/fixtures/recordings/coinbase/ticker.jsonl");
        fuzz_frames("coinbase", recorded, "BTC-USD", events);
    }
}
