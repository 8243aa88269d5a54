//! The settings of the MQTT broker: the table `[mqtt]` of the configuration.

use std::fmt;

use hyper::Uri;
use serde::{Deserialize, Serialize};

/// Allowed interval between two messages about a ticker, in seconds.
const PUBLISH_INTERVAL: std::ops::RangeInclusive<u64> = 1..=86_400;
/// Maximum length of a client id in bytes. MQTT 3.1.1 guarantees only 23, but common brokers accept more.
const MAX_CLIENT_ID_BYTES: usize = 64;

/// The broker's address and credentials, and the data to publish.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BrokerSettings {
    /// Address such as `mqtt://192.168.1.5` or `mqtts://mqtt.example.net:8883`; empty if no broker is used.
    pub address: String,
    /// User name; empty for none.
    pub username: String,
    /// Password.
    pub password: String,
    /// File with the password.
    pub password_file: String,
    /// File with a certificate (PEM) to trust in addition to the system's.
    pub ca_file: String,
    /// Client id of the connection and id of the device in Home Assistant; empty for an id derived from the topic.
    pub client_id: String,
    /// Suffix of the default client id that distinguishes the processes of a cluster; empty for no suffix.
    #[serde(skip)]
    pub instance: String,
    /// First part of every topic.
    pub topic: String,
    /// Tickers whose prices are published.
    pub symbols: Vec<String>,
    /// Names of lists whose tickers are published.
    pub lists: Vec<String>,
    /// Minimum time between two messages about a ticker, in seconds.
    pub every_seconds: u64,
    /// Whether to publish the total of all holdings, as amounts.
    pub holdings: bool,
    /// Whether the broker retains prices, so that later subscribers get the newest ones.
    pub retain: bool,
    /// Whether to announce the tickers to Home Assistant.
    pub discovery: bool,
    /// Home Assistant's discovery prefix.
    pub discovery_prefix: String,
}

impl Default for BrokerSettings {
    fn default() -> Self {
        let empty = String::new;
        Self {
            address: empty(),
            username: empty(),
            password: empty(),
            password_file: empty(),
            ca_file: empty(),
            client_id: empty(),
            instance: empty(),
            topic: "marketdeck".to_owned(),
            symbols: Vec::new(),
            lists: Vec::new(),
            every_seconds: 10,
            holdings: false,
            retain: true,
            discovery: true,
            discovery_prefix: "homeassistant".to_owned(),
        }
    }
}

/// The key of an invalid setting, and the reason.
type InvalidSetting = (&'static str, String);

impl BrokerSettings {
    /// Checks the settings and reads the `ca_file`.
    ///
    /// # Errors
    /// The key of the first invalid setting, and the reason.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        if self.address.is_empty() {
            return Ok(());
        }
        self.target()?;
        if self.username.is_empty() && !self.password.is_empty() {
            return Err(("username", "password is set without a username".into()));
        }
        check_topic("topic", &self.topic)?;
        check_topic("discovery_prefix", &self.discovery_prefix)?;
        if self.client_id.len() > MAX_CLIENT_ID_BYTES || self.client_id.contains(char::is_control) {
            return Err((
                "client_id",
                format!("must be one line of at most {MAX_CLIENT_ID_BYTES} characters"),
            ));
        }
        if !PUBLISH_INTERVAL.contains(&self.every_seconds) {
            let (min, max) = PUBLISH_INTERVAL.into_inner();
            let seconds = self.every_seconds;
            return Err((
                "every_seconds",
                format!("invalid value {seconds}; expected {min} to {max}"),
            ));
        }
        self.authority().map(|_| ())
    }

    /// Returns the certificate to trust in addition to the system's, as PEM.
    pub(crate) fn authority(&self) -> Result<Option<Vec<u8>>, InvalidSetting> {
        let file = &self.ca_file;
        if file.is_empty() {
            return Ok(None);
        }
        let invalid = |reason: String| ("ca_file", format!("{file}: {reason}"));
        let pem = std::fs::read(file).map_err(|error| invalid(error.to_string()))?;
        crate::net::trusting(&pem).map_err(|reason| invalid(reason.to_owned()))?;
        Ok(Some(pem))
    }

    /// Returns the address as an HTTP URI with a port: `net` encrypts the connection if the scheme is `https`.
    pub(crate) fn target(&self) -> Result<Uri, InvalidSetting> {
        let invalid = || {
            let message = "invalid address; expected one such as mqtt://192.168.1.5 or mqtts://mqtt.example.net:8883";
            ("address", message.to_owned())
        };
        let uri: Uri = self.address.parse().map_err(|_| invalid())?;
        let (scheme, default_port) = match uri.scheme_str() {
            Some("mqtt") => ("http", 1_883),
            Some("mqtts") => ("https", 8_883),
            _ => return Err(invalid()),
        };
        let authority = uri.authority().ok_or_else(invalid)?;
        if authority.as_str().contains('@') {
            return Err((
                "address",
                "contains a name or password; use the keys username and password".into(),
            ));
        }
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(invalid());
        }
        let port = authority.port_u16().unwrap_or(default_port);
        format!("{scheme}://{}:{port}", authority.host())
            .parse()
            .map_err(|_| invalid())
    }

    /// Returns the client id of the connection. The broker allows one connection per id: a second one ends the first.
    pub(crate) fn connection_id(&self) -> String {
        let id = self.client_id();
        if self.client_id.is_empty() && !self.instance.is_empty() {
            return format!("{id}-{}", self.instance);
        }
        id
    }

    /// Returns the configured client id or its default without the suffix, which is also the id of the device in Home Assistant.
    pub(crate) fn client_id(&self) -> String {
        match self.client_id.as_str() {
            "" => self.topic.replace('/', "-"),
            client_id => client_id.to_owned(),
        }
    }

    /// Returns the topic of the server's status, whose payload is `online` or `offline`.
    pub(crate) fn status_topic(&self) -> String {
        format!("{}/status", self.topic)
    }

    /// Returns the topic of alerts.
    pub(crate) fn alert_topic(&self) -> String {
        format!("{}/alert", self.topic)
    }

    /// Returns the topic of the total of all holdings.
    pub(crate) fn holdings_topic(&self) -> String {
        format!("{}/holdings", self.topic)
    }

    /// Returns the topic of a ticker's price.
    pub(crate) fn ticker_topic(&self, symbol: &str) -> String {
        format!("{}/ticker/{symbol}", self.topic)
    }
}

/// Checks a topic prefix, which must not contain wildcards and empty levels.
fn check_topic(key: &'static str, topic: &str) -> Result<(), InvalidSetting> {
    let is_valid_level = |level: &str| {
        !level.is_empty() && !level.contains(|c: char| "+#$".contains(c) || c.is_control())
    };
    if topic.len() <= 200 && topic.split('/').all(is_valid_level) {
        return Ok(());
    }
    Err((
        key,
        format!("invalid topic '{topic}'; expected names separated by /, without + # and $"),
    ))
}

/// Omits the secrets.
impl fmt::Debug for BrokerSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BrokerSettings")
            .field("address", &self.address)
            .field("topic", &self.topic)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(address: &str) -> BrokerSettings {
        BrokerSettings {
            address: address.into(),
            ..BrokerSettings::default()
        }
    }

    #[test]
    fn an_address_has_a_scheme_and_an_optional_port() {
        let target = |address: &str| settings(address).target().map(|uri| uri.to_string());
        assert_eq!(
            target("mqtt://192.168.1.5").unwrap(),
            "http://192.168.1.5:1883/"
        );
        assert_eq!(
            target("mqtts://mqtt.example.net").unwrap(),
            "https://mqtt.example.net:8883/"
        );
        assert_eq!(target("mqtt://[::1]:1884").unwrap(), "http://[::1]:1884/");
        for invalid in [
            "192.168.1.5",
            "http://a",
            "mqtt://",
            "mqtt://a/b",
            "mqtt://a?b",
        ] {
            assert_eq!(target(invalid).unwrap_err().0, "address", "{invalid}");
        }
        let (_, message) = target("mqtt://deck:swordfish@a").unwrap_err();
        assert!(!message.contains("swordfish"), "{message}");
    }

    #[test]
    fn an_invalid_setting_is_reported_with_its_key() {
        let broker = || settings("mqtt://localhost");
        assert_eq!(broker().check(), Ok(()));
        assert_eq!(
            BrokerSettings {
                topic: String::new(),
                ..settings("")
            }
            .check(),
            Ok(()),
            "without a broker, other settings are not checked"
        );
        let invalid_settings = [
            BrokerSettings {
                topic: "a/+/b".into(),
                ..broker()
            },
            BrokerSettings {
                discovery_prefix: "/ha".into(),
                ..broker()
            },
            BrokerSettings {
                every_seconds: 0,
                ..broker()
            },
            BrokerSettings {
                password: "x".into(),
                ..broker()
            },
            BrokerSettings {
                ca_file: "Cargo.toml".into(),
                ..broker()
            },
            BrokerSettings {
                client_id: "x".repeat(65),
                ..broker()
            },
        ];
        let keys: Vec<_> = invalid_settings
            .iter()
            .map(|settings| settings.check().unwrap_err().0)
            .collect();
        assert_eq!(
            keys,
            [
                "topic",
                "discovery_prefix",
                "every_seconds",
                "username",
                "ca_file",
                "client_id"
            ]
        );
    }
}
