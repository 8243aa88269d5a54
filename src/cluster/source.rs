//! What makes a process the source for others.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use async_nats::Client;
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use tokio::{sync::Notify, time::sleep};

use super::{
    calls::Answering,
    connection,
    outbox::Outbox,
    publisher::Publisher,
    ticks,
    wire::{self, Epoch},
};
use crate::{
    domain::ticker::TickerId,
    live::hub::Subscription,
    runtime::supervisor::Supervisor,
    store::{Change, Scope},
    web::AppState,
};

/// An edge that is silent for so long is away.
const AWAY: Duration = Duration::from_secs(15);
/// Pause before a failed subscription is repeated.
const AGAIN: Duration = Duration::from_secs(1);

/// How an edge says that it is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Heartbeat {
    /// Of the process, for people.
    pub(super) name: String,
    /// The newest record that it has.
    pub(super) sequence: u64,
    /// The tickers that somebody looks at there.
    pub(super) watched: Vec<u32>,
}

struct Present {
    heard: Instant,
    /// What is watched there counts as watched here.
    watching: Subscription,
}

/// The part of a source that serves edges.
pub(crate) struct Source {
    outboxes: HashMap<Scope, Arc<Outbox>>,
    edges: Mutex<HashMap<String, Present>>,
    fenced: Arc<Notify>,
}

/// What a source says of itself to edges.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    /// Of the process, for people.
    pub(crate) name: String,
    /// Which market it is.
    pub(crate) market: String,
    /// The sample market's seed.
    pub(crate) seed: Option<u64>,
    /// Copies that NATS keeps of each stream.
    pub(crate) replicas: usize,
}

impl Source {
    /// Publishes what `state` commits from now on, and its prices, as the source of this epoch.
    pub(crate) fn start(
        client: &Client,
        epoch: u64,
        named: &Named,
        state: &Arc<AppState>,
        supervisor: &Supervisor,
    ) -> Arc<Self> {
        let outboxes = Scope::ALL.map(|scope| (scope, Outbox::new(scope)));
        let observed = outboxes.clone();
        let commits = AtomicU64::new(0);
        state.store.observe(Arc::new(move |changes: Vec<Change>| {
            let number = commits.fetch_add(1, Ordering::Relaxed) + 1;
            for (_, outbox) in &observed {
                outbox.add(number, &changes);
            }
        }));
        let fenced = Arc::new(Notify::new());
        for (scope, outbox) in &outboxes {
            let (scope, outbox, fenced) = (*scope, Arc::clone(outbox), Arc::clone(&fenced));
            let (jetstream, store) = (connection::jetstream(client), state.store.clone());
            let replicas = named.replicas;
            let epoch = Epoch {
                number: epoch,
                name: named.name.clone(),
                market: named.market.clone(),
                seed: named.seed,
                is_whole: false,
            };
            supervisor.restartable(&format!("publishing for {}", scope.name()), move || {
                Publisher {
                    jetstream: jetstream.clone(),
                    store: store.clone(),
                    scope,
                    epoch: epoch.clone(),
                    replicas,
                    outbox: Arc::clone(&outbox),
                    fenced: Arc::clone(&fenced),
                    last: 0,
                }
                .run()
            });
        }
        let (sending, own) = (client.clone(), Arc::clone(state));
        let window = state.settings.limits.window;
        supervisor.restartable("publishing prices", move || {
            let (hub, market) = (Arc::clone(&own.hub), Arc::clone(&own.market));
            ticks::send(sending.clone(), hub, market, epoch, window)
        });
        let (answering, own) = (client.clone(), Arc::clone(state));
        supervisor.restartable("prices for edges", move || {
            let (market, clock) = (Arc::clone(&own.market), Arc::clone(&own.clock));
            ticks::answer_quotes(answering.clone(), market, clock, epoch)
        });
        let calls = Answering {
            client: client.clone(),
            state: Arc::clone(state),
            outboxes: outboxes.iter().cloned().collect(),
            epoch,
            under_way: Arc::default(),
        };
        supervisor.restartable("calls of edges", move || calls.clone().run());
        let source = Arc::new(Self {
            outboxes: outboxes.into_iter().collect(),
            edges: Mutex::default(),
            fenced,
        });
        let (own, hearing, of) = (Arc::clone(&source), client.clone(), Arc::clone(state));
        supervisor.restartable("edges", move || {
            Arc::clone(&own).hear_edges(hearing.clone(), Arc::clone(&of))
        });
        source
    }

    /// Resolves when another source writes.
    pub(crate) async fn fenced(&self) {
        self.fenced.notified().await;
    }

    /// Waits until everything that was committed is published, for the stop.
    pub(crate) async fn published(&self) {
        for outbox in self.outboxes.values() {
            outbox.published_up_to(outbox.newest()).await;
        }
    }

    /// What is wrong, in sentences.
    pub(crate) fn problems(&self) -> Vec<String> {
        let problems = self.outboxes.iter().filter_map(|(scope, outbox)| {
            let problem = outbox.published().problem?;
            Some(format!(
                "What is for {} cannot be passed on to other processes: {problem}.",
                scope.name()
            ))
        });
        problems.collect()
    }

    async fn hear_edges(self: Arc<Self>, client: Client, state: Arc<AppState>) {
        loop {
            let (heartbeats, used) =
                tokio::join!(client.subscribe(wire::EDGES), client.subscribe(wire::USED));
            if let (Ok(mut heartbeats), Ok(mut used)) = (heartbeats, used) {
                loop {
                    tokio::select! {
                        Some(message) = heartbeats.next() => {
                            if let Ok(heartbeat) = serde_json::from_slice(&message.payload) {
                                self.note(heartbeat, &state);
                            }
                        }
                        Some(message) = used.next() => {
                            let id = std::str::from_utf8(&message.payload).ok();
                            if let Some(id) = id.and_then(|id| id.parse().ok()) {
                                state.following.opened(TickerId(id));
                            }
                        }
                        else => break,
                    }
                }
            }
            sleep(AGAIN).await;
        }
    }

    fn note(&self, heartbeat: Heartbeat, state: &AppState) {
        let mut edges = self.edges.lock().unwrap_or_else(PoisonError::into_inner);
        edges.retain(|_, edge| edge.heard.elapsed() < AWAY);
        let watched: Vec<TickerId> = heartbeat.watched.iter().map(|id| TickerId(*id)).collect();
        let heard = Instant::now();
        let present = edges.entry(heartbeat.name).or_insert_with(|| Present {
            heard,
            watching: state.hub.subscribe(),
        });
        present.watching.watch_only(&watched);
        present.heard = heard;
    }
}
