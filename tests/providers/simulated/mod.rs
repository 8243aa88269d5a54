//! The live market in simulated time: the real sources with real sockets, merged and served by the real server, while
//! hours pass at once.
//!
//! The clock is paused. It moves only when a test moves it, and only when nothing is pending: every request has its
//! response, which was read; every stream message was acknowledged by a pong; every update is merged. A busy machine
//! makes these tests slower, but not different.

mod alerts;
mod answers;
mod bad_days;
mod consistency;
mod limits;
mod lone_trades;
mod lost_source;
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

/// Shared, because parsing it is slow.
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
    /// The WebSocket upgrade is refused.
    Refused,
    /// The stream's connection is closed at once.
    Dropped,
    /// The stream sends nothing.
    Silent,
}

/// The state of the servers: the true time, and the faults.
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

    /// A price that changes every minute.
    fn price(&self, about: f64) -> f64 {
        let minute = self.milliseconds.load(Ordering::SeqCst) / 60_000 % 60;
        (about * 100.0 + minute as f64).round() / 100.0
    }

    fn fault(&self, source: &str) -> Option<Fault> {
        self.faults.lock().unwrap().get(source).copied()
    }

    fn set(&self, faults: &[(&'static str, Fault)]) {
        *self.faults.lock().unwrap() = faults.iter().copied().collect();
    }
}

/// The sources' view of the server's market; no ticker is watched.
struct Stored(Arc<Market>);

impl MarketView for Stored {
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
    answering: Server,
    streaming: HashMap<&'static str, StreamServer>,
    /// Since the start.
    milliseconds: i64,
    /// When each source sent a request or opened a connection, in milliseconds since the start.
    asked: BTreeMap<String, Vec<i64>>,
    /// The requests whose responses were read.
    taken_in: u64,
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
        Self::on(server, start, tickers, None, adjust).await
    }

    /// Stops the program, and starts it again with the stored data.
    async fn restart(self, adjust: impl FnOnce(&mut settings::Providers)) -> Self {
        let now = self.world.now();
        self.running.send(true).unwrap();
        let server = without_simulated_time(self.server.restart(now)).await;
        Self::on(server, now, Vec::new(), None, adjust).await
    }

    /// Starts the sources on this server. With `bodies` Yahoo responds with them, and the sources see all stored data.
    async fn on(
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
            })
        } else {
            Arc::new(Stored(Arc::clone(&server.market)))
        };
        *world.bodies.lock().unwrap() = bodies;
        let of_answers = Arc::clone(&world);
        let answering = Server::start(move |asked| answers::answer(&of_answers, asked)).await;
        let mut streaming = HashMap::new();
        for name in streams::ALL {
            streaming.insert(name, StreamServer::start(name, Arc::clone(&world)).await);
        }
        let mut settings = answers::settings(&answering.base);
        streams::point_to(&mut settings, &streaming);
        adjust(&mut settings);
        let catalogue = CATALOGUE.clone();
        let (stop, stopped) = watch::channel(false);
        let clock = server.clock.clone();
        let sources = live(&settings, catalogue, &server.board, &(clock.clone() as _)).sources;
        let simulation = Self {
            world,
            answering,
            streaming,
            milliseconds: 0,
            asked: BTreeMap::new(),
            taken_in: 0,
            running: stop,
            server,
        };
        simulation.list(tickers).await;
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
    async fn list(&self, tickers: Vec<Profile>) {
        self.tell(Update::Profiles(tickers)).await;
    }

    /// Sends an update to the server that comes from none of the sources.
    async fn tell(&self, update: Update) {
        without_simulated_time(self.server.send_update(update)).await;
    }

    fn health(&self, name: &str) -> ProviderHealth {
        let all = self.server.board.list();
        all.into_iter().find(|health| health.name == name).unwrap()
    }

    /// The response of the API.
    async fn json(&self, path: &str) -> Value {
        without_simulated_time(self.server.get(path)).await.json()
    }

    /// The number of requests of each source; `None` if anything is pending.
    fn settled(&self) -> Option<Vec<(String, u64)>> {
        let all = self.server.board.list().into_iter();
        let sent: Vec<(String, u64)> = all.map(|health| (health.name, health.requests)).collect();
        let is_stream = |name: &str| self.streaming.contains_key(name);
        let asked = sent.iter().filter(|(name, _)| !is_stream(name));
        let asked: u64 = asked.map(|(_, requests)| requests).sum();
        let are_streams_settled = sent.iter().all(|(name, requests)| {
            let stream = self.streaming.get(name.as_str());
            stream.is_none_or(|stream| stream.is_settled(*requests))
        });
        let queue = &self.server.updates;
        let is_merged = queue.capacity() == queue.max_capacity();
        let is_settled = asked == self.answering.settled() && are_streams_settled && is_merged;
        is_settled.then_some(sent)
    }

    /// Waits until nothing is pending.
    async fn settle(&mut self) {
        let began = Instant::now();
        let mut before = None;
        loop {
            // Data that was read passes through the tasks of this thread.
            for _ in 0..3 {
                yield_now().await;
            }
            let now = self.settled();
            if now.is_some() && now == before {
                let sent: u64 = now.iter().flatten().map(|(_, requests)| requests).sum();
                if sent == self.taken_in {
                    break;
                }
                // Some responses are parsed on the blocking thread. There is only one, so this runs after them.
                spawn_blocking(|| ()).await.unwrap();
                self.taken_in = sent;
            }
            before = now;
            assert!(
                began.elapsed() < TIMEOUT,
                "still pending after the timeout: {:#?}",
                self.server.board.list()
            );
        }
        for (name, requests) in before.unwrap_or_default() {
            let times = self.asked.entry(name).or_default();
            times.resize(requests as usize, self.milliseconds);
        }
    }

    /// Advances the time by one step.
    async fn step(&mut self, step: Duration) {
        let before = self.milliseconds / 1_000;
        let milliseconds = i64::try_from(step.as_millis()).unwrap();
        self.milliseconds += milliseconds;
        let world = &self.world.milliseconds;
        world.fetch_add(milliseconds, Ordering::SeqCst);
        // The server's clock has whole seconds.
        let seconds = self.milliseconds / 1_000 - before;
        self.server.clock.advance(seconds);
        tokio::time::advance(step).await;
        self.settle().await;
    }

    /// Advances the time by `time`, in steps.
    async fn pass(&mut self, time: Duration, step: Duration) {
        let steps = time.as_millis() / step.as_millis();
        for _ in 0..steps {
            self.step(step).await;
        }
    }

    /// The most requests of a source in any `span` since `since`.
    fn most_within(&self, name: &str, span: Duration, since: i64) -> usize {
        let span = i64::try_from(span.as_millis()).unwrap();
        let Some(times) = self.asked.get(name) else {
            return 0;
        };
        let times = &times[times.partition_point(|at| *at < since)..];
        let within =
            |(first, at): (usize, &i64)| times.partition_point(|one| *one < at + span) - first;
        times.iter().enumerate().map(within).max().unwrap_or(0)
    }

    /// Whether its last request succeeded, and one since `since`.
    fn is_well_since(&self, name: &str, since: Timestamp) -> bool {
        let health = self.health(name);
        health.state == ProviderState::Ok && health.last_success.is_some_and(|at| at >= since)
    }
}

/// Waits for something that needs no simulated time.
async fn without_simulated_time<T>(what: impl Future<Output = T>) -> T {
    let busy_loop = async {
        loop {
            yield_now().await;
        }
    };
    tokio::select! {
        answer = what => answer,
        () = busy_loop => unreachable!("the loop is endless"),
    }
}

/// Runs a simulation in a runtime of its own, so that no task is left for the next one.
fn simulated<T>(simulation: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime
        .enable_all()
        .start_paused(true)
        .max_blocking_threads(1);
    let runtime = runtime.build().unwrap();
    runtime.block_on(simulation)
}
