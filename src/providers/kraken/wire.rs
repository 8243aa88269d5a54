//! Parses the messages of version 2 of Kraken's WebSocket API, as recorded in 2026.

use serde::Deserialize;

use crate::{
    domain::quote::QuoteUpdate,
    providers::core::{
        lenient::{self, Moment, Number, Text, or_default, valid_items},
        stream::{Event, Frame},
    },
    source::SourceError,
};

#[derive(Debug, Deserialize)]
struct Message {
    #[serde(default)]
    channel: Text,
    #[serde(default, rename = "type")]
    kind: Text,
    #[serde(default, deserialize_with = "valid_items")]
    data: Vec<Row>,
    /// Set in a response to a command.
    #[serde(default)]
    method: Text,
    #[serde(default, deserialize_with = "or_default")]
    success: Option<bool>,
    #[serde(default)]
    symbol: Text,
    #[serde(default)]
    error: Text,
    #[serde(default, deserialize_with = "or_default")]
    result: Subscription,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Subscription {
    symbol: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Row {
    symbol: Text,
    last: Number,
    high: Number,
    low: Number,
    /// The change over 24 hours, in percent.
    change_pct: Number,
    timestamp: Moment,
    /// Set in messages of the channel `status`.
    system: Text,
}

/// Reads a message.
pub(super) fn events(frame: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
    let message: Message = lenient::json(frame.text.as_bytes())?;
    if message.method.as_deref() == Some("subscribe") {
        return subscription_response(message);
    }
    match message.channel.as_deref() {
        Some("ticker") => Ok(message
            .data
            .iter()
            .filter_map(|row| quote(row, message.kind.as_deref(), frame))
            .collect()),
        Some("heartbeat") => Ok(vec![Event::Heartbeat]),
        Some("status") => status(&message),
        _ => Ok(Vec::new()),
    }
}

/// Reads a price. An update without a time gets the current time. A snapshot without a time is skipped, because its age is
/// unknown. Ignores the volume, because it covers only this exchange.
fn quote(row: &Row, kind: Option<&str>, frame: &Frame<'_>) -> Option<Event> {
    let target = frame.targets.get(row.symbol.as_deref()?)?;
    let update_time = (kind == Some("update")).then_some(frame.now);
    Some(Event::Quote(QuoteUpdate {
        symbol: target.symbol.clone(),
        price: row.last.positive()?,
        as_of: row.timestamp.0.or(update_time)?,
        change_24h: row.change_pct.0,
        day_high: row.high.positive(),
        day_low: row.low.positive(),
        ..QuoteUpdate::default()
    }))
}

/// Reads the response to a subscription.
fn subscription_response(message: Message) -> Result<Vec<Event>, SourceError> {
    let is_rejected = message.success == Some(false);
    Ok(
        match (message.symbol.0.or(message.result.symbol.0), is_rejected) {
            (Some(name), false) => vec![Event::Subscribed(name)],
            (Some(name), true) => vec![Event::RejectedSubscription {
                name,
                reason: message.error.0.unwrap_or_default(),
            }],
            (None, true) => {
                let reason = message.error.0.unwrap_or_default();
                return Err(SourceError::Refused(reason));
            }
            (None, false) => Vec::new(),
        },
    )
}

/// Reads a status message. Kraken accepts no subscriptions during maintenance.
fn status(message: &Message) -> Result<Vec<Event>, SourceError> {
    let system = message.data.iter().find_map(|row| row.system.as_deref());
    match system {
        Some("maintenance") => Err(SourceError::Refused("under maintenance".to_owned())),
        _ => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::providers::core::stream::fuzz_frames;

    #[test]
    fn broken_messages_cause_no_panic() {
        let recorded = include_str!("../../../tests/fixtures/recordings/kraken/ticker.jsonl");
        fuzz_frames("kraken", recorded, "ETH/USD", events);
    }
}
