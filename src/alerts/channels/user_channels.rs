//! Settings of channels that users make on the page. They have the keys of the configuration file, except those that name
//! programs or files of the server. Secrets are write-only.

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

/// The key of a table whose values are secret.
const HEADERS: &str = "headers";
/// The end of keys that name files of the server.
const FILE_SUFFIX: &str = "_file";
const HEADER_FILES: &str = "header_files";

/// Settings as the page sends them, by the keys of `[[channels]]`. A missing or null secret keeps its value.
pub(crate) type RawSettings = Map<String, Value>;

/// Checks `settings` and builds the channel to store. `existing` is the channel that it replaces.
///
/// # Errors
/// One sentence for the user.
pub(crate) fn build(
    mut settings: RawSettings,
    enabled: bool,
    existing: Option<&UserChannel>,
    now: Timestamp,
) -> Result<UserChannel, String> {
    check_page_keys(&settings)?;
    let nothing = Map::new();
    let before = existing.map_or(&nothing, |existing| &existing.settings);
    if existing.is_some() && before.get("kind") != settings.get("kind") {
        return Err("kind: cannot be changed; create another channel.".into());
    }
    let kept = keep_secrets(&mut settings, before);
    let parsed = parse(&settings)?;
    let name = parsed.name().to_owned();
    if existing.is_some_and(|existing| existing.name != name) {
        return Err("name: cannot be changed, because alerts refer to it.".into());
    }
    if let Some(existing) = existing
        && parsed.kind.settings().receiver() != receiver(&existing.settings)
        && let Some(key) = kept.iter().find(|key| *key != "url")
    {
        return Err(format!(
            "{key}: enter it again, because messages now go to another host."
        ));
    }
    OutboundChannel::new(parsed, "").map_err(|invalid| invalid.sentence())?;
    let since_before = existing.map_or_else(BTreeMap::new, |it| it.secrets_since.clone());
    let secrets_since = secret_keys(&settings).into_iter().map(|key| {
        let since = since_before.get(&key).filter(|_| kept.contains(&key));
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

/// Refuses settings that only the operator of the server may make: programs, and keys that name files.
fn check_page_keys(settings: &RawSettings) -> Result<(), String> {
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

/// Parses settings like a table of the configuration file.
///
/// # Errors
/// One sentence for the user.
pub(crate) fn parse(settings: &RawSettings) -> Result<ChannelSettings, String> {
    let table = toml::Table::try_from(settings)
        .map_err(|_| "The settings contain null, or a number that is too large.")?;
    ChannelSettings::try_from(table).map_err(|message| format!("{message}."))
}

/// Removes the secrets from a channel's settings; of headers only the names are left.
pub(crate) fn without_secrets(channel: &UserChannel) -> RawSettings {
    let mut settings = channel.settings.clone();
    settings.retain(|key, _| Kind::secret_keys().all(|secret| secret != key));
    if let Some(Value::Object(headers)) = settings.get_mut(HEADERS) {
        headers.values_mut().for_each(|value| *value = Value::Null);
    }
    settings
}

/// Renders what a channel with `settings` would send for an example alert. Secrets are neither required nor read.
///
/// # Errors
/// One sentence for the user.
pub(super) fn preview(
    mut settings: RawSettings,
    public_url: &str,
    now: Timestamp,
) -> Result<Preview, String> {
    check_page_keys(&settings)?;
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
        note: None,
    };
    let message = Message::new(parsed.name(), vec![(1, example)]);
    let notification = Notification::new(&message, public_url);
    let preview = parsed.kind.settings().preview(&notification);
    preview.map_err(|invalid| invalid.sentence())
}

/// Copies the secrets of `before` that `settings` leaves out. Returns their keys, in the form of [`secret_keys`].
fn keep_secrets(settings: &mut RawSettings, before: &RawSettings) -> Vec<String> {
    let mut kept = vec![];
    for key in Kind::secret_keys() {
        if settings.get(key).is_none_or(Value::is_null) {
            settings.remove(key);
            if let Some(secret) = before.get(key) {
                settings.insert(key.to_owned(), secret.clone());
                kept.push(key.to_owned());
            }
        }
    }
    let known = before.get(HEADERS).and_then(Value::as_object);
    if let Some(known) = known
        && settings.get(HEADERS).is_none_or(Value::is_null)
    {
        settings.insert(HEADERS.to_owned(), Value::Object(known.clone()));
        kept.extend(known.keys().map(|name| header_key(name)));
    } else if let Some(Value::Object(headers)) = settings.get_mut(HEADERS) {
        for (name, value) in headers.iter_mut().filter(|(_, value)| value.is_null()) {
            if let Some(secret) = known.and_then(|known| known.get(name)) {
                *value = secret.clone();
                kept.push(header_key(name));
            }
        }
    }
    kept
}

/// The keys of the secrets in settings: `token`, and `headers.Authorization`.
fn secret_keys(settings: &RawSettings) -> Vec<String> {
    let is_set = |key: &&str| {
        let value = settings.get(*key).and_then(Value::as_str);
        value.is_some_and(|value| !value.is_empty())
    };
    let headers = settings.get(HEADERS).and_then(Value::as_object);
    let headers = headers.into_iter().flat_map(Map::keys);
    let own = Kind::secret_keys().filter(is_set).map(str::to_owned);
    own.chain(headers.map(|name| header_key(name))).collect()
}

fn header_key(name: &str) -> String {
    format!("{HEADERS}.{name}")
}

/// The server that receives the channel's secrets: another one must not get them.
fn receiver(settings: &RawSettings) -> Option<String> {
    parse(settings).ok()?.kind.settings().receiver()
}
