//! Resolution of the secrets of alert channels, which are in environment variables, separate files
//! or the configuration file.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::{ConfigError, options, secret::secret, variables};
use crate::alerts::{ChannelSettings, Channels, PushSettings};

/// Returns the channels with their secrets, and a warning for each of `variables` that does not
/// belong to a channel. Adds errors to `problems`.
pub(super) fn resolve(
    channels: &[ChannelSettings],
    mut variables: BTreeMap<String, String>,
    problems: &mut Vec<ConfigError>,
) -> (Vec<ChannelSettings>, Vec<String>) {
    let mut resolved: Vec<ChannelSettings> = vec![];
    for channel in channels {
        let key_path = |key: &str| format!("{}.{}.{key}", options::CHANNELS, channel.name());
        if resolved.iter().any(|other| other.name() == channel.name()) {
            problems.push(ConfigError::invalid(
                key_path("name"),
                "two channels have this name",
            ));
        }
        let result = with_secrets(channel, &mut variables).and_then(|channel| {
            Channels::new(std::slice::from_ref(&channel), "", PushSettings::default())
                .map_err(|error| ConfigError::invalid(key_path(error.key), error.message))?;
            Ok(channel)
        });
        match result {
            Ok(channel) => resolved.push(channel),
            Err(error) => problems.push(error),
        }
    }
    let unused = variables.into_keys();
    let unused =
        unused.map(|name| format!("the variable {name} does not belong to a configured channel"));
    (resolved, unused.collect())
}

fn with_secrets(
    channel: &ChannelSettings,
    variables: &mut BTreeMap<String, String>,
) -> Result<ChannelSettings, ConfigError> {
    let mut table = Table::from(channel.clone());
    let key_path = |key: &str| format!("{}.{}.{key}", options::CHANNELS, channel.name());
    // A key for which a key with the suffix `_file` exists is a secret, which may also be in a file
    // or a variable.
    let keys: Vec<String> = table.keys().cloned().collect();
    for key in &keys {
        let file_key = format!("{key}_file");
        if !table.contains_key(&file_key) {
            continue;
        }
        for key in [key, &file_key] {
            if let Some(value) = variables.remove(&variable(channel.name(), key)) {
                table.insert(key.clone(), value.into());
            }
        }
        let text = |key: &str| table.get(key).and_then(Value::as_str).unwrap_or_default();
        let (value, file) = (text(key), text(&file_key).to_owned());
        if value == options::REDACTED {
            return Err(ConfigError::invalid(
                key_path(key),
                format!(
                    "this is the placeholder for a secret in a printed configuration; enter the secret itself, or name a file with {file_key}"
                ),
            ));
        }
        if !file.is_empty() && !value.is_empty() {
            return Err(ConfigError::invalid(
                key_path(key),
                format!("{file_key} is also set; remove one of the two"),
            ));
        }
        if !file.is_empty() {
            table.insert(key.clone(), secret(&file)?.into());
        }
    }
    read_headers(&mut table)?;
    let to_error = |message: String| ConfigError::invalid(options::CHANNELS, message);
    ChannelSettings::try_from(table).map_err(to_error)
}

/// Reads each file in `header_files` and sets the header of the same name.
fn read_headers(table: &mut Table) -> Result<(), ConfigError> {
    let files = table.get("header_files").and_then(Value::as_table).cloned();
    let headers = table.get_mut("headers").and_then(Value::as_table_mut);
    if let Some((files, headers)) = files.zip(headers) {
        for (name, file) in files {
            headers.insert(name, secret(file.as_str().unwrap_or_default())?.into());
        }
    }
    Ok(())
}

/// Returns the name of the environment variable for a key of a channel.
fn variable(channel: &str, key: &str) -> String {
    let name = format!("{channel}_{key}").replace('-', "_");
    format!("{}{}", variables::CHANNELS, name.to_ascii_uppercase())
}
