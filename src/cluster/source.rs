//! The source: publishes records and prices to the other processes, and handles their calls.

use std::{
    collections::HashMap,
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use async_nats::Client;
use futures_util::StreamExt as _;
use tokio::{
    sync::Notify,
    time::{interval, sleep},
};

use super::{
    calls::CallServer,
    connection::{self, Connection},
    counts::Counts,
    lease::{HeldLease, LastRenewal},
    members::{self, HEARTBEAT_INTERVAL, Heartbeat, Members},
    outbox::Outbox,
    publisher::{MessageIds, Publisher},
    ticks,
    wire::{self, Epoch},
};
use crate::{
    domain::ticker::TickerId,
    runtime::{
        health::{Age, ClusterFacts, ClusterRole, LeaderFacts},
        supervisor::Supervisor,
    },
    store::{Change, Replication, Scope},
    web::AppState,
};

/// Delay before a failed subscription is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The tasks and state of the source in the cluster.
pub(crate) struct Source {
    connection: Connection,
    client: Client,
    name: String,
    epoch: u64,
    outboxes: HashMap<Scope, Arc<Outbox>>,
    members: Mutex<Members>,
    counts: Arc<Counts>,
    /// Notified when another source writes to a stream.
    fenced: Arc<Notify>,
}

/// Passes committed changes to the publishers.
struct Replicator {
    outboxes: [Arc<Outbox>; 2],
    /// Number of commits so far.
    commits: AtomicU64,
    lease: LastRenewal,
    client: Client,
}

impl Replication for Replicator {
    fn committed(&self, changes: Vec<Change>) {
        let number = self.commits.fetch_add(1, Ordering::Relaxed) + 1;
        for outbox in &self.outboxes {
            outbox.add(number, &changes);
        }
    }

    fn problem(&self) -> Option<String> {
        if !self.lease.is_held() {
            return Some("the lease is lost".to_owned());
        }
        let mut problems = self.outboxes.iter();
        problems.find_map(|outbox| outbox.progress().problem)
    }

    fn max_record_bytes(&self) -> usize {
        connection::max_body(&self.client)
    }

    fn wait_replicated(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            for outbox in &self.outboxes {
                outbox.wait_replicated().await;
            }
        })
    }
}

/// Description of the source for the other processes, and the settings of its streams.
#[derive(Debug, Clone)]
pub(crate) struct SourceInfo {
    /// Name of the process, as shown to users.
    pub(crate) name: String,
    /// Name of the market that the process serves.
    pub(crate) market: String,
    /// Seed of the sample market.
    pub(crate) seed: Option<u64>,
    /// Number of replicas that NATS keeps of each stream.
    pub(crate) replicas: usize,
}

impl Source {
    /// Starts publishing the commits and prices of `state` as the holder of the lease.
    pub(crate) fn start(
        connection: &Connection,
        held: &HeldLease,
        info: &SourceInfo,
        state: &Arc<AppState>,
        supervisor: &Supervisor,
    ) -> Arc<Self> {
        let (epoch, client) = (held.epoch(), &connection.client);
        let outboxes = Scope::ALL.map(|scope| (scope, Outbox::new(scope)));
        state.store.set_replication(Arc::new(Replicator {
            outboxes: outboxes.clone().map(|(_, outbox)| outbox),
            commits: AtomicU64::new(0),
            lease: held.last_renewal(),
            client: client.clone(),
        }));
        let fenced = Arc::new(Notify::new());
        let counts = Arc::<Counts>::default();
        for (scope, outbox) in &outboxes {
            let (scope, outbox, fenced) = (*scope, Arc::clone(outbox), Arc::clone(&fenced));
            let (client, jetstream) = (client.clone(), connection::jetstream(client));
            let store = state.store.clone();
            let (replicas, counts) = (info.replicas, Arc::clone(&counts));
            let epoch = Epoch {
                number: epoch,
                name: info.name.clone(),
                market: info.market.clone(),
                seed: info.seed,
                is_whole: false,
            };
            supervisor.restartable(
                &format!("replication publisher {}", scope.name()),
                move || {
                    Publisher {
                        client: client.clone(),
                        jetstream: jetstream.clone(),
                        store: store.clone(),
                        scope,
                        epoch: epoch.clone(),
                        replicas,
                        outbox: Arc::clone(&outbox),
                        counts: Arc::clone(&counts),
                        fenced: Arc::clone(&fenced),
                        last_sequence: 0,
                        ids: MessageIds::new(epoch.number),
                    }
                    .run()
                },
            );
        }
        let (publish_client, app) = (client.clone(), Arc::clone(state));
        let (window, publish_counts) = (state.settings.limits.window, Arc::clone(&counts));
        supervisor.restartable("price publisher", move || {
            let (hub, market) = (Arc::clone(&app.hub), Arc::clone(&app.market));
            ticks::publish(
                publish_client.clone(),
                hub,
                market,
                epoch,
                window,
                Arc::clone(&publish_counts),
            )
        });
        let (quote_client, app) = (client.clone(), Arc::clone(state));
        supervisor.restartable("price requests", move || {
            let (market, clock) = (Arc::clone(&app.market), Arc::clone(&app.clock));
            ticks::serve_quote_requests(quote_client.clone(), market, clock, epoch)
        });
        let calls = CallServer {
            client: client.clone(),
            state: Arc::clone(state),
            outboxes: outboxes.iter().cloned().collect(),
            epoch,
        };
        supervisor.restartable("forwarded calls", move || calls.clone().run());
        let source = Arc::new(Self {
            connection: connection.clone(),
            client: client.clone(),
            name: info.name.clone(),
            epoch,
            outboxes: outboxes.into_iter().collect(),
            members: Mutex::default(),
            counts,
            fenced,
        });
        let (receiver, heartbeat_client, app) =
            (Arc::clone(&source), client.clone(), Arc::clone(state));
        supervisor.restartable("heartbeats", move || {
            Arc::clone(&receiver).receive_heartbeats(heartbeat_client.clone(), Arc::clone(&app))
        });
        let member_list_source = Arc::clone(&source);
        supervisor.restartable("member list", move || {
            Arc::clone(&member_list_source).publish_member_list()
        });
        source
    }

    /// Waits until another source writes to a stream.
    pub(crate) async fn wait_fenced(&self) {
        self.fenced.notified().await;
    }

    /// Waits until all commits are published; used at shutdown.
    pub(crate) async fn wait_published(&self) {
        for outbox in self.outboxes.values() {
            outbox.wait_published(outbox.newest()).await;
        }
    }

    /// Returns the current problems, one sentence each.
    fn problems(&self) -> Vec<String> {
        let mut problems = self.connection.problems(Instant::now());
        for (scope, outbox) in &self.outboxes {
            if let Some(problem) = outbox.progress().problem {
                problems.push(format!(
                    "Records for {} are not replicated to other processes: {problem}.",
                    scope.name()
                ));
            }
            problems.extend(outbox.too_large());
        }
        problems
    }

    /// Receives heartbeats, and reports of opened tickers, from the other processes.
    async fn receive_heartbeats(self: Arc<Self>, client: Client, state: Arc<AppState>) {
        loop {
            let (heartbeats, opened) = tokio::join!(
                client.subscribe(wire::HEARTBEATS),
                client.subscribe(wire::OPENED_TICKERS)
            );
            if let (Ok(mut heartbeats), Ok(mut opened)) = (heartbeats, opened) {
                loop {
                    tokio::select! {
                        Some(message) = heartbeats.next() => {
                            if let Ok(heartbeat) = serde_json::from_slice(&message.payload) {
                                self.record_heartbeat(heartbeat, &state);
                            }
                        }
                        Some(message) = opened.next() => {
                            let id = std::str::from_utf8(&message.payload).ok();
                            if let Some(id) = id.and_then(|id| id.parse().ok()) {
                                state.following.opened(TickerId(id));
                            }
                        }
                        else => break,
                    }
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    fn record_heartbeat(&self, heartbeat: Heartbeat, state: &AppState) {
        let newest = self.outboxes.get(&Scope::AllMembers);
        let newest = newest.map_or(0, |outbox| outbox.progress().sequence);
        self.members()
            .record_heartbeat(heartbeat, newest, &state.hub, Instant::now());
    }

    fn members(&self) -> MutexGuard<'_, Members> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes the member list at regular intervals.
    async fn publish_member_list(self: Arc<Self>) {
        let mut beat = interval(HEARTBEAT_INTERVAL);
        loop {
            beat.tick().await;
            let now = Instant::now();
            let facts = {
                let mut members = self.members();
                members.remove_expired(now);
                members.facts(now)
            };
            if let (true, Ok(body)) = (connection::is_up(&self.client), members::encode(&facts)) {
                let headers = wire::headers(self.epoch);
                let sent = self
                    .client
                    .publish_with_headers(wire::MEMBERS, headers, body);
                let _ = sent.await;
            }
        }
    }

    /// Returns the state of the cluster as the source knows it.
    pub(crate) fn facts(&self) -> ClusterFacts {
        ClusterFacts {
            name: self.name.clone(),
            role: ClusterRole::Source,
            connected: connection::is_up(&self.client),
            source: Some(LeaderFacts {
                name: self.name.clone(),
                epoch: self.epoch,
                heard_ago: Some(Age(Duration::ZERO)),
            }),
            behind: None,
            counts: self.counts.read(),
            members: self.members().facts(Instant::now()),
            problems: self.problems(),
        }
    }
}
