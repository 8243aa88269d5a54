//! The `access_log` option, which decides where a line for each request is written.

use std::{fmt, path::PathBuf};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Visitor},
};

/// The destination of the access log, which has a line for each request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum AccessLog {
    /// No access log.
    #[default]
    Off,
    /// Requests are written to the normal log.
    Log,
    /// Requests are appended to this file.
    File(PathBuf),
}

impl AccessLog {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "off" | "false" | "no" | "0" => Self::Off,
            "log" | "on" | "true" | "yes" | "1" => Self::Log,
            path if path.contains('/') => Self::File(path.into()),
            _ => return None,
        })
    }
}

impl Serialize for AccessLog {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Off => serializer.serialize_str("off"),
            Self::Log => serializer.serialize_str("log"),
            Self::File(path) => path.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for AccessLog {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AccessLogVisitor)
    }
}

/// Deserializes a boolean or a word.
struct AccessLogVisitor;

impl Visitor<'_> for AccessLogVisitor {
    type Value = AccessLog;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("true, false or the path of a file")
    }

    fn visit_bool<E: de::Error>(self, is_on: bool) -> Result<AccessLog, E> {
        Ok(if is_on {
            AccessLog::Log
        } else {
            AccessLog::Off
        })
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<AccessLog, E> {
        AccessLog::parse(word).ok_or_else(|| {
            E::custom(format_args!(
                "invalid value '{word}'; expected off, log, or the path of a file, as in /var/log/marketdeck/access.log"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use toml::Table;

    use super::*;

    #[test]
    fn access_log_is_a_boolean_a_word_or_a_path_and_round_trips() {
        for (text, expected) in [
            ("true", AccessLog::Log),
            ("false", AccessLog::Off),
            ("'log'", AccessLog::Log),
            ("'off'", AccessLog::Off),
            ("'./access.log'", AccessLog::File("./access.log".into())),
        ] {
            let read = |text: &str| -> AccessLog {
                let table: Table = text.parse().unwrap();
                table["access_log"].clone().try_into().unwrap()
            };
            assert_eq!(read(&format!("access_log = {text}")), expected);
            let printed = toml::Value::try_from(&expected).unwrap();
            assert_eq!(read(&format!("access_log = {printed}")), expected);
        }
        let typo = toml::Value::from("ture").try_into::<AccessLog>();
        assert!(typo.unwrap_err().message().contains("invalid value 'ture'"));
    }
}
