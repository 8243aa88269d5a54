//! The formats of well-known receivers.

use serde_json::{Value, json};

use crate::alerts::channels::{
    outgoing::Outgoing,
    parse::{self, Result, WrongSetting},
    settings::WebhookSettings,
};

/// Whose format a request has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Preset {
    /// Our own.
    Marketdeck,
    /// <https://discord.com/developers/docs/resources/webhook#execute-webhook>
    Discord,
    /// <https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks>
    Slack,
    /// <https://core.telegram.org/bots/api#sendmessage>
    Telegram,
    /// <https://gotify.net/docs/pushmsg>, <https://gotify.net/docs/msgextras>
    Gotify,
    /// <https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger>: our own format, found
    /// under `trigger.json`.
    HomeAssistant,
    /// <https://github.com/caronc/apprise-api#persistent-storage-solution>
    Apprise,
}

const NAMED: [(&str, Preset); 6] = [
    ("discord", Preset::Discord),
    ("slack", Preset::Slack),
    ("telegram", Preset::Telegram),
    ("gotify", Preset::Gotify),
    ("home_assistant", Preset::HomeAssistant),
    ("apprise", Preset::Apprise),
];

/// Where bots of Telegram are, unless an address is given.
const TELEGRAM: &str = "https://api.telegram.org";

impl Preset {
    /// The preset of this name; our own format without one.
    pub(super) fn named(name: &str) -> Result<Self> {
        if name.is_empty() {
            return Ok(Self::Marketdeck);
        }
        let known = NAMED.iter().find(|(known, _)| *known == name);
        known.map(|(_, preset)| *preset).ok_or_else(|| {
            let names = NAMED.map(|(name, _)| name).join(", ");
            WrongSetting::new(
                "preset",
                format!(
                    "'{name}' is not possible, only {names}; leave it out for a format of your own"
                ),
            )
        })
    }

    /// Where requests go, with the places of a template.
    pub(super) fn address(self, settings: &WebhookSettings) -> Result<String> {
        let url = settings.url.trim_end_matches('/');
        match self {
            Self::Telegram => {
                parse::needed("token", &settings.token)?;
                parse::needed("chat_id", &settings.chat_id)?;
                let server = if url.is_empty() { TELEGRAM } else { url };
                Ok(format!("{server}/bot{}/sendMessage", settings.token))
            }
            Self::Gotify => {
                parse::needed("url", url)?;
                parse::needed("token", &settings.token)?;
                Ok(format!("{url}/message"))
            }
            _ => Ok(settings.url.clone()),
        }
    }

    /// What a request carries besides the usual.
    pub(super) fn headers(self, settings: &WebhookSettings) -> Vec<(&'static str, &str)> {
        match self {
            Self::Gotify => vec![("x-gotify-key", &settings.token)],
            _ => vec![],
        }
    }

    /// The body of a request; `chat_id` is the chat of a Telegram bot.
    pub(super) fn body(self, outgoing: &Outgoing<'_>, chat_id: &str) -> Value {
        let title = outgoing.message.title();
        match self {
            Self::Marketdeck | Self::HomeAssistant => outgoing.json(),
            // Nobody is pinged by what a headline says.
            Self::Discord => json!({
                "content": with_link(outgoing, 2_000),
                "allowed_mentions": { "parse": [] },
            }),
            Self::Slack => json!({ "text": slack_escaped(&with_link(outgoing, 4_000)) }),
            Self::Telegram => json!({
                "chat_id": chat_id,
                "text": with_link(outgoing, 4_096),
                "link_preview_options": { "is_disabled": true },
            }),
            Self::Gotify => {
                let mut body =
                    json!({ "title": title, "message": outgoing.message.text(), "priority": 5 });
                if let Some(link) = &outgoing.link {
                    body["extras"] =
                        json!({ "client::notification": { "click": { "url": link } } });
                }
                body
            }
            Self::Apprise => {
                json!({ "title": title, "body": with_link(outgoing, 32_000), "type": "info" })
            }
        }
    }
}

/// The text with the link below it, in at most so many letters; the link is kept whole.
fn with_link(outgoing: &Outgoing<'_>, most: usize) -> String {
    let link = outgoing
        .link
        .as_ref()
        .map_or(String::new(), |link| format!("\n{link}"));
    let room = most.saturating_sub(link.chars().count());
    format!("{}{link}", outgoing.text_of_letters(room))
}

/// The three letters that mean something to Slack (<https://docs.slack.dev/messaging/formatting-message-text>).
fn slack_escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
