//! The options in the format of the TOML file, with their defaults.

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
    domain::{currency::Currency, person},
    providers::settings::{Custom, Providers},
    runtime::shutdown,
};

/// Text that replaces secrets in the printed configuration.
pub(super) const REDACTED: &str = "***";

/// All options. Flags have the same names with hyphens, and environment variables have them in
/// capitals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the file")]
pub struct Options {
    /// Address and port to listen on.
    pub listen: ListenAddress,
    /// Folder of the database files.
    pub data_dir: PathBuf,
    /// Market to serve.
    pub market: MarketKind,
    /// Role of this process in a cluster: `all` for a standalone process.
    pub role: Role,
    /// Address of NATS for the roles `source` and `edge`. Several addresses of one NATS cluster are
    /// separated by commas.
    pub nats_url: String,
    /// File with the NATS credentials of this process; empty if NATS requires no credentials.
    pub nats_credentials_file: PathBuf,
    /// File with the certificate authorities that may sign the certificate of NATS; empty for the
    /// authorities of the system.
    pub nats_ca_file: PathBuf,
    /// Number of replicas of each stream in NATS, such as 3 in a NATS cluster of three servers.
    pub nats_replicas: usize,
    /// Serves a public demo: the sample market with prepared user data, read-only, without a data
    /// directory.
    pub demo: bool,
    /// URL of the installation instructions, which the demo links to; empty for no link.
    pub install_url: String,
    /// Rejects every write, for public displays.
    pub read_only: bool,
    /// Allows creating alert channels on the settings page, unless `kiosk` is set.
    pub channels_on_page: bool,
    /// Serves metrics for Prometheus at `/metrics`.
    pub metrics: bool,
    /// Includes the holdings, in total and per list, in the metrics.
    pub metrics_holdings: bool,
    /// Serves the interface for AI assistants (Model Context Protocol) at `/api/mcp`.
    pub mcp: bool,
    /// Path of the board to which `/` redirects, for a wall display, such as `/board/main`; empty
    /// for the home page.
    pub kiosk: String,
    /// Log level, or a tracing filter such as `info,marketdeck::web=debug`.
    pub log: String,
    /// Format of the log.
    pub log_format: LogFormat,
    /// Destination of the access log: `off`, `log`, or the path of a file.
    pub access_log: AccessLog,
    /// Path prefix of all URLs, for a reverse proxy that does not remove the prefix.
    pub base_path: String,
    /// Public address of this server for links in messages, such as `https://deck.example.net`;
    /// empty for messages without links.
    pub public_url: String,
    /// Allows push services on the local network, and without encryption on this machine.
    pub private_push: bool,
    /// Host names to accept in addition to loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Addresses and networks of reverse proxies whose `X-Forwarded-*` headers are trusted: host, prefix, client and protocol.
    pub trusted_proxies: Vec<String>,
    /// Origins whose pages may show this server in a frame, such as `https://home.example`.
    pub frame_ancestors: Vec<String>,
    /// Hash of the password, which `marketdeck hash-password` prints; empty for no password.
    pub password_hash: String,
    /// File with the hash of the password, or with the whole line that `marketdeck hash-password`
    /// prints.
    pub password_hash_file: String,
    /// Header in which a proxy in `trusted_proxies` names the signed-in person, such as `Remote-User`; empty for none.
    pub trusted_user_header: String,
    /// Email address of the operator on the legal pages; empty for no address.
    pub contact_email: String,
    /// URL of the releases, which are checked daily for a newer version, in the format of GitHub's API; empty for no check.
    pub update_check_url: String,
    /// Maximum number of live connections.
    pub max_connections: usize,
    /// Maximum number of TCP connections, including live ones.
    pub connections: usize,
    /// Maximum number of TCP connections from one address; 0 for three quarters of all connections.
    pub connections_per_address: usize,
    /// Idle time after which a live connection is pinged, in seconds.
    pub ping_seconds: u64,
    /// Grace period for requests in progress at shutdown, in seconds.
    pub grace_seconds: u64,
    /// Minimum time between two writes to a live connection, in milliseconds.
    pub live_window_ms: u64,
    /// Interval at which market data is written to disk, in seconds.
    pub flush_seconds: u64,
    /// Folder of scheduled backups; empty for no backups.
    pub backup_dir: PathBuf,
    /// Interval between backups, in hours.
    pub backup_hours: u64,
    /// Number of backups to keep.
    pub backup_keep: u64,
    /// Seed of the sample market. Each number produces a different market.
    pub seed: u64,
    /// Minimum time between two price changes of a ticker in the sample market, in milliseconds.
    pub sample_every_ms: u64,
    /// Trading hours of the sample market: the hours of the exchanges, or always.
    pub sample_hours: SampleHours,
    /// Time that the clock shows at the start, for demonstrations and tests. The default is the
    /// current time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Timestamp>,
    /// Symbols, in the notation of their provider, of tickers that the live market follows in
    /// addition to those in the catalogue.
    pub symbols: Vec<String>,
    /// Number of days after which a ticker is unfollowed that is in no list, has no alert and was
    /// not opened.
    pub unfollow_after_days: u32,
    /// Code (ISO 4217) of the currency to which amounts are converted for sums and comparisons.
    pub display_currency: String,
    /// Disables all sources of Yahoo, whatever their tables say.
    pub without_yahoo: bool,
    /// Providers of live data.
    pub providers: Providers,
    /// The MQTT broker to which prices and alerts are published.
    pub mqtt: BrokerSettings,
    /// Custom sources, which fetch prices from a URL.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Custom>,
    /// Alert channels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<ChannelSettings>,
    /// The people who use this server in addition to its owner.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<PersonOptions>,
}

/// A `[[people]]` table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonOptions {
    /// Name for the sign-in.
    pub name: String,
    /// What the person may do: `viewer`, `member` or `owner`.
    #[serde(default = "member")]
    pub role: person::Role,
    /// Hash of the person's password, which `marketdeck hash-password` prints; empty if a proxy signs the person in.
    #[serde(default)]
    pub password_hash: String,
    /// File with the hash of the password.
    #[serde(default)]
    pub password_hash_file: String,
}

fn member() -> person::Role {
    person::Role::Member
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
            demo: false,
            install_url: String::new(),
            read_only: false,
            channels_on_page: true,
            metrics: true,
            metrics_holdings: false,
            mcp: false,
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
            trusted_user_header: String::new(),
            contact_email: String::new(),
            update_check_url: String::new(),
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
            without_yahoo: false,
            providers: Providers::default(),
            mqtt: BrokerSettings::default(),
            sources: Vec::new(),
            channels: Vec::new(),
            people: Vec::new(),
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

/// Key of the list of alert channels.
pub(super) const CHANNELS: &str = "channels";
/// Keys of a channel's addresses. URLs of webhooks and topics of ntfy are as sensitive as
/// passwords.
const ADDRESS_KEYS: [&str; 2] = ["url", "topic"];

/// Redacts the addresses of all channels.
fn redact_addresses(channels: &mut toml::Value) {
    let channels = channels.as_array_mut().into_iter().flatten();
    for channel in channels.filter_map(toml::Value::as_table_mut) {
        for key in ADDRESS_KEYS {
            if channel.get(key).and_then(toml::Value::as_str) != Some("")
                && let Some(address) = channel.get_mut(key)
            {
                *address = toml::Value::from(REDACTED);
            }
        }
    }
}

/// Key of HTTP headers. All of them are redacted, because any of them may be a secret.
const HEADERS: &str = "headers";

/// Redacts all secrets in a table.
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
            // The address of NATS may contain credentials.
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

/// Returns true if the option with this key is a secret.
pub(super) fn is_secret(key: &str) -> bool {
    ["api_key", "password", "password_hash", "secret", "token"]
        .iter()
        .any(|ending| key.ends_with(ending))
}
