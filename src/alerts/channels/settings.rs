//! Channels as a person configures them: a table of `[[channels]]` each.

use std::{collections::BTreeMap, fmt, path::PathBuf};

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// One channel.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Table", into = "Table")]
pub struct ChannelSettings {
    /// What every channel has.
    pub(crate) common: Common,
    /// What its kind needs.
    pub(crate) kind: Kind,
}

/// What every channel has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Common {
    /// What alerts, the log and the API call it.
    pub(crate) name: String,
    /// `email`, `sms` or `push`: alerts of this way of delivery go here too.
    pub(crate) carries: String,
    /// Messages in any hour at most; what comes beyond goes together in the next.
    pub(crate) most_per_hour: u32,
    /// As many alerts that fire at once go in one message.
    pub(crate) digest_from: u32,
    /// Hours of the day in which nothing is sent, as in `22:00-07:00`; empty for none.
    pub(crate) quiet_hours: String,
    /// The zone of the quiet hours, as in `Europe/Berlin`; empty for the server's.
    pub(crate) time_zone: String,
    /// How long one attempt may take, in seconds.
    pub(crate) timeout_seconds: u32,
}

impl Default for Common {
    fn default() -> Self {
        Self {
            name: String::new(),
            carries: String::new(),
            most_per_hour: 30,
            digest_from: 4,
            quiet_hours: String::new(),
            time_zone: String::new(),
            timeout_seconds: 15,
        }
    }
}

/// What a kind needs.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// A topic of an ntfy server.
    Ntfy(NtfySettings),
    /// An address that takes requests.
    Webhook(Box<WebhookSettings>),
    /// A mail server.
    Smtp(SmtpSettings),
    /// A program on this machine.
    Command(CommandSettings),
}

impl Kind {
    const ALL: [&'static str; 4] = ["ntfy", "webhook", "smtp", "command"];

    /// As it is configured.
    pub(crate) const fn as_str(&self) -> &'static str {
        match self {
            Self::Ntfy(_) => "ntfy",
            Self::Webhook(_) => "webhook",
            Self::Smtp(_) => "smtp",
            Self::Command(_) => "command",
        }
    }
}

/// A topic of an ntfy server.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NtfySettings {
    pub(crate) server: String,
    pub(crate) topic: String,
    pub(crate) token: String,
    pub(crate) token_file: String,
    /// 1 (lowest) to 5.
    pub(crate) priority: u8,
    pub(crate) tags: Vec<String>,
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

/// An address that takes requests.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WebhookSettings {
    /// Whose format the request has; empty for our own.
    pub(crate) preset: String,
    pub(crate) method: String,
    pub(crate) url: String,
    pub(crate) url_file: String,
    pub(crate) headers: BTreeMap<String, String>,
    /// Files whose content is the value of a header.
    pub(crate) header_files: BTreeMap<String, String>,
    pub(crate) content_type: String,
    /// A template; empty for that of the preset.
    pub(crate) body: String,
    /// Signs the request.
    pub(crate) secret: String,
    pub(crate) secret_file: String,
    /// Of a Telegram bot or a Gotify application.
    pub(crate) token: String,
    pub(crate) token_file: String,
    /// The chat of a Telegram bot.
    pub(crate) chat_id: String,
}

impl Default for WebhookSettings {
    fn default() -> Self {
        let empty = String::new;
        Self {
            preset: empty(),
            method: "POST".to_owned(),
            url: empty(),
            url_file: empty(),
            headers: BTreeMap::new(),
            header_files: BTreeMap::new(),
            content_type: "application/json".to_owned(),
            body: empty(),
            secret: empty(),
            secret_file: empty(),
            token: empty(),
            token_file: empty(),
            chat_id: empty(),
        }
    }
}

/// A mail server.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SmtpSettings {
    pub(crate) host: String,
    /// 0 for the usual one: 587, and 465 where everything is encrypted.
    pub(crate) port: u16,
    /// `starttls`, `tls` or `none`.
    pub(crate) security: String,
    pub(crate) username: String,
    pub(crate) password: String,
    pub(crate) password_file: String,
    pub(crate) from: String,
    pub(crate) to: Vec<String>,
    /// A certificate (PEM) to trust besides those of the system.
    pub(crate) ca_file: String,
}

impl Default for SmtpSettings {
    fn default() -> Self {
        let empty = String::new;
        Self {
            host: empty(),
            port: 0,
            security: "starttls".to_owned(),
            username: empty(),
            password: empty(),
            password_file: empty(),
            from: empty(),
            to: Vec::new(),
            ca_file: empty(),
        }
    }
}

/// A program on this machine.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct CommandSettings {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
}

impl ChannelSettings {
    /// Its name; it may be empty or wrong as long as nobody has checked it.
    pub(crate) fn name(&self) -> &str {
        &self.common.name
    }
}

/// The keys that every channel has.
const COMMON: [&str; 7] = [
    "name",
    "carries",
    "most_per_hour",
    "digest_from",
    "quiet_hours",
    "time_zone",
    "timeout_seconds",
];

impl TryFrom<Table> for ChannelSettings {
    type Error = String;

    fn try_from(table: Table) -> Result<Self, String> {
        let (mut common, mut own) = (Table::new(), Table::new());
        for (key, value) in table {
            let part = if COMMON.contains(&key.as_str()) {
                &mut common
            } else {
                &mut own
            };
            part.insert(key, value);
        }
        let name = common.get("name").and_then(Value::as_str);
        let whose = format!("channels.{}", name.unwrap_or("?"));
        let kind = own.remove("kind");
        let kind = kind.as_ref().and_then(Value::as_str).unwrap_or_default();
        if !Kind::ALL.contains(&kind) {
            let possible = Kind::ALL.join(", ");
            return Err(format!(
                "{whose}.kind: '{kind}' is not possible, only {possible}"
            ));
        }
        let kind = Table::from_iter([(kind.to_owned(), Value::Table(own))]);
        let wrong = |error: toml::de::Error| format!("{whose}: {}", error.message());
        Ok(Self {
            common: common.try_into().map_err(wrong)?,
            kind: kind.try_into().map_err(wrong)?,
        })
    }
}

impl From<ChannelSettings> for Table {
    fn from(settings: ChannelSettings) -> Self {
        // Plain values, which TOML can always express.
        let mut table = Self::try_from(&settings.common).unwrap_or_default();
        table.insert("kind".to_owned(), settings.kind.as_str().into());
        let own = Self::try_from(&settings.kind).unwrap_or_default();
        for value in own.into_iter().map(|(_, value)| value) {
            if let Value::Table(own) = value {
                table.extend(own);
            }
        }
        table
    }
}

/// Without what may be secret.
impl fmt::Debug for ChannelSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChannelSettings")
            .field("common", &self.common)
            .field("kind", &self.kind.as_str())
            .finish_non_exhaustive()
    }
}
