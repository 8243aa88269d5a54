//! The sections of the resolved configuration.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use jiff::Timestamp;

use super::{AccessLog, LogFormat, MarketKind, PeopleConfig, SampleHours};
use crate::domain::currency::Currency;

/// Log settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogConfig {
    /// A log level or a tracing filter.
    pub filter: String,
    /// Format of the log.
    pub format: LogFormat,
    /// Destination of the access log.
    pub access: AccessLog,
}

/// Settings of the market and its clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketConfig {
    /// The market to serve.
    pub kind: MarketKind,
    /// True if the configuration names the market, false if `kind` is the default.
    pub is_explicit: bool,
    /// Seed of the sample market.
    pub seed: u64,
    /// Trading hours of the sample market.
    pub sample_hours: SampleHours,
    /// Minimum time between two price changes of a ticker in the sample market.
    pub sample_every: Duration,
    /// Time that the clock shows at the start; `None` for the current time.
    pub now: Option<Timestamp>,
    /// Symbols of tickers to follow in addition to those in the catalogue.
    pub symbols: Vec<String>,
    /// Number of days after which an unused ticker is unfollowed.
    pub unfollow_after_days: u32,
    /// Currency into which amounts in other currencies are converted.
    pub display_currency: Currency,
}

/// Settings of the storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageConfig {
    /// Folder of the database files.
    pub data_dir: PathBuf,
    /// Interval at which market data is written to disk.
    pub flush_every: Duration,
    /// Scheduled backups; `None` if they are disabled.
    pub backups: Option<BackupConfig>,
}

/// Settings of scheduled backups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupConfig {
    /// Folder of the backups.
    pub folder: PathBuf,
    /// Interval between backups.
    pub every: Duration,
    /// Number of backups to keep.
    pub keep: usize,
}

impl StorageConfig {
    /// Returns the path of a market's database file.
    pub(crate) fn database(&self, market: MarketKind) -> PathBuf {
        self.data_dir.join(format!("{}.redb", market.as_str()))
    }
}

/// Settings of the web server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the configuration"
)]
pub struct ServerConfig {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Path prefix of all URLs. Starts and ends with a slash.
    pub base_path: String,
    /// Public address without a trailing slash; empty if unknown.
    pub public_url: String,
    /// True if push services on the local network are allowed.
    pub allow_private_push: bool,
    /// Host names to accept in addition to loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Reverse proxies whose forwarding headers are trusted.
    pub trusted_proxies: Vec<String>,
    /// Origins whose pages may show this server in a frame.
    pub frame_ancestors: Vec<String>,
    /// Hash of the password; empty if the server has no password.
    pub password_hash: String,
    /// The people of the configuration.
    pub people: PeopleConfig,
    /// True if this is a public demo.
    pub demo: bool,
    /// URL of the installation instructions for the demo; empty for no link.
    pub install_url: String,
    /// True if every write is rejected.
    pub read_only: bool,
    /// True if metrics for Prometheus are served.
    pub metrics: bool,
    /// True if AI assistants may read over the Model Context Protocol.
    pub mcp: bool,
    /// Name of the board to which `/` redirects, if any.
    pub kiosk: Option<String>,
    /// Email address of the operator; empty if not configured.
    pub contact_email: String,
    /// Maximum number of live connections.
    pub max_live_connections: usize,
    /// Maximum number of TCP connections.
    pub max_tcp_connections: usize,
    /// Maximum number of TCP connections from one address; `None` for three quarters of all
    /// connections.
    pub max_tcp_connections_per_address: Option<usize>,
    /// Idle time after which a live connection is pinged.
    pub ping_after: Duration,
    /// Grace period for requests in progress at shutdown.
    pub grace: Duration,
    /// Minimum time between two writes to a live connection.
    pub live_window: Duration,
}
