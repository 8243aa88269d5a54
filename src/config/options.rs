//! The options as written in the TOML file, with their defaults.

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

/// Replaces secrets in the printed configuration.
pub(super) const REDACTED: &str = "***";

/// All options. Flags have the same names with hyphens, environment variables in capitals.
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
    /// Role of this process in a cluster: `all` for a standalone process.
    pub role: Role,
    /// Address of NATS, for `source` and `edge`; several addresses of one cluster are separated by commas.
    pub nats_url: String,
    /// File with the NATS credentials of this process; empty if NATS needs none.
    pub nats_credentials_file: PathBuf,
    /// File with the authorities that may sign the certificate of NATS; empty for those of the system.
    pub nats_ca_file: PathBuf,
    /// Number of replicas that NATS keeps of each stream: 3 in a cluster of three servers.
    pub nats_replicas: usize,
    /// Rejects every write: for public displays.
    pub read_only: bool,
    /// Alert channels may be created on the settings page, unless `kiosk` is set.
    pub channels_on_page: bool,
    /// Serves metrics for Prometheus at `/metrics`.
    pub metrics: bool,
    /// The board that `/` redirects to, for a wall display, as in `/board/main`; empty for the home page.
    pub kiosk: String,
    /// Log level, or a tracing filter such as `info,marketdeck::web=debug`.
    pub log: String,
    /// Format of the log.
    pub log_format: LogFormat,
    /// Where a line for each request is written: `off`, `log`, or the path of a file.
    pub access_log: AccessLog,
    /// Path prefix, for a reverse proxy that keeps it.
    pub base_path: String,
    /// Public address of this server, as in `https://deck.example.net`, for links in messages. Empty for no links.
    pub public_url: String,
    /// Allows push services on the local network, and without encryption on this machine.
    pub private_push: bool,
    /// Host names to accept in addition to loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Addresses and networks of reverse proxies whose `X-Forwarded-*` headers are trusted: host, prefix, client and protocol.
    pub trusted_proxies: Vec<String>,
    /// Origins whose pages may show this server in a frame, as in `https://home.example`; empty for none.
    pub frame_ancestors: Vec<String>,
    /// Hash of the password, made by `marketdeck hash-password`; empty for none.
    pub password_hash: String,
    /// File with that hash, or with the whole line printed by `hash-password`.
    pub password_hash_file: String,
    /// The operator's email address on the legal pages; empty for none.
    pub contact_email: String,
    /// Maximum number of live connections.
    pub max_connections: usize,
    /// Maximum number of TCP connections, including live ones.
    pub connections: usize,
    /// Maximum number of TCP connections from one address; 0 for three quarters of all.
    pub connections_per_address: usize,
    /// Idle time after which a live connection is pinged, in seconds.
    pub ping_seconds: u64,
    /// Grace period for open requests at shutdown, in seconds.
    pub grace_seconds: u64,
    /// Minimum time between two writes to a live connection, in milliseconds.
    pub live_window_ms: u64,
    /// Interval at which market data is written to disk, in seconds.
    pub flush_seconds: u64,
    /// Folder for scheduled backups; empty for none.
    pub backup_dir: PathBuf,
    /// Interval between backups, in hours.
    pub backup_hours: u64,
    /// Number of backups to keep.
    pub backup_keep: u64,
    /// Seed of the sample market: each number gives a different market.
    pub seed: u64,
    /// Interval at which each ticker of the sample market may tick, in milliseconds.
    pub sample_every_ms: u64,
    /// When the sample market trades: during the hours of the exchanges, or always.
    pub sample_hours: SampleHours,
    /// Starts the clock at this moment instead of now: for demonstrations and tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Timestamp>,
    /// Tickers that the live market follows in addition to the catalogue's, as their provider writes them.
    pub symbols: Vec<String>,
    /// A ticker that nobody lists, watches or opens is unfollowed after this many days.
    pub unfollow_after_days: u32,
    /// Currency into which amounts are converted to be added or compared (ISO 4217).
    pub display_currency: String,
    /// Providers of live data.
    pub providers: Providers,
    /// The MQTT broker to which prices and alerts are published.
    pub mqtt: BrokerSettings,
    /// Custom sources: prices fetched from a URL.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Custom>,
    /// Alert channels.
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
    /// Formats these options as TOML, without secrets.
    pub(crate) fn to_toml(&self) -> Result<String, toml::ser::Error> {
        let mut table = toml::Table::try_from(self)?;
        redact(&mut table);
        if let Some(channels) = table.get_mut(CHANNELS) {
            redact_addresses(channels);
        }
        toml::to_string_pretty(&table)
    }
}

/// Key of the alert channels.
pub(super) const CHANNELS: &str = "channels";
/// URLs of webhooks and topics of ntfy are as sensitive as passwords.
const ADDRESSES: [&str; 2] = ["url", "topic"];

/// Redacts every address of a channel.
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

/// Key of HTTP headers, any of which may be a secret.
const HEADERS: &str = "headers";

/// Redacts every secret.
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
            // The address may contain credentials.
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

/// Returns true if the option of this name is a secret.
pub(super) fn is_secret(key: &str) -> bool {
    ["api_key", "password", "password_hash", "secret", "token"]
        .iter()
        .any(|ending| key.ends_with(ending))
}
