//! Wiring: opens the store, starts the tasks, and stops them in order.
//!
//! The only room that reads the wall clock; everybody else is handed a [`Clock`].

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp};
use tokio::{
    net::TcpListener,
    sync::{Notify, mpsc, watch},
};

use crate::{
    alerts::AlertService,
    catalogue::Catalogue,
    config::{Config, MarketKind},
    domain::{
        clock::Clock,
        ticker::{Ticker, TickerId},
    },
    ingest::{self, Ingest},
    live::hub::Hub,
    market::Market,
    providers,
    runtime::metrics::Counters,
    simulator::Simulator,
    source::{
        Context, Envelope, Sink, Source, Update,
        health::{HealthBoard, HealthRecord},
        schedule,
    },
    store::{Identity, MarketBatch, Store},
    web,
};

/// Updates that may wait between sources and `ingest`.
const QUEUE: usize = 256;

/// The wall clock, or one that runs beside it at a fixed distance.
struct WallClock {
    ahead: SignedDuration,
}

impl WallClock {
    fn new(start: Option<Timestamp>) -> Self {
        let ahead = start.map_or(SignedDuration::ZERO, |start| start.duration_since(wall()));
        Self { ahead }
    }
}

impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        wall().checked_add(self.ahead).unwrap_or(Timestamp::MAX)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place where time comes from"
)]
fn wall() -> Timestamp {
    Timestamp::now()
}

/// The clock that `config` asks for.
pub fn clock(config: &Config) -> Arc<dyn Clock> {
    Arc::new(WallClock::new(config.now))
}

/// Opens the database of the chosen market, making the data directory when it is missing.
pub fn open_store(config: &Config) -> anyhow::Result<Store> {
    std::fs::create_dir_all(&config.data_dir).with_context(|| {
        format!(
            "the data directory {} could not be made",
            config.data_dir.display()
        )
    })?;
    let store = Store::open(&config.database())?;
    store.check_identity(&identity(config))?;
    Ok(store)
}

/// What the database of this configuration is for. The sample market has a clock of its own.
fn identity(config: &Config) -> Identity {
    Identity {
        market: config.market.as_str().to_owned(),
        seed: None,
        clock_set: (config.market == MarketKind::Live).then_some(config.now.is_some()),
    }
}

/// Gives the catalogue's tickers their numbers in a database that has none yet, so that ticker 1 is
/// the S&P 500 even where a file is imported before the first start.
pub fn number_tickers(store: &Store, market: MarketKind) -> anyhow::Result<()> {
    if !store.snapshot()?.tickers.is_empty() {
        return Ok(());
    }
    let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
    let profiles = match market {
        MarketKind::Sample => catalogue.profiles(),
        MarketKind::Live => catalogue.names(),
    };
    let ticker = |(id, profile)| Ticker {
        id: TickerId(id),
        profile,
        imported: None,
    };
    let tickers = (1..).zip(profiles).map(ticker).collect();
    let batch = MarketBatch {
        tickers,
        ..MarketBatch::default()
    };
    Ok(store.commit(&batch, Timestamp::UNIX_EPOCH)?)
}

/// Serves until `stop` resolves. `ready` hears the address once requests are answered.
pub async fn serve(
    config: Config,
    clock: Arc<dyn Clock>,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    let store = open_store(&config)?;
    if config.market == MarketKind::Sample {
        store.check_identity(&Identity {
            seed: Some(config.seed),
            ..identity(&config)
        })?;
    }
    let market = Arc::new(Market::new(
        ingest::load(&store).context("the database could not be read")?,
    ));
    let hub = Hub::new();
    let counters = Arc::new(Counters::default());
    let board = HealthBoard::default();
    let (stopping, stopped) = watch::channel(false);

    let (queue, updates) = mpsc::channel(QUEUE);
    let (alerts, outcomes) = AlertService::new();
    let alerts = Arc::new(alerts);
    ingest::resume(&alerts, &store, &market, clock.now())?;
    let announcer = tokio::spawn(ingest::announce(
        outcomes,
        store.clone(),
        Arc::clone(&hub),
        web::frames::alert,
    ));
    let ingest = Ingest {
        alerts: Arc::clone(&alerts),
        market: Arc::clone(&market),
        hub: Arc::clone(&hub),
        store: store.clone(),
        clock: Arc::clone(&clock),
        counters: Arc::clone(&counters),
        encode: web::frames::ticker,
        flush_every: Duration::from_secs(config.flush_seconds),
    };
    let writer = tokio::spawn(ingest.run(updates));
    if config.market == MarketKind::Sample {
        tokio::spawn(ingest::seed_alerts(
            Arc::clone(&alerts),
            store.clone(),
            Arc::clone(&market),
            Arc::clone(&clock),
        ));
    }
    let (sources, warmed_up) = sources(&config, &board, &queue).await?;
    for (source, health) in sources {
        let context = Context {
            clock: Arc::clone(&clock),
            sink: Sink::new(source.name(), queue.clone()),
            known: Arc::clone(&market) as _,
            health,
        };
        tokio::spawn(schedule::run(source, context, stopped.clone()));
    }
    drop(queue);

    let listener = TcpListener::bind(config.listen).await.with_context(|| {
        format!(
            "{} could not be listened on; choose another address with --listen",
            config.listen
        )
    })?;
    let address = listener.local_addr()?;
    let state = web::AppState::new(web::Services {
        settings: web_settings(&config),
        market,
        store: store.clone(),
        hub,
        clock,
        counters,
        alerts: Arc::clone(&alerts),
        providers: Arc::new(move || board.list()),
    });
    let (end, ended) = watch::channel(false);
    tokio::spawn(async move {
        stop.await;
        let _ = end.send(true);
    });
    tokio::select! {
        () = warm_up(warmed_up) => {}
        () = told(ended.clone()) => {}
    }
    ready(address);
    tokio::spawn(check(store.clone()));
    web::serve(listener, state, told(ended)).await;

    // Sources end, which closes the queue; `ingest` then commits what is left, and what alerts
    // said up to then is kept.
    let _ = stopping.send(true);
    let _ = tokio::time::timeout(Duration::from_secs(10), writer).await;
    alerts.end();
    let _ = tokio::time::timeout(Duration::from_secs(5), announcer).await;
    store
        .close()
        .context("the database was not closed cleanly")?;
    Ok(())
}

/// The first page of a new market waits for its prices this long at most.
const WARM_UP: Duration = Duration::from_secs(10);

/// Resolves when the first page would show a market and not empty lists. Browsers that come earlier
/// wait in the listener's queue.
async fn warm_up(warmed_up: Option<Arc<Notify>>) {
    if let Some(warmed_up) = warmed_up {
        let _ = tokio::time::timeout(WARM_UP, warmed_up.notified()).await;
    }
}

/// Resolves when `flag` is set, or nobody is left to set it.
async fn told(mut flag: watch::Receiver<bool>) {
    let _ = flag.wait_for(|set| *set).await;
}

/// How long after the start the database is read through once, so that damage is told of before
/// somebody asks for the page that has it.
const CHECK_AFTER: Duration = Duration::from_secs(30);

async fn check(store: Store) {
    tokio::time::sleep(CHECK_AFTER).await;
    if let Err(error) = store.run(Store::verify).await {
        tracing::error!(%error, "the database was checked");
    }
}

/// Sources with their health records, and what is woken when the market is warmed up.
type Sources = (Vec<(Box<dyn Source>, HealthRecord)>, Option<Arc<Notify>>);

/// The sources of the chosen market. The live one starts with the catalogue's names, so that
/// every ticker can be found before its first price.
async fn sources(
    config: &Config,
    board: &HealthBoard,
    queue: &mpsc::Sender<Envelope>,
) -> anyhow::Result<Sources> {
    let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
    match config.market {
        MarketKind::Sample => {
            let health = board.record("sample");
            let simulator = Simulator::new(config.seed, catalogue);
            let warmed_up = simulator.warmed_up();
            Ok((vec![(Box::new(simulator), health)], Some(warmed_up)))
        }
        MarketKind::Live => {
            let sink = Sink::new("catalogue", queue.clone());
            sink.send(Update::Profiles(catalogue.names())).await?;
            sink.send(Update::Funds(catalogue.fund_facts())).await?;
            let sources = providers::live(&config.providers, &catalogue, board);
            Ok((sources, None))
        }
    }
}

/// What the web floor needs to know of the configuration.
fn web_settings(config: &Config) -> web::Settings {
    web::Settings {
        base_path: config.base_path.clone(),
        allowed_hosts: config.allowed_hosts.clone(),
        read_only: config.read_only,
        contact_email: config.contact_email.clone(),
        market: config.market.as_str(),
        limits: web::Limits {
            sockets: config.max_connections,
            window: Duration::from_millis(config.live_window_ms),
            ..web::Limits::default()
        },
    }
}
