//! The configuration. Flags override environment variables, which override the file, which
//! overrides the settings of the web interface, which override the defaults. All of them are
//! resolved once into a [`Config`].

mod access_log;
mod addresses;
mod changes;
mod channels;
mod check;
mod choices;
mod cluster;
mod demo;
mod error;
mod file;
mod kiosk;
mod listen;
mod mqtt;
mod options;
pub(crate) mod page_settings;
mod password;
mod people;
mod secret;
mod sections;
mod value_sources;
mod variables;
mod wording;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use toml::{Table, Value};

#[cfg(test)]
pub(crate) use self::variables::keys as keys_by_variable;
pub use self::{
    access_log::AccessLog,
    options::Options,
    page_settings::PageSettings,
    people::PeopleConfig,
    sections::{BackupConfig, LogConfig, MarketConfig, ServerConfig, StorageConfig},
};
pub(crate) use self::{
    choices::{LogFormat, MarketKind, Role, SampleHours},
    cluster::ClusterConfig,
    error::ConfigError,
    listen::ListenAddress,
    value_sources::Origin,
    variables::boolean,
};
use self::{file::File, value_sources::ValueSources};
use crate::{
    alerts::ChannelSettings,
    broker::BrokerSettings,
    domain::{currency::Currency, symbol::ConfiguredSymbol},
    providers::settings::Providers,
};

/// The complete configuration, with every value resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Log settings.
    pub log: LogConfig,
    /// Settings of the market and its clock.
    pub market: MarketConfig,
    /// Settings of the storage.
    pub storage: StorageConfig,
    /// Settings of the web server.
    pub server: ServerConfig,
    /// Providers of live data.
    pub providers: Providers,
    /// Alert channels with their secrets.
    pub channels: Vec<ChannelSettings>,
    /// True if channels may also be created on the settings page.
    pub channels_on_page: bool,
    /// True if the metrics include the holdings.
    pub metrics_holdings: bool,
    /// URL of the releases that are checked daily for a newer version; `None` for no check.
    pub update_check_url: Option<String>,
    /// The MQTT broker with its password, if one is configured.
    pub mqtt: Option<BrokerSettings>,
    /// Configuration of the cluster; `None` for a process without a cluster.
    pub cluster: Option<ClusterConfig>,
    /// The configuration file, if one was read.
    pub file: Option<PathBuf>,
    /// Origins of the values that the web interface may set, by key.
    pub(crate) origins: BTreeMap<String, Origin>,
    /// Token from the environment, which authenticates commands to a running server.
    pub token: Option<String>,
    /// Warnings, one sentence each.
    pub warnings: Vec<String>,
    /// The unresolved options for `config print`.
    pub options: Options,
}

impl Config {
    /// Returns the symbols in all lists of the configuration, each with the key of its list.
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
        let with_setting = |setting| {
            move |symbol: &String| ConfiguredSymbol {
                setting,
                symbol: symbol.clone(),
            }
        };
        lists
            .into_iter()
            .flat_map(|(setting, list)| list.into_iter().flatten().map(with_setting(setting)))
            .collect()
    }

    /// Returns the origin of the value of a key that the web interface may set.
    pub(crate) fn origin(&self, key: &str) -> Origin {
        self.origins.get(key).cloned().unwrap_or(Origin::Default)
    }

    /// Loads a configuration like [`Config::load_with`], without settings of the web interface.
    pub fn load(
        file: Option<&Path>,
        flags: Table,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, Vec<ConfigError>> {
        Self::load_with(PageSettings::Ignored, file, flags, environment)
    }

    /// Reads the settings of the web interface and overrides them with the values in the
    /// configuration file (`file`, otherwise the one named by an environment variable), in
    /// environment variables and in `flags`. Returns all errors, one sentence each.
    pub fn load_with(
        page_settings: PageSettings<'_>,
        file: Option<&Path>,
        flags: Table,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, Vec<ConfigError>> {
        let mut variables = variables::read(environment);
        let mut problems = std::mem::take(&mut variables.problems);
        let path = file.or(variables.file.as_deref().map(Path::new));
        let file = path
            .map(|path| File::read(path, "configuration file"))
            .transpose()
            .map_err(|error| vec![error])?;
        let mut table = Table::new();
        if let Some(file) = &file {
            let file_problems;
            (table, file_problems) = file.options();
            problems.extend(file_problems);
        }
        overlay(&mut table, variables.table.clone());
        overlay(&mut table, flags.clone());
        let page_settings = page_settings
            .read(&data_dir(&table))
            .map_err(|error| vec![error])?;
        if let Some(file) = &page_settings {
            let (mut settings, file_problems) = file.options();
            problems.extend(file_problems);
            problems.extend(page_settings::remove_unsupported(&mut settings, file));
            page_settings::remove_overridden(&mut settings, &table);
            overlay(&mut settings, table);
            table = settings;
        }
        let value_sources = ValueSources {
            flags,
            variables: variables.table,
            file,
            page_settings,
        };
        let market_is_explicit = table.contains_key("market");
        let options: Options = match table.try_into() {
            Ok(options) => options,
            Err(error) => {
                let message = wording::reword(error.message());
                problems.push(ConfigError::invalid("the configuration", message));
                return Err(problems);
            }
        };
        let mut invalid_values = check::check(&options);
        let (channels, unused) =
            channels::resolve(&options.channels, variables.channels, &mut invalid_values);
        let mut providers = secret::providers(&options, &mut invalid_values);
        if options.without_yahoo {
            providers.disable_yahoo();
        }
        let password_hash = password::hash(&options).unwrap_or_else(|error| {
            invalid_values.push(error);
            String::new()
        });
        let (people, password_hash) = people::resolve(&options, password_hash, &mut invalid_values);
        let mqtt = mqtt::resolve(&options).unwrap_or_else(|error| {
            invalid_values.push(error);
            None
        });
        let cluster = cluster::resolve(&options).unwrap_or_else(|error| {
            invalid_values.push(error);
            None
        });
        let token = match variables.token_file.as_deref().map(secret::secret) {
            Some(secret) => secret.map_err(|error| invalid_values.push(error)).ok(),
            None => variables.token,
        };
        problems.extend(invalid_values.into_iter().map(|error| {
            let location = value_sources.location(error.subject());
            error.at(location)
        }));
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut config = Self::resolve(options, channels, providers, market_is_explicit);
        config.server.password_hash = password_hash;
        config.server.people = people;
        config.mqtt = mqtt;
        config.cluster = cluster;
        config.token = token;
        config.file = path.map(Path::to_owned);
        config.origins = page_settings::keys()
            .into_iter()
            .map(|key| {
                let origin = value_sources.origin(&key);
                (key, origin)
            })
            .collect();
        config.warnings = variables.warnings;
        config.warnings.extend(unused);
        config.warnings.extend(rates_warning(&config.market));
        if config.server.demo {
            config.become_demo();
        }
        Ok(config)
    }

    fn resolve(
        options: Options,
        channels: Vec<ChannelSettings>,
        providers: Providers,
        market_is_explicit: bool,
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
                is_explicit: market_is_explicit,
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
                allow_private_push: options.private_push,
                allowed_hosts: options.allowed_hosts.clone(),
                trusted_proxies: options.trusted_proxies.clone(),
                frame_ancestors: options.frame_ancestors.clone(),
                password_hash: String::new(),
                people: PeopleConfig::default(),
                demo: options.demo,
                install_url: options.install_url.clone(),
                read_only: options.read_only,
                metrics: options.metrics,
                mcp: options.mcp,
                kiosk: kiosk::board(&options.kiosk).map(str::to_owned),
                contact_email: options.contact_email.clone(),
                // The key `max_connections` limits live connections; `connections` limits all.
                max_live_connections: options.max_connections,
                max_tcp_connections: options.connections,
                max_tcp_connections_per_address: Some(options.connections_per_address)
                    .filter(|max| *max > 0),
                ping_after: seconds(options.ping_seconds),
                grace: seconds(options.grace_seconds),
                live_window: Duration::from_millis(options.live_window_ms),
            },
            providers,
            channels,
            metrics_holdings: options.metrics_holdings,
            update_check_url: Some(options.update_check_url.trim().to_owned())
                .filter(|url| !url.is_empty()),
            channels_on_page: options.channels_on_page && options.kiosk.is_empty(),
            mqtt: None,
            cluster: None,
            token: None,
            warnings: Vec::new(),
            file: None,
            origins: BTreeMap::new(),
            options,
        }
    }

    /// Returns the path of the database file of the configured market.
    pub(crate) fn database(&self) -> PathBuf {
        self.storage.database(self.market.kind)
    }
}

/// Returns a warning if the sample market has no rates for the display currency.
fn rates_warning(market: &MarketConfig) -> Option<String> {
    let pair = market.display_currency.dollar_pair()?;
    (market.kind == MarketKind::Sample).then(|| {
        format!("display_currency: the sample market has no exchange rates; amounts stay in dollars unless {pair} is imported")
    })
}

/// Returns the data directory in `table`, or the default one.
fn data_dir(table: &Table) -> PathBuf {
    let configured = table.get("data_dir").and_then(Value::as_str);
    configured.map_or_else(|| Options::default().data_dir, PathBuf::from)
}

/// Merges `upper` into `lower`. Values in `upper` replace those in `lower`, and tables are merged
/// key by key.
fn overlay(lower: &mut Table, upper: Table) {
    for (key, value) in upper {
        match (lower.get_mut(&key), value) {
            (Some(Value::Table(lower)), Value::Table(upper)) => overlay(lower, upper),
            (_, value) => {
                lower.insert(key, value);
            }
        }
    }
}

/// Adds slashes to a path: `deck` becomes `/deck/`, and an empty path becomes `/`.
fn with_slashes(path: &str) -> String {
    match path.trim_matches('/') {
        "" => "/".to_owned(),
        trimmed => format!("/{trimmed}/"),
    }
}
