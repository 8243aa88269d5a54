//! The settings that the web interface saves. They are in the file `settings.toml` in the data
//! directory, in the format of the configuration file, which overrides them.

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

use toml::{Table, Value};

use super::{ConfigError, Options, file::File};

/// Name of the file in the data directory.
const FILE_NAME: &str = "settings.toml";
/// The keys that the web interface may set, without those of providers.
const KEYS: [&str; 5] = [
    "market",
    "symbols",
    "display_currency",
    "contact_email",
    "password_hash",
];
/// Key of the address that the SEC requires in every request.
pub(crate) const SEC_CONTACT: &str = "providers.sec.contact";

/// The settings of the web interface with which a configuration is loaded.
#[derive(Debug, Clone, Copy)]
pub enum PageSettings<'a> {
    /// None.
    Ignored,
    /// The settings in the data directory.
    Stored,
    /// This text instead of the file in the data directory.
    Proposed(&'a str),
}

impl PageSettings<'_> {
    /// Returns the file with the settings, if there is one.
    pub(super) fn read(self, data_dir: &Path) -> Result<Option<File>, ConfigError> {
        let path = path(data_dir);
        match self {
            Self::Ignored => Ok(None),
            Self::Proposed(text) => Ok(Some(File::with_text(&path, text))),
            Self::Stored => match path.symlink_metadata() {
                // If the folder is not accessible, the server reports that when it opens the
                // database. Commands that need no database work without access.
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::NotFound
                            | ErrorKind::NotADirectory
                            | ErrorKind::PermissionDenied
                    ) =>
                {
                    Ok(None)
                }
                // A file that cannot be read is an error, because it may require a password.
                _ => File::read(&path, "settings file").map(Some),
            },
        }
    }
}

/// Returns the path of the file.
pub(crate) fn path(data_dir: &Path) -> PathBuf {
    data_dir.join(FILE_NAME)
}

/// Returns the names of the providers that have an API key, as in the configuration.
pub(crate) fn providers_with_keys() -> Vec<String> {
    // This cannot fail, because settings are only plain values, which TOML can express.
    let providers = Table::try_from(Options::default().providers).unwrap_or_default();
    let has_key = |(_, provider): &(String, Value)| provider.get("api_key").is_some();
    let with_keys = providers.into_iter().filter(has_key);
    with_keys.map(|(name, _)| name).collect()
}

/// Returns the configuration key of a provider's API key.
pub(crate) fn api_key_setting(provider: &str) -> String {
    format!("providers.{provider}.api_key")
}

/// Returns all keys that the web interface may set, as in `providers.finnhub.api_key`.
pub(crate) fn keys() -> Vec<String> {
    let keys = KEYS.map(str::to_owned).into_iter();
    let api_keys = providers_with_keys();
    let api_keys = api_keys.iter().map(|provider| api_key_setting(provider));
    keys.chain(api_keys)
        .chain([SEC_CONTACT.to_owned()])
        .collect()
}

/// Removes the keys that only the configuration may set, and returns an error for each of them.
pub(super) fn remove_unsupported(settings: &mut Table, file: &File) -> Vec<ConfigError> {
    let supported = keys();
    let unsupported: Vec<String> = leaf_keys(settings)
        .into_iter()
        .filter(|key| !supported.contains(key))
        .collect();
    let to_error = |key: &String| {
        remove(settings, key);
        let message = "can only be set in the configuration file";
        ConfigError::invalid(key, message).at(file.location(key))
    };
    unsupported.iter().map(to_error).collect()
}

/// Removes the settings for which `configured` names a file with the secret. Both at once would be
/// an error.
pub(super) fn remove_overridden(settings: &mut Table, configured: &Table) {
    for key in keys() {
        let file_key = format!("{key}_file");
        if get(configured, &file_key).is_some_and(|file| file.as_str() != Some("")) {
            remove(settings, &key);
        }
    }
}

/// Returns the paths of all values that are not tables.
fn leaf_keys(table: &Table) -> Vec<String> {
    let mut keys = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                let inner = leaf_keys(inner);
                keys.extend(inner.iter().map(|rest| format!("{key}.{rest}")));
            }
            _ => keys.push(key.clone()),
        }
    }
    keys
}

/// Returns the value at a path such as `providers.finnhub.api_key`.
pub(crate) fn get<'a>(table: &'a Table, path: &str) -> Option<&'a Value> {
    let mut keys = path.split('.');
    let first = table.get(keys.next()?)?;
    keys.try_fold(first, |value, key| value.get(key))
}

/// Sets the value at a path. Creates the tables on the path if necessary.
pub(crate) fn set(table: &mut Table, path: &str, value: Value) {
    let Some((first, rest)) = path.split_once('.') else {
        table.insert(path.to_owned(), value);
        return;
    };
    let inner = table
        .entry(first)
        .or_insert_with(|| Value::Table(Table::new()));
    if let Value::Table(inner) = inner {
        set(inner, rest, value);
    }
}

/// Removes the value at a path, and the tables that are empty without it.
pub(crate) fn remove(table: &mut Table, path: &str) {
    let Some((first, rest)) = path.split_once('.') else {
        table.remove(path);
        return;
    };
    if let Some(Value::Table(inner)) = table.get_mut(first) {
        remove(inner, rest);
        if inner.is_empty() {
            table.remove(first);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::{Config, MarketKind, Origin};

    /// Loads a configuration with `settings` in the data directory.
    fn load(
        settings: &str,
        file: &str,
        variables: &[(&str, &str)],
        flags: &str,
    ) -> Result<Config, Vec<ConfigError>> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(path(folder.path()), settings).unwrap();
        let config_file = folder.path().join("marketdeck.toml");
        fs::write(&config_file, file).unwrap();
        let mut flags: Table = flags.parse().unwrap();
        let data_dir = folder.path().display().to_string();
        flags.insert("data_dir".to_owned(), Value::from(data_dir));
        let variables = variables
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()));
        Config::load_with(PageSettings::Stored, Some(&config_file), flags, variables)
    }

    #[test]
    fn flags_variables_and_the_file_override_the_settings_of_the_page() {
        let settings = "market = 'live'\nsymbols = ['AAPL']\ncontact_email = 'page@example.com'\n\
            display_currency = 'EUR'\n[providers.finnhub]\napi_key = 'k3y'";
        let config = load(settings, "", &[], "").unwrap();
        assert_eq!(config.market.kind, MarketKind::Live);
        assert!(config.market.is_explicit);
        assert_eq!(config.market.symbols, ["AAPL"]);
        assert_eq!(config.providers.finnhub.api_key, "k3y");
        assert_eq!(config.origin("market"), Origin::Page);
        assert_eq!(config.origin("password_hash"), Origin::Default);

        let file = "symbols = ['MSFT']";
        let variables = [("MARKETDECK_CONTACT_EMAIL", "ops@example.com")];
        let config = load(settings, file, &variables, "market = 'sample'").unwrap();
        assert_eq!(config.market.kind, MarketKind::Sample);
        assert_eq!(config.market.symbols, ["MSFT"]);
        assert_eq!(config.server.contact_email, "ops@example.com");
        assert_eq!(config.market.display_currency.to_string(), "EUR");
        assert_eq!(config.origin("market"), Origin::Flag("--market".to_owned()));
        let variable = Origin::Variable("MARKETDECK_CONTACT_EMAIL".to_owned());
        assert_eq!(config.origin("contact_email"), variable);
        let Origin::File(location) = config.origin("symbols") else {
            panic!("{:?}", config.origin("symbols"));
        };
        assert!(location.ends_with("marketdeck.toml line 1"), "{location}");
    }

    #[test]
    fn a_configured_file_with_a_secret_replaces_the_secret_of_the_page() {
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("key");
        fs::write(&key, "from-the-file").unwrap();
        let settings = "[providers.finnhub]\napi_key = 'from-the-page'";
        let file = format!("[providers.finnhub]\napi_key_file = {key:?}");
        let config = load(settings, &file, &[], "").unwrap();
        assert_eq!(config.providers.finnhub.api_key, "from-the-file");
        let origin = config.origin("providers.finnhub.api_key");
        assert!(matches!(origin, Origin::File(_)), "{origin:?}");
    }

    #[test]
    fn errors_in_the_settings_name_file_line_and_key() {
        let settings = "market = 'live'\nlisten = '0.0.0.0:80'\ndisplay_currency = 'euro'";
        let errors = load(settings, "", &[], "").unwrap_err();
        let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
        let [listen, currency] = errors.as_slice() else {
            panic!("{errors:?}");
        };
        assert!(
            listen.ends_with(
                "settings.toml line 2: listen: can only be set in the configuration file"
            ),
            "{listen}"
        );
        assert!(
            currency.contains("settings.toml line 3: display_currency: invalid currency 'euro'"),
            "{currency}"
        );
    }

    #[test]
    fn values_are_set_and_removed_at_paths() {
        let mut table = Table::new();
        set(&mut table, "providers.bls.api_key", Value::from("a"));
        set(&mut table, "market", Value::from("live"));
        assert_eq!(
            get(&table, "providers.bls.api_key"),
            Some(&Value::from("a"))
        );
        remove(&mut table, "providers.bls.api_key");
        let expected: Table = "market = 'live'".parse().unwrap();
        assert_eq!(table, expected);
    }

    #[test]
    fn every_key_is_an_option() {
        let defaults = Table::try_from(Options::default()).unwrap();
        for key in keys() {
            assert!(get(&defaults, &key).is_some(), "{key}");
        }
        assert!(keys().contains(&"providers.twelve_data.api_key".to_owned()));
    }
}
