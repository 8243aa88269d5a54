//! nats-server and the processes of the cluster, each in its own directory.

use std::{
    env,
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use serde_json::Value;
use tempfile::TempDir;

use crate::{
    http,
    market::{Hours, Market},
    process::{self, Process},
};

/// Startup timeout.
const TIMEOUT: Duration = Duration::from_secs(120);
/// Polling interval.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A nats-server with `JetStream`, on the cores of the load generator.
pub(super) struct Nats {
    pub(super) process: Process,
    url: String,
    /// Address of its monitoring endpoint.
    monitor: SocketAddr,
    /// Deleted together with the server.
    _folder: TempDir,
}

impl Nats {
    pub(super) fn start() -> anyhow::Result<Self> {
        let (address, folder) = (process::free_port()?, tempfile::tempdir()?);
        let monitor = process::free_port()?;
        let mut command = Command::new(program()?);
        command.args(["-a", "127.0.0.1", "-p", &address.port().to_string()]);
        command.args(["-m", &monitor.port().to_string()]);
        command.arg("-js").arg("-sd").arg(folder.path());
        command.arg("-l").arg(folder.path().join("log"));
        let process = Process::start(command)?;
        poll_until("nats-server", || TcpStream::connect(address).ok())?;
        Ok(Self {
            process,
            url: format!("nats://{address}"),
            monitor,
            _folder: folder,
        })
    }

    /// Bytes sent to its clients so far.
    pub(super) fn sent(&self) -> anyhow::Result<f64> {
        let response = http::get(self.monitor, "/varz")?;
        let statistics: Value = serde_json::from_slice(&response.body)?;
        statistics["out_bytes"]
            .as_f64()
            .context("/varz has no out_bytes")
    }
}

/// Returns the path of nats-server. Debian's package installs it in a directory that is only in root's PATH.
fn program() -> anyhow::Result<PathBuf> {
    let paths = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&paths).chain([PathBuf::from("/usr/sbin")]);
    let mut files = folders.map(|folder| folder.join("nats-server"));
    files
        .find(|file| file.exists())
        .context("nats-server is not installed; run scripts/install-nats-server")
}

/// A process of the cluster.
pub(super) struct Member {
    pub(super) process: Process,
    pub(super) address: SocketAddr,
}

impl Member {
    /// Starts a process with this role, its data in `folder` and this many live connections.
    pub(super) fn start(
        role: &str,
        nats: Option<&Nats>,
        folder: &Path,
        every_ms: usize,
        connections: usize,
    ) -> anyhow::Result<Self> {
        let mut market = Market::new(folder, true)?
            .trading(Hours::Always)
            .with_option("SAMPLE_EVERY_MS", every_ms)
            .with_option("FLUSH_SECONDS", 1)
            .with_option("MAX_CONNECTIONS", connections)
            .with_option("CONNECTIONS", connections + 100);
        if let Some(nats) = nats {
            market = market.in_cluster(role, &nats.url);
        }
        let (process, address) = market.serve()?;
        Ok(Self { process, address })
    }

    /// Returns the /api/status response.
    pub(super) fn status(&self) -> anyhow::Result<Value> {
        let response = http::get(self.address, "/api/status")?;
        Ok(serde_json::from_slice(&response.body)?)
    }

    /// Waits until its status satisfies a condition.
    fn wait_until(self, what: &str, is_reached: impl Fn(&Value) -> bool) -> anyhow::Result<Self> {
        poll_until(what, || self.status().ok().filter(&is_reached))?;
        Ok(self)
    }

    /// Waits until it is the source.
    pub(super) fn wait_until_source(self) -> anyhow::Result<Self> {
        self.wait_until("a source", |status| status["cluster"]["role"] == "source")
    }

    /// Waits until it has applied everything that the source has published.
    pub(super) fn wait_until_caught_up(self) -> anyhow::Result<Self> {
        let is_complete = |status: &Value| status["reasons"].as_array().is_some_and(Vec::is_empty);
        self.wait_until("an edge that has caught up", is_complete)
    }

    /// A counter of sent or received messages.
    pub(super) fn traffic(&self, what: &str) -> anyhow::Result<f64> {
        let status = self.status()?;
        let number = status["cluster"]["traffic"][what].as_f64();
        number.with_context(|| format!("/api/status has no {what}"))
    }
}

/// Calls `poll` until it returns a result. `what` is the awaited state, for the error message.
fn poll_until<T>(what: &str, mut poll: impl FnMut() -> Option<T>) -> anyhow::Result<T> {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(result) = poll() {
            return Ok(result);
        }
        anyhow::ensure!(Instant::now() < deadline, "timed out waiting for {what}");
        thread::sleep(POLL_INTERVAL);
    }
}
