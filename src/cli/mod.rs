//! The command line.

mod backup;
#[cfg(test)]
mod manual;
mod shared;

use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand};
use jiff::{Timestamp, tz::TimeZone};
use serde::Serialize;
use toml::{Table, Value};

pub use self::backup::{Backup, Check, Restore};
use self::shared::{AddressOptions, DataOptions, FileOption};
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
    /// Options of `serve`, and of any command they are written before.
    #[command(flatten)]
    pub options: ServeOptions,

    /// What to do; `serve` when left out.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Everything a server takes.
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

    /// What this process does among others that show the same market [default: all].
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,

    /// Where NATS is, for --role source and edge, as in `nats://127.0.0.1:4222`; several are separated by commas.
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    nats_url: Option<String>,

    /// File with the credentials by which NATS knows this process.
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    nats_credentials_file: Option<PathBuf>,

    /// Refuse every write: for public displays.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = boolean)]
    #[serde(skip_serializing_if = "Option::is_none")]
    read_only: Option<bool>,

    /// Lead / to this board, without anything around it: for a screen on a wall, as in /board/main.
    #[arg(long, value_name = "PATH")]
    #[serde(skip_serializing_if = "Option::is_none")]
    kiosk: Option<String>,

    /// Log level or filter [default: info].
    #[arg(long, value_name = "FILTER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<String>,

    /// How to log [default: text].
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    log_format: Option<LogFormat>,

    /// Host names to answer to besides loopback, LAN addresses and .local names; comma-separated.
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_hosts: Option<Vec<String>>,

    /// The operator's address on the legal pages.
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    contact_email: Option<String>,

    /// Most live connections at once [default: 1000].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    max_connections: Option<usize>,

    /// Most TCP connections at once, live ones among them [default: 4000].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    connections: Option<usize>,

    /// Most TCP connections of one address at once [default: three quarters of all].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    connections_per_address: Option<usize>,

    /// How long a live connection may be silent before it is pinged, in seconds [default: 30].
    #[arg(long, value_name = "SECONDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    ping_seconds: Option<u64>,

    /// How long open requests may take to finish at the stop, in seconds [default: 4].
    #[arg(long, value_name = "SECONDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    grace_seconds: Option<u64>,

    /// How long ticks are gathered for one write, in milliseconds [default: 50].
    #[arg(long, value_name = "MS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    live_window_ms: Option<u64>,

    /// How often market data goes to disk, in seconds [default: 20].
    #[arg(long, value_name = "SECONDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    flush_seconds: Option<u64>,

    /// What amounts of other currencies are converted to, such as EUR [default: USD].
    #[arg(long, value_name = "CODE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    display_currency: Option<String>,

    /// Seed of the sample market [default: 1].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,

    /// Between two chances of a ticker of the sample market to tick, in milliseconds [default: 2000].
    #[arg(long, value_name = "MS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    sample_every_ms: Option<u64>,

    /// When the sample market trades [default: exchange].
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    sample_hours: Option<SampleHours>,

    /// Start the clock at this moment instead of now, as in 2026-11-20T19:32:00Z.
    #[arg(long, value_name = "TIME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<Timestamp>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the app (the default).
    Serve(Box<ServeOptions>),
    /// Read files into the data directory of a server that is not running.
    #[command(subcommand)]
    Import(Import),
    /// Copy the database into a new file, checking every record. A running server goes on meanwhile: it is asked for the copy.
    Backup(Backup),
    /// Go back to a copy of the database while no server runs: it is read through first, and what is there stays beside it.
    Restore(Restore),
    /// Read every record of a database, or of a copy, that no server has open. Exit code 0 when it is whole, 3 when
    /// something is damaged.
    Check(Check),
    /// Take everything that is whole out of a damaged database file, which is only read, into a new one.
    /// Exit code 0 when nothing was lost, 3 when something was.
    Salvage {
        /// The damaged file.
        file: PathBuf,
        /// Where the new file goes; must not exist yet [default: beside the damaged one].
        #[arg(value_parser = new_file)]
        to: Option<PathBuf>,
    },
    /// Ask a running server whether it serves; exit code 0 when it does.
    Healthcheck(Healthcheck),
    /// Look at the configuration.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Read a password, and print the line of the configuration file that asks for it.
    HashPassword,
    /// Print the `OpenAPI` description of the HTTP interface.
    Openapi,
}

impl Cli {
    /// The configuration file that was named, if one was.
    pub fn config_file(&self) -> Option<PathBuf> {
        let (file, _) = self.of_command();
        file.config.or_else(|| self.options.file.config.clone())
    }

    /// The options that were given, as TOML keys; those behind a command win over those before it.
    pub fn table(&self) -> Table {
        let mut table = table(&self.options);
        table.extend(self.of_command().1);
        table
    }

    /// The options behind the command.
    fn of_command(&self) -> (FileOption, Table) {
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

/// Flags are plain values and lists, which TOML can always express.
fn table(options: &impl Serialize) -> Table {
    match Value::try_from(options) {
        Ok(Value::Table(table)) => table,
        _ => Table::new(),
    }
}

/// The command whose help is of use after a mistake in `arguments`, as in `marketdeck import bars`.
pub(crate) fn command_of(arguments: impl IntoIterator<Item = String>) -> String {
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

/// What can be imported.
#[derive(Debug, Subcommand)]
pub enum Import {
    /// Bars (open, high, low, close, volume) from a CSV or JSON file.
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
    /// What the ticker is, when it is new: stock, etf, fund, crypto, commodity, index or currency.
    #[arg(long, value_parser = kind)]
    pub kind: Option<TickerKind>,
    /// What the prices are in, where the file does not say: a code such as EUR, or GBX for pence.
    #[arg(long, value_parser = money, value_name = "CODE")]
    pub currency: Option<Money>,
    /// Zone of times without an offset, and of the days that epochs fall on; the zone of the ticker's exchange when
    /// left out. A name such as Europe/Athens, UTC, or an offset such as +02:00.
    #[arg(long, value_parser = time_zone, value_name = "ZONE", allow_hyphen_values = true)]
    pub time_zone: Option<TimeZone>,
    /// What the columns hold, for a file that does not name them: time,open,high,low,close,volume. A column called -
    /// is left alone.
    #[arg(long, value_parser = ColumnOrder::parse, value_name = "NAMES", allow_hyphen_values = true)]
    pub columns: Option<ColumnOrder>,
    /// How many times larger the prices are written than they are: 10000 for LEAN, 1000000000 for Databento.
    #[arg(long, value_parser = price_scale, value_name = "NUMBER")]
    pub price_scale: Option<f64>,
    /// Order of day, month and year, where the file does not show it: dmy, mdy or ymd.
    #[arg(long, value_parser = date_order, value_name = "ORDER")]
    pub date_order: Option<DateOrder>,
    /// Sign before the decimals, where the file does not show it: point or comma.
    #[arg(long, value_parser = decimal_mark, value_name = "SIGN")]
    pub decimal: Option<DecimalMark>,
    /// Remove the bars that were imported: the ticker belongs to its market again.
    #[arg(long, conflicts_with_all = [
        "file", "interval", "name", "kind", "currency", "time_zone", "columns", "price_scale", "date_order", "decimal",
    ])]
    pub forget: bool,
    /// The file: CSV with its columns in any order, or JSON; - reads the standard input.
    #[arg(required_unless_present = "forget")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    file_option: FileOption,
    #[command(flatten)]
    data: DataOptions,
}

impl ImportBars {
    /// How the file is written, as far as it is said.
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

/// Looking at the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the resolved configuration as TOML, without secrets.
    Print(Box<ServeOptions>),
    /// Say everything that is wrong with the configuration, as a server with the same options would read it, and change
    /// nothing. Exit code 0 when a server would start with it, 2 when not.
    Check(Box<CheckConfig>),
}

/// Arguments of `config check`.
#[derive(Debug, Args)]
pub struct CheckConfig {
    /// Also look up every symbol that the configuration names: the live market asks Yahoo. Exit code 1 when one is
    /// unknown, or could not be looked up.
    #[arg(long)]
    pub lookup: bool,
    #[command(flatten)]
    options: ServeOptions,
}

/// The path of a file to be made; a dash would be one called so.
fn new_file(path: &str) -> Result<PathBuf, String> {
    if path == "-" {
        return Err("expected the name of a file that does not exist".to_owned());
    }
    Ok(path.into())
}

fn interval(word: &str) -> Result<Interval, String> {
    Interval::parse(word).ok_or_else(|| "possible are 5m, 1h and 1d".to_owned())
}

fn kind(word: &str) -> Result<TickerKind, String> {
    let possible = "possible are stock, etf, fund, crypto, commodity, index and currency";
    TickerKind::parse(word).ok_or_else(|| possible.to_owned())
}

fn money(word: &str) -> Result<Money, String> {
    Money::parse(word).ok_or_else(|| "expected a code such as EUR, or GBX for pence".to_owned())
}

fn date_order(word: &str) -> Result<DateOrder, String> {
    DateOrder::parse(word).ok_or_else(|| "possible are dmy, mdy and ymd".to_owned())
}

fn decimal_mark(word: &str) -> Result<DecimalMark, String> {
    DecimalMark::parse(word).ok_or_else(|| "possible are point and comma".to_owned())
}
