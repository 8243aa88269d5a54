//! A server with a sample market in a folder of its own.

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

/// How long a market may take until it is complete.
const PATIENCE: Duration = Duration::from_secs(60);
/// A Friday afternoon with the exchanges of New York open.
const FRIDAY: &str = "2026-11-20T17:00:00Z";
/// Longer than any client here is connected.
const PING_SECONDS: &str = "900";
/// Days of a year on which shares trade, nearly.
const YEAR: usize = 250;

/// As systemd starts it.
const UNIT: &str = include_str!("../../packaging/systemd/marketdeck.service");

/// How the unit has the allocator of libc keep its memory.
fn heap() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = UNIT
        .lines()
        .filter_map(|line| line.strip_prefix("Environment="));
    let words = lines.flat_map(str::split_ascii_whitespace);
    words
        .filter_map(|word| word.split_once('='))
        .filter(|(name, _)| name.starts_with("MALLOC_"))
}

/// A server to be started.
pub(crate) struct Market {
    command: Command,
    pub(crate) address: SocketAddr,
}

impl Market {
    /// One that keeps its data in `folder`, on the first core where it is `pinned`.
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
        // The clients here answer no ping.
        command.env("MARKETDECK_PING_SECONDS", PING_SECONDS);
        // What cannot work is seen here; the rest would stand between the figures.
        command.env("MARKETDECK_LOG", "error");
        Ok(Self { command, address })
    }

    /// Trades at these hours.
    pub(crate) fn trading(mut self, hours: Hours) -> Self {
        match hours {
            Hours::Exchange => self.command.args(["--now", FRIDAY]),
            Hours::Always => self.command.env("MARKETDECK_SAMPLE_HOURS", "always"),
        };
        self
    }

    /// May have so many bytes of memory of its own (`prlimit` of util-linux), and ends where it wants more.
    pub(crate) fn of_memory(mut self, bytes: u64) -> Self {
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

    /// Sets an option by its variable, such as `SAMPLE_EVERY_MS`.
    pub(crate) fn with(mut self, option: &str, value: usize) -> Self {
        let name = format!("MARKETDECK_{option}");
        self.command.env(name, value.to_string());
        self
    }

    /// Meets others of this role over NATS.
    #[cfg(feature = "cluster")]
    pub(crate) fn among_others(mut self, role: &str, nats_url: &str) -> Self {
        self.command.env("MARKETDECK_ROLE", role);
        self.command.env("MARKETDECK_NATS_URL", nats_url);
        self
    }

    /// Starts it and does not wait.
    pub(crate) fn start(self) -> anyhow::Result<Process> {
        Process::start(self.command)
    }

    /// Starts it and waits until it serves a market.
    pub(crate) fn serve(self) -> anyhow::Result<(Process, SocketAddr)> {
        let address = self.address;
        let mut process = self.start()?;
        process.line().context("the server does not serve")?;
        Ok((process, address))
    }
}

/// Ids of all tickers.
pub(crate) fn tickers(address: SocketAddr) -> anyhow::Result<Vec<(u64, String)>> {
    let answer = http::get(address, "/api/tickers")?;
    let list: serde_json::Value = serde_json::from_slice(&answer.body)?;
    let list = list.as_array().context("/api/tickers is a list")?;
    let read = |ticker: &serde_json::Value| {
        let (id, symbol) = (ticker["id"].as_u64()?, ticker["symbol"].as_str()?);
        Some((id, symbol.to_owned()))
    };
    Ok(list.iter().filter_map(read).collect())
}

/// Waits until the last ticker has a year of prices.
pub(crate) fn wait_for_year(address: SocketAddr) -> anyhow::Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let last = tickers(address)?.into_iter().map(|(id, _)| id).max();
        if let Some(id) = last {
            let answer = http::get(address, &year_of(id))?;
            let points: Vec<serde_json::Value> = serde_json::from_slice(&answer.body)?;
            if points.len() >= YEAR {
                return Ok(());
            }
        }
        anyhow::ensure!(
            Instant::now() < deadline,
            "the sample market does not become complete"
        );
        thread::sleep(Duration::from_millis(10));
    }
}

/// Where a year of a ticker's prices is.
pub(crate) fn year_of(id: u64) -> String {
    format!("/api/tickers/{id}/price-history?timeframe=1Y")
}

/// What `name` is at /metrics.
pub(crate) fn metric(address: SocketAddr, name: &str) -> anyhow::Result<f64> {
    let answer = http::get(address, "/metrics")?;
    let text = String::from_utf8(answer.body)?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|value| value.parse().ok())
        .with_context(|| format!("/metrics has no {name}"))
}

/// When the sample market trades.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Hours {
    /// The exchanges' own, on a Friday afternoon.
    Exchange,
    /// Round the clock, by the machine's own time.
    Always,
}

/// A folder with the sample market's database, closed, with a year stored.
pub(crate) fn with_year(hours: Hours) -> anyhow::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    let (server, address) = Market::new(folder.path(), true)?.trading(hours).serve()?;
    wait_for_year(address)?;
    server.stop()?;
    Ok(folder)
}

/// The file of the sample market.
pub(crate) fn database(folder: &Path) -> PathBuf {
    folder.join("sample.redb")
}
