//! The command line.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use jiff::Timestamp;
use serde::Serialize;

use crate::{
    config::MarketKind,
    domain::{bar::Interval, ticker::TickerKind},
};

/// Market information for retail investors, as one binary you run at home.
#[derive(Debug, Parser)]
#[command(name = "marketdeck", version, args_conflicts_with_subcommands = false)]
pub struct Cli {
    /// TOML file with the same keys as the flags.
    #[arg(long, global = true, env = "MARKETDECK_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Values that win over the file.
    #[command(flatten)]
    pub flags: Flags,

    /// What to do; `serve` when left out.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Every flag, each also as a `MARKETDECK_…` variable and as a key of the file.
#[derive(Debug, Default, Args, Serialize)]
pub struct Flags {
    /// Address and port to listen on [default: 127.0.0.1:8080].
    #[arg(
        long,
        global = true,
        env = "MARKETDECK_LISTEN",
        value_name = "ADDRESS:PORT"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,

    /// Folder of the database files [default: ./data].
    #[arg(
        long,
        global = true,
        env = "MARKETDECK_DATA_DIR",
        value_name = "FOLDER"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,

    /// Which market to serve [default: sample].
    #[arg(long, global = true, env = "MARKETDECK_MARKET")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<MarketKind>,

    /// Refuse every write: for public displays.
    #[arg(long, global = true, env = "MARKETDECK_READ_ONLY", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,

    /// Log level or filter [default: info].
    #[arg(long, global = true, env = "MARKETDECK_LOG", value_name = "FILTER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,

    /// Path under which everything is served [default: /].
    #[arg(long, global = true, env = "MARKETDECK_BASE_PATH", value_name = "PATH")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_path: Option<String>,

    /// Host names to answer to besides loopback, LAN addresses and .local names; comma-separated.
    #[arg(
        long,
        global = true,
        env = "MARKETDECK_ALLOWED_HOSTS",
        value_delimiter = ',',
        value_name = "NAME"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_hosts: Option<Vec<String>>,

    /// The operator's address on the legal pages.
    #[arg(
        long,
        global = true,
        env = "MARKETDECK_CONTACT_EMAIL",
        value_name = "ADDRESS"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_email: Option<String>,

    /// Most live connections at once [default: 1000].
    #[arg(
        long,
        global = true,
        env = "MARKETDECK_MAX_CONNECTIONS",
        value_name = "NUMBER"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_connections: Option<usize>,

    /// How long ticks are gathered for one write, in milliseconds [default: 50].
    #[arg(
        long,
        global = true,
        env = "MARKETDECK_LIVE_WINDOW_MS",
        value_name = "MS"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_window_ms: Option<u64>,

    /// How often market data goes to disk, in seconds [default: 20].
    #[arg(
        long,
        global = true,
        env = "MARKETDECK_FLUSH_SECONDS",
        value_name = "SECONDS"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flush_seconds: Option<u64>,

    /// Seed of the sample market [default: 1].
    #[arg(long, global = true, env = "MARKETDECK_SEED", value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,

    /// Start the clock at this moment instead of now, as in 2026-11-20T19:32:00Z.
    #[arg(long, global = true, env = "MARKETDECK_NOW", value_name = "TIME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Timestamp>,
}

impl Flags {
    /// The flags and variables that were given, as TOML keys.
    pub fn table(&self) -> toml::Table {
        // Flags are plain scalars and lists, which TOML can always express.
        toml::Table::try_from(self).unwrap_or_default()
    }
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the app (the default).
    Serve,
    /// Read files into the data directory of a server that is not running.
    #[command(subcommand)]
    Import(Import),
    /// Copy the database of a server that is not running into a new file, checking every record.
    Backup {
        /// Where the copy goes; must not exist yet.
        file: PathBuf,
    },
    /// Take everything that is whole out of a damaged database file, which is only read, into a new one.
    /// Exit code 0 when nothing was lost, 3 when something was.
    Salvage {
        /// The damaged file.
        file: PathBuf,
        /// Where the new file goes; must not exist yet [default: beside the damaged one].
        to: Option<PathBuf>,
    },
    /// Ask a running server whether it serves; exit code 0 when it does.
    Healthcheck,
    /// Look at the configuration.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print the `OpenAPI` description of the HTTP interface.
    #[command(hide = true)]
    Openapi,
}

/// What can be imported.
#[derive(Debug, Subcommand)]
pub enum Import {
    /// Bars (open, high, low, close, volume) from a CSV file.
    Bars(ImportBars),
}

/// Arguments of `import bars`.
#[derive(Debug, Args)]
pub struct ImportBars {
    /// The ticker the bars belong to; made when it is unknown.
    #[arg(long)]
    pub symbol: String,
    /// Length of a bar: 5m, 1h or 1d.
    #[arg(long, value_parser = interval, default_value = "1d")]
    pub interval: Interval,
    /// Name of the ticker, when it is new.
    #[arg(long)]
    pub name: Option<String>,
    /// What the ticker is, when it is new: stock, etf, crypto, commodity or index.
    #[arg(long, value_parser = kind)]
    pub kind: Option<TickerKind>,
    /// The file, with a header line; columns in any order.
    pub file: PathBuf,
}

/// Looking at the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the resolved configuration as TOML.
    Print,
}

fn interval(word: &str) -> Result<Interval, String> {
    Interval::parse(word).ok_or_else(|| "possible are 5m, 1h and 1d".to_owned())
}

fn kind(word: &str) -> Result<TickerKind, String> {
    TickerKind::parse(word)
        .ok_or_else(|| "possible are stock, etf, crypto, commodity and index".to_owned())
}
