//! ntfy: a message to a topic, published as JSON (<https://docs.ntfy.sh/publish/#publish-as-json>).

use hyper::{Request, header};
use serde_json::{Value, json};

use super::{
    http::{self, USER_AGENT},
    outgoing::{Outgoing, Preview},
    parse::{self, Result, WrongSetting},
    settings::NtfySettings,
};
use crate::{alerts::delivery::DeliveryError, net::Body};

/// Bytes of a message at most: a longer one becomes an attachment (<https://docs.ntfy.sh/publish/#limitations>).
const MOST_BYTES: usize = 4_000;

/// A topic of a server.
#[derive(Clone)]
pub(super) struct Ntfy(NtfySettings);

impl Ntfy {
    pub(super) fn new(settings: NtfySettings) -> Result<Self> {
        parse::web_address("server", &settings.server)?;
        parse::needed("topic", &settings.topic)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if settings.topic.len() > 64 || !settings.topic.chars().all(is_plain) {
            return Err(WrongSetting::new(
                "topic",
                "it is not possible, only 1 to 64 letters, digits, '-' and '_'",
            ));
        }
        if !(1..=5).contains(&settings.priority) {
            let priority = settings.priority;
            return Err(WrongSetting::new(
                "priority",
                format!("{priority} is not possible, only 1 (lowest) to 5"),
            ));
        }
        Ok(Self(settings))
    }

    /// The server; a topic is as good as a key.
    pub(super) fn target(&self) -> String {
        parse::host(&self.0.server).unwrap_or_default()
    }

    pub(super) fn secrets(&self) -> Vec<String> {
        vec![self.0.token.clone(), self.0.topic.clone()]
    }

    pub(super) async fn send(
        &self,
        outgoing: &Outgoing<'_>,
    ) -> std::result::Result<String, DeliveryError> {
        let Self(settings) = self;
        let message = message(settings, outgoing);
        let mut request = Request::post(&settings.server)
            .header(header::USER_AGENT, USER_AGENT)
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", &outgoing.message.key);
        if !settings.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", settings.token));
        }
        let request = request
            .body(Body::from(message.to_string()))
            .map_err(|_| DeliveryError::Failed("its settings make no request".to_owned()))?;
        http::send(request).await
    }
}

/// What is published.
fn message(settings: &NtfySettings, outgoing: &Outgoing<'_>) -> Value {
    let mut message = json!({
        "topic": settings.topic,
        "title": outgoing.message.title(),
        "message": outgoing.text_of_bytes(MOST_BYTES),
        "priority": settings.priority,
        "tags": settings.tags,
        // Servers from 2.16 on replace a message of the same one, where a phone got it twice.
        "sequence_id": outgoing.message.key,
    });
    if let Some(link) = &outgoing.link {
        message["click"] = json!(link);
    }
    message
}

/// What would be published; a topic that is not given is not shown.
pub(super) fn preview(settings: &NtfySettings, outgoing: &Outgoing<'_>) -> Preview {
    let mut message = message(settings, outgoing);
    if settings.topic.is_empty() {
        message["topic"] = json!("***");
    }
    Preview {
        method: Some("POST".to_owned()),
        body: Some(message.to_string()),
        ..Preview::default()
    }
}
