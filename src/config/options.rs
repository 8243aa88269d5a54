//! The options as a person writes them: the keys of the TOML file, with their defaults.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    access_log::AccessLog,
    choices::{LogFormat, MarketKind, Role, SampleHours},
    listen::ListenAddress,
};
use crate::{
    alerts::ChannelSettings,
    broker::BrokerSettings,
    domain::currency::Currency,
    providers::settings::{Custom, Providers},
    runtime::shutdown,
};

/// What stands for a secret where the configuration is printed.
pub(super) const REDACTED: &str = "***";

/// Every option. The flags have the same names, with hyphens; the variables too, in capitals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the file")]
pub struct Options {
    /// Address and port to listen on.
    pub listen: ListenAddress,
    /// Folder of the database files.
    pub data_dir: PathBuf,
    /// Which market to serve.
    pub market: MarketKind,
    /// What this process does among others that show the same market: `all` where it is alone.
    pub role: Role,
    /// Where NATS is, for `source` and `edge`; several addresses of one cluster are separated by commas.
    pub nats_url: String,
    /// File with the credentials by which NATS knows this process; empty where it asks for none.
    pub nats_credentials_file: PathBuf,
    /// File with the certificates of those who may sign that of NATS; empty for those of the system.
    pub nats_ca_file: PathBuf,
    /// Copies that NATS keeps of what the source publishes: 3 in a cluster of three servers.
    pub nats_replicas: usize,
    /// Refuse every write: for public displays.
    pub read_only: bool,
    /// Channels of alerts may be made on the settings page, unless `kiosk` is set.
    pub channels_on_page: bool,
    /// Tell Prometheus at `/metrics` how the server is.
    pub metrics: bool,
    /// Where `/` leads: a board that a screen on a wall shows, as in `/board/main`; empty for the usual first page.
    pub kiosk: String,
    /// What to log: a level, or a tracing filter such as `info,marketdeck::web=debug`.
    pub log: String,
    /// How to log it.
    pub log_format: LogFormat,
    /// Where a line for each request goes: `off`, `log`, or the path of a file.
    pub access_log: AccessLog,
    /// Path under which everything is served, for a reverse proxy that keeps a prefix.
    pub base_path: String,
    /// Where people reach this server, as in `https://deck.example.net`: messages link to its pages. Empty for no links.
    pub public_url: String,
    /// Browsers may name push services in this network, and on this machine without encryption.
    pub private_push: bool,
    /// Host names to answer to besides loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Addresses and networks of reverse proxies whose `X-Forwarded-*` are believed: host, prefix, client and protocol.
    pub trusted_proxies: Vec<String>,
    /// Whose pages may show this server's in a frame, as in `https://home.example`; nobody's when empty.
    pub frame_ancestors: Vec<String>,
    /// Hash of the password that everybody is asked for, as `marketdeck hash-password` makes it; empty for none.
    pub password_hash: String,
    /// File with that hash, or with the whole line of `hash-password`.
    pub password_hash_file: String,
    /// The operator's address on the legal pages; empty when there is none.
    pub contact_email: String,
    /// Most live connections at once.
    pub max_connections: usize,
    /// Most TCP connections at once, live ones among them.
    pub connections: usize,
    /// Most TCP connections of one address at once; 0 for three quarters of all.
    pub connections_per_address: usize,
    /// How long a live connection may be silent before it is pinged, in seconds.
    pub ping_seconds: u64,
    /// How long open requests may take to finish when the server stops, in seconds.
    pub grace_seconds: u64,
    /// How long ticks are gathered before they are written to a live connection, in milliseconds.
    pub live_window_ms: u64,
    /// How often market data goes to disk, in seconds.
    pub flush_seconds: u64,
    /// Folder for copies of the database; empty for none.
    pub backup_dir: PathBuf,
    /// How often it is copied, in hours.
    pub backup_hours: u64,
    /// How many copies are kept.
    pub backup_keep: u64,
    /// Seed of the sample market: another number, another market.
    pub seed: u64,
    /// Between two chances of a ticker of the sample market to tick, in milliseconds.
    pub sample_every_ms: u64,
    /// When the sample market trades: by the hours of the exchanges, or always.
    pub sample_hours: SampleHours,
    /// Starts the clock at this moment instead of now: for demonstrations and tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Timestamp>,
    /// Tickers that the live market follows besides those it comes with, as their provider writes them.
    pub symbols: Vec<String>,
    /// A ticker that somebody opened is forgotten when nobody lists, watches or opens it for so many days.
    pub unfollow_after_days: u32,
    /// What amounts of other currencies are converted to where they are added or compared (ISO 4217).
    pub display_currency: String,
    /// Where live data comes from.
    pub providers: Providers,
    /// An MQTT broker that prices and alerts are published to.
    pub mqtt: BrokerSettings,
    /// Prices by address, for what no provider has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Custom>,
    /// Where alerts go besides the app.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<ChannelSettings>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            listen: ListenAddress::default(),
            data_dir: PathBuf::from("./data"),
            market: MarketKind::Sample,
            role: Role::All,
            nats_url: String::new(),
            nats_credentials_file: PathBuf::new(),
            nats_ca_file: PathBuf::new(),
            nats_replicas: 1,
            read_only: false,
            channels_on_page: true,
            metrics: true,
            kiosk: String::new(),
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            access_log: AccessLog::Off,
            base_path: "/".to_owned(),
            public_url: String::new(),
            private_push: false,
            allowed_hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            frame_ancestors: Vec::new(),
            password_hash: String::new(),
            password_hash_file: String::new(),
            contact_email: String::new(),
            max_connections: 1_000,
            connections: 4_000,
            connections_per_address: 0,
            ping_seconds: 30,
            grace_seconds: shutdown::GRACE.as_secs(),
            live_window_ms: 50,
            flush_seconds: 20,
            backup_dir: PathBuf::new(),
            backup_hours: 24,
            backup_keep: 7,
            seed: 1,
            sample_every_ms: 2_000,
            sample_hours: SampleHours::Exchange,
            now: None,
            symbols: Vec::new(),
            unfollow_after_days: 30,
            display_currency: Currency::USD.to_string(),
            providers: Providers::default(),
            mqtt: BrokerSettings::default(),
            sources: Vec::new(),
            channels: Vec::new(),
        }
    }
}

impl Options {
    /// These options as TOML, without their secrets.
    pub(crate) fn to_toml(&self) -> Result<String, toml::ser::Error> {
        let mut table = toml::Table::try_from(self)?;
        redact(&mut table);
        if let Some(channels) = table.get_mut(CHANNELS) {
            redact_addresses(channels);
        }
        toml::to_string_pretty(&table)
    }
}

/// The key of the channels of alerts.
pub(super) const CHANNELS: &str = "channels";
/// Addresses of webhooks and topics of ntfy are as good as passwords.
const ADDRESSES: [&str; 2] = ["url", "topic"];

/// Puts [`REDACTED`] in the place of every address of a channel.
fn redact_addresses(channels: &mut toml::Value) {
    let channels = channels.as_array_mut().into_iter().flatten();
    for channel in channels.filter_map(toml::Value::as_table_mut) {
        for key in ADDRESSES {
            if channel.get(key).and_then(toml::Value::as_str) != Some("")
                && let Some(address) = channel.get_mut(key)
            {
                *address = toml::Value::from(REDACTED);
            }
        }
    }
}

/// Whatever is sent along may be a key.
const HEADERS: &str = "headers";

/// Puts [`REDACTED`] in the place of every secret.
fn redact(table: &mut toml::Table) {
    for (key, value) in table {
        match value {
            toml::Value::Table(headers) if key == HEADERS => {
                for (_, value) in headers.iter_mut() {
                    *value = toml::Value::from(REDACTED);
                }
            }
            toml::Value::Table(inner) => redact(inner),
            toml::Value::Array(items) => {
                items
                    .iter_mut()
                    .filter_map(toml::Value::as_table_mut)
                    .for_each(redact);
            }
            // An address may name a user and a password.
            toml::Value::String(text) if key == "nats_url" && text.contains('@') => {
                REDACTED.clone_into(text);
            }
            toml::Value::String(text) if is_secret(key) && !text.is_empty() => {
                REDACTED.clone_into(text);
            }
            _ => {}
        }
    }
}

/// Whether the option of this name holds a secret.
pub(super) fn is_secret(key: &str) -> bool {
    ["api_key", "password", "password_hash", "secret", "token"]
        .iter()
        .any(|ending| key.ends_with(ending))
}
