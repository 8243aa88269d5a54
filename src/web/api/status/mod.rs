//! How the server is: in a word for monitors, and in detail for the status page.

mod cluster;
mod mqtt;
mod streams;
mod tickers;

use std::time::{Duration, Instant};

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use self::{
    cluster::ClusterStatus, mqtt::MqttStatus, streams::StreamStatus, tickers::TickerStatus,
};
use crate::{
    domain::provider::{ProviderHealth, ProviderState},
    runtime::{
        health::{BackupFacts, Facts, Level, SourceFacts, Verdict},
        metrics::Counters,
        supervisor::{TaskKind, TaskState, TaskStatus},
    },
    web::{
        AppState,
        api::system::{Provider, VERSION},
        http::{
            access::caller::Caller,
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
    /// ok or degraded; a server that is failing answers 503.
    #[schema(value_type = String)]
    status: Level,
    /// Why it is not ok.
    reasons: Vec<String>,
    /// Of this program.
    version: &'static str,
    /// sample or live.
    market: &'static str,
    /// Every write is refused.
    read_only: bool,
    /// Since the start.
    uptime_seconds: u64,
    /// Live connections now.
    live_connections: usize,
    /// Tickers known.
    tickers: usize,
    /// How the sources are.
    providers: Vec<Provider>,
    /// What passed since the start.
    #[schema(value_type = Object)]
    counters: &'a Counters,
}

/// Everything about the server's state.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    /// When this was true, by the server's clock.
    #[schema(value_type = String, format = DateTime)]
    now: Timestamp,
    /// ok, degraded or failing.
    #[schema(value_type = ServerHealth)]
    health: Level,
    /// Why it is not ok, the worst first.
    reasons: Vec<String>,
    /// Of this program.
    version: &'static str,
    /// sample or live.
    market: &'static str,
    /// Since the start.
    uptime_seconds: u64,
    /// How the sources are.
    providers: Vec<Provider>,
    /// The connections over which prices are pushed; none where no stream is on.
    streams: Vec<StreamStatus>,
    /// How old each price is.
    tickers: Vec<TickerStatus>,
    /// How saving goes.
    store: StoreStatus,
    /// Copies of the database that are made by themselves; null where none are.
    backups: Option<BackupStatus>,
    /// The connection with the MQTT broker; null where none is configured.
    mqtt: Option<MqttStatus>,
    /// This process among others that show the same market; null where it is alone.
    cluster: Option<ClusterStatus>,
    /// Symbols that the configuration names and that no ticker has: typing errors, unless a source is still to be asked.
    unknown_symbols: Vec<UnknownSymbol>,
    /// Updates that wait to be merged.
    queued_updates: usize,
    /// What runs in the server.
    tasks: Vec<Task>,
}

/// A symbol that the configuration names and that no ticker has.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UnknownSymbol {
    /// The list that names it, such as mqtt.symbols.
    setting: &'static str,
    /// As it is typed there.
    symbol: String,
}

/// The three words for health, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "describes `Level`")]
pub(crate) enum ServerHealth {
    /// Everything works.
    Ok,
    /// It serves, with something missing.
    Degraded,
    /// An essential task is gone, or nothing can be saved.
    Failing,
}

/// How saving goes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoreStatus {
    /// Whether anything can be saved.
    writable: bool,
    /// What is wrong.
    problem: Option<String>,
    /// When something was last saved.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_saved_at: Option<Timestamp>,
    /// For how long market data has waited to be saved, in seconds.
    unsaved_seconds: Option<u64>,
    /// Rows of market data that wait to be saved; while nothing can be, 200,000 bars, 2,000 articles and 8 MB of logos at most.
    waiting_rows: usize,
    /// Bars that were not kept since the start because too many waited; they are asked for again.
    refused_rows: u64,
    /// Size of the database, in bytes.
    bytes: u64,
    /// What is free on its disk, in bytes; null where the system does not tell.
    free_bytes: Option<u64>,
}

/// How the copies of the database do that are made by themselves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BackupStatus {
    /// When the newest was made.
    #[schema(value_type = Option<String>, format = DateTime)]
    made_at: Option<Timestamp>,
    /// Its size.
    bytes: u64,
    /// When the next is due.
    #[schema(value_type = Option<String>, format = DateTime)]
    due_at: Option<Timestamp>,
    /// Why the last attempt failed.
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

/// One task of the server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Task {
    /// As in the log.
    name: String,
    /// essential or restartable.
    #[schema(value_type = String)]
    kind: TaskKind,
    /// running, waiting, ended or failed.
    #[schema(value_type = String)]
    state: TaskState,
    /// How often it was started again.
    restarts: u32,
    /// Why it last failed.
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

/// Whether the server can do what it is there for. One that cannot answers 503 with the reason. Where a password is set, who has
/// not signed in hears the status alone.
#[utoipa::path(get, path = "/api/health", responses(
    (status = 200, description = "The server works.", body = Health),
        (status = 503, description = "The server fails, with the reasons.", body = String)))]
pub(crate) fn health(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let is_stranger = request.caller == Caller::Stranger;
    let now = Instant::now();
    let providers = state.board.list();
    let Verdict { level, reasons } = facts(state, now, &providers).verdict();
    if level == Level::Failing {
        return Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            if is_stranger {
                "The server is failing; its log says why, and this page who signs in.".to_owned()
            } else {
                reasons.join(" ")
            },
        ));
    }
    if is_stranger {
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

/// What is degraded and why, down to the single price.
#[utoipa::path(get, path = "/api/status", responses((status = 200, description = "Health, reasons, sources, tickers, tasks and the database.", body = Status)))]
pub(crate) fn status(state: &AppState) -> Reply {
    let now = Instant::now();
    let providers = state.board.list();
    let facts = facts(state, now, &providers);
    let Verdict { level, reasons } = facts.verdict();
    let wall = state.now();
    let status = Status {
        now: wall,
        health: level,
        reasons,
        version: VERSION,
        market: state.settings.market,
        uptime_seconds: state.health.uptime(now).as_secs(),
        streams: streams::list(state),
        tickers: tickers::list(state),
        store: store(state, &facts),
        backups: facts.backups.map(BackupStatus::from),
        cluster: facts
            .cluster
            .as_ref()
            .map(|facts| ClusterStatus::of(facts, wall)),
        mqtt: state.alerts.channels().broker().map(MqttStatus::of),
        unknown_symbols: unknown_symbols(state),
        queued_updates: facts.queued,
        providers: providers.into_iter().map(Provider::from).collect(),
        tasks: facts.tasks.into_iter().map(Task::from).collect(),
    };
    reply::json(StatusCode::OK, &status)
}

/// All that is known of the server's health at `now`.
pub(crate) fn facts(state: &AppState, now: Instant, providers: &[ProviderHealth]) -> Facts {
    let wall = state.now();
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
            Duration::try_from(wall.duration_since(due)).unwrap_or_default()
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
        failing_channels: state.alerts.channels().failing(),
        ..state.health.facts(now)
    }
}

fn unknown_symbols(state: &AppState) -> Vec<UnknownSymbol> {
    let market = state.market.read();
    let configured = state.settings.symbols.iter();
    configured
        .filter(|one| market.find_symbol(&one.symbol).is_none())
        .map(|one| UnknownSymbol {
            setting: one.setting,
            symbol: one.symbol.clone(),
        })
        .collect()
}

fn store(state: &AppState, facts: &Facts) -> StoreStatus {
    let saved = facts
        .saved_ago
        .and_then(|ago| state.now().checked_sub(ago).ok());
    let work = state.store.stats();
    StoreStatus {
        bytes: work.file_bytes,
        free_bytes: work.free_bytes,
        writable: !facts.store_fails,
        problem: facts.store_problem.clone(),
        last_saved_at: saved,
        unsaved_seconds: facts.unsaved_for.map(|unsaved| unsaved.as_secs()),
        waiting_rows: facts.backlog.rows,
        refused_rows: facts.backlog.refused,
    }
}
