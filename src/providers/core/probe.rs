//! Probes: one cheap request per source, which shows whether the source responds and whether its response can be read.
//! `marketdeck config check --live` sends them.

use std::{
    collections::BTreeMap,
    pin::Pin,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use hyper::{StatusCode, Uri};
use jiff::Timestamp;

use super::{
    client::{Client, HttpOptions, Outcome, Validators},
    stream::{StreamOptions, open},
};
use crate::source::{
    SourceError,
    health::{HealthBoard, HealthRecord},
};

/// The timeout of a probe, in seconds.
const TIMEOUT_SECONDS: u64 = 10;

type ProbeFuture = Pin<Box<dyn Future<Output = Result<String, SourceError>> + Send>>;

/// One request to a source.
pub struct Probe {
    name: String,
    host: String,
    ask: Box<dyn FnOnce(HealthRecord) -> ProbeFuture + Send>,
}

/// The result of a probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeResult {
    /// The name of the source, and of its part if it has several.
    pub name: String,
    /// The time from the request to the response.
    pub elapsed: Duration,
    /// The response in a few words, or the error as a sentence. Contains no secrets.
    pub answer: Result<String, String>,
}

/// A key that a source requires or accepts.
#[derive(Debug, Clone)]
pub(crate) struct ProbeKey {
    /// The table of the configuration that contains the key.
    pub(crate) config_table: &'static str,
    /// The request header with the key. Not sent if the value is empty.
    pub(crate) header: (&'static str, String),
}

impl Probe {
    /// Creates a probe from a function that asks the source. `url` is the URL that it requests.
    pub(crate) fn new<F>(
        name: impl Into<String>,
        url: &str,
        ask: impl FnOnce(HealthRecord) -> F + Send + 'static,
    ) -> Self
    where
        F: Future<Output = Result<String, SourceError>> + Send + 'static,
    {
        let target = url.parse::<Uri>().ok();
        let host = target.and_then(|uri| uri.authority().map(ToString::to_string));
        Self {
            name: name.into(),
            host: host.unwrap_or_else(|| url.to_owned()),
            ask: Box::new(|health| Box::pin(ask(health))),
        }
    }

    /// Creates a probe that requests a path below the base URL. `read` describes the response in a few words.
    pub(crate) fn get(
        name: &str,
        options: HttpOptions,
        path: &str,
        read: impl FnOnce(&[u8]) -> Result<String, SourceError> + Send + 'static,
    ) -> Self {
        let url = format!("{}{path}", options.base_url);
        Self::fetch(name, options, url, Vec::new(), None, read)
    }

    /// Like [`Probe::get`], with a key.
    pub(crate) fn get_with_key(
        name: &str,
        options: HttpOptions,
        path: &str,
        key: ProbeKey,
        read: impl FnOnce(&[u8]) -> Result<String, SourceError> + Send + 'static,
    ) -> Self {
        let url = format!("{}{path}", options.base_url);
        let key_table = (!key.header.1.is_empty()).then_some(key.config_table);
        let headers = vec![(key.header.0.to_owned(), key.header.1)];
        Self::fetch(name, options, url, headers, key_table, read)
    }

    /// Creates a probe that requests an absolute URL. `key_table` is the table of the configuration that contains the key.
    pub(crate) fn fetch(
        name: impl Into<String>,
        options: HttpOptions,
        url: String,
        headers: Vec<(String, String)>,
        key_table: Option<&'static str>,
        read: impl FnOnce(&[u8]) -> Result<String, SourceError> + Send + 'static,
    ) -> Self {
        let target = url.clone();
        Self::new(name, &target, move |health| async move {
            let client = Client::new(with_short_timeout(options), health);
            let headers: Vec<(&str, &str)> = headers
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str()))
                .collect();
            match client.fetch(&url, &headers, &Validators::default()).await? {
                Outcome::Success(response) => read(&response.body),
                Outcome::Refused(status, _) => Err(refused(status, key_table)),
            }
        })
    }

    /// Creates a probe that opens a connection of a stream and closes it again.
    pub(crate) fn stream(
        name: &str,
        options: StreamOptions,
        key_table: Option<&'static str>,
    ) -> Self {
        let url = options.url.clone();
        let options = StreamOptions {
            timeout: options.timeout.min(Duration::from_secs(TIMEOUT_SECONDS)),
            ..options
        };
        Self::new(name, &url, move |health| async move {
            health.requested(&options.url, &[]);
            match open(&options).await {
                Ok(_) => Ok("connected".to_owned()),
                Err(SourceError::Status(status)) => {
                    let status = StatusCode::from_u16(status).unwrap_or_default();
                    Err(refused(status, key_table))
                }
                Err(error) => Err(error),
            }
        })
    }

    async fn run(self, board: &HealthBoard, now: Timestamp) -> ProbeResult {
        let health = board.record(&self.name);
        let start = Instant::now();
        let answer = (self.ask)(health.clone()).await;
        ProbeResult {
            name: self.name,
            elapsed: start.elapsed(),
            answer: match answer {
                Ok(text) => Ok(health.sanitize(&text)),
                Err(error) => {
                    health.failed_in_part(now, &error);
                    Err(health.read().last_error.unwrap_or_default())
                }
            },
        }
    }
}

/// Runs probes: those of different hosts at the same time, those of the same host one after another. The results are in the order of the
/// probes.
pub async fn run_probes(probes: Vec<Probe>, now: Timestamp) -> Vec<ProbeResult> {
    let board = HealthBoard::default();
    let mut hosts: BTreeMap<String, Vec<(usize, Probe)>> = BTreeMap::new();
    for (index, probe) in probes.into_iter().enumerate() {
        hosts
            .entry(probe.host.clone())
            .or_default()
            .push((index, probe));
    }
    let run_host = async |probes: Vec<(usize, Probe)>| {
        let mut results = Vec::new();
        for (index, probe) in probes {
            results.push((index, probe.run(&board, now).await));
        }
        results
    };
    let results = join_all(hosts.into_values().map(run_host)).await;
    let mut results: Vec<_> = results.into_iter().flatten().collect();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the options of a client with the timeout of a probe.
pub(crate) fn with_short_timeout(options: HttpOptions) -> HttpOptions {
    HttpOptions {
        timeout_seconds: options.timeout_seconds.min(TIMEOUT_SECONDS),
        ..options
    }
}

/// Returns the error of a refused request.
fn refused(status: StatusCode, key_table: Option<&str>) -> SourceError {
    let is_denied = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
    let status = status.as_u16();
    match key_table {
        _ if !is_denied => SourceError::Status(status),
        Some(table) => SourceError::Refused(format!(
            "the key in [providers.{table}] is not accepted (HTTP {status})"
        )),
        None => SourceError::Refused(format!("access denied (HTTP {status})")),
    }
}
