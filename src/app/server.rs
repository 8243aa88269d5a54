//! A server with its own sources of data, and the order in which its parts are started and stopped.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use tokio::{
    net::TcpListener,
    sync::{Notify, mpsc},
    task::spawn_blocking,
};

use super::{
    announce, background_tasks,
    database::{identity, open_store},
    deliveries, demo, mqtt,
    reload::{self, Operator},
    screening, search_index, settings,
    setup::BrowserSetup,
    sources::{self, Dependencies},
};
use crate::{
    alerts::{AlertService, Channels, InApp, PushSettings},
    broker::AlertReceiver,
    catalogue::Catalogue,
    config::{Config, MarketKind},
    domain::Clock,
    ingest::{self, Flusher, Ingest, WriteBuffer},
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

/// Maximum number of updates in the queue between the sources and `ingest`.
const QUEUE_LENGTH: usize = 256;
/// Maximum time that the start waits for the prices of a new market.
const WARM_UP_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns the error for a second signal.
pub(super) fn aborted_by_second_signal() -> anyhow::Result<()> {
    anyhow::bail!("aborted by a second signal; unsaved data is lost")
}

/// A running server.
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
    /// This sender keeps `ingest` running until it is dropped.
    queue: mpsc::Sender<Envelope>,
    sources: Vec<Task>,
    http: Task,
    deliveries: Vec<Task>,
    /// The task that merges updates. It ends before `flushing` and `recording`.
    merging: Task,
    flushing: Task,
    recording: Task,
}

impl Server {
    /// Starts the server. The returned future resolves when the market has data, so that the first
    /// page does not show empty lists. Settings that are saved in the browser notify `restart`;
    /// without it, they cannot be changed there.
    pub(super) async fn start(
        config: &Config,
        clock: Arc<dyn Clock>,
        operator: Operator,
        listener: TcpListener,
        restart: Option<Arc<Notify>>,
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
            write_buffer: unsaved.clone(),
            clock: Arc::clone(&clock),
            counters: Arc::clone(&counters),
            encode: web::frames::ticker,
            health: Arc::clone(&health),
        };
        let sources = sources::sources(config, &board, &queue, &market, &store, &clock).await?;
        let settings = settings::follower(config, sources.lookup.clone());
        let follower = Arc::new(ingest.follower(settings, &store, &queue));
        let known = Arc::new(ingest.market_view());
        let merging = supervisor.essential("ingest", ingest.run(updates));

        announce::spawn(&supervisor, &hub, &market, &alerts);
        search_index::spawn(&supervisor, &market);
        let data = (&market, &store, &clock, &sources.generated_history);
        let is_live = config.market.kind == MarketKind::Live;
        let screener = screening::start(&supervisor, data, Some(&alerts), is_live)?;
        let state = web::AppState::new(web::Services {
            settings: settings::web(config),
            screener,
            market: Arc::clone(&market),
            store: store.clone(),
            hub,
            clock: Arc::clone(&clock),
            counters,
            alerts: Arc::clone(&alerts),
            health_board: board,
            write_lock: follower.write_lock(),
            following: Arc::clone(&follower) as _,
            generated_history: sources.generated_history,
            health: Arc::clone(&health),
            upstream: None,
            setup: BrowserSetup::start(config, &operator, restart, &clock, sources.lookup),
        });
        reload::spawn(&supervisor, config, operator, &state, alerts.channels());
        let closing = shutdown::wait_until_set(shutdown.requests());
        let serving = web::serve(listener, Arc::clone(&state), closing);
        let http = supervisor.essential("accept loop", serving);

        let dependencies = Dependencies {
            clock: Arc::clone(&clock),
            known,
            queue: queue.clone(),
            stopped: shutdown.sources(),
        };
        let spawn = |spec| sources::spawn(&supervisor, spec, &dependencies);
        let tasks = sources.specs.into_iter().map(spawn).collect();
        background_tasks::spawn(&supervisor, config, &store, &alerts, &clock, &health);
        background_tasks::spawn_following(&supervisor, config, follower, &shutdown);
        let demo_state = config.server.demo.then(|| Arc::clone(&state));
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
        Ok((server, warm_up(market, demo_state)))
    }

    /// Shuts down in phases (see [`shutdown`]). The process ends after this. `replicate` runs when
    /// everything is saved.
    pub(super) async fn stop(self, replicate: impl Future<Output = ()>) -> anyhow::Result<()> {
        let start = Instant::now();
        let store = self.shut_down(replicate).await;
        let remaining = shutdown::TOTAL.saturating_sub(start.elapsed());
        close(store, remaining.max(shutdown::CLOSE)).await
    }

    /// Shuts down in the same phases as [`Server::stop`]. This process can open the file again
    /// after this.
    pub(super) async fn stop_to_reopen(self) -> anyhow::Result<()> {
        let store = self.shut_down(async {}).await;
        close_to_reopen(store).await
    }

    /// Runs all phases except the last one, which is closing the returned store.
    async fn shut_down(self, replicate: impl Future<Output = ()>) -> Store {
        self.supervisor.begin_shutdown();
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
        // `ingest` ends when it has merged the queued updates, because this was the last sender.
        drop(self.queue);
        phase(
            "merging the remaining updates",
            shutdown::MERGE_REST,
            self.merging.wait(),
        )
        .await;
        self.alerts.end();
        let save_remaining = async {
            tokio::join!(self.recording.wait(), async {
                self.unsaved.finish().await;
                self.flushing.wait().await;
            });
        };
        phase(
            "saving the remaining data",
            shutdown::FLUSH_REST,
            save_remaining,
        )
        .await;
        phase(
            "replicating the remaining data",
            shutdown::REPLICATE_REST,
            replicate,
        )
        .await;
        self.store
    }

    /// Stops immediately because an essential task has ended, so that its state is unknown. The
    /// data on disk is consistent. The file is closed, so that the next start does not have to
    /// check it.
    pub(super) async fn abort(self, failure: TaskFailure) -> anyhow::Error {
        self.supervisor.begin_shutdown();
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
        // The file was not closed in time, so the next start checks it.
        None => Ok(()),
    }
}

/// Closes the database, however long this takes, because this process can only open it again when
/// it is closed. Errors are only logged, because the file is checked when it is opened again.
pub(super) async fn close_to_reopen(store: Store) -> anyhow::Result<()> {
    let mut closing = spawn_blocking(move || store.close());
    let result = tokio::time::timeout(shutdown::CLOSE, &mut closing).await;
    let closed = if let Ok(closed) = result {
        closed?
    } else {
        tracing::warn!("store: closing the database is taking a long time; still waiting");
        closing.await?
    };
    if let Err(error) = closed {
        tracing::warn!(%error, "store: could not close the database cleanly");
    }
    Ok(())
}

/// The store, the market, the alerts, and the queue of alerts for the MQTT broker if one is
/// configured.
pub(super) type MarketParts = (Store, Arc<Market>, Arc<AlertService>, Option<AlertReceiver>);

/// Whether this process evaluates alerts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AlertMode {
    /// This process evaluates alerts.
    Evaluate,
    #[cfg(feature = "cluster")]
    /// Another process evaluates alerts. This process only shows them.
    ReadOnly,
}

/// Opens the store and loads the market and the alerts.
pub(super) async fn open(
    config: &Config,
    clock: &Arc<dyn Clock>,
    mode: AlertMode,
) -> anyhow::Result<MarketParts> {
    let (config, clock) = (config.clone(), Arc::clone(clock));
    spawn_blocking(move || {
        let store = open_store(&config)?;
        store.check_identity(&identity(&config, Some(&config.market)))?;
        let mut state = ingest::load(&store).context("cannot read the database")?;
        let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
        state.names = Arc::new(catalogue.alias_index());
        let market = Arc::new(Market::new(state));
        let push = PushSettings {
            contact: config.server.contact_email.clone(),
            allow_private_network: config.server.allow_private_push,
        };
        let channels = Channels::new(&config.channels, &config.server.public_url, push);
        let channels = channels.map_err(|error| anyhow::anyhow!("channels: {}", error.message))?;
        let alert_receiver = mqtt::register_broker(&config, &channels)?;
        channels.load(&store)?;
        let alerts = AlertService::new(store.clone(), Arc::clone(&market), channels);
        if mode == AlertMode::Evaluate {
            if config.cluster.is_some() {
                store.expect_replication();
            }
            let synced = store.sync_people(&config.server.people.others, clock.now());
            if let Err(error) = synced {
                tracing::error!(%error, "access: could not save the people of the configuration");
            }
            alerts.resume(clock.now())?;
        }
        Ok((store, market, Arc::new(alerts), alert_receiver))
    })
    .await?
}

/// Waits until the market has data. A demo then gets its prepared user data.
async fn warm_up(market: Arc<Market>, demo: Option<Arc<web::AppState>>) {
    let _ = tokio::time::timeout(WARM_UP_TIMEOUT, market.wait_loaded()).await;
    if let Some(state) = demo {
        demo::fill(&state).await;
    }
}

/// Gives `health` access to the number of updates in the queue between the sources and `ingest`.
fn watch_queue(health: &Health, queue: &mpsc::Sender<Envelope>) {
    let weak_queue = queue.downgrade();
    health.watch_queue(move || {
        let queue = weak_queue.upgrade();
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
        // A slow backup delays closing.
        let (backup_started, wait_for_start) = channel();
        let (finish_backup, wait_for_finish) = channel::<()>();
        let (backup_store, copy) = (store.clone(), folder.path().join("copy"));
        let backup = spawn_blocking(move || {
            backup_store.backup(&copy, &|_, _| {
                let _ = backup_started.send(());
                let _ = wait_for_finish.recv();
            })
        });
        wait_for_start.recv().unwrap();
        let closing = tokio::spawn(close_to_reopen(store));
        tokio::task::yield_now().await;
        tokio::time::advance(shutdown::TOTAL).await;
        tokio::task::yield_now().await;
        assert!(!closing.is_finished());
        drop(finish_backup);
        closing.await.unwrap().unwrap();
        assert!(backup.await.unwrap().is_err());
        Store::open(&path).unwrap();
    }
}
