//! Messages from clients, and messages to a single client. Messages to many clients are in `frames`.

use serde::{Deserialize, Serialize};

use crate::domain::ticker::TickerId;

/// A message from a client.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum ClientMessage {
    /// Subscribes to a ticker's quotes.
    #[serde(rename_all = "camelCase")]
    Subscribe {
        /// The ticker's number.
        ticker_id: TickerId,
    },
    /// Ends a subscription.
    #[serde(rename_all = "camelCase")]
    Unsubscribe {
        /// The ticker's number.
        ticker_id: TickerId,
    },
    /// Requests that updates of several tickers are combined to one `ticker_updates` message.
    Batch,
    /// Requests a `pong`. For browsers, whose scripts cannot send WebSocket pings.
    Ping,
}

impl ClientMessage {
    /// Parses a message; returns `None` for an unknown or invalid one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

/// A message from the server to one client.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ServerMessage {
    /// The response to a ping.
    Pong,
    /// A subscription exceeded the limit.
    #[serde(rename_all = "camelCase")]
    SubscriptionLimit {
        /// The ticker that was not subscribed to.
        ticker_id: TickerId,
        /// Maximum number of subscriptions.
        limit: usize,
    },
}

impl ServerMessage {
    pub(super) fn to_json(&self) -> String {
        // Serializing plain structs never fails.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    /// LIVE-01
    #[test]
    fn client_messages_are_parsed() {
        for (text, message) in [
            (
                r#"{"type":"subscribe","tickerId":7}"#,
                ClientMessage::Subscribe {
                    ticker_id: TickerId(7),
                },
            ),
            (
                r#"{"type":"unsubscribe","tickerId":7,"extra":1}"#,
                ClientMessage::Unsubscribe {
                    ticker_id: TickerId(7),
                },
            ),
            (r#"{"type":"batch"}"#, ClientMessage::Batch),
            (r#"{"type":"ping"}"#, ClientMessage::Ping),
        ] {
            assert_eq!(ClientMessage::parse(text), Some(message), "{text}");
        }
    }

    /// LIVE-02
    #[test]
    fn invalid_messages_are_ignored() {
        for text in [
            "",
            "{",
            "[]",
            "null",
            r#"{"type":"hello"}"#,
            r#"{"type":"subscribe"}"#,
            r#"{"type":"subscribe","tickerId":-1}"#,
        ] {
            assert_eq!(ClientMessage::parse(text), None, "{text}");
        }
    }

    #[test]
    fn server_messages_contain_their_type() {
        assert_eq!(ServerMessage::Pong.to_json(), r#"{"type":"pong"}"#);
        let limit = ServerMessage::SubscriptionLimit {
            ticker_id: TickerId(7),
            limit: 512,
        };
        assert_eq!(
            limit.to_json(),
            r#"{"type":"subscription_limit","tickerId":7,"limit":512}"#
        );
    }

    #[test]
    fn malformed_messages_do_not_panic() {
        let samples = [
            &br#"{"type":"subscribe","tickerId":7}"#[..],
            br#"{"type":"unsubscribe","tickerId":4294967295}"#,
            br#"{"type":"ping"}"#,
        ];
        fuzz("socket", &samples, |message| {
            let text = String::from_utf8_lossy(message);
            // Every valid message contains its type.
            assert!(ClientMessage::parse(&text).is_none() || text.contains("type"));
        });
    }
}
