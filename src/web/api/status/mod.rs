//! Endpoints for the health of the server, which monitoring asks for, and for the details on the status page.

mod cluster;
mod disagreements;
mod mqtt;
mod release;
mod streams;
mod tickers;

use std::time::{Duration, Instant};

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use self::{
    cluster::ClusterStatus, disagreements::DisagreementStatus, mqtt::MqttStatus,
    release::UpdateStatus, streams::StreamStatus, tickers::TickerStatus,
};
use crate::{
    domain::{
        person::PersonId,
        provider::{ProviderHealth, ProviderState},
    },
    runtime::{
        health::{BackupFacts, Facts, Level, SourceFacts, Verdict},
        metrics::Counters,
        supervisor::{TaskKind, TaskState, TaskStatus},
    },
    web::{
        AppState,
        api::system::{Provider, VERSION},
        http::{
            access::{Caller, Identity},
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// Health of the server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Health<'a> {
    /// ok or degraded; a failing server responds with status 503.
    #[schema(value_type = String)]
    status: Level,
    /// Why the status is not ok; empty if it is ok.
    reasons: Vec<String>,
    /// Version of the server.
    version: &'static str,
    /// sample or live.
    market: &'static str,
    /// Whether the server refuses every write.
    read_only: bool,
    /// Seconds since the server started.
    uptime_seconds: u64,
    /// Current number of live connections.
    live_connections: usize,
    /// Number of tickers.
    tickers: usize,
    /// State of the data sources.
    providers: Vec<Provider>,
    /// Counters since the server started.
    #[schema(value_type = Object)]
    counters: &'a Counters,
}

/// The detailed status of the server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    /// Time of this status by the server's clock.
    #[schema(value_type = String, format = DateTime)]
    now: Timestamp,
    /// ok, degraded or failing.
    #[schema(value_type = ServerHealth)]
    health: Level,
    /// Why the health is not ok, most severe first.
    reasons: Vec<String>,
    /// Version of the server.
    version: &'static str,
    /// sample or live.
    market: &'static str,
    /// Seconds since the server started.
    uptime_seconds: u64,
    /// State of the data sources.
    providers: Vec<Provider>,
    /// Streaming connections to sources; empty without streams.
    streams: Vec<StreamStatus>,
    /// Age of each ticker's price.
    tickers: Vec<TickerStatus>,
    /// Tickers whose sources disagree.
    disagreements: DisagreementStatus,
    /// State of the database.
    store: StoreStatus,
    /// Scheduled backups; null if they are not configured.
    backups: Option<BackupStatus>,
    /// The last check for a newer release; null before the first one, and if it is not configured.
    update: Option<UpdateStatus>,
    /// Connection to the MQTT broker; null if none is configured.
    mqtt: Option<MqttStatus>,
    /// State of the cluster; null if this process is not part of a cluster.
    cluster: Option<ClusterStatus>,
    /// Symbols in the configuration without a ticker: typing errors, or symbols that no source has been asked for yet.
    unknown_symbols: Vec<UnknownSymbol>,
    /// Number of updates that wait to be merged.
    queued_updates: usize,
    /// Tasks of the server.
    tasks: Vec<Task>,
}

/// A symbol in the configuration without a ticker.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UnknownSymbol {
    /// Configuration key that contains the symbol, such as mqtt.symbols.
    setting: &'static str,
    /// Symbol as typed in the configuration.
    symbol: String,
}

/// The health of the server.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "schema-only copy of `Level`")]
pub(crate) enum ServerHealth {
    /// Everything works.
    Ok,
    /// The server works, but a part fails, such as a source or a delivery.
    Degraded,
    /// An essential task has ended, or nothing can be saved.
    Failing,
}

/// State of the database.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoreStatus {
    /// Whether the database can be written.
    writable: bool,
    /// The problem with the database in one sentence; null without a problem.
    problem: Option<String>,
    /// Time of the last commit.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_saved_at: Option<Timestamp>,
    /// Age in seconds of the oldest market data that is not saved yet; null if everything is saved.
    unsaved_seconds: Option<u64>,
    /// Number of rows of market data that are not saved yet. While the database cannot be written, at most 200,000 bars, 2,000 articles and
    /// 8 MB of logos wait.
    waiting_rows: usize,
    /// Number of bars dropped since the server started because too many were waiting to be saved; they are requested again.
    refused_rows: u64,
    /// Size of the database, in bytes.
    bytes: u64,
    /// Free space on the disk of the database, in bytes; null if unknown.
    free_bytes: Option<u64>,
}

/// State of the scheduled backups.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BackupStatus {
    /// Time of the newest backup; null before the first.
    #[schema(value_type = Option<String>, format = DateTime)]
    made_at: Option<Timestamp>,
    /// Size of the newest backup in bytes.
    bytes: u64,
    /// Time of the next backup.
    #[schema(value_type = Option<String>, format = DateTime)]
    due_at: Option<Timestamp>,
    /// Why the last backup attempt failed; null if it succeeded.
    problem: Option<String>,
}

impl From<BackupFacts> for BackupStatus {
    fn from(facts: BackupFacts) -> Self {
        let BackupFacts {
            made_at,
            bytes,
            due_at,
            problem,
            every: _,
            failures: _,
        } = facts;
        Self {
            made_at,
            bytes,
            due_at,
            problem,
        }
    }
}

/// A task of the server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Task {
    /// Name as in the log.
    name: String,
    /// essential or restartable.
    #[schema(value_type = String)]
    kind: TaskKind,
    /// running, waiting, ended or failed.
    #[schema(value_type = String)]
    state: TaskState,
    /// Number of restarts after a failure.
    restarts: u32,
    /// Why the task last failed; null if it never failed.
    last_error: Option<String>,
}

impl From<TaskStatus> for Task {
    fn from(status: TaskStatus) -> Self {
        let TaskStatus {
            name,
            kind,
            state,
            restarts,
            last_error,
        } = status;
        Self {
            name,
            kind,
            state,
            restarts,
            last_error,
        }
    }
}

/// Returns the health of the server. A failing server responds with status 503 and the reasons. If a password is set, callers who are not
/// authenticated get only the status, without reasons and details.
#[utoipa::path(get, path = "/api/health", responses(
    (status = 200, description = "The server works.", body = Health),
        (status = 503, description = "The server is failing; the body contains the reasons.", body = String)))]
pub(crate) fn health(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let is_unauthenticated = request.caller == Caller::Unauthenticated;
    let now = Instant::now();
    let providers = state.health_board.list();
    // Without authentication, the health is that of the owner's server.
    let identity = request.caller.identity().unwrap_or(Identity::OWNER);
    let Verdict { level, reasons } = facts(state, identity.person, now, &providers).verdict();
    if level == Level::Failing {
        return Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            if is_unauthenticated {
                "The server is failing; see its log, or sign in for the reasons.".to_owned()
            } else {
                reasons.join(" ")
            },
        ));
    }
    if is_unauthenticated {
        return Ok(reply::json(
            StatusCode::OK,
            &serde_json::json!({ "status": level }),
        ));
    }
    let health = Health {
        status: level,
        reasons,
        version: VERSION,
        market: state.settings.market,
        read_only: state.settings.read_only,
        uptime_seconds: state.health.uptime(now).as_secs(),
        live_connections: state.hub.connections(),
        tickers: state.market.read().listings().len(),
        providers: providers.into_iter().map(Provider::from).collect(),
        counters: &state.counters,
    };
    Ok(reply::json(StatusCode::OK, &health))
}

/// Returns the detailed status of the server: health and its reasons, sources, the age of each price, the database, and tasks.
#[utoipa::path(get, path = "/api/status", responses((status = 200, description = "Health, reasons, sources, tickers, tasks and the database.", body = Status)))]
pub(crate) fn status(state: &AppState, request: &ApiRequest) -> Reply {
    let now = Instant::now();
    let providers = state.health_board.list();
    let facts = facts(state, request.person(), now, &providers);
    let Verdict { level, reasons } = facts.verdict();
    let wall_time = state.now();
    let mut status = Status {
        now: wall_time,
        health: level,
        reasons,
        version: VERSION,
        market: state.settings.market,
        uptime_seconds: state.health.uptime(now).as_secs(),
        streams: streams::list(state),
        tickers: tickers::list(state),
        disagreements: DisagreementStatus::read(state),
        store: store_status(state, &facts),
        backups: facts.backups.map(BackupStatus::from),
        update: facts.releases.map(UpdateStatus::from),
        cluster: facts
            .cluster
            .as_ref()
            .map(|facts| ClusterStatus::of(facts, wall_time)),
        mqtt: state.alerts.channels().broker().map(MqttStatus::of),
        unknown_symbols: unknown_symbols(state),
        queued_updates: facts.queued,
        providers: providers.into_iter().map(Provider::from).collect(),
        tasks: facts.tasks.into_iter().map(Task::from).collect(),
    };
    if state.settings.demo {
        status.hide_machine();
    }
    reply::json(StatusCode::OK, &status)
}

impl Status {
    /// Removes what strangers need not know about the machine: paths in errors, and the size of its disk.
    fn hide_machine(&mut self) {
        self.store.problem = None;
        self.store.free_bytes = None;
        for task in &mut self.tasks {
            task.last_error = None;
        }
    }
}

/// Collects the facts about the server's health at `now`, with the failing channels of a person.
pub(crate) fn facts(
    state: &AppState,
    person: PersonId,
    now: Instant,
    providers: &[ProviderHealth],
) -> Facts {
    let wall_time = state.now();
    let source = |provider: &ProviderHealth| SourceFacts {
        name: provider.name.clone(),
        error: matches!(
            provider.state,
            ProviderState::Failing | ProviderState::Outdated | ProviderState::Degraded
        )
        .then(|| provider.last_error.clone())
        .flatten(),
        is_outdated: provider.state == ProviderState::Outdated,
        is_partial: provider.state == ProviderState::Degraded,
        overdue: provider.next_attempt.map_or(Duration::ZERO, |due| {
            Duration::try_from(wall_time.duration_since(due)).unwrap_or_default()
        }),
    };
    let store = state.store.condition();
    Facts {
        store_problem: store.problem,
        store_fails: !store.writable,
        saved_ago: store
            .last_commit
            .map(|saved| now.saturating_duration_since(saved)),
        sources: providers.iter().map(source).collect(),
        failing_channels: state.alerts.channels().failing(person),
        ..state.health.facts(now)
    }
}

/// Returns the symbols in the configuration without a ticker.
fn unknown_symbols(state: &AppState) -> Vec<UnknownSymbol> {
    let market = state.market.read();
    let configured = state.settings.symbols.iter();
    configured
        .filter(|configured| market.find_symbol(&configured.symbol).is_none())
        .map(|configured| UnknownSymbol {
            setting: configured.setting,
            symbol: configured.symbol.clone(),
        })
        .collect()
}

/// Returns the state of the database.
fn store_status(state: &AppState, facts: &Facts) -> StoreStatus {
    let last_saved_at = facts
        .saved_ago
        .and_then(|ago| state.now().checked_sub(ago).ok());
    let database = state.store.stats();
    StoreStatus {
        bytes: database.file_bytes,
        free_bytes: database.free_bytes,
        writable: !facts.store_fails,
        problem: facts.store_problem.clone(),
        last_saved_at,
        unsaved_seconds: facts.unsaved_for.map(|age| age.as_secs()),
        waiting_rows: facts.backlog.rows,
        refused_rows: facts.backlog.refused,
    }
}
