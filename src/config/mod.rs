//! Configuration: flags over environment over file over defaults, resolved once into a [`Config`].

use std::{net::SocketAddr, path::PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::providers::settings::Providers;

/// Which market is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum MarketKind {
    /// The offline, simulated market.
    Sample,
    /// Public sources.
    Live,
}

impl MarketKind {
    /// `sample` or `live`; also the name of its database file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sample => "sample",
            Self::Live => "live",
        }
    }
}

/// Everything that can be configured, with every value decided. The TOML file has the same keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// Folder of the database files.
    pub data_dir: PathBuf,
    /// Which market to serve.
    pub market: MarketKind,
    /// Refuse every write: for public displays.
    pub read_only: bool,
    /// What to log: a level, or a tracing filter such as `info,marketdeck::web=debug`.
    pub log: String,
    /// Path under which everything is served, for a reverse proxy that keeps a prefix.
    pub base_path: String,
    /// Host names to answer to besides loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// The operator's address on the legal pages; empty when there is none.
    pub contact_email: String,
    /// Most live connections at once.
    pub max_connections: usize,
    /// How long ticks are gathered before they are written to a live connection, in milliseconds.
    pub live_window_ms: u64,
    /// How often market data goes to disk, in seconds.
    pub flush_seconds: u64,
    /// Seed of the sample market: another number, another market.
    pub seed: u64,
    /// Starts the clock at this moment instead of now: for demonstrations and tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Timestamp>,
    /// Where live data comes from.
    pub providers: Providers,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data_dir: PathBuf::from("./data"),
            market: MarketKind::Sample,
            read_only: false,
            log: "info".to_owned(),
            base_path: "/".to_owned(),
            allowed_hosts: Vec::new(),
            contact_email: String::new(),
            max_connections: 1_000,
            live_window_ms: 50,
            flush_seconds: 20,
            seed: 1,
            now: None,
            providers: Providers::default(),
        }
    }
}

/// Why the configuration was refused: one sentence.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// The file could not be read.
    #[error("the configuration file {0} could not be read: {1}")]
    Unreadable(String, String),
    /// Not TOML, an unknown key or a wrong type.
    #[error("{origin}: {message}")]
    Invalid {
        /// The file, or `the command line`.
        origin: String,
        /// What is wrong, and where.
        message: String,
    },
}

impl Config {
    /// Lays `flags` (flags and environment, already merged) over the file's text.
    pub fn resolve(file: Option<(&str, &str)>, flags: toml::Table) -> Result<Self, ConfigError> {
        let mut table = match file {
            Some((name, text)) => {
                // Checked on its own first, so that a message points at the line in the file.
                let _: Self =
                    toml::from_str(text).map_err(|error| invalid(name, Some(text), &error))?;
                text.parse()
                    .map_err(|error| invalid(name, Some(text), &error))?
            }
            None => toml::Table::new(),
        };
        table.extend(flags);
        let config: Self = table
            .try_into()
            .map_err(|error| invalid("the command line", None, &error))?;
        config.checked()
    }

    /// Reads the file at `path`, then resolves.
    pub fn load(path: Option<&std::path::Path>, flags: toml::Table) -> Result<Self, ConfigError> {
        let Some(path) = path else {
            return Self::resolve(None, flags);
        };
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigError::Unreadable(name.clone(), error.to_string()))?;
        Self::resolve(Some((&name, &text)), flags)
    }

    /// Puts values into their one form, and refuses those that cannot work.
    fn checked(mut self) -> Result<Self, ConfigError> {
        let trimmed = self.base_path.trim_matches('/');
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.~/".contains(c);
        if !trimmed.chars().all(plain) || trimmed.split('/').any(|part| part == "..") {
            return Err(ConfigError::Invalid {
                origin: "base_path".to_owned(),
                message: "only letters, digits, '-', '_', '.', '~' and '/' are possible".to_owned(),
            });
        }
        self.base_path = if trimmed.is_empty() {
            "/".to_owned()
        } else {
            format!("/{trimmed}/")
        };
        self.flush_seconds = self.flush_seconds.max(1);
        Ok(self)
    }

    /// The database file of the chosen market.
    pub fn database(&self) -> PathBuf {
        self.data_dir.join(format!("{}.redb", self.market.as_str()))
    }
}

/// One sentence out of a TOML error: line, and what is wrong there.
fn invalid(origin: &str, text: Option<&str>, error: &toml::de::Error) -> ConfigError {
    let line = text.zip(error.span()).map(|(text, span)| {
        format!(
            " line {}",
            text[..span.start.min(text.len())].matches('\n').count() + 1
        )
    });
    ConfigError::Invalid {
        origin: format!("{origin}{}", line.unwrap_or_default()),
        message: error.message().replace('\n', " "),
    }
}
