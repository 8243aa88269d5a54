//! Presets: the request formats of well-known webhook receivers.

use serde_json::{Value, json};

use crate::alerts::channels::{
    notification::Notification,
    validate::{self, InvalidSetting, Result},
};

/// The request format of a receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Preset {
    /// Marketdeck's own format.
    Marketdeck,
    /// <https://discord.com/developers/docs/resources/webhook#execute-webhook>
    Discord,
    /// <https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks>
    Slack,
    /// <https://core.telegram.org/bots/api#sendmessage>
    Telegram,
    /// <https://gotify.net/docs/pushmsg>, <https://gotify.net/docs/msgextras>
    Gotify,
    /// <https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger>: Marketdeck's own format,
    /// available as `trigger.json`.
    HomeAssistant,
    /// <https://github.com/caronc/apprise-api#persistent-storage-solution>
    Apprise,
}

const PRESETS: [(&str, Preset); 6] = [
    ("discord", Preset::Discord),
    ("slack", Preset::Slack),
    ("telegram", Preset::Telegram),
    ("gotify", Preset::Gotify),
    ("home_assistant", Preset::HomeAssistant),
    ("apprise", Preset::Apprise),
];

/// The server of the Telegram Bot API that is used if `url` is empty.
const TELEGRAM_API: &str = "https://api.telegram.org";

impl Preset {
    /// Returns the preset called `name`, or Marketdeck's own format for an empty name.
    pub(super) fn from_name(name: &str) -> Result<Self> {
        if name.is_empty() {
            return Ok(Self::Marketdeck);
        }
        let preset = PRESETS.iter().find(|(preset_name, _)| *preset_name == name);
        preset.map(|(_, preset)| *preset).ok_or_else(|| {
            let names = PRESETS.map(|(name, _)| name).join(", ");
            InvalidSetting::new(
                "preset",
                format!(
                    "invalid value '{name}'; expected one of: {names}, or none for a format of your own"
                ),
            )
        })
    }

    /// Returns the address of the request, which may contain variables.
    pub(super) fn address(self, url: &str, token: &str, chat_id: &str) -> Result<String> {
        let server = url.trim_end_matches('/');
        match self {
            Self::Telegram => {
                validate::check_not_empty("token", token)?;
                validate::check_not_empty("chat_id", chat_id)?;
                let server = if server.is_empty() {
                    TELEGRAM_API
                } else {
                    server
                };
                Ok(format!("{server}/bot{token}/sendMessage"))
            }
            Self::Gotify => {
                validate::check_not_empty("url", server)?;
                validate::check_not_empty("token", token)?;
                Ok(format!("{server}/message"))
            }
            _ => Ok(url.to_owned()),
        }
    }

    /// Returns the headers that the preset adds.
    pub(super) fn headers(self, token: &str) -> Vec<(&'static str, &str)> {
        match self {
            Self::Gotify => vec![("x-gotify-key", token)],
            _ => vec![],
        }
    }

    /// Returns the request body; `chat_id` is the id of a Telegram chat.
    pub(super) fn body(self, notification: &Notification<'_>, chat_id: &str) -> Value {
        let title = notification.message.title();
        match self {
            Self::Marketdeck | Self::HomeAssistant => notification.json(),
            // A headline with '@everyone' must not notify anyone.
            Self::Discord => json!({
                "content": with_link(notification, 2_000),
                "allowed_mentions": { "parse": [] },
            }),
            Self::Slack => json!({ "text": escape_slack(&with_link(notification, 4_000)) }),
            Self::Telegram => json!({
                "chat_id": chat_id,
                "text": with_link(notification, 4_096),
                "link_preview_options": { "is_disabled": true },
            }),
            Self::Gotify => {
                let mut body = json!({ "title": title, "message": notification.message.text(), "priority": 5 });
                if let Some(link) = &notification.link {
                    body["extras"] =
                        json!({ "client::notification": { "click": { "url": link } } });
                }
                body
            }
            Self::Apprise => {
                json!({ "title": title, "body": with_link(notification, 32_000), "type": "info" })
            }
        }
    }
}

/// Returns the text with the link below it, at most `max_chars` characters long. Cuts a text that is too long, but never the link.
fn with_link(notification: &Notification<'_>, max_chars: usize) -> String {
    let link = notification
        .link
        .as_ref()
        .map_or(String::new(), |link| format!("\n{link}"));
    let max_text_chars = max_chars.saturating_sub(link.chars().count());
    format!("{}{link}", notification.text_within_chars(max_text_chars))
}

/// Escapes the three characters that are markup in Slack (<https://docs.slack.dev/messaging/formatting-message-text>).
fn escape_slack(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
