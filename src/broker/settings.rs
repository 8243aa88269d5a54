//! The broker as a person configures it: the table `[mqtt]`.

use std::fmt;

use hyper::Uri;
use serde::{Deserialize, Serialize};

/// Seconds between two publications of a ticker.
const EVERY: std::ops::RangeInclusive<u64> = 1..=86_400;
/// Bytes of a client's name that every broker must take are 23; all that are in use take more.
const LONGEST_CLIENT_ID: usize = 64;

/// The broker, and what goes there.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BrokerSettings {
    /// As in `mqtt://192.168.1.5` or `mqtts://mqtt.example.net:8883`; empty for no broker.
    pub address: String,
    /// Who signs in; empty for nobody.
    pub username: String,
    /// With what.
    pub password: String,
    /// File with the password.
    pub password_file: String,
    /// A certificate (PEM) to trust besides those of the system.
    pub ca_file: String,
    /// What the broker calls this connection, and Home Assistant this device; empty for the topic.
    pub client_id: String,
    /// Tells this process from others with the same topic, where `client_id` names none; empty where they are one to the broker.
    #[serde(skip)]
    pub instance: String,
    /// What every topic begins with.
    pub topic: String,
    /// Tickers whose prices are published.
    pub symbols: Vec<String>,
    /// Names of lists whose tickers are.
    pub lists: Vec<String>,
    /// Between two publications of a ticker at least, in seconds.
    pub every_seconds: u64,
    /// The broker keeps the newest price for whoever comes later.
    pub retain: bool,
    /// Home Assistant is told of the tickers.
    pub discovery: bool,
    /// Where it listens for that.
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
            retain: true,
            discovery: true,
            discovery_prefix: "homeassistant".to_owned(),
        }
    }
}

/// Why settings cannot work: the key and a sentence.
type Wrong = (&'static str, String);

impl BrokerSettings {
    /// Refuses the first of the settings that cannot work, by its key, in a sentence. Reads the `ca_file`.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        if self.address.is_empty() {
            return Ok(());
        }
        self.target()?;
        if self.username.is_empty() && !self.password.is_empty() {
            return Err((
                "username",
                "password is set, and nobody signs in with it".into(),
            ));
        }
        topic("topic", &self.topic)?;
        topic("discovery_prefix", &self.discovery_prefix)?;
        if self.client_id.len() > LONGEST_CLIENT_ID || self.client_id.contains(char::is_control) {
            return Err((
                "client_id",
                format!("it is longer than {LONGEST_CLIENT_ID} letters, or no line"),
            ));
        }
        if !EVERY.contains(&self.every_seconds) {
            let (least, most) = EVERY.into_inner();
            let seconds = self.every_seconds;
            return Err((
                "every_seconds",
                format!("{seconds} is not possible, only {least} to {most}"),
            ));
        }
        self.authority().map(|_| ())
    }

    /// The certificate to trust besides those of the system, as PEM.
    pub(crate) fn authority(&self) -> Result<Option<Vec<u8>>, Wrong> {
        let file = &self.ca_file;
        if file.is_empty() {
            return Ok(None);
        }
        let wrong = |why: String| ("ca_file", format!("{file}: {why}"));
        let pem = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
        crate::net::trusting(&pem).map_err(|why| wrong(why.to_owned()))?;
        Ok(Some(pem))
    }

    /// Where it is, in the schemes of the web, by which our connections know whether to encrypt.
    pub(crate) fn target(&self) -> Result<Uri, Wrong> {
        let wrong = || {
            let message =
                "it is no address such as mqtt://192.168.1.5 or mqtts://mqtt.example.net:8883";
            ("address", message.to_owned())
        };
        let uri: Uri = self.address.parse().map_err(|_| wrong())?;
        let (scheme, usual) = match uri.scheme_str() {
            Some("mqtt") => ("http", 1_883),
            Some("mqtts") => ("https", 8_883),
            _ => return Err(wrong()),
        };
        let authority = uri.authority().ok_or_else(wrong)?;
        if authority.as_str().contains('@') {
            return Err((
                "address",
                "name and password stand in it; write them as username and password".into(),
            ));
        }
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(wrong());
        }
        let port = authority.port_u16().unwrap_or(usual);
        format!("{scheme}://{}:{port}", authority.host())
            .parse()
            .map_err(|_| wrong())
    }

    /// The name that the broker knows this connection by: a second one of that name ends the first.
    pub(crate) fn connection_id(&self) -> String {
        let id = self.client_id();
        if self.client_id.is_empty() && !self.instance.is_empty() {
            return format!("{id}-{}", self.instance);
        }
        id
    }

    /// The name of this device.
    pub(crate) fn client_id(&self) -> String {
        match self.client_id.as_str() {
            "" => self.topic.replace('/', "-"),
            given => given.to_owned(),
        }
    }

    /// Where it says whether this server is there: `online`, or `offline`.
    pub(crate) fn status_topic(&self) -> String {
        format!("{}/status", self.topic)
    }

    /// Where alerts go.
    pub(crate) fn alert_topic(&self) -> String {
        format!("{}/alert", self.topic)
    }

    /// Where the prices of a ticker go.
    pub(crate) fn ticker_topic(&self, symbol: &str) -> String {
        format!("{}/ticker/{symbol}", self.topic)
    }
}

/// A topic under which others can stand: no wildcard, and no level without a name.
fn topic(key: &'static str, topic: &str) -> Result<(), Wrong> {
    let is_level = |level: &str| {
        !level.is_empty() && !level.contains(|c: char| "+#$".contains(c) || c.is_control())
    };
    if topic.len() <= 200 && topic.split('/').all(is_level) {
        return Ok(());
    }
    Err((
        key,
        format!(
            "'{topic}' is no topic; write one or more names with / between them, without + # and $"
        ),
    ))
}

/// Without what is secret.
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

    fn at(address: &str) -> BrokerSettings {
        BrokerSettings {
            address: address.into(),
            ..BrokerSettings::default()
        }
    }

    #[test]
    fn an_address_has_a_scheme_and_may_have_a_port() {
        let target = |address: &str| at(address).target().map(|uri| uri.to_string());
        assert_eq!(
            target("mqtt://192.168.1.5").unwrap(),
            "http://192.168.1.5:1883/"
        );
        assert_eq!(
            target("mqtts://mqtt.example.net").unwrap(),
            "https://mqtt.example.net:8883/"
        );
        assert_eq!(target("mqtt://[::1]:1884").unwrap(), "http://[::1]:1884/");
        for wrong in [
            "192.168.1.5",
            "http://a",
            "mqtt://",
            "mqtt://a/b",
            "mqtt://a?b",
        ] {
            assert_eq!(target(wrong).unwrap_err().0, "address", "{wrong}");
        }
        let (_, message) = target("mqtt://deck:swordfish@a").unwrap_err();
        assert!(!message.contains("swordfish"), "{message}");
    }

    #[test]
    fn what_cannot_work_is_refused_by_its_key() {
        let broker = || at("mqtt://localhost");
        assert_eq!(broker().check(), Ok(()));
        assert_eq!(
            BrokerSettings {
                topic: String::new(),
                ..at("")
            }
            .check(),
            Ok(()),
            "nothing is published"
        );
        let wrong = [
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
        let keys: Vec<_> = wrong
            .iter()
            .map(|wrong| wrong.check().unwrap_err().0)
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
