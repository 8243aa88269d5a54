//! The settings of one channel: a `[[channels]]` table of the configuration file.

use std::fmt;

use jiff::{SignedDuration, civil::Time, tz::TimeZone};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::{
    kinds::Kind,
    validate::{InvalidSetting, Result, check_range},
};
use crate::{
    alerts::delivery::{Policy, QuietHours, RateLimit},
    domain::alert::Delivery,
};

/// Reports within this time of the first one share a message if their number reaches `digest_from`.
const GROUPING_WINDOW: SignedDuration = SignedDuration::from_secs(2);
/// The maximum length of a name in characters. Names are part of message keys, which some receivers cut at 64 characters.
const MAX_NAME_CHARS: usize = 24;

/// The settings of a channel.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Table", into = "Table")]
pub struct ChannelSettings {
    /// The keys that every channel has.
    pub(crate) common: CommonSettings,
    /// The keys of the channel's kind.
    pub(crate) kind: Kind,
}

/// The settings that every channel has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct CommonSettings {
    /// The name of the channel in alerts, logs and the API.
    pub(crate) name: String,
    /// The delivery method (`email`, `sms` or `push`) that the channel serves; empty for the default of the kind.
    pub(crate) carries: String,
    /// The maximum number of messages per hour; further reports share the next message.
    pub(crate) most_per_hour: u32,
    /// The minimum number of simultaneous reports that share one message.
    pub(crate) digest_from: u32,
    /// The hours without messages, such as `22:00-07:00`; empty for none.
    pub(crate) quiet_hours: String,
    /// The IANA time zone of the quiet hours; empty for the server's.
    pub(crate) time_zone: String,
    /// The timeout of one attempt, in seconds.
    pub(crate) timeout_seconds: u32,
}

impl Default for CommonSettings {
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

impl CommonSettings {
    /// Checks the name, which must be usable in URLs, environment variables and message keys.
    pub(super) fn check_name(&self) -> Result<()> {
        let name = &self.name;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if name.is_empty() || name.len() > MAX_NAME_CHARS || !name.chars().all(is_plain) {
            return Err(InvalidSetting::new(
                "name",
                format!(
                    "invalid value '{name}'; expected 1 to {MAX_NAME_CHARS} letters, digits, '-' or '_'"
                ),
            ));
        }
        if !matches!(Delivery::from(name.clone()), Delivery::Channel(_)) {
            return Err(InvalidSetting::new(
                "name",
                format!("'{name}' is a delivery method; choose another name"),
            ));
        }
        Ok(())
    }

    /// Returns the delivery method that the channel serves: `carries`, or `default` if that is empty.
    pub(super) fn delivery_method(&self, default: Delivery) -> Result<Delivery> {
        match self.carries.as_str() {
            "" => Ok(default),
            "email" => Ok(Delivery::Email),
            "sms" => Ok(Delivery::Sms),
            "push" => Ok(Delivery::Push),
            other => Err(InvalidSetting::new(
                "carries",
                format!("invalid value '{other}'; expected email, sms or push"),
            )),
        }
    }

    /// Returns the policy: when messages may be sent, and which reports share a message.
    pub(super) fn policy(&self) -> Result<Policy> {
        check_range("most_per_hour", self.most_per_hour, 1..=3_600)?;
        check_range("digest_from", self.digest_from, 2..=1_000)?;
        check_range("timeout_seconds", self.timeout_seconds, 1..=29)?;
        Ok(Policy {
            limit: Some(RateLimit::per_hour(self.most_per_hour)),
            digest_from: self.digest_from as usize,
            grouping_window: GROUPING_WINDOW,
            quiet: self.quiet_hours()?,
        })
    }

    fn quiet_hours(&self) -> Result<Option<QuietHours>> {
        let zone = match self.time_zone.as_str() {
            "" => TimeZone::system(),
            name => TimeZone::get(name).map_err(|_| {
                InvalidSetting::new(
                    "time_zone",
                    format!("invalid value '{name}'; expected a time zone such as Europe/Berlin"),
                )
            })?,
        };
        if self.quiet_hours.is_empty() {
            return Ok(None);
        }
        let time = |text: &str| text.trim().parse::<Time>().ok();
        let times = self.quiet_hours.split_once('-');
        let times = times.and_then(|(from, to)| Some((time(from)?, time(to)?)));
        match times {
            Some((from, to)) if from != to => Ok(Some(QuietHours { from, to, zone })),
            _ => Err(InvalidSetting::new(
                "quiet_hours",
                format!(
                    "invalid value '{}'; expected two times such as 22:00-07:00",
                    self.quiet_hours
                ),
            )),
        }
    }
}

impl ChannelSettings {
    /// The name, which may be empty or invalid until the settings are checked.
    pub(crate) fn name(&self) -> &str {
        &self.common.name
    }
}

/// The keys of [`CommonSettings`].
const COMMON_KEYS: [&str; 7] = [
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

    fn try_from(table: Table) -> std::result::Result<Self, String> {
        let (mut common, mut kind_settings) = (Table::new(), Table::new());
        for (key, value) in table {
            let part = if COMMON_KEYS.contains(&key.as_str()) {
                &mut common
            } else {
                &mut kind_settings
            };
            part.insert(key, value);
        }
        let name = common.get("name").and_then(Value::as_str);
        let path = format!("channels.{}", name.unwrap_or("?"));
        let kind = kind_settings.remove("kind");
        let kind = kind.as_ref().and_then(Value::as_str).unwrap_or_default();
        if !Kind::NAMES.contains(&kind) {
            let possible = Kind::NAMES.join(", ");
            return Err(format!(
                "{path}.kind: invalid value '{kind}'; expected one of: {possible}"
            ));
        }
        let kind = Table::from_iter([(kind.to_owned(), Value::Table(kind_settings))]);
        let invalid = |error: toml::de::Error| format!("{path}: {}", error.message());
        Ok(Self {
            common: common.try_into().map_err(invalid)?,
            kind: kind.try_into().map_err(invalid)?,
        })
    }
}

impl From<ChannelSettings> for Table {
    fn from(settings: ChannelSettings) -> Self {
        // Serializing strings, numbers, lists and maps to TOML never fails.
        let mut table = Self::try_from(&settings.common).unwrap_or_default();
        table.insert("kind".to_owned(), settings.kind.name().into());
        // A table with the keys of the kind, below the name of the kind.
        let kind = Self::try_from(&settings.kind).unwrap_or_default();
        for (_, kind_settings) in kind {
            if let Value::Table(kind_settings) = kind_settings {
                table.extend(kind_settings);
            }
        }
        table
    }
}

/// Omits the keys of the kind, which may be secret.
impl fmt::Debug for ChannelSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChannelSettings")
            .field("common", &self.common)
            .field("kind", &self.kind.name())
            .finish_non_exhaustive()
    }
}
