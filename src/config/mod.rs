//! Configuration: flags over environment over file over defaults, resolved once into a [`Config`]
//! with a part for each concern.

mod addresses;
mod channels;
mod check;
mod choices;
mod error;
mod kiosk;
mod listen;
mod options;
mod secret;
mod variables;

use std::{
    ffi::OsString,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use jiff::Timestamp;
use toml::{Table, Value};

pub use self::options::Options;
use self::secret::secret;
pub(crate) use self::{
    choices::{LogFormat, MarketKind, SampleHours},
    error::ConfigError,
    listen::ListenAddress,
    variables::boolean,
};
use crate::{
    alerts::ChannelSettings,
    domain::currency::Currency,
    providers::settings::{Custom, Providers},
};

/// The log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogConfig {
    /// A level, or a tracing filter.
    pub filter: String,
    /// How it is written.
    pub format: LogFormat,
}

/// The market and its clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketConfig {
    /// Which one is served.
    pub kind: MarketKind,
    /// Whether somebody chose it, or it is the default.
    pub is_chosen: bool,
    /// Seed of the sample market.
    pub seed: u64,
    /// When the sample market trades.
    pub sample_hours: SampleHours,
    /// Between two chances of its tickers to tick.
    pub sample_every: Duration,
    /// Where the clock starts, when not now.
    pub now: Option<Timestamp>,
    /// Tickers to follow besides those it comes with.
    pub symbols: Vec<String>,
    /// A ticker that nobody uses is forgotten after so many days.
    pub unfollow_after_days: u32,
    /// What amounts of other currencies are converted to.
    pub display_currency: Currency,
}

/// Where things are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageConfig {
    /// Folder of the database files.
    pub data_dir: PathBuf,
    /// How often market data goes to disk.
    pub flush_every: Duration,
    /// How copies are made by themselves; `None` where none are.
    pub backups: Option<BackupConfig>,
}

/// How copies of the database are made by themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupConfig {
    /// Where they go.
    pub folder: PathBuf,
    /// How often one is made.
    pub every: Duration,
    /// How many are kept.
    pub keep: usize,
}

impl StorageConfig {
    /// The database file of a market.
    pub(crate) fn database(&self, market: MarketKind) -> PathBuf {
        self.data_dir.join(format!("{}.redb", market.as_str()))
    }
}

/// What is served, where and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerConfig {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Starts and ends with a slash.
    pub base_path: String,
    /// Where people reach it, without a slash at the end; empty when that is not known.
    pub public_url: String,
    /// Host names to answer to besides loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Reverse proxies whose headers are believed.
    pub trusted_proxies: Vec<String>,
    /// Whose pages may show ours in a frame.
    pub frame_ancestors: Vec<String>,
    /// Refuse every write.
    pub read_only: bool,
    /// Tell Prometheus how the server is.
    pub metrics: bool,
    /// The name of the board that `/` leads to, where it leads to one.
    pub kiosk: Option<String>,
    /// The operator's address; empty when there is none.
    pub contact_email: String,
    /// Most live connections at once.
    pub live_connections: usize,
    /// Most TCP connections at once.
    pub connections: usize,
    /// Most TCP connections of one address at once, when not a share of all.
    pub connections_per_address: Option<usize>,
    /// How long a live connection may be silent before it is pinged.
    pub ping_after: Duration,
    /// How long open requests may take to finish at the stop.
    pub grace: Duration,
    /// How long ticks are gathered for one write.
    pub live_window: Duration,
}

/// Everything that can be configured, with every value decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The log.
    pub log: LogConfig,
    /// The market and its clock.
    pub market: MarketConfig,
    /// Where things are kept.
    pub storage: StorageConfig,
    /// What is served, where and to whom.
    pub server: ServerConfig,
    /// Where live data comes from.
    pub providers: Providers,
    /// Where alerts go besides the app, with their secrets.
    pub channels: Vec<ChannelSettings>,
    /// What is odd about the configuration, in sentences.
    pub warnings: Vec<String>,
    /// What all of this was made of, for `config print`.
    pub options: Options,
}

impl Config {
    /// Reads the file that `file` or the environment names, and lays `flags` over the environment
    /// over the file over the defaults.
    pub fn load(
        file: Option<&Path>,
        flags: Table,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, ConfigError> {
        let variables = variables::read(environment)?;
        let mut table = match file.or(variables.file.as_deref().map(Path::new)) {
            Some(path) => read_file(path)?,
            None => Table::new(),
        };
        overlay(&mut table, variables.table);
        overlay(&mut table, flags);
        let is_chosen = table.contains_key("market");
        let options: Options = table
            .try_into()
            .map_err(|error| ConfigError::toml("the configuration", None, &error))?;
        check::check(&options)?;
        let (channels, unused) = channels::resolve(&options.channels, variables.channels)?;
        let mut config = Self::resolve(options, channels, is_chosen)?;
        config.warnings = variables.warnings;
        config.warnings.extend(unused);
        config.warnings.extend(without_rates(&config.market));
        Ok(config)
    }

    fn resolve(
        options: Options,
        channels: Vec<ChannelSettings>,
        is_chosen: bool,
    ) -> Result<Self, ConfigError> {
        let seconds = Duration::from_secs;
        Ok(Self {
            log: LogConfig {
                filter: options.log.clone(),
                format: options.log_format,
            },
            market: MarketConfig {
                kind: options.market,
                is_chosen,
                seed: options.seed,
                sample_hours: options.sample_hours,
                sample_every: Duration::from_millis(options.sample_every_ms),
                now: options.now,
                symbols: options.symbols.clone(),
                unfollow_after_days: options.unfollow_after_days,
                display_currency: Currency::in_use(&options.display_currency).unwrap_or_default(),
            },
            storage: StorageConfig {
                data_dir: options.data_dir.clone(),
                flush_every: seconds(options.flush_seconds),
                backups: (!options.backup_dir.as_os_str().is_empty()).then(|| BackupConfig {
                    folder: options.backup_dir.clone(),
                    every: seconds(3_600 * options.backup_hours),
                    keep: options.backup_keep as usize,
                }),
            },
            server: ServerConfig {
                listen: options.listen.0,
                base_path: with_slashes(&options.base_path),
                public_url: options.public_url.trim_end_matches('/').to_owned(),
                allowed_hosts: options.allowed_hosts.clone(),
                trusted_proxies: options.trusted_proxies.clone(),
                frame_ancestors: options.frame_ancestors.clone(),
                read_only: options.read_only,
                metrics: options.metrics,
                kiosk: kiosk::board(&options.kiosk).map(str::to_owned),
                contact_email: options.contact_email.clone(),
                live_connections: options.max_connections,
                connections: options.connections,
                connections_per_address: Some(options.connections_per_address)
                    .filter(|most| *most > 0),
                ping_after: seconds(options.ping_seconds),
                grace: seconds(options.grace_seconds),
                live_window: Duration::from_millis(options.live_window_ms),
            },
            providers: Providers {
                sources: with_headers(&options.sources)?,
                ..with_keys(&options.providers)?
            },
            channels,
            warnings: Vec::new(),
            options,
        })
    }

    /// The database file of the chosen market.
    pub(crate) fn database(&self) -> PathBuf {
        self.storage.database(self.market.kind)
    }
}

/// What is odd about a display currency in a market that follows no rates.
fn without_rates(market: &MarketConfig) -> Option<String> {
    let pair = market.display_currency.dollar_pair()?;
    (market.kind == MarketKind::Sample).then(|| {
        format!("display_currency: the sample market follows no rates; amounts stay in dollars unless {pair} is imported")
    })
}

fn read_file(path: &Path) -> Result<Table, ConfigError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| ConfigError::Unreadable {
        what: "configuration file",
        path: name.clone(),
        error: error.to_string(),
    })?;
    let wrong = |error| ConfigError::toml(&name, Some(&text), &error);
    // Read as options on its own first, so that a message points at the line in the file.
    let _: Options = toml::from_str(&text).map_err(wrong)?;
    text.parse().map_err(wrong)
}

/// Puts `upper` over `lower`, table by table.
fn overlay(lower: &mut Table, upper: Table) {
    for (key, value) in upper {
        match (lower.get_mut(&key), value) {
            (Some(Value::Table(below)), Value::Table(above)) => overlay(below, above),
            (_, value) => {
                lower.insert(key, value);
            }
        }
    }
}

/// `deck` → `/deck/`, and nothing → `/`.
fn with_slashes(path: &str) -> String {
    match path.trim_matches('/') {
        "" => "/".to_owned(),
        trimmed => format!("/{trimmed}/"),
    }
}

/// The providers' settings with every `api_key_file` read into its `api_key`.
fn with_keys(providers: &Providers) -> Result<Providers, ConfigError> {
    // Settings are plain values, which TOML can always express.
    let mut table = Table::try_from(providers).unwrap_or_default();
    for provider in table
        .iter_mut()
        .filter_map(|(_, provider)| provider.as_table_mut())
    {
        let file = provider.get("api_key_file").and_then(Value::as_str);
        let Some(file) = file.filter(|file| !file.is_empty()) else {
            continue;
        };
        let key = secret(file)?;
        provider.insert("api_key".to_owned(), Value::from(key));
    }
    table
        .try_into()
        .map_err(|error| ConfigError::toml("providers", None, &error))
}

/// The sources with every one of their `header_files` read into their `headers`.
fn with_headers(sources: &[Custom]) -> Result<Vec<Custom>, ConfigError> {
    let mut sources = sources.to_vec();
    for source in &mut sources {
        for (name, file) in &source.header_files {
            source.headers.insert(name.clone(), secret(file)?);
        }
        check::headers(source)?;
    }
    Ok(sources)
}
