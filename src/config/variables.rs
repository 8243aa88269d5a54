//! Options from environment variables such as `MARKETDECK_FLUSH_SECONDS` and
//! `MARKETDECK_PROVIDERS_YAHOO_ENABLED`.
//!
//! Every key of the file has a variable, whose name and type are derived from the default options.
//! Conventions of compose files are supported: an empty variable counts as not set, and booleans
//! have several spellings.

use std::{collections::BTreeMap, ffi::OsString};

use toml::{Table, Value};

use super::{ConfigError, Options, wording};
use crate::runtime::panics;

const PREFIX: &str = "MARKETDECK_";
/// Prefix of the variables of channels. The name of the channel follows.
pub(super) const CHANNELS: &str = "MARKETDECK_CHANNELS_";
/// Variable that names the configuration file.
const CONFIG: &str = "MARKETDECK_CONFIG";

/// Variable with the token for commands that contact a running server that has a password.
const TOKEN: &str = "MARKETDECK_TOKEN";
/// Variable that names a file with this token.
const TOKEN_FILE: &str = "MARKETDECK_TOKEN_FILE";

/// The parsed environment.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Variables {
    /// Path of the configuration file.
    pub(super) file: Option<String>,
    /// Token for commands that contact a running server.
    pub(super) token: Option<String>,
    /// Path of a file with the token.
    pub(super) token_file: Option<String>,
    /// Options in the structure of the file.
    pub(super) table: Table,
    /// Values for channels by the name of the variable.
    pub(super) channels: BTreeMap<String, String>,
    /// One warning for each unknown variable that starts with the prefix. It is not an error,
    /// because Kubernetes sets `MARKETDECK_PORT` and others if a service has the name of the
    /// program.
    pub(super) warnings: Vec<String>,
    /// Errors about invalid values.
    pub(super) problems: Vec<ConfigError>,
}

/// Returns the name of the variable for the key at `path`.
pub(super) fn name<'a>(path: impl IntoIterator<Item = &'a str>) -> String {
    let path: Vec<_> = path.into_iter().collect();
    format!("{PREFIX}{}", path.join("_").to_ascii_uppercase())
}

/// Parses the environment variables.
pub(super) fn read(environment: impl IntoIterator<Item = (OsString, OsString)>) -> Variables {
    let keys = keys();
    let mut variables = Variables::default();
    let prefixed = environment.into_iter().filter_map(|(name, value)| {
        let name = name.into_string().ok()?;
        (name.starts_with(PREFIX) && !value.is_empty()).then_some((name, value))
    });
    // The variables are sorted, so that the order of messages does not depend on the environment.
    for (name, value) in prefixed.collect::<BTreeMap<_, _>>() {
        let Ok(value) = value.into_string() else {
            let problem = ConfigError::invalid(&name, "the value is not valid UTF-8");
            variables.problems.push(problem);
            continue;
        };
        if name == CONFIG {
            variables.file = Some(value);
        } else if name == TOKEN {
            variables.token = Some(value);
        } else if name == TOKEN_FILE {
            variables.token_file = Some(value);
        } else if let Some((path, default)) = keys.get(&name) {
            match parse(&value, default).and_then(|value| validate(path, value)) {
                Ok(value) => insert(&mut variables.table, path, value),
                Err(message) => variables
                    .problems
                    .push(ConfigError::invalid(&name, message)),
            }
        } else if name.starts_with(CHANNELS) {
            variables.channels.insert(name, value);
        } else if !(cfg!(debug_assertions) && name == panics::INJECT_VARIABLE) {
            let names = keys
                .keys()
                .map(String::as_str)
                .filter_map(|key| key.strip_prefix(PREFIX));
            let hint = wording::nearest(&name[PREFIX.len()..], names)
                .map(|nearest| format!("; did you mean {PREFIX}{nearest}?"));
            variables.warnings.push(format!(
                "unknown variable {name}{}",
                hint.unwrap_or_default()
            ));
        }
    }
    variables
}

/// Returns `value` if it is valid for the option at `path`.
fn validate(path: &[String], value: Value) -> Result<Value, String> {
    let mut table = Table::new();
    insert(&mut table, path, value.clone());
    match table.try_into::<Options>() {
        Ok(_) => Ok(value),
        Err(error) => Err(wording::reword(error.message())),
    }
}

/// The path of a key in the file, and its default value, which determines the type.
pub(crate) type Key = (Vec<String>, Value);

/// Returns the keys of all options by the name of the variable.
pub(crate) fn keys() -> BTreeMap<String, Key> {
    // This cannot fail, because the defaults are only strings, numbers and tables, which TOML can
    // express.
    let mut defaults = Table::try_from(Options::default()).unwrap_or_default();
    // The option `now` has no default and is added here.
    defaults.insert("now".to_owned(), Value::String(String::new()));
    let mut keys = BTreeMap::new();
    collect(&defaults, &mut Vec::new(), &mut keys);
    keys
}

fn collect(table: &Table, path: &mut Vec<String>, keys: &mut BTreeMap<String, Key>) {
    for (key, value) in table {
        path.push(key.clone());
        if let Value::Table(inner) = value {
            collect(inner, path, keys);
        } else {
            let name = name(path.iter().map(String::as_str));
            keys.insert(name, (path.clone(), value.clone()));
        }
        path.pop();
    }
}

/// Parses `text` as a value of the same type as `default`.
fn parse(text: &str, default: &Value) -> Result<Value, String> {
    match default {
        Value::Boolean(_) => boolean(text).map(Value::Boolean),
        Value::Integer(_) => {
            let number = text.trim().parse();
            number
                .map(Value::Integer)
                .map_err(|_| format!("invalid value '{text}'; expected a whole number"))
        }
        Value::Array(items) if items.iter().any(Value::is_table) => {
            Err("can only be set in the configuration file".to_owned())
        }
        Value::Array(_) => {
            let parts = text
                .split(',')
                .map(str::trim)
                .filter(|part| !part.is_empty());
            Ok(parts.map(Value::from).collect::<Vec<_>>().into())
        }
        _ => Ok(Value::from(text)),
    }
}

/// Parses a boolean in any spelling that is common in compose files.
pub(crate) fn boolean(text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" => Ok(false),
        _ => Err(format!("invalid value '{text}'; expected true or false")),
    }
}

/// Inserts `value` at `path`. Creates the tables on the path if necessary.
fn insert(table: &mut Table, path: &[String], value: Value) {
    let [first, rest @ ..] = path else { return };
    if rest.is_empty() {
        table.insert(first.clone(), value);
    } else if let Value::Table(inner) = table
        .entry(first.clone())
        .or_insert_with(|| Value::Table(Table::new()))
    {
        insert(inner, rest, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(variables: &[(&str, &str)]) -> Variables {
        read(
            variables
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into())),
        )
    }

    #[test]
    fn every_key_of_the_file_is_also_a_variable() {
        let parsed = read_all(&[
            ("MARKETDECK_FLUSH_SECONDS", "7"),
            ("MARKETDECK_READ_ONLY", "yes"),
            ("MARKETDECK_ALLOWED_HOSTS", "deck.lan, deck.home"),
            ("MARKETDECK_NOW", "2026-11-20T19:32:00Z"),
            ("MARKETDECK_PROVIDERS_YAHOO_ENABLED", "0"),
            ("MARKETDECK_PROVIDERS_YAHOO_SYMBOLS", "AAPL,MSFT"),
            ("MARKETDECK_PROVIDERS_COINGECKO_API_KEY_FILE", "/run/key"),
            ("HOME", "/root"),
        ]);
        let expected: Table = "flush_seconds = 7
            read_only = true
            allowed_hosts = ['deck.lan', 'deck.home']
            now = '2026-11-20T19:32:00Z'
            providers.yahoo = { enabled = false, symbols = ['AAPL', 'MSFT'] }
            providers.coingecko.api_key_file = '/run/key'"
            .parse()
            .unwrap();
        assert_eq!(parsed.table, expected);
        assert!(parsed.warnings.is_empty(), "{parsed:?}");
    }

    #[test]
    fn an_empty_variable_counts_as_not_set() {
        let parsed = read_all(&[("MARKETDECK_READ_ONLY", ""), ("MARKETDECK_CONFIG", "")]);
        assert_eq!(parsed, Variables::default());
    }

    #[test]
    fn booleans_accept_the_spellings_of_compose_files() {
        for text in ["true", "1", "Yes", "ON"] {
            assert_eq!(boolean(text), Ok(true), "{text}");
        }
        for text in ["false", "0", "no", "Off"] {
            assert_eq!(boolean(text), Ok(false), "{text}");
        }
        assert!(boolean("maybe").is_err());
    }

    #[test]
    fn every_invalid_value_is_reported_with_its_variable() {
        let parsed = read_all(&[
            ("MARKETDECK_SEED", "many"),
            ("MARKETDECK_PROVIDERS_RSS_FEEDS", "x"),
            ("MARKETDECK_MARKET", "samble"),
            ("MARKETDECK_FLUSH_SECONDS", "7"),
        ]);
        let problems: Vec<_> = parsed.problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "MARKETDECK_MARKET: invalid value 'samble'; expected sample or live",
                "MARKETDECK_PROVIDERS_RSS_FEEDS: can only be set in the configuration file",
                "MARKETDECK_SEED: invalid value 'many'; expected a whole number",
            ]
        );
        assert_eq!(parsed.table["flush_seconds"].as_integer(), Some(7));
    }

    #[test]
    fn an_unknown_variable_is_reported_with_a_suggestion() {
        let parsed = read_all(&[
            ("MARKETDECK_LISTNE", "8080"),
            // Kubernetes sets this variable if a service is called marketdeck.
            ("MARKETDECK_PORT", "tcp://10.0.0.1:8080"),
        ]);
        assert!(parsed.table.is_empty());
        assert_eq!(
            parsed.warnings,
            [
                "unknown variable MARKETDECK_LISTNE; did you mean MARKETDECK_LISTEN?",
                "unknown variable MARKETDECK_PORT",
            ]
        );
    }
}
