//! The command line.

mod backup;
#[cfg(test)]
mod completions;
#[cfg(test)]
mod configuration_reference;
#[cfg(test)]
mod generated_files;
#[cfg(test)]
mod manual;
mod people;
mod shared;

use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand};
use jiff::{Timestamp, tz::TimeZone};
use serde::Serialize;
use toml::{Table, Value};

use self::shared::{AddressOptions, DataOptions, FileOption};
pub use self::{
    backup::{Backup, Check, Restore},
    people::{People, PersonRole, RemovedLists},
};
use crate::{
    config::{LogFormat, Role, SampleHours, boolean},
    domain::{bar::Interval, ticker::TickerKind},
    import::{ColumnOrder, DateOrder, DecimalMark, Money, ReadOptions, price_scale, time_zone},
};

/// Market information for retail investors, as one binary you run at home.
#[derive(Debug, Parser)]
#[command(
    name = "marketdeck",
    version,
    after_help = "Every option is also a variable (MARKETDECK_LISTEN for --listen) and a key of the \
    configuration file (listen); the file has more, see config.example.toml."
)]
pub struct Cli {
    /// Options of `serve`; may precede any command.
    #[command(flatten)]
    pub options: ServeOptions,

    /// The command; `serve` if omitted.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// All options of a server.
#[derive(Debug, Default, Args, Serialize)]
pub struct ServeOptions {
    #[command(flatten)]
    #[serde(skip)]
    file: FileOption,

    #[command(flatten)]
    #[serde(flatten)]
    address: AddressOptions,

    #[command(flatten)]
    #[serde(flatten)]
    data: DataOptions,

    /// Role of this process in a cluster [default: all].
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,

    /// Address of NATS, for --role source and edge, such as `nats://127.0.0.1:4222`; separate several with commas.
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    nats_url: Option<String>,

    /// File with the NATS credentials of this process.
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    nats_credentials_file: Option<PathBuf>,

    /// Serve a public demo: the sample market with prepared lists, read-only, without a data directory.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = boolean)]
    #[serde(skip_serializing_if = "Option::is_none")]
    demo: Option<bool>,

    /// Reject every write: for public displays.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = boolean)]
    #[serde(skip_serializing_if = "Option::is_none")]
    read_only: Option<bool>,

    /// Let AI assistants read prices, lists and holdings at /api/mcp (Model Context Protocol).
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = boolean)]
    #[serde(skip_serializing_if = "Option::is_none")]
    mcp: Option<bool>,

    /// Show this board at / and nothing else: for a wall display, as in /board/main.
    #[arg(long, value_name = "PATH")]
    #[serde(skip_serializing_if = "Option::is_none")]
    kiosk: Option<String>,

    /// Log level or filter [default: info].
    #[arg(long, value_name = "FILTER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<String>,

    /// Format of the log [default: text].
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    log_format: Option<LogFormat>,

    /// Host names to accept in addition to loopback, LAN addresses and .local names; comma-separated.
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_hosts: Option<Vec<String>>,

    /// Email address shown on the legal pages.
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    contact_email: Option<String>,

    /// Maximum number of live connections [default: 1000].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    max_connections: Option<usize>,

    /// Maximum number of TCP connections, including live ones [default: 4000].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    connections: Option<usize>,

    /// Maximum number of TCP connections from one address [default: three quarters of all].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    connections_per_address: Option<usize>,

    /// Idle time before a live connection is pinged, in seconds [default: 30].
    #[arg(long, value_name = "SECONDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    ping_seconds: Option<u64>,

    /// Time for open requests to finish at shutdown, in seconds [default: 4].
    #[arg(long, value_name = "SECONDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    grace_seconds: Option<u64>,

    /// Minimum time between writes to a live connection, in milliseconds [default: 50].
    #[arg(long, value_name = "MS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    live_window_ms: Option<u64>,

    /// How often market data is written to disk, in seconds [default: 20].
    #[arg(long, value_name = "SECONDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    flush_seconds: Option<u64>,

    /// Currency into which amounts are converted, such as EUR [default: USD].
    #[arg(long, value_name = "CODE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    display_currency: Option<String>,

    /// Seed of the sample market [default: 1].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,

    /// How often each ticker of the sample market may tick, in milliseconds [default: 2000].
    #[arg(long, value_name = "MS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    sample_every_ms: Option<u64>,

    /// When the sample market trades [default: exchange].
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    sample_hours: Option<SampleHours>,

    /// Start the clock at this time instead of now, as in 2026-11-20T19:32:00Z.
    #[arg(long, value_name = "TIME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<Timestamp>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the server (the default).
    Serve(Box<ServeOptions>),
    /// Import files into the data directory of a server that is not running.
    #[command(subcommand)]
    Import(Import),
    /// Back up the database to a new file and verify every record. A running server makes the backup itself and keeps serving.
    Backup(Backup),
    /// Restore a backup while no server is running. The backup is verified first, and the current database is kept next to it.
    Restore(Restore),
    /// Verify every record of a database or backup that no server has open. Exit code 0 if it is intact, 3 if it is damaged.
    Check(Check),
    /// Copy all intact records of a damaged database to a new file; the damaged file is not changed. Exit code 0 if nothing was
    /// lost, 3 otherwise.
    Salvage {
        /// The damaged file.
        file: PathBuf,
        /// The new file; must not exist yet [default: next to the damaged file].
        #[arg(value_parser = new_file)]
        to: Option<PathBuf>,
    },
    /// Check whether a running server is healthy; exit code 0 if it is.
    Healthcheck(Healthcheck),
    /// Show or check the configuration.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// List, add, change and remove the people who use the server, while it is not running.
    #[command(subcommand)]
    People(People),
    /// Read a password and print its hash as a line for the configuration file.
    HashPassword,
    /// Print the `OpenAPI` description of the HTTP API.
    Openapi,
}

impl Cli {
    /// Returns the path of the configuration file from the command line, if any.
    pub fn config_file(&self) -> Option<PathBuf> {
        let (file, _) = self.command_options();
        file.config.or_else(|| self.options.file.config.clone())
    }

    /// Returns the options from the command line as TOML keys. Options after a command override
    /// those before it.
    pub fn table(&self) -> Table {
        let mut table = table(&self.options);
        table.extend(self.command_options().1);
        table
    }

    /// Returns the options after the command.
    fn command_options(&self) -> (FileOption, Table) {
        match &self.command {
            None | Some(Command::Openapi | Command::HashPassword | Command::Salvage { .. }) => {
                (FileOption::default(), Table::new())
            }
            Some(Command::Serve(options) | Command::Config(ConfigCommand::Print(options))) => {
                (options.file.clone(), table(options))
            }
            Some(Command::Config(ConfigCommand::Check(check))) => {
                (check.options.file.clone(), table(&check.options))
            }
            Some(Command::Import(Import::Bars(bars))) => {
                (bars.file_option.clone(), table(&bars.data))
            }
            Some(Command::People(people)) => {
                let options = people.options();
                (options.file_option.clone(), table(&options.data))
            }
            Some(Command::Backup(backup)) => {
                let mut options = table(&backup.data);
                options.extend(table(&backup.address));
                (backup.file_option.clone(), options)
            }
            Some(Command::Restore(restore)) => (restore.file_option.clone(), table(&restore.data)),
            Some(Command::Check(check)) => (check.file_option.clone(), table(&check.data)),
            Some(Command::Healthcheck(check)) => (check.file_option.clone(), table(&check.address)),
        }
    }
}

/// Serializes options as TOML. This cannot fail, because options are only plain values and lists.
fn table(options: &impl Serialize) -> Table {
    match Value::try_from(options) {
        Ok(Value::Table(table)) => table,
        _ => Table::new(),
    }
}

/// Returns the command that `arguments` name, such as `marketdeck import bars`, for a hint to its
/// help.
pub(crate) fn command_path(arguments: impl IntoIterator<Item = String>) -> String {
    let program = Cli::command();
    let mut names = vec![program.get_name().to_owned()];
    let mut command = &program;
    for argument in arguments {
        if let Some(inner) = command.find_subcommand(&argument) {
            names.push(argument);
            command = inner;
        }
    }
    names.join(" ")
}

/// Arguments of `healthcheck`.
#[derive(Debug, Args)]
pub struct Healthcheck {
    #[command(flatten)]
    file_option: FileOption,
    #[command(flatten)]
    address: AddressOptions,
}

/// The kinds of import.
#[derive(Debug, Subcommand)]
pub enum Import {
    /// Bars (open, high, low, close, volume) from a CSV or JSON file.
    Bars(ImportBars),
}

/// Arguments of `import bars`.
#[derive(Debug, Args)]
pub struct ImportBars {
    /// Ticker to which the bars belong; created if unknown.
    #[arg(long)]
    pub symbol: String,
    /// Length of a bar: 5m, 1h or 1d.
    #[arg(long, value_parser = interval, default_value = "1d")]
    pub interval: Interval,
    /// Name of a new ticker.
    #[arg(long)]
    pub name: Option<String>,
    /// Kind of a new ticker: stock, etf, fund, crypto, commodity, index, currency or bond.
    #[arg(long, value_parser = kind)]
    pub kind: Option<TickerKind>,
    /// Currency of the prices if the file does not state it: a code such as EUR, or GBX for pence.
    #[arg(long, value_parser = money, value_name = "CODE")]
    pub currency: Option<Money>,
    /// Time zone of times without an offset, and of the days of epoch timestamps: a name such as Europe/Athens, UTC, or an
    /// offset such as +02:00. By default the zone of the ticker's exchange.
    #[arg(long, value_parser = time_zone, value_name = "ZONE", allow_hyphen_values = true)]
    pub time_zone: Option<TimeZone>,
    /// Column names for a file without a header, such as time,open,high,low,close,volume. A column named - is ignored.
    #[arg(long, value_parser = ColumnOrder::parse, value_name = "NAMES", allow_hyphen_values = true)]
    pub columns: Option<ColumnOrder>,
    /// Factor by which the prices in the file are multiplied: 10000 for LEAN, 1000000000 for Databento.
    #[arg(long, value_parser = price_scale, value_name = "NUMBER")]
    pub price_scale: Option<f64>,
    /// Order of day, month and year if the file is ambiguous: dmy, mdy or ymd.
    #[arg(long, value_parser = date_order, value_name = "ORDER")]
    pub date_order: Option<DateOrder>,
    /// Decimal mark if the file is ambiguous: point or comma.
    #[arg(long, value_parser = decimal_mark, value_name = "SIGN")]
    pub decimal: Option<DecimalMark>,
    /// Remove the imported bars, so that the ticker belongs to its market again.
    #[arg(long, conflicts_with_all = [
        "file", "interval", "name", "kind", "currency", "time_zone", "columns", "price_scale", "date_order", "decimal",
    ])]
    pub forget: bool,
    /// The file: CSV with columns in any order, or JSON; - reads standard input.
    #[arg(required_unless_present = "forget")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    file_option: FileOption,
    #[command(flatten)]
    data: DataOptions,
}

impl ImportBars {
    /// Returns the options that describe the format of the file.
    pub(crate) fn read_options(&self) -> ReadOptions {
        ReadOptions {
            date_order: self.date_order,
            decimal_mark: self.decimal,
            time_zone: self.time_zone.clone(),
            columns: self.columns.clone(),
            currency: self.currency,
            price_scale: self.price_scale,
            ..ReadOptions::default()
        }
    }
}

/// The commands about the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the resolved configuration as TOML, without secrets.
    Print(Box<ServeOptions>),
    /// Report every error in the configuration that a server with the same options would read. Changes nothing. Exit code 0 if
    /// the configuration is valid, 2 if not.
    Check(Box<CheckConfig>),
}

/// Arguments of `config check`.
#[derive(Debug, Args)]
pub struct CheckConfig {
    /// Also look up every configured symbol; the live market asks Yahoo. Exit code 1 if one is unknown or the lookup fails.
    #[arg(long)]
    pub lookup: bool,
    /// Also ask each enabled source of the live market once, and print a table of the answers. Exit code 1 if one does not
    /// answer.
    #[arg(long)]
    pub live: bool,
    #[command(flatten)]
    options: ServeOptions,
}

/// Parses the path of a new file. Rejects `-`, which would otherwise become the name of a file.
fn new_file(path: &str) -> Result<PathBuf, String> {
    if path == "-" {
        return Err("expected the name of a new file".to_owned());
    }
    Ok(path.into())
}

fn interval(word: &str) -> Result<Interval, String> {
    Interval::parse(word).ok_or_else(|| "expected 5m, 1h or 1d".to_owned())
}

fn kind(word: &str) -> Result<TickerKind, String> {
    let possible = "expected stock, etf, fund, crypto, commodity, index, currency or bond";
    TickerKind::parse(word).ok_or_else(|| possible.to_owned())
}

fn money(word: &str) -> Result<Money, String> {
    Money::parse(word).ok_or_else(|| "expected a code such as EUR, or GBX for pence".to_owned())
}

fn date_order(word: &str) -> Result<DateOrder, String> {
    DateOrder::parse(word).ok_or_else(|| "expected dmy, mdy or ymd".to_owned())
}

fn decimal_mark(word: &str) -> Result<DecimalMark, String> {
    DecimalMark::parse(word).ok_or_else(|| "expected point or comma".to_owned())
}
