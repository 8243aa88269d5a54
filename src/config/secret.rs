//! Secrets in separate files.

use toml::{Table, Value};

use super::{ConfigError, Options, check};
use crate::providers::settings::{Custom, Providers};

/// Reads a secret from a file.
pub(super) fn secret(file: &str) -> Result<String, ConfigError> {
    let text = std::fs::read_to_string(file).map_err(|error| ConfigError::Unreadable {
        kind: "key file",
        path: file.to_owned(),
        error: error.to_string(),
    })?;
    Ok(text.trim().to_owned())
}

/// Returns the settings of the providers with the contents of each `api_key_file` and of the
/// `header_files`. Adds errors to `problems`.
pub(super) fn providers(options: &Options, problems: &mut Vec<ConfigError>) -> Providers {
    // This cannot fail, because settings are only plain values, which TOML can express.
    let mut table = Table::try_from(&options.providers).unwrap_or_default();
    for provider in table
        .iter_mut()
        .filter_map(|(_, provider)| provider.as_table_mut())
    {
        let file = provider.get("api_key_file").and_then(Value::as_str);
        let Some(file) = file.filter(|file| !file.is_empty()) else {
            continue;
        };
        match secret(file) {
            Ok(key) => {
                provider.insert("api_key".to_owned(), Value::from(key));
            }
            Err(error) => problems.push(error),
        }
    }
    let mut sources = options.sources.clone();
    for source in &mut sources {
        if let Err(error) = read_headers(source) {
            problems.push(error);
        }
    }
    let providers = table.try_into().unwrap_or_else(|error: toml::de::Error| {
        problems.push(ConfigError::invalid("providers", error.message()));
        Providers::default()
    });
    Providers {
        sources,
        ..providers
    }
}

fn read_headers(source: &mut Custom) -> Result<(), ConfigError> {
    for (name, file) in &source.header_files {
        source.headers.insert(name.clone(), secret(file)?);
    }
    check::headers(source)
}
