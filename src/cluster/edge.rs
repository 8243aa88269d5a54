//! What makes a process an edge: it takes what the source publishes, and has the source answer what it cannot.

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
    calls::{Envelope, max_call},
    connection::{self, Connection},
    counts::Counts,
    members::Roster,
    publisher::{epoch_of, identity},
    reader::{Progress, Reader},
    ticks::{TickReceiver, TickStatus},
    wire,
};
use crate::{
    domain::{settings::Settings, ticker::TickerId},
    ingest,
    live::hub::Hub,
    market::Market,
    runtime::{health::ClusterRole, supervisor::Supervisor},
    source::lookup::{
        Answer, CarriedBars, FollowError, Following, FoundPrice, LookupError, SymbolHit,
    },
    store::{self, Change, Scope, Store},
    web::{Answered, AppState, Asked, Call, Kind, Upstream, frames},
};

/// How long a call may take with all its attempts: another source takes over within it.
const CALL_TIMEOUT: Duration = Duration::from_secs(25);
/// How long one attempt may take: the source asks providers for some.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(12);
/// Pause between attempts where nobody is there to answer.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How long nobody may be there before that is the answer.
const NO_RESPONDER_TIMEOUT: Duration = Duration::from_secs(3);
/// How long an answer waits until what it says is known here.
const VISIBLE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a source may take to read what former ones published.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(60);

/// An edge, or a source that stands by.
pub(crate) struct Edge {
    pub(super) connection: Connection,
    pub(super) client: Client,
    pub(super) name: String,
    pub(super) role: ClusterRole,
    pub(super) progress: HashMap<Scope, Arc<watch::Sender<Progress>>>,
    pub(super) ticks: Arc<watch::Sender<TickStatus>>,
    pub(super) counts: Arc<Counts>,
    /// What the source told last of all processes.
    pub(super) roster: Mutex<Option<Roster>>,
    pub(super) started: Instant,
    /// Set once there is one.
    pub(super) state: OnceLock<Weak<AppState>>,
}

/// What an edge works with.
pub(crate) struct EdgeParts {
    /// Of the process, for people.
    pub(crate) name: String,
    /// Which market it is a copy of.
    pub(crate) market_name: String,
    /// The sample market's seed.
    pub(crate) seed: Option<u64>,
    /// Which records it takes.
    pub(crate) scopes: &'static [Scope],
    /// The file.
    pub(crate) store: Store,
    /// What it brings up to date.
    pub(crate) market: Arc<Market>,
    /// Whom it tells.
    pub(crate) hub: Arc<Hub>,
}

impl Edge {
    /// Takes what the source publishes from now on.
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
            roster: Mutex::default(),
            started: Instant::now(),
            state: OnceLock::new(),
        });
        for (scope, progress) in &edge.progress {
            let (market, store) = (Arc::clone(&parts.market), parts.store.clone());
            let own = Arc::downgrade(&edge);
            let reader = Reader {
                jetstream: connection::jetstream(client),
                store: store.clone(),
                scope: *scope,
                market: parts.market_name.clone(),
                seed: parts.seed,
                taken: Arc::new(move |changes: &[Change]| {
                    ingest::take_records(&market, &store, changes)?;
                    own.upgrade()
                        .map_or(Ok(()), |edge| edge.announce_changes(changes))
                }),
                progress: Arc::clone(progress),
                counts: Arc::clone(&edge.counts),
                unapplied: Arc::default(),
                doubt: Arc::default(),
            };
            supervisor.restartable(&format!("records for {}", scope.name()), move || {
                reader.clone().run()
            });
        }
        let epoch = edge.progress.get(&Scope::Everybody).map(Arc::clone);
        let hearer = TickReceiver {
            client: client.clone(),
            hub: Arc::clone(&parts.hub),
            market: Arc::clone(&parts.market),
            status: Arc::clone(&edge.ticks),
            counts: Arc::clone(&edge.counts),
            epoch: Arc::new(move || epoch.as_ref().map_or(0, |epoch| epoch.borrow().epoch)),
        };
        supervisor.restartable("prices of the source", move || hearer.clone().run());
        let (beating, hub) = (Arc::clone(&edge), Arc::clone(&parts.hub));
        supervisor.restartable("watched here", move || {
            Arc::clone(&beating).send_heartbeats(Arc::clone(&hub))
        });
        let ticks = Arc::clone(&edge);
        supervisor.restartable("other processes", move || {
            Arc::clone(&ticks).receive_roster()
        });
        edge
    }

    /// Whom changes of what people made concern.
    pub(crate) fn serves(&self, state: &Arc<AppState>) {
        let _ = self.state.set(Arc::downgrade(state));
    }

    /// Resolves when this file has every whole transaction that was published up to a message.
    async fn reached(&self, scope: Scope, sequence: u64) {
        if let Some(progress) = self.progress.get(&scope) {
            let mut progress = progress.subscribe();
            let _ = progress.wait_for(|now| now.heard >= sequence).await;
        }
    }

    /// Resolves when everything that is published is in this file.
    pub(crate) async fn complete(&self) {
        for progress in self.progress.values() {
            let mut progress = progress.subscribe();
            let _ = progress.wait_for(|now| now.is_complete).await;
        }
    }

    /// Waits until this file has all that former sources published, so that it may take their place.
    pub(crate) async fn catch_up(&self, store: &Store) -> anyhow::Result<()> {
        let jetstream = connection::jetstream(&self.client);
        for scope in Scope::ALL {
            let stream = match jetstream.get_stream(wire::stream_name(scope)).await {
                Ok(stream) => stream,
                Err(error) if is_missing(&error) => continue,
                Err(error) => return Err(error.into()),
            };
            let Some(epoch) = epoch_of(&stream, scope).await? else {
                continue;
            };
            let info = stream.get_info().await?;
            let cursor = store.run(move |store| store.cursor(scope)).await?;
            let wrote_last = cursor.is_some_and(|own| own.wrote_in(&identity(&info), epoch.number));
            if !wrote_last {
                let reached = self.reached(scope, info.state.last_sequence);
                let reached = timeout(CATCH_UP_TIMEOUT, reached).await;
                reached.context("what was published is not read in time")?;
            }
        }
        Ok(())
    }

    /// Has pages ask for what is new, and takes what was chosen for every device.
    fn announce_changes(&self, changes: &[Change]) -> store::Result<()> {
        let Some(state) = self.state.get().and_then(Weak::upgrade) else {
            return Ok(());
        };
        let mut kinds: Vec<Kind> = Vec::new();
        for change in changes {
            let kind = match change.table.as_str() {
                "watchlists" => Kind::Watchlists,
                "alerts" | "reports" => Kind::Alerts,
                "boards" => Kind::Boards,
                "settings" => Kind::Settings,
                "tickers" => Kind::Tickers,
                _ => continue,
            };
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if kinds.contains(&Kind::Settings) {
            let Settings {
                display_currency, ..
            } = state.store.settings()?;
            state.choose_currency(display_currency);
        }
        for kind in kinds {
            state.hub.announce(&frames::changed(kind));
        }
        Ok(())
    }

    async fn call_source(&self, call: &Call) -> Asked {
        let until = Instant::now() + CALL_TIMEOUT;
        let nobody = "The source cannot be reached, so nothing was changed; try again in a moment.";
        let unknown = "The source did not answer, so it is not known whether this was done; look whether it is there before you repeat it.";
        let body = wire::with_body(call, &call.body).map_err(|error| format!("{error:#}."))?;
        if body.len() > max_call(&self.client) {
            return Ok(Answered::sentence(
                StatusCode::PAYLOAD_TOO_LARGE,
                "This is larger than an edge can pass on; send it to the source itself.",
            ));
        }
        // Whether an attempt may have been taken.
        let mut was_sent = false;
        let mut without = Instant::now();
        loop {
            if connection::is_up(&self.client) {
                let headers = wire::headers(0);
                let asked = self
                    .client
                    .request_with_headers(wire::CALLS, headers, body.clone());
                match timeout(ATTEMPT_TIMEOUT, asked).await {
                    Ok(Ok(reply)) => return self.wait_until_visible(reply).await,
                    Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders => {}
                    _ => {
                        was_sent = true;
                        without = Instant::now();
                    }
                }
            }
            let now = Instant::now();
            if !was_sent && now - without > NO_RESPONDER_TIMEOUT {
                return Err(nobody.to_owned());
            }
            if now >= until {
                return Err(unknown.to_owned());
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Waits until what the source answered is known here.
    async fn wait_until_visible(&self, reply: async_nats::Message) -> Asked {
        let read = wire::head(reply.headers.as_ref())
            .and_then(|_| wire::read_with_body::<Envelope>(reply.payload));
        let (mut envelope, body) = read.map_err(|error| {
            format!("The source answered in a way that is not understood: {error:#}.")
        })?;
        // Where that takes long, the page hears of the change a little later.
        let reached = self.reached(Scope::Everybody, envelope.sequence);
        let _ = timeout(VISIBLE_TIMEOUT, reached).await;
        envelope.answered.body = body;
        Ok(envelope.answered)
    }
}

impl Upstream for Edge {
    fn ask(&self, call: Call) -> Pin<Box<dyn Future<Output = Asked> + Send + '_>> {
        Box::pin(async move { self.call_source(&call).await })
    }
}

/// Follows nothing itself: that is the source's. It hears which tickers are opened here.
pub(crate) struct RemoteFollowing(pub(crate) Arc<Edge>);

impl RemoteFollowing {
    fn unavailable() -> LookupError {
        LookupError::Unavailable("The source answers this.".to_owned())
    }
}

impl Following for RemoteFollowing {
    fn can_follow(&self) -> bool {
        false
    }

    fn follow<'a>(&'a self, _: &'a str) -> Answer<'a, TickerId, FollowError> {
        Box::pin(async { Err(Self::unavailable().into()) })
    }

    fn unfollow(&self, _: TickerId) -> Answer<'_, (), FollowError> {
        Box::pin(async { Err(Self::unavailable().into()) })
    }

    fn bring(&self, _: Vec<CarriedBars>) -> Answer<'_, (), FollowError> {
        Box::pin(async { Err(Self::unavailable().into()) })
    }

    fn search<'a>(&'a self, _: &'a str) -> Answer<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async { Err(Self::unavailable()) })
    }

    fn prices<'a>(&'a self, _: &'a str) -> Answer<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async { Err(Self::unavailable()) })
    }

    fn opened(&self, id: TickerId) {
        let client = self.0.client.clone();
        if connection::is_up(&client) {
            tokio::spawn(async move {
                let _ = client.publish(wire::USED, id.0.to_string().into()).await;
            });
        }
    }
}

fn is_missing(error: &GetStreamError) -> bool {
    matches!(error.kind(), GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND)
}
