//! The live market in simulated time: the real sources with real sockets, merged and served by the real server. Hours of simulated time
//! pass in seconds.
//!
//! The clock is paused. It advances only when a test advances it, and only when nothing is pending: the response to every request was
//! read, every stream message was acknowledged with a pong, and every update is merged. On a busy machine, these tests are slower but
//! have the same results.

mod alerts;
mod bad_days;
mod consistency;
mod fallbacks;
mod filings_and_exchanges;
mod limits;
mod lone_trades;
mod lost_source;
mod responses;
mod source_groups;
mod story;
mod streams;

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use jiff::SignedDuration;
use marketdeck::{
    catalogue::Catalogue,
    domain::{
        Timestamp,
        bar::Interval,
        provider::{ProviderHealth, ProviderState},
        ticker::Profile,
    },
    ingest::SharedMarketView,
    live::hub::Hub,
    market::Market,
    providers::{live, settings},
    source::{Context, MarketView, Sink, TickerInfo, Update, schedule},
    web,
};
use serde_json::Value;
use tokio::{
    sync::watch,
    task::{spawn_blocking, yield_now},
};

use self::streams::StreamServer;
use crate::{common::TestServer, recorded::cases::bodies::Bodies, server::Server};

/// Friday 20 November 2026, an hour and a half after the open in New York.
const START: &str = "2026-11-20T16:00:00Z";
/// Real time that a busy machine may need for steps without simulated time.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The embedded catalogue, parsed once because parsing is slow.
static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::embedded().unwrap());

/// The fault of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// HTTP 429.
    Throttled,
    /// HTTP 500.
    Broken,
    /// No response.
    Hangs,
    /// A response that is not text.
    Garbage,
    /// HTTP 200 with a web page.
    WebPage,
    /// A truncated response.
    Truncated,
    /// One field has the wrong type.
    OddField,
    /// A valid response in another format: all of it one level deeper, or with other names.
    ChangedShape,
    /// A response in which every time is 24 hours old.
    DayOld,
    /// The WebSocket upgrade is rejected.
    Refused,
    /// The stream's connection is closed at once.
    Dropped,
    /// The stream sends nothing.
    Silent,
}

/// The state of the simulated servers: the time and the faults.
#[derive(Default)]
struct World {
    milliseconds: AtomicI64,
    faults: Mutex<HashMap<&'static str, Fault>>,
    /// Yahoo's bodies, instead of the default responses.
    bodies: Mutex<Option<Bodies>>,
    /// The price of KO in Yahoo's stream, instead of the default messages.
    trade: Mutex<Option<f64>>,
}

impl World {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.milliseconds.load(Ordering::SeqCst)).unwrap()
    }

    /// Returns the time in a source's responses.
    fn time_at(&self, source: &str) -> Timestamp {
        let is_day_old = self.fault(source) == Some(Fault::DayOld);
        self.now() - SignedDuration::from_hours(if is_day_old { 24 } else { 0 })
    }

    /// Returns a price slightly above `base` that changes every minute.
    fn price(&self, base: f64) -> f64 {
        let minute = self.milliseconds.load(Ordering::SeqCst) / 60_000 % 60;
        (base * 100.0 + minute as f64).round() / 100.0
    }

    fn fault(&self, source: &str) -> Option<Fault> {
        self.faults.lock().unwrap().get(source).copied()
    }

    fn set_faults(&self, faults: &[(&'static str, Fault)]) {
        *self.faults.lock().unwrap() = faults.iter().copied().collect();
    }
}

/// The sources' view of the server's market; no ticker is watched.
struct StoredMarket(Arc<Market>);

impl MarketView for StoredMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        let market = self.0.read();
        let listings = market.listings().iter();
        listings
            .map(|listing| TickerInfo::of(&listing.ticker))
            .collect()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, symbol: &str) -> Option<f64> {
        let market = self.0.read();
        Some(market.by_symbol(symbol)?.quote.as_ref()?.price)
    }

    fn requests(&self, source: &str, period: &str) -> u64 {
        let market = self.0.read();
        let name = format!("{source} {period}");
        market.requests.get(&name).copied().unwrap_or_default()
    }

    fn watched(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Running sources, with servers that can fail.
struct Simulation {
    server: TestServer,
    world: Arc<World>,
    http_server: Server,
    stream_servers: HashMap<&'static str, StreamServer>,
    /// Simulated time since the start, in milliseconds.
    milliseconds: i64,
    /// Times of each source's requests and connections, in milliseconds since the start.
    requests: BTreeMap<String, Vec<i64>>,
    /// Number of requests whose responses were read and processed.
    processed_requests: u64,
    running: watch::Sender<bool>,
}

impl Simulation {
    /// Starts the sources that `adjust` leaves enabled, in a market of `tickers`.
    async fn start(
        start: &str,
        tickers: Vec<Profile>,
        adjust: impl FnOnce(&mut settings::Providers),
    ) -> Self {
        let start: Timestamp = start.parse().unwrap();
        let server = TestServer::at(start, web::Settings::default()).await;
        Self::start_on(server, start, tickers, None, adjust).await
    }

    /// Stops the sources and the server, and restarts them with the stored data.
    async fn restart(self, adjust: impl FnOnce(&mut settings::Providers)) -> Self {
        let now = self.world.now();
        self.running.send(true).unwrap();
        let server = without_simulated_time(self.server.restart(now)).await;
        Self::start_on(server, now, Vec::new(), None, adjust).await
    }

    /// Starts the sources on this server. With `bodies`, Yahoo responds with them and the sources see all stored data.
    async fn start_on(
        server: TestServer,
        start: Timestamp,
        tickers: Vec<Profile>,
        bodies: Option<Bodies>,
        adjust: impl FnOnce(&mut settings::Providers),
    ) -> Self {
        let world = Arc::new(World::default());
        world
            .milliseconds
            .store(start.as_millisecond(), Ordering::SeqCst);
        let market: Arc<dyn MarketView> = if bodies.is_some() {
            Arc::new(SharedMarketView {
                market: Arc::clone(&server.market),
                hub: Hub::new(),
                alerts: Arc::clone(&server.alerts),
            })
        } else {
            Arc::new(StoredMarket(Arc::clone(&server.market)))
        };
        *world.bodies.lock().unwrap() = bodies;
        let shared_world = Arc::clone(&world);
        let http_server =
            Server::start(move |request| responses::respond(&shared_world, request)).await;
        let mut stream_servers = HashMap::new();
        for name in streams::STREAMS {
            stream_servers.insert(name, StreamServer::start(name, Arc::clone(&world)).await);
        }
        let mut settings = responses::settings(&http_server.base);
        streams::set_stream_urls(&mut settings, &stream_servers);
        adjust(&mut settings);
        let catalogue = CATALOGUE.clone();
        let (stop, stopped) = watch::channel(false);
        let clock = server.clock.clone();
        let sources = live(&settings, catalogue, &server.board, &(clock.clone() as _)).sources;
        let simulation = Self {
            world,
            http_server,
            stream_servers,
            milliseconds: 0,
            requests: BTreeMap::new(),
            processed_requests: 0,
            running: stop,
            server,
        };
        simulation.add_tickers(tickers).await;
        for spec in sources {
            let context = Context {
                clock: clock.clone(),
                sink: Sink::new(spec.name, simulation.server.updates.clone()),
                market: Arc::clone(&market),
                health: spec.health.clone(),
            };
            let source = (spec.build)(spec.health);
            let random = fastrand::Rng::with_seed(1);
            let running = schedule::run_with(source, context, stopped.clone(), random);
            tokio::spawn(running);
        }
        simulation
    }

    /// Adds tickers.
    async fn add_tickers(&self, tickers: Vec<Profile>) {
        self.send_update(Update::Profiles(tickers)).await;
    }

    /// Sends an update to the server that comes from no source.
    async fn send_update(&self, update: Update) {
        without_simulated_time(self.server.send_update(update)).await;
    }

    fn health(&self, name: &str) -> ProviderHealth {
        let all = self.server.board.list();
        all.into_iter().find(|health| health.name == name).unwrap()
    }

    /// Returns the JSON response of the API.
    async fn json(&self, path: &str) -> Value {
        without_simulated_time(self.server.get(path)).await.json()
    }

    /// Returns the number of requests of each source; `None` if anything is pending.
    fn request_counts_if_idle(&self) -> Option<Vec<(String, u64)>> {
        let all = self.server.board.list().into_iter();
        let sent: Vec<(String, u64)> = all.map(|health| (health.name, health.requests)).collect();
        let is_stream = |name: &str| self.stream_servers.contains_key(name);
        let requests = sent.iter().filter(|(name, _)| !is_stream(name));
        let requests: u64 = requests.map(|(_, requests)| requests).sum();
        let are_streams_settled = sent.iter().all(|(name, requests)| {
            let stream = self.stream_servers.get(name.as_str());
            stream.is_none_or(|stream| stream.is_settled(*requests))
        });
        let queue = &self.server.updates;
        let is_merged = queue.capacity() == queue.max_capacity();
        let is_settled =
            requests == self.http_server.finished_requests() && are_streams_settled && is_merged;
        is_settled.then_some(sent)
    }

    /// Waits until nothing is pending.
    async fn settle(&mut self) {
        let start = Instant::now();
        let mut before = None;
        loop {
            // Lets the tasks of this thread process the data that was read.
            for _ in 0..3 {
                yield_now().await;
            }
            let now = self.request_counts_if_idle();
            if now.is_some() && now == before {
                let sent: u64 = now.iter().flatten().map(|(_, requests)| requests).sum();
                if sent == self.processed_requests {
                    break;
                }
                // Some responses are parsed on the only blocking thread. This task runs after them.
                spawn_blocking(|| ()).await.unwrap();
                self.processed_requests = sent;
            }
            before = now;
            assert!(
                start.elapsed() < TIMEOUT,
                "still pending after the timeout: {:#?}",
                self.server.board.list()
            );
        }
        for (name, requests) in before.unwrap_or_default() {
            let times = self.requests.entry(name).or_default();
            times.resize(requests as usize, self.milliseconds);
        }
    }

    /// Advances the time by one step and waits until nothing is pending.
    async fn step(&mut self, step: Duration) {
        let before = self.milliseconds / 1_000;
        let milliseconds = i64::try_from(step.as_millis()).unwrap();
        self.milliseconds += milliseconds;
        let world = &self.world.milliseconds;
        world.fetch_add(milliseconds, Ordering::SeqCst);
        // The clock of the server has whole seconds.
        let seconds = self.milliseconds / 1_000 - before;
        self.server.clock.advance(seconds);
        tokio::time::advance(step).await;
        self.settle().await;
    }

    /// Advances the time by `time`, in steps.
    async fn advance(&mut self, time: Duration, step: Duration) {
        let steps = time.as_millis() / step.as_millis();
        for _ in 0..steps {
            self.step(step).await;
        }
    }

    /// Returns the maximum number of requests of a source in any period of `span` since `since`.
    fn max_requests_within(&self, name: &str, span: Duration, since: i64) -> usize {
        let span = i64::try_from(span.as_millis()).unwrap();
        let Some(times) = self.requests.get(name) else {
            return 0;
        };
        let times = &times[times.partition_point(|at| *at < since)..];
        let within =
            |(first, at): (usize, &i64)| times.partition_point(|one| *one < at + span) - first;
        times.iter().enumerate().map(within).max().unwrap_or(0)
    }

    /// Returns true if the source is ok and a request has succeeded since `since`.
    fn is_ok_since(&self, name: &str, since: Timestamp) -> bool {
        let health = self.health(name);
        health.state == ProviderState::Ok && health.last_success.is_some_and(|at| at >= since)
    }
}

/// Runs a future that needs no simulated time.
async fn without_simulated_time<T>(future: impl Future<Output = T>) -> T {
    let busy_loop = async {
        loop {
            yield_now().await;
        }
    };
    tokio::select! {
        output = future => output,
        () = busy_loop => unreachable!("the loop is endless"),
    }
}

/// Runs a simulation in a separate runtime, so that no task remains for the next one.
fn run_simulation<T>(simulation: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime
        .enable_all()
        .start_paused(true)
        .max_blocking_threads(1);
    let runtime = runtime.build().unwrap();
    runtime.block_on(simulation)
}
