//! ntfy channel: publishes a message to a topic as JSON (<https://docs.ntfy.sh/publish/#publish-as-json>).

use hyper::{Request, header};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    alerts::{
        channels::{
            http::{self, USER_AGENT},
            notification::{Notification, Preview},
            transport::{KindSettings, Transport},
            validate::{self, InvalidSetting, Result},
        },
        delivery::{Attempt, DeliveryError},
    },
    net::Body,
};

/// The maximum length of a message in bytes: ntfy turns a longer one into an attachment
/// (<https://docs.ntfy.sh/publish/#limitations>).
const MAX_MESSAGE_BYTES: usize = 4_000;

/// The keys of a `[[channels]]` table with `kind = "ntfy"`.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NtfySettings {
    server: String,
    topic: String,
    token: String,
    token_file: String,
    /// From 1 (lowest) to 5.
    priority: u8,
    tags: Vec<String>,
}

impl Default for NtfySettings {
    fn default() -> Self {
        Self {
            server: "https://ntfy.sh".to_owned(),
            topic: String::new(),
            token: String::new(),
            token_file: String::new(),
            priority: 3,
            tags: Vec::new(),
        }
    }
}

impl NtfySettings {
    /// Anyone who knows a topic can read it, so the topic is as secret as a token.
    pub(super) const SECRETS: &[&str] = &["token", "topic"];
}

impl KindSettings for NtfySettings {
    fn transport(&self) -> Result<Box<dyn Transport>> {
        validate::check_url("server", &self.server)?;
        validate::check_not_empty("topic", &self.topic)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if self.topic.len() > 64 || !self.topic.chars().all(is_plain) {
            return Err(InvalidSetting::new(
                "topic",
                "invalid value; expected 1 to 64 letters, digits, '-' or '_'",
            ));
        }
        if !(1..=5).contains(&self.priority) {
            let priority = self.priority;
            return Err(InvalidSetting::new(
                "priority",
                format!("invalid value {priority}; expected 1 (lowest) to 5"),
            ));
        }
        Ok(Box::new(Ntfy(self.clone())))
    }

    fn preview(&self, notification: &Notification<'_>) -> Result<Preview> {
        let mut message = message(self, notification);
        if self.topic.is_empty() {
            message["topic"] = json!("***");
        }
        Ok(Preview {
            method: Some("POST".to_owned()),
            body: Some(message.to_string()),
            ..Preview::default()
        })
    }

    fn receiver(&self) -> Option<String> {
        Some(validate::origin(&self.server))
    }
}

/// A topic on an ntfy server.
struct Ntfy(NtfySettings);

impl Transport for Ntfy {
    fn target(&self) -> String {
        validate::host(&self.0.server).unwrap_or_default()
    }

    fn secrets(&self) -> Vec<String> {
        vec![self.0.token.clone(), self.0.topic.clone()]
    }

    fn send<'a>(&'a self, notification: &'a Notification<'a>, _now: Timestamp) -> Attempt<'a> {
        let Self(settings) = self;
        let mut request = Request::post(&settings.server)
            .header(header::USER_AGENT, USER_AGENT)
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", &notification.message.key);
        if !settings.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", settings.token));
        }
        let request = request.body(Body::from(message(settings, notification).to_string()));
        Box::pin(async move {
            let request = request.map_err(|_| {
                DeliveryError::Failed("the settings do not form a valid request".to_owned())
            })?;
            http::send(request).await
        })
    }
}

/// Returns the request body.
fn message(settings: &NtfySettings, notification: &Notification<'_>) -> Value {
    let mut message = json!({
        "topic": settings.topic,
        "title": notification.message.title(),
        "message": notification.text_within_bytes(MAX_MESSAGE_BYTES),
        "priority": settings.priority,
        "tags": settings.tags,
        // From version 2.16 on, ntfy replaces the previous message with the same `sequence_id`, so a retry appears once.
        "sequence_id": notification.message.key,
    });
    if let Some(link) = &notification.link {
        message["click"] = json!(link);
    }
    message
}
