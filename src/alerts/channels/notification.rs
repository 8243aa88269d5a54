//! The message that a transport sends, and its preview.

use serde_json::{Value, json};

use super::http::percent_encode;
use crate::alerts::delivery::Message;

/// A message with a link to this server.
pub(super) struct Notification<'a> {
    pub(super) message: &'a Message,
    /// The path of the page that shows the alerts, relative to the app's address.
    pub(super) page: String,
    /// The address of that page; `None` if `public_url` is not configured.
    pub(super) link: Option<String>,
}

impl<'a> Notification<'a> {
    /// Creates the notification for a message. `public_url` has no trailing slash; it is empty if it is not configured.
    pub(super) fn new(message: &'a Message, public_url: &str) -> Self {
        let page = match &message.symbols()[..] {
            [symbol] => format!("ticker/{}", percent_encode(symbol)),
            _ => "premium-alerts".to_owned(),
        };
        let link = (!public_url.is_empty()).then(|| format!("{public_url}/{page}"));
        Self {
            message,
            page,
            link,
        }
    }

    /// Returns the text, cut to at most `max` bytes.
    pub(super) fn text_within_bytes(&self, max: usize) -> String {
        let mut text = self.message.text();
        if text.len() > max {
            let max_before_ellipsis = max.saturating_sub('…'.len_utf8());
            let ends = text.char_indices().map(|(end, _)| end);
            let end = ends.take_while(|end| *end <= max_before_ellipsis).last();
            text.truncate(end.unwrap_or_default());
            text.push('…');
        }
        text
    }

    /// Returns the text, cut to at most `max` characters.
    pub(super) fn text_within_chars(&self, max: usize) -> String {
        let text = self.message.text();
        if text.chars().count() <= max {
            return text;
        }
        let cut = text.chars().take(max.saturating_sub(1));
        cut.chain(['…']).collect()
    }

    /// Returns the whole message as JSON, the format for webhooks and programs.
    pub(super) fn json(&self) -> Value {
        let message = self.message;
        let alerts = message.reports.iter().map(|(number, fired)| {
            json!({
                "id": number,
                "alertId": fired.alert_id,
                "symbol": fired.symbol,
                "sentence": fired.sentence,
                "price": fired.price,
                "currency": fired.currency,
                "firedAt": fired.at,
                "late": fired.late,
                "url": fired.url,
                "note": fired.note,
            })
        });
        json!({
            "key": message.key,
            "title": message.title(),
            "text": message.text(),
            "url": self.link,
            "test": message.is_test(),
            "alerts": alerts.collect::<Vec<_>>(),
        })
    }
}

/// The message that a channel would send.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Preview {
    /// The HTTP method of a request.
    pub(crate) method: Option<String>,
    /// The URL of a request, if the `url` setting contains variables.
    pub(crate) address: Option<String>,
    /// The subject of a mail.
    pub(crate) subject: Option<String>,
    /// The text of a mail, or the body of a request.
    pub(crate) body: Option<String>,
}
