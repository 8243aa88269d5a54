//! A server with a sample market in its own directory.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use tempfile::TempDir;

use crate::{
    http,
    process::{self, Process},
};

/// Timeout until the market is complete.
const TIMEOUT: Duration = Duration::from_secs(60);
/// A Friday afternoon while the New York exchanges are open.
const FRIDAY: &str = "2026-11-20T17:00:00Z";
/// Longer than any client here stays connected.
const PING_SECONDS: &str = "900";
/// Approximate trading days of a year.
const YEAR: usize = 250;

/// The systemd unit.
const UNIT: &str = include_str!("../../packaging/systemd/marketdeck.service");

/// The allocator settings of the unit.
fn heap() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = UNIT
        .lines()
        .filter_map(|line| line.strip_prefix("Environment="));
    let words = lines.flat_map(str::split_ascii_whitespace);
    words
        .filter_map(|word| word.split_once('='))
        .filter(|(name, _)| name.starts_with("MALLOC_"))
}

/// Settings of a server.
pub(crate) struct Market {
    command: Command,
    pub(crate) address: SocketAddr,
}

impl Market {
    /// A server with its data in `folder`; on the first core if `pinned`.
    pub(crate) fn new(folder: &Path, pinned: bool) -> anyhow::Result<Self> {
        let address = process::free_port()?;
        let mut command = if pinned {
            process::on_first_core(process::program())
        } else {
            Command::new(process::program())
        };
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("MARKETDECK_") {
                command.env_remove(name);
            }
        }
        command.envs(heap());
        command.arg("serve").arg("--data-dir").arg(folder);
        command.args(["--listen", &address.to_string()]);
        // The clients here don't answer pings.
        command.env("MARKETDECK_PING_SECONDS", PING_SECONDS);
        // Show errors only; other log lines would be mixed with the results.
        command.env("MARKETDECK_LOG", "error");
        Ok(Self { command, address })
    }

    /// Sets the trading hours.
    pub(crate) fn trading(mut self, hours: Hours) -> Self {
        match hours {
            Hours::Exchange => self.command.args(["--now", FRIDAY]),
            Hours::Always => self.command.env("MARKETDECK_SAMPLE_HOURS", "always"),
        };
        self
    }

    /// Serves the live market with a configuration file.
    pub(crate) fn live(mut self, config: &Path) -> Self {
        self.command.args(["--market", "live", "--config"]);
        self.command.arg(config);
        self
    }

    /// Limits the private memory of the server with `prlimit` (util-linux). The process ends if it needs more.
    pub(crate) fn with_memory_limit(mut self, bytes: u64) -> Self {
        let mut limited = Command::new("prlimit");
        limited.arg(format!("--data={bytes}"));
        limited.arg(self.command.get_program());
        limited.args(self.command.get_args());
        for (name, value) in self.command.get_envs() {
            match value {
                Some(value) => limited.env(name, value),
                None => limited.env_remove(name),
            };
        }
        self.command = limited;
        self
    }

    /// Sets an option by its environment variable, such as `SAMPLE_EVERY_MS`.
    pub(crate) fn with_option(mut self, option: &str, value: usize) -> Self {
        let name = format!("MARKETDECK_{option}");
        self.command.env(name, value.to_string());
        self
    }

    /// Joins a cluster with this role.
    #[cfg(feature = "cluster")]
    pub(crate) fn in_cluster(mut self, role: &str, nats_url: &str) -> Self {
        self.command.env("MARKETDECK_ROLE", role);
        self.command.env("MARKETDECK_NATS_URL", nats_url);
        self
    }

    /// Starts the server without waiting.
    pub(crate) fn start(self) -> anyhow::Result<Process> {
        Process::start(self.command)
    }

    /// Starts the server and waits until it serves a market.
    pub(crate) fn serve(self) -> anyhow::Result<(Process, SocketAddr)> {
        let address = self.address;
        let mut process = self.start()?;
        process.line().context("the server did not start")?;
        Ok((process, address))
    }
}

/// Waits until the market is loaded, and returns the ids and symbols of all tickers.
pub(crate) fn tickers(address: SocketAddr) -> anyhow::Result<Vec<(u64, String)>> {
    let deadline = Instant::now() + TIMEOUT;
    let response = loop {
        let response = http::get(address, "/api/tickers")?;
        // 503 while the market is loading.
        if response.status == 200 {
            break response;
        }
        anyhow::ensure!(
            Instant::now() < deadline,
            "timed out waiting for the market to load"
        );
        thread::sleep(Duration::from_millis(20));
    };
    let list: serde_json::Value = serde_json::from_slice(&response.body)?;
    let list = list.as_array().context("/api/tickers is not a list")?;
    let read = |ticker: &serde_json::Value| {
        let (id, symbol) = (ticker["id"].as_u64()?, ticker["symbol"].as_str()?);
        Some((id, symbol.to_owned()))
    };
    Ok(list.iter().filter_map(read).collect())
}

/// Waits until the last ticker has a year of prices.
pub(crate) fn wait_for_history(address: SocketAddr) -> anyhow::Result<()> {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let last = tickers(address)?.into_iter().map(|(id, _)| id).max();
        if let Some(id) = last {
            let response = http::get(address, &year_path(id))?;
            // 503 while its prices are loading.
            if response.status == 200 {
                let points: Vec<serde_json::Value> = serde_json::from_slice(&response.body)?;
                if points.len() >= YEAR {
                    return Ok(());
                }
            }
        }
        anyhow::ensure!(
            Instant::now() < deadline,
            "timed out waiting for a year of prices"
        );
        thread::sleep(Duration::from_millis(10));
    }
}

/// The path of a ticker's one-year price history.
pub(crate) fn year_path(id: u64) -> String {
    format!("/api/tickers/{id}/price-history?timeframe=1Y")
}

/// The value of the metric `name`.
pub(crate) fn metric(address: SocketAddr, name: &str) -> anyhow::Result<f64> {
    let response = http::get(address, "/metrics")?;
    let text = String::from_utf8(response.body)?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|value| value.parse().ok())
        .with_context(|| format!("/metrics has no {name}"))
}

/// Trading hours of the sample market.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Hours {
    /// The exchanges' hours, on a Friday afternoon.
    Exchange,
    /// Around the clock, with the machine's clock.
    Always,
}

/// Creates a directory with the database of a sample market that has a year of data. No server uses it any more.
pub(crate) fn folder_with_year_of_data(hours: Hours) -> anyhow::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    let (server, address) = Market::new(folder.path(), true)?.trading(hours).serve()?;
    wait_for_history(address)?;
    server.stop()?;
    Ok(folder)
}

/// The database file of the sample market.
pub(crate) fn database(folder: &Path) -> PathBuf {
    folder.join("sample.redb")
}
