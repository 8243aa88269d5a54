//! Every message of the live feed but the prepared frames of `frames`.

use serde::{Deserialize, Serialize};

use crate::domain::ticker::TickerId;

/// What a client may say.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum ClientMessage {
    /// Send me this ticker's quotes.
    #[serde(rename_all = "camelCase")]
    Subscribe {
        /// Which.
        ticker_id: TickerId,
    },
    /// Send me this ticker's quotes no longer.
    #[serde(rename_all = "camelCase")]
    Unsubscribe {
        /// Which.
        ticker_id: TickerId,
    },
    /// Send me what is new of several tickers at once as one message, `ticker_updates`.
    Batch,
    /// Are you there? For browsers, whose scripts cannot send the protocol's own ping.
    Ping,
}

impl ClientMessage {
    /// `None` for anything that is not one of ours.
    pub(super) fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

/// What the server answers to one client.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ServerMessage {
    /// The answer to a ping.
    Pong,
    /// A subscription was one too many.
    #[serde(rename_all = "camelCase")]
    SubscriptionLimit {
        /// The ticker that is not watched.
        ticker_id: TickerId,
        /// How many may be.
        limit: usize,
    },
}

impl ServerMessage {
    pub(super) fn to_json(&self) -> String {
        // Plain structs with string keys always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    /// LIVE-01
    #[test]
    fn the_messages_of_a_client_are_understood() {
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
    fn anything_else_is_not() {
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
    fn answers_name_their_type() {
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
    fn broken_messages_are_no_panic() {
        let samples = [
            &br#"{"type":"subscribe","tickerId":7}"#[..],
            br#"{"type":"unsubscribe","tickerId":4294967295}"#,
            br#"{"type":"ping"}"#,
        ];
        fuzz("socket", &samples, |message| {
            let text = String::from_utf8_lossy(message);
            // What is understood is one of three, whatever stands beside it.
            assert!(ClientMessage::parse(&text).is_none() || text.contains("type"));
        });
    }
}
