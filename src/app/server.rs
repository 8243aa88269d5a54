//! What a process runs that is its own source of data: started and stopped in order.

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
    alerts::{AlertService, Channels, InApp, PushRules},
    broker::AlertReceiver,
    catalogue::Catalogue,
    config::Config,
    domain::clock::Clock,
    ingest::{self, Flusher, Ingest, KnownMarket, Unsaved},
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

/// Updates that may wait between sources and `ingest`.
const QUEUE: usize = 256;
/// The first page of a new market waits for its prices this long at most.
const WARM_UP: Duration = Duration::from_secs(10);

/// How a second signal ends the program.
pub(super) fn stopped_at_once() -> anyhow::Result<()> {
    anyhow::bail!("stopped at once by a second signal; what was not saved yet is lost")
}

/// What runs, and what it takes to stop it.
pub(super) struct Server {
    pub(super) supervisor: Supervisor,
    pub(super) shutdown: Shutdown,
    grace: Duration,
    store: Store,
    /// What requests see.
    #[cfg(feature = "cluster")]
    pub(super) state: Arc<web::AppState>,
    unsaved: Unsaved,
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
    /// Starts everything. The second value resolves when the first page would show a market and not
    /// empty lists.
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
        let (queue, updates) = mpsc::channel(QUEUE);
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
        let settings = settings::of_follower(config, sources.lookup);
        let follower = Arc::new(ingest.follower(settings, &store, &queue));
        let merging = supervisor.essential("ingest", ingest.run(updates));

        let known = Arc::new(KnownMarket {
            market: Arc::clone(&market),
            hub: Arc::clone(&hub),
        });
        announce::spawn(&supervisor, &hub, &market, &alerts);
        let state = web::AppState::new(web::Services {
            settings: settings::of_web(config),
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

    /// Stops in phases, for the process to end; see [`shutdown`]. `last` is what remains to be done
    /// once everything is saved.
    pub(super) async fn stop(self, last: impl Future<Output = ()>) -> anyhow::Result<()> {
        let began = Instant::now();
        let store = self.shut_down(last).await;
        let left = shutdown::TOTAL.saturating_sub(began.elapsed());
        close(store, left.max(shutdown::CLOSE)).await
    }

    /// Stops in the same phases, for this process to open the file again.
    #[cfg(feature = "cluster")]
    pub(super) async fn change(self) -> anyhow::Result<()> {
        let store = self.shut_down(async {}).await;
        close_to_reopen(store).await
    }

    /// All phases but the last one, in which what it gives is closed.
    async fn shut_down(self, last: impl Future<Output = ()>) -> Store {
        self.supervisor.stopping();
        self.shutdown.stop_sources();
        let sources = ended(self.sources);
        phase("stopping the sources", shutdown::STOP_SOURCES, sources).await;
        phase("saving market data", shutdown::FLUSH, self.unsaved.flush()).await;
        self.shutdown.stop_requests();
        let drain = self.grace + shutdown::DRAIN_MARGIN;
        let requests = async {
            self.http.ended().await;
            ended(self.deliveries).await;
        };
        phase("finishing requests", drain, requests).await;
        // No sender is left, so `ingest` ends when it has merged what waits.
        drop(self.queue);
        phase(
            "merging the rest",
            shutdown::MERGE_REST,
            self.merging.ended(),
        )
        .await;
        self.alerts.end();
        let rest = async {
            tokio::join!(self.recording.ended(), async {
                self.unsaved.finish().await;
                self.flushing.ended().await;
            });
        };
        phase("saving the rest", shutdown::FLUSH_REST, rest).await;
        phase("passing the rest on", shutdown::PASS_ON_REST, last).await;
        self.store
    }

    /// Ends without ceremony: an essential task is gone, and nobody knows what it left behind. What
    /// is on disk is whole; only the file is closed, so that the next start need not check it.
    pub(super) async fn abort(self, failure: TaskFailure) -> anyhow::Error {
        self.supervisor.stopping();
        match close(self.store, shutdown::CLOSE_AT_ONCE).await {
            Ok(()) => failure.into(),
            Err(error) => error.context(failure),
        }
    }
}

async fn ended(tasks: Vec<Task>) {
    for task in tasks {
        task.ended().await;
    }
}

/// Closes the database, for so long at most.
pub(super) async fn close(store: Store, limit: Duration) -> anyhow::Result<()> {
    let closing = spawn_blocking(move || store.close());
    match phase("closing the database", limit, closing).await {
        Some(closed) => closed?.context("the database was not closed cleanly"),
        // The next start checks it.
        None => Ok(()),
    }
}

/// Closes the database however long that takes: as long as it is open here, this process itself
/// cannot open it again. What cannot be done as it should is left to that opening, which checks it.
#[cfg(feature = "cluster")]
pub(super) async fn close_to_reopen(store: Store) -> anyhow::Result<()> {
    let mut closing = spawn_blocking(move || store.close());
    let soon = tokio::time::timeout(shutdown::CLOSE, &mut closing).await;
    let closed = if let Ok(closed) = soon {
        closed?
    } else {
        tracing::warn!("closing the database takes long; it is waited for");
        closing.await?
    };
    if let Err(error) = closed {
        tracing::warn!(%error, "the database was not closed cleanly");
    }
    Ok(())
}

/// The last is where alerts come out for the MQTT broker, where there is one.
pub(super) type Opened = (Store, Arc<Market>, Arc<AlertService>, Option<AlertReceiver>);

/// Whether this process judges alerts, or shows those that another one judges.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AlertMode {
    /// By this process.
    Evaluate,
    #[cfg(feature = "cluster")]
    /// By another one.
    ReadOnly,
}

/// Opens the store, and reads what requests need at once.
pub(super) async fn open(
    config: &Config,
    clock: &Arc<dyn Clock>,
    mode: AlertMode,
) -> anyhow::Result<Opened> {
    let (config, clock) = (config.clone(), Arc::clone(clock));
    spawn_blocking(move || {
        let store = open_store(&config)?;
        store.check_identity(&identity(&config, Some(&config.market)))?;
        let mut state = ingest::load(&store).context("the database could not be read")?;
        let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
        state.names = Arc::new(catalogue.known_names());
        let market = Arc::new(Market::new(state));
        let push = PushRules {
            contact: config.server.contact_email.clone(),
            may_be_private: config.server.private_push,
        };
        let channels = Channels::new(&config.channels, &config.server.public_url, push);
        let channels = channels.map_err(|wrong| anyhow::anyhow!("channels: {}", wrong.message))?;
        let alert_receiver = mqtt::join(&config, &channels)?;
        channels.resume(&store)?;
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
    let _ = tokio::time::timeout(WARM_UP, market.loaded()).await;
}

/// Lets `health` see how much waits between the sources and `ingest`.
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
    async fn a_file_that_is_opened_again_is_waited_for_until_it_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.redb");
        let store = Store::open(&path).unwrap();
        // Somebody reads, and takes time.
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
