//! Every message of the live feed that a client may send. What the server sends is a prepared
//! frame: see `frames::ticker`.

use serde::Deserialize;

use crate::domain::ticker::TickerId;

/// What a client may say.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ClientMessage {
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
}

impl ClientMessage {
    /// `None` for anything that is not one of ours.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// LIVE-01
    #[test]
    fn the_two_messages_are_understood() {
        assert_eq!(
            ClientMessage::parse(r#"{"type":"subscribe","tickerId":7}"#),
            Some(ClientMessage::Subscribe {
                ticker_id: TickerId(7)
            })
        );
        assert_eq!(
            ClientMessage::parse(r#"{"type":"unsubscribe","tickerId":7,"extra":1}"#),
            Some(ClientMessage::Unsubscribe {
                ticker_id: TickerId(7)
            })
        );
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
}
