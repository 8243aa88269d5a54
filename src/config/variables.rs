//! Options from the environment: `MARKETDECK_FLUSH_SECONDS`, `MARKETDECK_PROVIDERS_YAHOO_ENABLED`.
//!
//! Which variables there are follows from the defaults: every key of the file has one. What compose
//! files produce is understood: an empty variable is one that is not set, and a yes has many forms.

use std::{collections::BTreeMap, ffi::OsString};

use toml::{Table, Value};

use super::{ConfigError, Options, wording};
use crate::runtime::panics;

const PREFIX: &str = "MARKETDECK_";
/// Begins the variables of channels, which go on with the name of one.
pub(super) const CHANNELS: &str = "MARKETDECK_CHANNELS_";
/// Names the configuration file.
const CONFIG: &str = "MARKETDECK_CONFIG";

/// Names a token, or a file that holds one, by which commands ask a running server that wants a password.
const TOKEN: &str = "MARKETDECK_TOKEN";
const TOKEN_FILE: &str = "MARKETDECK_TOKEN_FILE";

/// What the environment says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Variables {
    /// The configuration file to read.
    pub(super) file: Option<String>,
    /// For commands that ask a running server.
    pub(super) token: Option<String>,
    /// The file that holds it.
    pub(super) token_file: Option<String>,
    /// Options, as in the file.
    pub(super) table: Table,
    /// What is set of channels, by the name of the variable.
    pub(super) channels: BTreeMap<String, String>,
    /// One sentence for each variable that looks like ours and is none. Not an error: Kubernetes
    /// sets `MARKETDECK_PORT` and others where a service has this name.
    pub(super) warnings: Vec<String>,
    /// Values that their keys cannot have.
    pub(super) problems: Vec<ConfigError>,
}

/// The variable of the key at `path`.
pub(super) fn name<'a>(path: impl IntoIterator<Item = &'a str>) -> String {
    let path: Vec<_> = path.into_iter().collect();
    format!("{PREFIX}{}", path.join("_").to_ascii_uppercase())
}

/// Reads `environment`.
pub(super) fn read(environment: impl IntoIterator<Item = (OsString, OsString)>) -> Variables {
    let keys = keys();
    let mut variables = Variables::default();
    let ours = environment.into_iter().filter_map(|(name, value)| {
        let name = name.into_string().ok()?;
        (name.starts_with(PREFIX) && !value.is_empty()).then_some((name, value))
    });
    // Sorted, so that messages do not depend on the order of the environment.
    for (name, value) in ours.collect::<BTreeMap<_, _>>() {
        let Ok(value) = value.into_string() else {
            let problem = ConfigError::invalid(&name, "its value is not UTF-8");
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
            match parse(&value, default).and_then(|value| possible(path, value)) {
                Ok(value) => insert(&mut variables.table, path, value),
                Err(message) => variables
                    .problems
                    .push(ConfigError::invalid(&name, message)),
            }
        } else if name.starts_with(CHANNELS) {
            variables.channels.insert(name, value);
        } else if !(cfg!(debug_assertions) && name == panics::INJECT_VARIABLE) {
            let known = keys
                .keys()
                .map(String::as_str)
                .filter_map(|key| key.strip_prefix(PREFIX));
            let hint = wording::nearest(&name[PREFIX.len()..], known)
                .map(|near| format!("; did you mean {PREFIX}{near}?"));
            variables.warnings.push(format!(
                "the variable {name} means nothing to Marketdeck{}",
                hint.unwrap_or_default()
            ));
        }
    }
    variables
}

/// `value`, where the option at `path` can have it.
fn possible(path: &[String], value: Value) -> Result<Value, String> {
    let mut alone = Table::new();
    insert(&mut alone, path, value.clone());
    match alone.try_into::<Options>() {
        Ok(_) => Ok(value),
        Err(error) => Err(wording::reword(error.message())),
    }
}

/// The path of a key within the file, and its default, whose type is the type of all its values.
type Key = (Vec<String>, Value);

/// Every variable there is.
fn keys() -> BTreeMap<String, Key> {
    // The defaults are strings, numbers and tables, which TOML can always express.
    let mut defaults = Table::try_from(Options::default()).unwrap_or_default();
    // The present is its default.
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

/// `text` as a value of the same type as `default`.
fn parse(text: &str, default: &Value) -> Result<Value, String> {
    match default {
        Value::Boolean(_) => boolean(text).map(Value::Boolean),
        Value::Integer(_) => {
            let number = text.trim().parse();
            number
                .map(Value::Integer)
                .map_err(|_| format!("'{text}' is not a whole number"))
        }
        Value::Array(items) if items.iter().any(Value::is_table) => {
            Err("this can only be set in the configuration file".to_owned())
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

/// A yes or a no, in the forms of compose files.
pub(crate) fn boolean(text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" => Ok(false),
        _ => Err(format!("'{text}' is neither true nor false")),
    }
}

/// Puts `value` at `path`, making the tables on the way.
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
    fn every_key_of_the_file_is_a_variable_too() {
        let read = read_all(&[
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
        assert_eq!(read.table, expected);
        assert!(read.warnings.is_empty(), "{read:?}");
    }

    #[test]
    fn an_empty_variable_is_one_that_is_not_set() {
        let read = read_all(&[("MARKETDECK_READ_ONLY", ""), ("MARKETDECK_CONFIG", "")]);
        assert_eq!(read, Variables::default());
    }

    #[test]
    fn yes_and_no_have_the_forms_of_compose_files() {
        for yes in ["true", "1", "Yes", "ON"] {
            assert_eq!(boolean(yes), Ok(true), "{yes}");
        }
        for no in ["false", "0", "no", "Off"] {
            assert_eq!(boolean(no), Ok(false), "{no}");
        }
        assert!(boolean("maybe").is_err());
    }

    #[test]
    fn every_wrong_value_is_told_with_the_variable_s_name() {
        let read = read_all(&[
            ("MARKETDECK_SEED", "many"),
            ("MARKETDECK_PROVIDERS_RSS_FEEDS", "x"),
            ("MARKETDECK_MARKET", "samble"),
            ("MARKETDECK_FLUSH_SECONDS", "7"),
        ]);
        let told: Vec<_> = read.problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "MARKETDECK_MARKET: 'samble' is not possible, only sample or live",
                "MARKETDECK_PROVIDERS_RSS_FEEDS: this can only be set in the configuration file",
                "MARKETDECK_SEED: 'many' is not a whole number",
            ]
        );
        assert_eq!(read.table["flush_seconds"].as_integer(), Some(7));
    }

    #[test]
    fn an_unknown_variable_is_told_with_the_one_that_was_meant() {
        let read = read_all(&[
            ("MARKETDECK_LISTNE", "8080"),
            // Kubernetes sets this one where a service has our name.
            ("MARKETDECK_PORT", "tcp://10.0.0.1:8080"),
        ]);
        assert!(read.table.is_empty());
        assert_eq!(
            read.warnings,
            [
                "the variable MARKETDECK_LISTNE means nothing to Marketdeck; did you mean MARKETDECK_LISTEN?",
                "the variable MARKETDECK_PORT means nothing to Marketdeck",
            ]
        );
    }
}
