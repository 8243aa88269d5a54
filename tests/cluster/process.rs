//! Runs Marketdeck processes as a cluster on a nats-server.

use std::{path::Path, process::Command};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    nats::Nats,
    program::{Program, Running, poll, poll_or},
};

/// A Marketdeck process in a cluster, with its data folder.
pub(crate) struct ClusterProcess {
    pub(crate) running: Running,
    pub(crate) folder: TempDir,
}

impl ClusterProcess {
    pub(crate) fn source(nats: &Nats) -> Self {
        Self::new("source", &nats.url())
    }

    pub(crate) fn edge(nats: &Nats) -> Self {
        Self::new("edge", &nats.url())
    }

    pub(crate) fn new(role: &str, url: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let running = program(role, url, folder.path()).serve();
        Self { running, folder }
    }

    /// Stops the process and restarts it with the same database.
    pub(crate) fn restart(self, role: &str, nats: &Nats) -> Self {
        let mut process = self;
        process.running.signal("TERM");
        assert!(
            process.running.wait().success(),
            "{}",
            process.running.log()
        );
        process.restart_after_exit(role, &nats.url())
    }

    /// Restarts a process that has exited, with the same database.
    pub(crate) fn restart_after_exit(self, role: &str, url: &str) -> Self {
        Self {
            running: program(role, url, self.folder.path()).serve(),
            folder: self.folder,
        }
    }

    /// Waits until the process is the source.
    pub(crate) fn wait_until_source(self) -> Self {
        self.wait_until_source_again(0)
    }

    /// Waits until the process has become the source more often than `previous_terms` times.
    pub(crate) fn wait_until_source_again(self, previous_terms: usize) -> Self {
        poll("the process to become the source", || {
            (self.times_source() > previous_terms).then_some(())
        });
        self.running.wait_until_loaded();
        self
    }

    /// Returns how many times the process has become the source.
    pub(crate) fn times_source(&self) -> usize {
        let log = self.running.log();
        log.matches("became the source").count()
    }

    /// Waits until the process has all data of the source and reports no problem.
    pub(crate) fn wait_until_complete(self) -> Self {
        poll_or("complete data", || {
            let (status, text) = self.running.try_get("/api/status").ok_or("no response")?;
            let body: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let reasons = body["reasons"].as_array().ok_or(text)?;
            if status == 200 && reasons.is_empty() {
                return Ok(());
            }
            Err(format!("{status}, {}", body["reasons"]))
        });
        self.running.wait_until_loaded();
        self
    }

    /// Waits until the market is loaded and returns the JSON response of `path`.
    pub(crate) fn json(&self, path: &str) -> Value {
        self.wait_for_response(path, |_| true)
    }

    /// Waits until the JSON response of `path` satisfies `condition`, and returns it.
    pub(crate) fn wait_for_response(
        &self,
        path: &str,
        condition: impl Fn(&Value) -> bool,
    ) -> Value {
        poll(path, || {
            let (_, body) = self.running.try_get(path)?;
            serde_json::from_str(&body)
                .ok()
                .filter(|body| condition(body))
        })
    }

    /// Creates a watchlist; returns status and body.
    pub(crate) fn create_list(&self, name: &str) -> (u16, String) {
        let body = json!({ "name": name }).to_string();
        self.running
            .request_with("POST", "/api/watchlists", "", &body)
            .expect("the server responds")
    }

    /// Creates a watchlist, with retries until one is acknowledged. If a list was created but not acknowledged in time, several lists
    /// have the name afterwards.
    pub(crate) fn create_list_with_retries(&self, name: &str) {
        poll("an acknowledged list", || {
            (self.create_list(name).0 == 201).then_some(())
        });
    }

    /// Returns true if the process has exactly one watchlist of this name.
    pub(crate) fn has_list(&self, name: &str) -> bool {
        count(&self.json("/api/watchlists"), name) == 1
    }

    /// Returns true if the process has at least one watchlist of this name; retries may create several.
    pub(crate) fn has_list_at_least_once(&self, name: &str) -> bool {
        count(&self.json("/api/watchlists"), name) >= 1
    }

    /// Waits until the process has a newer price of BTC.
    pub(crate) fn wait_for_newer_price(&self) {
        let before = self.json("/api/tickers/BTC")["updatedAt"].clone();
        self.wait_for_response("/api/tickers/BTC", |now| now["updatedAt"] != before);
    }

    /// Waits until the status contains `text`.
    pub(crate) fn wait_for_problem(&self, text: &str) {
        poll(text, || {
            let (_, body) = self.running.try_get("/api/status")?;
            body.contains(text).then_some(())
        });
    }

    /// Waits until the log contains `text`; lines arrive with a short delay.
    pub(crate) fn wait_for_log(&self, text: &str) {
        poll(text, || self.running.log().contains(text).then_some(()));
    }
}

/// Counts the items of a list with this name.
pub(crate) fn count(list: &Value, name: &str) -> usize {
    let list = list.as_array().expect("the value is a list");
    list.iter().filter(|one| one["name"] == name).count()
}

/// Configures a process with frequent commits and price changes.
pub(crate) fn program(role: &str, url: &str, folder: &Path) -> Program {
    let mut program = Program::with_system_clock(folder);
    configure(&mut program.command, role, url);
    program
}

fn configure(command: &mut Command, role: &str, url: &str) {
    command.args(["--role", role, "--nats-url", url, "--flush-seconds", "1"]);
    command.args(["--sample-hours", "always", "--sample-every-ms", "200"]);
}
