//! An edge or standby: applies the records and prices of the source, and forwards writes and other calls to the source.

use std::{
    collections::HashMap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, OnceLock, Weak},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use async_nats::{
    Client,
    client::RequestErrorKind,
    jetstream::{
        ErrorCode,
        context::{GetStreamError, GetStreamErrorKind},
    },
};
use hyper::StatusCode;
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use super::{
    calls::{Envelope, max_call_bytes},
    connection::{self, Connection},
    counts::Counts,
    members::MemberList,
    publisher::{current_epoch, stream_identity},
    reader::{Progress, Reader},
    ticks::{TickReceiver, TickStatus},
    wire,
};
use crate::{
    domain::ticker::TickerId,
    ingest,
    live::hub::Hub,
    market::Market,
    runtime::{health::ClusterRole, supervisor::Supervisor},
    source::lookup::{
        ExportedBars, FollowError, Following, FoundPrice, InstrumentListing, LookupError,
        LookupFuture, SymbolHit,
    },
    store::{self, Change, Scope, Store},
    web::{
        AppState, ChangeKind, ForwardedRequest, RemoteResponse, Upstream, UpstreamResult, frames,
    },
};

/// Time limit for all attempts of a forwarded call; long enough for a standby to take over.
const CALL_TIMEOUT: Duration = Duration::from_secs(25);
/// Time limit for one attempt. Some calls take long because the source sends a request to a provider.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(12);
/// Delay between attempts while no source responds.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// Time without any responding source after which a call fails.
const NO_RESPONDER_TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum time that a response waits until its change has been replicated to this edge.
const VISIBILITY_TIMEOUT: Duration = Duration::from_secs(3);

/// Time limit for a new source to read the records of earlier sources.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(60);

/// An edge or a standby.
pub(crate) struct Edge {
    pub(super) connection: Connection,
    pub(super) client: Client,
    pub(super) name: String,
    pub(super) role: ClusterRole,
    pub(super) progress: HashMap<Scope, Arc<watch::Sender<Progress>>>,
    pub(super) ticks: Arc<watch::Sender<TickStatus>>,
    pub(super) counts: Arc<Counts>,
    /// The last member list from the source.
    pub(super) member_list: Mutex<Option<MemberList>>,
    pub(super) started: Instant,
    /// Set once the web server exists.
    pub(super) state: OnceLock<Weak<AppState>>,
}

/// The parts that [`Edge::start`] needs.
pub(crate) struct EdgeParts {
    /// Name of the process, as shown to users.
    pub(crate) name: String,
    /// Name of the market that the process replicates.
    pub(crate) market_name: String,
    /// Seed of the sample market.
    pub(crate) seed: Option<u64>,
    /// The scopes of the records that the process receives.
    pub(crate) scopes: &'static [Scope],
    /// The database of this process.
    pub(crate) store: Store,
    /// The market in memory.
    pub(crate) market: Arc<Market>,
    /// The hub of the live connections.
    pub(crate) hub: Arc<Hub>,
}

impl Edge {
    /// Starts applying the records and prices of the source.
    pub(crate) fn start(
        connection: &Connection,
        parts: &EdgeParts,
        supervisor: &Supervisor,
    ) -> Arc<Self> {
        let client = &connection.client;
        let progress = parts.scopes.iter().map(|scope| {
            let progress = Arc::new(watch::Sender::new(Progress::default()));
            (*scope, progress)
        });
        let edge = Arc::new(Self {
            connection: connection.clone(),
            client: client.clone(),
            name: parts.name.clone(),
            role: if parts.scopes.contains(&Scope::Sources) {
                ClusterRole::StandBy
            } else {
                ClusterRole::Edge
            },
            progress: progress.collect(),
            ticks: Arc::new(watch::Sender::new(TickStatus {
                last: None,
                epoch: 0,
                sequence: 0,
                problem: None,
            })),
            counts: Arc::default(),
            member_list: Mutex::default(),
            started: Instant::now(),
            state: OnceLock::new(),
        });
        for (scope, progress) in &edge.progress {
            let (market, store) = (Arc::clone(&parts.market), parts.store.clone());
            let weak_edge = Arc::downgrade(&edge);
            let reader = Reader {
                jetstream: connection::jetstream(client),
                store: store.clone(),
                scope: *scope,
                market: parts.market_name.clone(),
                seed: parts.seed,
                on_applied: Arc::new(move |changes: &[Change]| {
                    ingest::apply_records(&market, &store, changes)?;
                    weak_edge
                        .upgrade()
                        .map_or(Ok(()), |edge| edge.announce_changes(changes))
                }),
                progress: Arc::clone(progress),
                counts: Arc::clone(&edge.counts),
                unapplied: Arc::default(),
                damage_guard: Arc::default(),
            };
            supervisor.restartable(&format!("replication reader {}", scope.name()), move || {
                reader.clone().run()
            });
        }
        let epoch = edge.progress.get(&Scope::AllMembers).map(Arc::clone);
        let receiver = TickReceiver {
            client: client.clone(),
            hub: Arc::clone(&parts.hub),
            market: Arc::clone(&parts.market),
            status: Arc::clone(&edge.ticks),
            counts: Arc::clone(&edge.counts),
            epoch: Arc::new(move || epoch.as_ref().map_or(0, |epoch| epoch.borrow().epoch)),
        };
        supervisor.restartable("price receiver", move || receiver.clone().run());
        let (sender, hub) = (Arc::clone(&edge), Arc::clone(&parts.hub));
        supervisor.restartable("heartbeats", move || {
            Arc::clone(&sender).send_heartbeats(Arc::clone(&hub))
        });
        let member_list_edge = Arc::clone(&edge);
        supervisor.restartable("member list", move || {
            Arc::clone(&member_list_edge).receive_member_list()
        });
        edge
    }

    /// Registers the web server to which changes are announced.
    pub(crate) fn attach(&self, state: &Arc<AppState>) {
        let _ = self.state.set(Arc::downgrade(state));
    }

    /// Waits until every complete transaction up to a message is in the database.
    async fn wait_received(&self, scope: Scope, sequence: u64) {
        if let Some(progress) = self.progress.get(&scope) {
            let mut progress = progress.subscribe();
            let _ = progress
                .wait_for(|progress| progress.received >= sequence)
                .await;
        }
    }

    /// Waits until all published records are in the database.
    pub(crate) async fn wait_complete(&self) {
        for progress in self.progress.values() {
            let mut progress = progress.subscribe();
            let _ = progress.wait_for(|progress| progress.is_complete).await;
        }
    }

    /// Waits until the database contains all records of earlier sources, so that this process may become the source.
    pub(crate) async fn catch_up(&self, store: &Store) -> anyhow::Result<()> {
        let jetstream = connection::jetstream(&self.client);
        for scope in Scope::ALL {
            let stream = match jetstream.get_stream(wire::stream_name(scope)).await {
                Ok(stream) => stream,
                Err(error) if is_stream_missing(&error) => continue,
                Err(error) => return Err(error.into()),
            };
            let Some(epoch) = current_epoch(&stream, scope).await? else {
                continue;
            };
            let info = stream.get_info().await?;
            let cursor = store.run(move |store| store.cursor(scope)).await?;
            let wrote_last =
                cursor.is_some_and(|cursor| cursor.wrote_in(&stream_identity(&info), epoch.number));
            if !wrote_last {
                let reached = self.wait_received(scope, info.state.last_sequence);
                let reached = timeout(CATCH_UP_TIMEOUT, reached).await;
                reached.context("reading the published records timed out")?;
            }
        }
        Ok(())
    }

    /// Announces changed data to open pages, and applies changed settings.
    fn announce_changes(&self, changes: &[Change]) -> store::Result<()> {
        let Some(state) = self.state.get().and_then(Weak::upgrade) else {
            return Ok(());
        };
        let mut kinds: Vec<ChangeKind> = Vec::new();
        for change in changes {
            let kind = match change.table.as_str() {
                "watchlists" => ChangeKind::Watchlists,
                "alerts" | "reports" => ChangeKind::Alerts,
                "boards" => ChangeKind::Boards,
                "screens" => ChangeKind::Screens,
                "notes" => ChangeKind::Notes,
                "drawings" => ChangeKind::Drawings,
                "chart_layouts" => ChangeKind::ChartLayouts,
                "settings" => ChangeKind::Settings,
                "people" => ChangeKind::People,
                "tickers" => ChangeKind::Tickers,
                _ => continue,
            };
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if kinds.contains(&ChangeKind::Settings) {
            state.reload_currencies()?;
        }
        if kinds.contains(&ChangeKind::People) {
            state.reload_people();
        }
        for kind in kinds {
            state.hub.announce(&frames::changed(kind));
        }
        Ok(())
    }

    /// Sends a call to the source and returns its response. Retries until a source responds or the time limit is reached.
    async fn call_source(&self, call: &ForwardedRequest) -> UpstreamResult {
        let deadline = Instant::now() + CALL_TIMEOUT;
        let unreachable =
            "The source is unreachable, so nothing was changed. Try again in a moment.";
        let unknown_outcome = "The source did not respond, so the change may or may not have been saved. Check before you try again.";
        let body =
            wire::encode_with_body(call, &call.body).map_err(|error| format!("{error:#}."))?;
        if body.len() > max_call_bytes(&self.client) {
            return Ok(RemoteResponse::from_message(
                StatusCode::PAYLOAD_TOO_LARGE,
                "The request is too large for an edge; send it to the source directly.",
            ));
        }
        // True if an attempt may have reached a source.
        let mut was_sent = false;
        let mut no_responder_since = Instant::now();
        loop {
            if connection::is_up(&self.client) {
                let headers = wire::headers(0);
                let request = self
                    .client
                    .request_with_headers(wire::CALLS, headers, body.clone());
                match timeout(ATTEMPT_TIMEOUT, request).await {
                    Ok(Ok(reply)) => return self.wait_until_visible(reply).await,
                    Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders => {}
                    _ => {
                        was_sent = true;
                        no_responder_since = Instant::now();
                    }
                }
            }
            let now = Instant::now();
            if !was_sent && now - no_responder_since > NO_RESPONDER_TIMEOUT {
                return Err(unreachable.to_owned());
            }
            if now >= deadline {
                return Err(unknown_outcome.to_owned());
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Waits until the change that a response reports is visible on this edge.
    async fn wait_until_visible(&self, reply: async_nats::Message) -> UpstreamResult {
        let decoded = wire::parse_headers(reply.headers.as_ref())
            .and_then(|_| wire::decode_with_body::<Envelope>(reply.payload));
        let (mut envelope, body) = decoded
            .map_err(|error| format!("Cannot read the response of the source: {error:#}."))?;
        // After the time limit, the response is returned anyway, and the page shows the change a little later.
        let reached = self.wait_received(Scope::AllMembers, envelope.sequence);
        let _ = timeout(VISIBILITY_TIMEOUT, reached).await;
        envelope.response.body = body;
        Ok(envelope.response)
    }
}

impl Upstream for Edge {
    fn send(
        &self,
        call: ForwardedRequest,
    ) -> Pin<Box<dyn Future<Output = UpstreamResult> + Send + '_>> {
        Box::pin(async move { self.call_source(&call).await })
    }
}

/// [`Following`] on an edge: cannot follow symbols, which only the source does, but reports opened tickers to the source.
pub(crate) struct RemoteFollowing(pub(crate) Arc<Edge>);

impl RemoteFollowing {
    fn unavailable() -> LookupError {
        LookupError::Unavailable("Only the source can do this.".to_owned())
    }
}

impl Following for RemoteFollowing {
    fn can_follow(&self) -> bool {
        false
    }

    fn follow<'a>(&'a self, _: &'a str) -> LookupFuture<'a, TickerId, FollowError> {
        Box::pin(async { Err(Self::unavailable().into()) })
    }

    fn unfollow(&self, _: TickerId) -> LookupFuture<'_, (), FollowError> {
        Box::pin(async { Err(Self::unavailable().into()) })
    }

    fn import_bars(&self, _: Vec<ExportedBars>) -> LookupFuture<'_, (), FollowError> {
        Box::pin(async { Err(Self::unavailable().into()) })
    }

    fn search<'a>(&'a self, _: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async { Err(Self::unavailable()) })
    }

    fn prices<'a>(&'a self, _: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async { Err(Self::unavailable()) })
    }

    fn listings(&self, _: TickerId) -> LookupFuture<'_, Vec<InstrumentListing>, LookupError> {
        Box::pin(async { Err(Self::unavailable()) })
    }

    fn opened(&self, id: TickerId) {
        let client = self.0.client.clone();
        if connection::is_up(&client) {
            tokio::spawn(async move {
                let _ = client
                    .publish(wire::OPENED_TICKERS, id.0.to_string().into())
                    .await;
            });
        }
    }
}

fn is_stream_missing(error: &GetStreamError) -> bool {
    matches!(error.kind(), GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND)
}
