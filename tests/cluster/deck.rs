//! Marketdecks that meet over one nats-server.

use std::{path::Path, process::Command};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    nats::Nats,
    program::{Program, Running, poll, poll_or},
};

/// A process of a cluster, with its folder.
pub(crate) struct Deck {
    pub(crate) running: Running,
    pub(crate) folder: TempDir,
}

impl Deck {
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

    /// Ends it and starts it on the same file.
    pub(crate) fn restart(self, role: &str, nats: &Nats) -> Self {
        let mut deck = self;
        deck.running.signal("TERM");
        assert!(deck.running.wait().success(), "{}", deck.running.log());
        deck.start_again(role, &nats.url())
    }

    /// Starts it on the file of one that has ended.
    pub(crate) fn start_again(self, role: &str, url: &str) -> Self {
        Self {
            running: program(role, url, self.folder.path()).serve(),
            folder: self.folder,
        }
    }

    /// Waits until it is the source.
    pub(crate) fn once_source(self) -> Self {
        self.once_source_since(0)
    }

    /// Waits until it is the source for more than so many times.
    pub(crate) fn once_source_since(self, terms: usize) -> Self {
        poll("the source", || (self.times_source() > terms).then_some(()));
        self.is_loaded();
        self
    }

    /// How often it became the source.
    pub(crate) fn times_source(&self) -> usize {
        let log = self.running.log();
        log.matches("this process is the source ").count()
    }

    /// Waits until it shows what the source publishes.
    pub(crate) fn once_complete(self) -> Self {
        poll_or("a complete edge", || {
            let (status, text) = self.running.try_get("/api/status").ok_or("no answer")?;
            let body: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let reasons = body["reasons"].as_array().ok_or(text)?;
            if status == 200 && reasons.is_empty() {
                return Ok(());
            }
            Err(format!("{status}, {}", body["reasons"]))
        });
        self.is_loaded();
        self
    }

    /// Waits until it has a market: until then it answers 503.
    fn is_loaded(&self) {
        poll("a loaded market", || {
            let (status, _) = self.running.try_get("/api/tickers")?;
            (status == 200).then_some(())
        });
    }

    /// What `path` answers once the market of this process is loaded.
    pub(crate) fn json(&self, path: &str) -> Value {
        self.shows(path, |_| true)
    }

    /// What `path` answers once it fits.
    pub(crate) fn shows(&self, path: &str, fits: impl Fn(&Value) -> bool) -> Value {
        poll(path, || {
            let (_, body) = self.running.try_get(path)?;
            serde_json::from_str(&body).ok().filter(|body| fits(body))
        })
    }

    /// Makes a list; status and answer.
    pub(crate) fn make_list(&self, name: &str) -> (u16, String) {
        let body = json!({ "name": name }).to_string();
        self.running
            .request("POST", "/api/watchlists", &body)
            .expect("an answer")
    }

    /// Makes a list, and tries until that is acknowledged. There may be several of the name then: one that was made, and
    /// was not acknowledged in time.
    pub(crate) fn makes_list(&self, name: &str) {
        poll("an acknowledged list", || {
            (self.make_list(name).0 == 201).then_some(())
        });
    }

    /// Whether it shows one list of this name.
    pub(crate) fn has_list(&self, name: &str) -> bool {
        count(&self.json("/api/watchlists"), name) == 1
    }

    /// Whether it shows one or more, where tries were repeated.
    pub(crate) fn has_some_list(&self, name: &str) -> bool {
        count(&self.json("/api/watchlists"), name) >= 1
    }

    /// Waits until it shows a newer price.
    pub(crate) fn sees_prices_move(&self) {
        let before = self.json("/api/tickers/BTC")["updatedAt"].clone();
        self.shows("/api/tickers/BTC", |now| now["updatedAt"] != before);
    }

    /// Waits for what the status says is wrong.
    pub(crate) fn says(&self, words: &str) {
        poll(words, || {
            let (_, body) = self.running.try_get("/api/status")?;
            body.contains(words).then_some(())
        });
    }

    /// Waits until the log contains these words. Output arrives a moment after it was written.
    pub(crate) fn logs(&self, words: &str) {
        poll(words, || self.running.log().contains(words).then_some(()));
    }
}

/// How many things of a list have this name.
pub(crate) fn count(list: &Value, name: &str) -> usize {
    let list = list.as_array().expect("a list");
    list.iter().filter(|one| one["name"] == name).count()
}

/// Commits soon, and moves prices often.
pub(crate) fn program(role: &str, url: &str, folder: &Path) -> Program {
    let mut program = Program::today(folder);
    configure(&mut program.command, role, url);
    program
}

fn configure(command: &mut Command, role: &str, url: &str) {
    command.args(["--role", role, "--nats-url", url, "--flush-seconds", "1"]);
    command.args(["--sample-hours", "always", "--sample-every-ms", "200"]);
}
