//! What a channel is given to send.

use serde_json::{Value, json};

use super::percent::percent_encoded;
use crate::alerts::delivery::Message;

/// A message with what the operator's server adds to it.
pub(super) struct Outgoing<'a> {
    pub(super) message: &'a Message,
    /// The page of the app that shows it, below the app's address.
    pub(super) page: String,
    /// Where it is shown, if people can reach this server by an address that it knows.
    pub(super) link: Option<String>,
}

impl<'a> Outgoing<'a> {
    /// A message of the server that people reach at `public_url`, which ends without a slash and is empty when it is not known.
    pub(super) fn new(message: &'a Message, public_url: &str) -> Self {
        let page = match &message.symbols()[..] {
            [symbol] => format!("ticker/{}", percent_encoded(symbol)),
            _ => "premium-alerts".to_owned(),
        };
        let link = (!public_url.is_empty()).then(|| format!("{public_url}/{page}"));
        Self {
            message,
            page,
            link,
        }
    }

    /// The text, cut to so many bytes.
    pub(super) fn text_of_bytes(&self, most: usize) -> String {
        let mut text = self.message.text();
        if text.len() > most {
            let room = most.saturating_sub('…'.len_utf8());
            let ends = text.char_indices().map(|(end, _)| end);
            let end = ends.take_while(|end| *end <= room).last();
            text.truncate(end.unwrap_or_default());
            text.push('…');
        }
        text
    }

    /// The text, cut to so many letters.
    pub(super) fn text_of_letters(&self, most: usize) -> String {
        let text = self.message.text();
        if text.chars().count() <= most {
            return text;
        }
        let cut = text.chars().take(most.saturating_sub(1));
        cut.chain(['…']).collect()
    }

    /// Everything there is to say.
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

/// What would be sent, as far as it can be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Preview {
    /// Of a request.
    pub(crate) method: Option<String>,
    /// Where a request goes, where that says something of the alert.
    pub(crate) address: Option<String>,
    /// Of a mail.
    pub(crate) subject: Option<String>,
    /// The text of a mail, or the body of a request, where it has one.
    pub(crate) body: Option<String>,
}
