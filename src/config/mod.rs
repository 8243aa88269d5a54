//! Configuration: flags over environment over file over defaults, resolved once into a [`Config`]
//! with a part for each concern.

mod access_log;
mod addresses;
mod changes;
mod channels;
mod check;
mod choices;
mod cluster;
mod error;
mod file;
mod kiosk;
mod listen;
mod mqtt;
mod options;
mod origins;
mod password;
mod secret;
mod variables;
mod wording;

use std::{
    ffi::OsString,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use jiff::Timestamp;
use toml::{Table, Value};

pub use self::{access_log::AccessLog, options::Options};
pub(crate) use self::{
    choices::{LogFormat, MarketKind, Role, SampleHours},
    cluster::ClusterConfig,
    error::ConfigError,
    listen::ListenAddress,
    variables::boolean,
};
use self::{file::File, origins::Origins};
use crate::{
    alerts::ChannelSettings,
    broker::BrokerSettings,
    domain::{currency::Currency, symbol::ConfiguredSymbol},
    providers::settings::Providers,
};

/// The log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogConfig {
    /// A level, or a tracing filter.
    pub filter: String,
    /// How it is written.
    pub format: LogFormat,
    /// Where a line for each request goes.
    pub access: AccessLog,
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
    /// Push services may be machines of this network.
    pub private_push: bool,
    /// Host names to answer to besides loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Reverse proxies whose headers are believed.
    pub trusted_proxies: Vec<String>,
    /// Whose pages may show ours in a frame.
    pub frame_ancestors: Vec<String>,
    /// Hash of the password that everybody is asked for; empty for none.
    pub password_hash: String,
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
    /// Channels may be made on the page, too.
    pub channels_on_page: bool,
    /// The MQTT broker that prices and alerts are published to, with its password; `None` where there is none.
    pub mqtt: Option<BrokerSettings>,
    /// How it meets other processes that show the same market; `None` where it is alone.
    pub cluster: Option<ClusterConfig>,
    /// The file that was read, if one was.
    pub file: Option<PathBuf>,
    /// By what commands ask a running server that wants a password; from the environment.
    pub token: Option<String>,
    /// What is odd about the configuration, in sentences.
    pub warnings: Vec<String>,
    /// What all of this was made of, for `config print`.
    pub options: Options,
}

impl Config {
    /// Every symbol that a list of the configuration names, list by list.
    pub(crate) fn symbols(&self) -> Vec<ConfiguredSymbol> {
        let mqtt = self.mqtt.as_ref().map(|mqtt| &mqtt.symbols);
        let lists = [
            ("symbols", Some(&self.market.symbols)),
            ("mqtt.symbols", mqtt),
            (
                "providers.yahoo.symbols",
                Some(&self.providers.yahoo.symbols),
            ),
        ];
        let one = |setting| {
            move |symbol: &String| ConfiguredSymbol {
                setting,
                symbol: symbol.clone(),
            }
        };
        lists
            .into_iter()
            .flat_map(|(setting, list)| list.into_iter().flatten().map(one(setting)))
            .collect()
    }

    /// Reads the file that `file` or the environment names, and lays `flags` over the environment
    /// over the file over the defaults. Refuses with everything that is wrong, one sentence each.
    pub fn load(
        file: Option<&Path>,
        flags: Table,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, Vec<ConfigError>> {
        let mut variables = variables::read(environment);
        let mut problems = std::mem::take(&mut variables.problems);
        let path = file.or(variables.file.as_deref().map(Path::new));
        let file = path
            .map(File::read)
            .transpose()
            .map_err(|error| vec![error])?;
        let mut table = Table::new();
        if let Some(file) = &file {
            let wrong;
            (table, wrong) = file.options();
            problems.extend(wrong);
        }
        let origins = Origins {
            flags: flags.clone(),
            variables: variables.table.clone(),
            file,
        };
        overlay(&mut table, variables.table);
        overlay(&mut table, flags);
        let is_chosen = table.contains_key("market");
        let options: Options = match table.try_into() {
            Ok(options) => options,
            Err(error) => {
                let message = wording::reword(error.message());
                problems.push(ConfigError::invalid("the configuration", message));
                return Err(problems);
            }
        };
        let mut wrong = check::check(&options);
        let (channels, unused) =
            channels::resolve(&options.channels, variables.channels, &mut wrong);
        let providers = secret::providers(&options, &mut wrong);
        let password_hash = password::hash(&options).unwrap_or_else(|error| {
            wrong.push(error);
            String::new()
        });
        let mqtt = mqtt::resolve(&options).unwrap_or_else(|error| {
            wrong.push(error);
            None
        });
        let cluster = cluster::resolve(&options).unwrap_or_else(|error| {
            wrong.push(error);
            None
        });
        let token = match variables.token_file.as_deref().map(secret::secret) {
            Some(read) => read.map_err(|error| wrong.push(error)).ok(),
            None => variables.token,
        };
        problems.extend(wrong.into_iter().map(|error| {
            let place = origins.place(error.origin());
            error.at(place)
        }));
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut config = Self::resolve(options, channels, providers, is_chosen);
        config.server.password_hash = password_hash;
        config.mqtt = mqtt;
        config.cluster = cluster;
        config.token = token;
        config.file = path.map(Path::to_owned);
        config.warnings = variables.warnings;
        config.warnings.extend(unused);
        config.warnings.extend(without_rates(&config.market));
        Ok(config)
    }

    fn resolve(
        options: Options,
        channels: Vec<ChannelSettings>,
        providers: Providers,
        is_chosen: bool,
    ) -> Self {
        let seconds = Duration::from_secs;
        Self {
            log: LogConfig {
                filter: options.log.clone(),
                format: options.log_format,
                access: options.access_log.clone(),
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
                private_push: options.private_push,
                allowed_hosts: options.allowed_hosts.clone(),
                trusted_proxies: options.trusted_proxies.clone(),
                frame_ancestors: options.frame_ancestors.clone(),
                password_hash: String::new(),
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
            providers,
            channels,
            channels_on_page: options.channels_on_page && options.kiosk.is_empty(),
            mqtt: None,
            cluster: None,
            token: None,
            warnings: Vec::new(),
            file: None,
            options,
        }
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
