//! Validates the settings of channels that are created on the settings page. The keys are the same as in the configuration
//! file, except those for programs and files of the server. Secrets are write-only.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    kinds::Kind,
    notification::{Notification, Preview},
    outbound::OutboundChannel,
    settings::ChannelSettings,
};
use crate::{
    alerts::delivery::Message,
    domain::{Timestamp, alert::FiredAlert, channel::UserChannel, currency::Currency},
};

/// The key of the table of headers, whose values are secret.
const HEADERS: &str = "headers";
/// The suffix of keys that contain the path of a file.
const FILE_SUFFIX: &str = "_file";
const HEADER_FILES: &str = "header_files";

/// The settings of a channel as JSON, with the keys of `[[channels]]`. A secret that is missing or null keeps its value.
pub(crate) type RawSettings = Map<String, Value>;

/// Validates `settings` and builds the channel to store. `existing` is the channel that it replaces.
///
/// # Errors
/// Returns a message for the user if the settings are invalid.
pub(crate) fn build(
    mut settings: RawSettings,
    enabled: bool,
    existing: Option<&UserChannel>,
    now: Timestamp,
) -> Result<UserChannel, String> {
    reject_server_keys(&settings)?;
    let no_settings = Map::new();
    let existing_settings = existing.map_or(&no_settings, |existing| &existing.settings);
    if existing.is_some() && existing_settings.get("kind") != settings.get("kind") {
        return Err("kind: cannot be changed; create another channel.".into());
    }
    let reused = copy_secrets(&mut settings, existing_settings);
    let parsed = parse(&settings)?;
    let name = parsed.name().to_owned();
    if existing.is_some_and(|existing| existing.name != name) {
        return Err("name: cannot be changed, because alerts refer to it.".into());
    }
    if let Some(existing) = existing
        && parsed.kind.settings().receiver() != receiver(&existing.settings)
        && let Some(key) = reused.iter().find(|key| *key != "url")
    {
        return Err(format!(
            "{key}: enter it again, because messages now go to another host."
        ));
    }
    OutboundChannel::new(parsed, "").map_err(|invalid| invalid.sentence())?;
    let existing_since =
        existing.map_or_else(BTreeMap::new, |existing| existing.secrets_since.clone());
    let secrets_since = secret_keys(&settings).into_iter().map(|key| {
        let since = existing_since.get(&key).filter(|_| reused.contains(&key));
        (key, since.copied().unwrap_or(now))
    });
    Ok(UserChannel {
        name,
        enabled,
        since: existing.map_or(now, |existing| existing.since),
        secrets_since: secrets_since.collect(),
        settings,
    })
}

/// Rejects settings that are allowed only in the configuration file: programs and files of the server.
fn reject_server_keys(settings: &RawSettings) -> Result<(), String> {
    let kind = settings.get("kind").and_then(Value::as_str);
    if kind == Some("command") {
        return Err("kind: programs can be set only in the configuration file.".into());
    }
    let is_file = |key: &&String| key.ends_with(FILE_SUFFIX) || *key == HEADER_FILES;
    if let Some(key) = settings.keys().find(is_file) {
        return Err(format!(
            "{key}: files can be set only in the configuration file."
        ));
    }
    Ok(())
}

/// Parses settings like a `[[channels]]` table of the configuration file.
///
/// # Errors
/// Returns a message for the user if the settings are invalid.
pub(crate) fn parse(settings: &RawSettings) -> Result<ChannelSettings, String> {
    let table = toml::Table::try_from(settings)
        .map_err(|_| "The settings contain null, or a number that is too large.")?;
    ChannelSettings::try_from(table).map_err(|message| format!("{message}."))
}

/// Returns a channel's settings without secrets. Headers keep their names and have null as the value.
pub(crate) fn without_secrets(channel: &UserChannel) -> RawSettings {
    let mut settings = channel.settings.clone();
    settings.retain(|key, _| Kind::secret_keys().all(|secret| secret != key));
    if let Some(Value::Object(headers)) = settings.get_mut(HEADERS) {
        headers.values_mut().for_each(|value| *value = Value::Null);
    }
    settings
}

/// Renders what a channel with `settings` would send for an example alert. The settings may lack secrets.
///
/// # Errors
/// Returns a message for the user if the settings are invalid.
pub(super) fn preview(
    mut settings: RawSettings,
    public_url: &str,
    now: Timestamp,
) -> Result<Preview, String> {
    reject_server_keys(&settings)?;
    settings.retain(|key, value| !value.is_null() && key != HEADERS);
    let parsed = parse(&settings)?;
    let example = FiredAlert {
        alert_id: 1,
        symbol: "AAPL".to_owned(),
        price: Some(300.12),
        currency: Currency::parse("USD"),
        at: now,
        late: false,
        sentence: "AAPL price rose above $300".to_owned(),
        url: None,
        note: None,
    };
    let message = Message::new(parsed.name(), vec![(1, example)]);
    let notification = Notification::new(&message, public_url);
    let preview = parsed.kind.settings().preview(&notification);
    preview.map_err(|invalid| invalid.sentence())
}

/// Copies the secrets that are missing or null in `settings` from `existing`. Returns the keys of the copied secrets, in the form of
/// [`secret_keys`].
fn copy_secrets(settings: &mut RawSettings, existing: &RawSettings) -> Vec<String> {
    let mut copied = vec![];
    for key in Kind::secret_keys() {
        if settings.get(key).is_none_or(Value::is_null) {
            settings.remove(key);
            if let Some(secret) = existing.get(key) {
                settings.insert(key.to_owned(), secret.clone());
                copied.push(key.to_owned());
            }
        }
    }
    let existing_headers = existing.get(HEADERS).and_then(Value::as_object);
    if let Some(existing_headers) = existing_headers
        && settings.get(HEADERS).is_none_or(Value::is_null)
    {
        settings.insert(HEADERS.to_owned(), Value::Object(existing_headers.clone()));
        copied.extend(existing_headers.keys().map(|name| header_key(name)));
    } else if let Some(Value::Object(headers)) = settings.get_mut(HEADERS) {
        for (name, value) in headers.iter_mut().filter(|(_, value)| value.is_null()) {
            if let Some(secret) = existing_headers.and_then(|headers| headers.get(name)) {
                *value = secret.clone();
                copied.push(header_key(name));
            }
        }
    }
    copied
}

/// Returns the keys of the secrets in `settings`, such as `token` or `headers.Authorization`.
fn secret_keys(settings: &RawSettings) -> Vec<String> {
    let is_set = |key: &&str| {
        let value = settings.get(*key).and_then(Value::as_str);
        value.is_some_and(|value| !value.is_empty())
    };
    let headers = settings.get(HEADERS).and_then(Value::as_object);
    let headers = headers.into_iter().flat_map(Map::keys);
    let keys = Kind::secret_keys().filter(is_set).map(str::to_owned);
    keys.chain(headers.map(|name| header_key(name))).collect()
}

fn header_key(name: &str) -> String {
    format!("{HEADERS}.{name}")
}

/// Returns the server that receives the channel's secrets.
fn receiver(settings: &RawSettings) -> Option<String> {
    parse(settings).ok()?.kind.settings().receiver()
}
