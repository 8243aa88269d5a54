//! Channels that are made on the page: the settings of the configuration file without what only the operator of the
//! machine may say, and with secrets that go in and never come out.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    outbound::Outbound,
    parse::WrongSetting,
    settings::{ChannelSettings, Kind},
};
use crate::domain::{Timestamp, channel::UserChannel};

/// What is not given out. Addresses of webhooks and topics of ntfy are as good as passwords.
const SECRETS: [&str; 5] = ["token", "password", "secret", "url", "topic"];
/// The key of a table whose values are not given out.
pub(super) const HEADERS: &str = "headers";
/// Keys that name files of the server.
const FILES: &str = "_file";
const HEADER_FILES: &str = "header_files";

/// Settings as a page writes them, by the keys of `[[channels]]`. A secret that is missing or null stays as it is.
pub(crate) type Wanted = Map<String, Value>;

/// The channel that `wanted` describes, in the place of `known` where there is one; a sentence about what is wrong with it.
pub(crate) fn written(
    mut wanted: Wanted,
    enabled: bool,
    known: Option<&UserChannel>,
    now: Timestamp,
) -> Result<UserChannel, String> {
    check_of_page(&wanted)?;
    let nothing = Map::new();
    let before = known.map_or(&nothing, |known| &known.settings);
    if known.is_some() && before.get("kind") != wanted.get("kind") {
        return Err("kind: it stays what it is; make another channel.".into());
    }
    let kept = keep_secrets(&mut wanted, before);
    let settings = parsed(&wanted)?;
    let name = settings.name().to_owned();
    if known.is_some_and(|known| known.name != name) {
        return Err("name: it stays what it is, for alerts name the channel by it.".into());
    }
    if let Some(known) = known
        && receiver(&settings) != parsed(&known.settings).ok().and_then(|it| receiver(&it))
        && let Some(key) = kept.iter().find(|key| *key != "url")
    {
        return Err(format!(
            "{key}: write it again, for messages go to another machine now."
        ));
    }
    Outbound::new(settings, "").map_err(|wrong| sentence(&wrong))?;
    let since_before = known.map_or_else(BTreeMap::new, |known| known.secrets_since.clone());
    let secrets_since = secret_keys(&wanted).into_iter().map(|key| {
        let since = since_before.get(&key).filter(|_| kept.contains(&key));
        (key, since.copied().unwrap_or(now))
    });
    Ok(UserChannel {
        name,
        enabled,
        since: known.map_or(now, |known| known.since),
        secrets_since: secrets_since.collect(),
        settings: wanted,
    })
}

/// A sentence where settings hold what only the operator of the machine may say.
pub(super) fn check_of_page(wanted: &Wanted) -> Result<(), String> {
    let kind = wanted.get("kind").and_then(Value::as_str);
    if kind == Some("command") {
        return Err(
            "kind: a program of this machine can be named in the configuration file alone.".into(),
        );
    }
    let is_file = |key: &&String| key.ends_with(FILES) || *key == HEADER_FILES;
    if let Some(key) = wanted.keys().find(is_file) {
        return Err(format!(
            "{key}: a file of this machine can be named in the configuration file alone."
        ));
    }
    Ok(())
}

/// The settings of a channel, as those of the configuration file.
pub(crate) fn parsed(settings: &Wanted) -> Result<ChannelSettings, String> {
    let table = toml::Table::try_from(settings)
        .map_err(|_| "The settings hold what no channel has: null, or a number too large.")?;
    ChannelSettings::try_from(table).map_err(|message| format!("{message}."))
}

/// The settings of a channel without its secrets; of headers the names.
pub(crate) fn shown(channel: &UserChannel) -> Wanted {
    let mut shown = channel.settings.clone();
    shown.retain(|key, _| !SECRETS.contains(&key.as_str()));
    if let Some(Value::Object(headers)) = shown.get_mut(HEADERS) {
        headers.values_mut().for_each(|value| *value = Value::Null);
    }
    shown
}

pub(crate) fn sentence(wrong: &WrongSetting) -> String {
    format!("{}: {}.", wrong.key, wrong.message)
}

/// Puts the secrets of `before` where `wanted` says nothing of them; their keys, as [`secret_keys`] names them.
fn keep_secrets(wanted: &mut Wanted, before: &Wanted) -> Vec<String> {
    let mut kept = vec![];
    for key in SECRETS {
        if wanted.get(key).is_none_or(Value::is_null) {
            wanted.remove(key);
            if let Some(secret) = before.get(key) {
                wanted.insert(key.to_owned(), secret.clone());
                kept.push(key.to_owned());
            }
        }
    }
    let known = before.get(HEADERS).and_then(Value::as_object);
    if let Some(known) = known
        && wanted.get(HEADERS).is_none_or(Value::is_null)
    {
        wanted.insert(HEADERS.to_owned(), Value::Object(known.clone()));
        kept.extend(known.keys().map(|name| header_key(name)));
    } else if let Some(Value::Object(headers)) = wanted.get_mut(HEADERS) {
        for (name, value) in headers.iter_mut().filter(|(_, value)| value.is_null()) {
            if let Some(secret) = known.and_then(|known| known.get(name)) {
                *value = secret.clone();
                kept.push(header_key(name));
            }
        }
    }
    kept
}

/// The keys of the secrets that settings hold: `token`, and `headers.Authorization`.
fn secret_keys(settings: &Wanted) -> Vec<String> {
    let is_set = |key: &&str| {
        let value = settings.get(*key).and_then(Value::as_str);
        value.is_some_and(|value| !value.is_empty())
    };
    let headers = settings.get(HEADERS).and_then(Value::as_object);
    let headers = headers.into_iter().flat_map(Map::keys);
    let own = SECRETS.iter().copied().filter(is_set).map(str::to_owned);
    own.chain(headers.map(|name| header_key(name))).collect()
}

fn header_key(name: &str) -> String {
    format!("{HEADERS}.{name}")
}

/// Who gets the secrets of a channel: another one must not get those that were written for this one.
fn receiver(settings: &ChannelSettings) -> Option<String> {
    let machine = |url: &str| url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    match &settings.kind {
        Kind::Ntfy(ntfy) => Some(machine(&ntfy.server)),
        Kind::Webhook(webhook) => Some(machine(&webhook.url)),
        Kind::Smtp(smtp) => Some(format!("{} {}:{}", smtp.security, smtp.host, smtp.port)),
        Kind::Command(_) => None,
    }
}
