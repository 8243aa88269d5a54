//! A server with its own sources of data: started and stopped in order.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use tokio::{net::TcpListener, sync::mpsc, task::spawn_blocking};

use super::{
    announce, background_tasks,
    database::{identity, open_store},
    deliveries, mqtt,
    reload::{self, Operator},
    settings,
    sources::{self, Dependencies},
};
use crate::{
    alerts::{AlertService, Channels, InApp, PushSettings},
    broker::AlertReceiver,
    catalogue::Catalogue,
    config::Config,
    domain::Clock,
    ingest::{self, Flusher, Ingest, SharedMarketView, WriteBuffer},
    live::hub::Hub,
    market::Market,
    runtime::{
        health::Health,
        metrics::Counters,
        shutdown::{self, Shutdown, phase},
        supervisor::{Supervisor, Task, TaskFailure},
    },
    source::{Envelope, health::HealthBoard},
    store::Store,
    web,
};

/// Maximum number of updates between sources and `ingest`.
const QUEUE_LENGTH: usize = 256;
/// How long the start waits for the prices of a new market.
const WARM_UP_TIMEOUT: Duration = Duration::from_secs(10);

/// The error after a second signal.
pub(super) fn stopped_at_once() -> anyhow::Result<()> {
    anyhow::bail!("aborted by a second signal; unsaved data is lost")
}

/// The running parts of a server, as needed to stop it.
pub(super) struct Server {
    pub(super) supervisor: Supervisor,
    pub(super) shutdown: Shutdown,
    grace: Duration,
    store: Store,
    /// The state that requests see.
    #[cfg(feature = "cluster")]
    pub(super) state: Arc<web::AppState>,
    unsaved: WriteBuffer,
    alerts: Arc<AlertService>,
    /// Keeps `ingest` waiting for updates until the end.
    queue: mpsc::Sender<Envelope>,
    sources: Vec<Task>,
    http: Task,
    deliveries: Vec<Task>,
    /// Merging, committing and recording alerts, in the order in which they end.
    merging: Task,
    flushing: Task,
    recording: Task,
}

impl Server {
    /// Starts everything. The returned future resolves when the first page would show a market and not empty lists.
    pub(super) async fn start(
        config: &Config,
        clock: Arc<dyn Clock>,
        operator: Operator,
        listener: TcpListener,
    ) -> anyhow::Result<(Self, impl Future<Output = ()> + use<>)> {
        let (store, market, alerts, inbox) = open(config, &clock, AlertMode::Evaluate).await?;
        let (hub, counters) = (Hub::new(), Arc::new(Counters::default()));
        let board = HealthBoard::default();
        let (shutdown, supervisor) = (Shutdown::default(), Supervisor::default());
        let health = Arc::new(Health::new(supervisor.clone(), config.storage.flush_every));
        let (queue, updates) = mpsc::channel(QUEUE_LENGTH);
        watch_queue(&health, &queue);

        let in_app = InApp::new(Arc::clone(&hub), web::frames::alert);
        let recorder = Arc::clone(&alerts).run(in_app.clone(), Arc::clone(&clock));
        let recording = supervisor.essential("alerts", recorder);
        let delivery = deliveries::Dependencies {
            store: store.clone(),
            clock: Arc::clone(&clock),
            alerts: Arc::clone(&alerts),
            stopped: shutdown.requests(),
        };
        let mut deliveries = Vec::from(deliveries::spawn(&supervisor, in_app, &delivery));
        deliveries.extend(mqtt::spawn(&supervisor, config, inbox, &market, &delivery));
        let (flusher, unsaved) = Flusher::new(
            store.clone(),
            Arc::clone(&market),
            Arc::clone(&clock),
            Arc::clone(&health),
            config.storage.flush_every,
        );
        let flushing = supervisor.essential("flusher", flusher.run());
        let ingest = Ingest {
            alerts: Arc::clone(&alerts),
            market: Arc::clone(&market),
            hub: Arc::clone(&hub),
            unsaved: unsaved.clone(),
            clock: Arc::clone(&clock),
            counters: Arc::clone(&counters),
            encode: web::frames::ticker,
            health: Arc::clone(&health),
        };
        let sources = sources::sources(config, &board, &queue, &market, &store, &clock).await?;
        let settings = settings::follower(config, sources.lookup);
        let follower = Arc::new(ingest.follower(settings, &store, &queue));
        let merging = supervisor.essential("ingest", ingest.run(updates));

        let known = Arc::new(SharedMarketView {
            market: Arc::clone(&market),
            hub: Arc::clone(&hub),
        });
        announce::spawn(&supervisor, &hub, &market, &alerts);
        let state = web::AppState::new(web::Services {
            settings: settings::web(config),
            market: Arc::clone(&market),
            store: store.clone(),
            hub,
            clock: Arc::clone(&clock),
            counters,
            alerts: Arc::clone(&alerts),
            board,
            writing: follower.writing(),
            following: Arc::clone(&follower) as _,
            earlier_days: sources.earlier_days,
            health: Arc::clone(&health),
            upstream: None,
        });
        reload::spawn(&supervisor, config, operator, &state, alerts.channels());
        let closing = shutdown::set(shutdown.requests());
        let http = supervisor.essential(
            "accept loop",
            web::serve(listener, Arc::clone(&state), closing),
        );

        let dependencies = Dependencies {
            clock: Arc::clone(&clock),
            known,
            queue: queue.clone(),
            stopped: shutdown.sources(),
        };
        let tasks = sources
            .specs
            .into_iter()
            .map(|spec| sources::spawn(&supervisor, spec, &dependencies))
            .collect();
        background_tasks::spawn(&supervisor, config, &store, &alerts, &clock, &health);
        background_tasks::spawn_following(&supervisor, config, follower, &shutdown);
        let server = Self {
            supervisor,
            shutdown,
            grace: config.server.grace,
            store,
            #[cfg(feature = "cluster")]
            state,
            unsaved,
            alerts,
            queue,
            sources: tasks,
            http,
            deliveries,
            merging,
            flushing,
            recording,
        };
        Ok((server, warm_up(market)))
    }

    /// Shuts down in phases because the process ends; see [`shutdown`]. `last` runs once everything is saved.
    pub(super) async fn stop(self, last: impl Future<Output = ()>) -> anyhow::Result<()> {
        let began = Instant::now();
        let store = self.shut_down(last).await;
        let left = shutdown::TOTAL.saturating_sub(began.elapsed());
        close(store, left.max(shutdown::CLOSE)).await
    }

    /// Shuts down in the same phases, so that this process can open the file again.
    #[cfg(feature = "cluster")]
    pub(super) async fn stop_to_reopen(self) -> anyhow::Result<()> {
        let store = self.shut_down(async {}).await;
        close_to_reopen(store).await
    }

    /// Runs all phases except closing the returned store.
    async fn shut_down(self, last: impl Future<Output = ()>) -> Store {
        self.supervisor.stopping();
        self.shutdown.stop_sources();
        let sources = wait_all(self.sources);
        phase("stopping the sources", shutdown::STOP_SOURCES, sources).await;
        phase("saving market data", shutdown::FLUSH, self.unsaved.flush()).await;
        self.shutdown.stop_requests();
        let drain = self.grace + shutdown::DRAIN_MARGIN;
        let requests = async {
            self.http.wait().await;
            wait_all(self.deliveries).await;
        };
        phase("finishing requests", drain, requests).await;
        // This was the last sender, so `ingest` ends once it has merged what is queued.
        drop(self.queue);
        phase(
            "merging the rest",
            shutdown::MERGE_REST,
            self.merging.wait(),
        )
        .await;
        self.alerts.end();
        let rest = async {
            tokio::join!(self.recording.wait(), async {
                self.unsaved.finish().await;
                self.flushing.wait().await;
            });
        };
        phase("saving the rest", shutdown::FLUSH_REST, rest).await;
        phase("replicating the rest", shutdown::REPLICATE_REST, last).await;
        self.store
    }

    /// Stops at once because an essential task ended and its state is unknown. The data on disk is consistent; the file is only
    /// closed, so that the next start need not check it.
    pub(super) async fn abort(self, failure: TaskFailure) -> anyhow::Error {
        self.supervisor.stopping();
        match close(self.store, shutdown::CLOSE_ON_FAILURE).await {
            Ok(()) => failure.into(),
            Err(error) => error.context(failure),
        }
    }
}

async fn wait_all(tasks: Vec<Task>) {
    for task in tasks {
        task.wait().await;
    }
}

/// Closes the database within `limit`.
pub(super) async fn close(store: Store, limit: Duration) -> anyhow::Result<()> {
    let closing = spawn_blocking(move || store.close());
    match phase("closing the database", limit, closing).await {
        Some(closed) => closed?.context("the database was not closed cleanly"),
        // The next start checks the file.
        None => Ok(()),
    }
}

/// Closes the database, however long that takes: this process cannot open it again before. Errors are only logged, because the
/// next opening checks the file.
#[cfg(feature = "cluster")]
pub(super) async fn close_to_reopen(store: Store) -> anyhow::Result<()> {
    let mut closing = spawn_blocking(move || store.close());
    let soon = tokio::time::timeout(shutdown::CLOSE, &mut closing).await;
    let closed = if let Ok(closed) = soon {
        closed?
    } else {
        tracing::warn!("store: closing takes long, still waiting");
        closing.await?
    };
    if let Err(error) = closed {
        tracing::warn!(%error, "store: not closed cleanly");
    }
    Ok(())
}

/// The store, the market, the alerts, and the queue of alerts for the MQTT broker if there is one.
pub(super) type OpenedMarket = (Store, Arc<Market>, Arc<AlertService>, Option<AlertReceiver>);

/// Whether this process evaluates alerts or only shows them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AlertMode {
    /// This process evaluates alerts.
    Evaluate,
    #[cfg(feature = "cluster")]
    /// Another process evaluates them.
    ReadOnly,
}

/// Opens the store and reads what requests need from the start.
pub(super) async fn open(
    config: &Config,
    clock: &Arc<dyn Clock>,
    mode: AlertMode,
) -> anyhow::Result<OpenedMarket> {
    let (config, clock) = (config.clone(), Arc::clone(clock));
    spawn_blocking(move || {
        let store = open_store(&config)?;
        store.check_identity(&identity(&config, Some(&config.market)))?;
        let mut state = ingest::load(&store).context("cannot read the database")?;
        let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
        state.names = Arc::new(catalogue.known_names());
        let market = Arc::new(Market::new(state));
        let push = PushSettings {
            contact: config.server.contact_email.clone(),
            may_be_private: config.server.private_push,
        };
        let channels = Channels::new(&config.channels, &config.server.public_url, push);
        let channels = channels.map_err(|wrong| anyhow::anyhow!("channels: {}", wrong.message))?;
        let alert_receiver = mqtt::register_broker(&config, &channels)?;
        channels.load(&store)?;
        let alerts = AlertService::new(store.clone(), Arc::clone(&market), channels);
        if mode == AlertMode::Evaluate {
            if config.cluster.is_some() {
                store.expect_replication();
            }
            alerts.resume(clock.now())?;
        }
        Ok((store, market, Arc::new(alerts), alert_receiver))
    })
    .await?
}

async fn warm_up(market: Arc<Market>) {
    let _ = tokio::time::timeout(WARM_UP_TIMEOUT, market.loaded()).await;
}

/// Lets `health` see how many updates wait between the sources and `ingest`.
fn watch_queue(health: &Health, queue: &mpsc::Sender<Envelope>) {
    let watched = queue.downgrade();
    health.watch_queue(move || {
        let queue = watched.upgrade();
        queue.map_or(0, |queue| queue.max_capacity() - queue.capacity())
    });
}

#[cfg(all(test, feature = "cluster"))]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn reopening_waits_until_the_file_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.redb");
        let store = Store::open(&path).unwrap();
        // A slow reader.
        let (reading, is_reading) = channel();
        let (go_on, goes_on) = channel::<()>();
        let (own, copy) = (store.clone(), folder.path().join("copy"));
        let reader = spawn_blocking(move || {
            own.backup(&copy, &|_, _| {
                let _ = reading.send(());
                let _ = goes_on.recv();
            })
        });
        is_reading.recv().unwrap();
        let closing = tokio::spawn(close_to_reopen(store));
        tokio::task::yield_now().await;
        tokio::time::advance(shutdown::TOTAL).await;
        tokio::task::yield_now().await;
        assert!(!closing.is_finished());
        drop(go_on);
        closing.await.unwrap().unwrap();
        assert!(reader.await.unwrap().is_err());
        Store::open(&path).unwrap();
    }
}
