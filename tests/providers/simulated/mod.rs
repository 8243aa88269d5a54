//! The live market in simulated time: the real sources on real sockets, merged and served by the real
//! server, while hours pass at once.
//!
//! The clock is paused and moves only when it is told to, and it is told to only when nothing is under way:
//! every request was answered and its answer taken in, every message of a stream acknowledged by a pong, and
//! every update merged. So a busy machine makes this slower, and never different.

mod alerts;
mod answers;
mod bad_days;
mod cast;
mod doubts;
mod limits;
mod lone_trades;
mod pulled;
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

/// Friday 20 November 2026, an hour and a half after the opening in New York.
const START: &str = "2026-11-20T16:00:00Z";
/// How long a busy machine may take for what takes no time at all.
const PATIENCE: Duration = Duration::from_secs(120);

/// Reading it takes a while.
static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::embedded().unwrap());

/// What is wrong with a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// HTTP 429.
    Throttled,
    /// HTTP 500.
    Broken,
    /// Nothing comes.
    Hangs,
    /// What comes is no text.
    Garbage,
    /// HTTP 200 with a web page.
    WebPage,
    /// The answer ends in the middle.
    Truncated,
    /// One field is of another type.
    OddField,
    /// A stream's upgrade is refused.
    Refused,
    /// A stream's connection is closed again.
    Dropped,
    /// A stream that is there says nothing.
    Silent,
}

/// What the servers know: the true time, and what is wrong with whom.
#[derive(Default)]
struct World {
    milliseconds: AtomicI64,
    faults: Mutex<HashMap<&'static str, Fault>>,
    /// What Yahoo says of prices, in the place of its usual answers.
    bodies: Mutex<Option<Bodies>>,
    /// What Yahoo's stream says of KO, in the place of its usual ticker.
    trade: Mutex<Option<f64>>,
}

impl World {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.milliseconds.load(Ordering::SeqCst)).unwrap()
    }

    /// A price that moves on from minute to minute.
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

/// What the sources may know of the server's market; nobody looks at any of its tickers.
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

/// Some sources that run, against servers of which something can be wrong.
struct Simulation {
    server: TestServer,
    world: Arc<World>,
    answering: Server,
    streaming: HashMap<&'static str, StreamServer>,
    /// Since the start.
    milliseconds: i64,
    /// When each source sent its requests, or opened its connections; milliseconds since the start.
    asked: BTreeMap<String, Vec<i64>>,
    /// The requests whose answers are taken in.
    taken_in: u64,
    running: watch::Sender<bool>,
}

impl Simulation {
    /// The sources that `adjust` leaves enabled, in a market of `tickers`.
    async fn start(
        start: &str,
        tickers: Vec<Profile>,
        adjust: impl FnOnce(&mut settings::Providers),
    ) -> Self {
        let start: Timestamp = start.parse().unwrap();
        let server = TestServer::at(start, web::Settings::default()).await;
        Self::on(server, start, tickers, None, adjust).await
    }

    /// The program ends, and starts again on what it wrote.
    async fn restart(self, adjust: impl FnOnce(&mut settings::Providers)) -> Self {
        let now = self.world.now();
        self.running.send(true).unwrap();
        let server = while_time_stands_still(self.server.restart(now)).await;
        Self::on(server, now, Vec::new(), None, adjust).await
    }

    /// The sources on this server. With `bodies` Yahoo answers with them, and the sources know all that is stored.
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
        let known: Arc<dyn MarketView> = if bodies.is_some() {
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
                known: Arc::clone(&known),
                health: spec.health.clone(),
            };
            let source = (spec.build)(spec.health);
            let random = fastrand::Rng::with_seed(1);
            let running = schedule::run_with(source, context, stopped.clone(), random);
            tokio::spawn(running);
        }
        simulation
    }

    /// Makes tickers known.
    async fn list(&self, tickers: Vec<Profile>) {
        self.tell(Update::Profiles(tickers)).await;
    }

    /// Hands an update to the server that comes from none of the sources.
    async fn tell(&self, update: Update) {
        while_time_stands_still(self.server.send_update(update)).await;
    }

    fn health(&self, name: &str) -> ProviderHealth {
        let all = self.server.board.list();
        all.into_iter().find(|health| health.name == name).unwrap()
    }

    /// What the API says.
    async fn json(&self, path: &str) -> Value {
        while_time_stands_still(self.server.get(path)).await.json()
    }

    /// The requests of each source so far, if nothing is under way.
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

    /// Waits until everything is done that can be done now.
    async fn settle(&mut self) {
        let began = Instant::now();
        let mut before = None;
        loop {
            // What was read goes through the tasks of this thread.
            for _ in 0..3 {
                yield_now().await;
            }
            let now = self.settled();
            if now.is_some() && now == before {
                let sent: u64 = now.iter().flatten().map(|(_, requests)| requests).sum();
                if sent == self.taken_in {
                    break;
                }
                // Some answers are read on the blocking thread. There is one, so this is done after that.
                spawn_blocking(|| ()).await.unwrap();
                self.taken_in = sent;
            }
            before = now;
            assert!(
                began.elapsed() < PATIENCE,
                "something is under way for ever: {:#?}",
                self.server.board.list()
            );
        }
        for (name, requests) in before.unwrap_or_default() {
            let times = self.asked.entry(name).or_default();
            times.resize(requests as usize, self.milliseconds);
        }
    }

    /// Lets so much time pass at once.
    async fn step(&mut self, step: Duration) {
        let before = self.milliseconds / 1_000;
        let milliseconds = i64::try_from(step.as_millis()).unwrap();
        self.milliseconds += milliseconds;
        let world = &self.world.milliseconds;
        world.fetch_add(milliseconds, Ordering::SeqCst);
        // This one knows whole seconds.
        let seconds = self.milliseconds / 1_000 - before;
        self.server.clock.advance(seconds);
        tokio::time::advance(step).await;
        self.settle().await;
    }

    /// Lets so much time pass, step by step.
    async fn pass(&mut self, time: Duration, step: Duration) {
        let steps = time.as_millis() / step.as_millis();
        for _ in 0..steps {
            self.step(step).await;
        }
    }

    /// Most requests of a source within any such span of what passed since `since`.
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

    /// Whether it was well at the last request, and at one since a moment.
    fn is_well_since(&self, name: &str, since: Timestamp) -> bool {
        let health = self.health(name);
        health.state == ProviderState::Ok && health.last_success.is_some_and(|at| at >= since)
    }
}

/// Waits for something that takes no simulated time.
async fn while_time_stands_still<T>(what: impl Future<Output = T>) -> T {
    let never_at_rest = async {
        loop {
            yield_now().await;
        }
    };
    tokio::select! {
        answer = what => answer,
        () = never_at_rest => unreachable!("it has no end"),
    }
}

/// Lives through a simulation, in a runtime of its own: nothing of it is left for the next.
fn simulated<T>(simulation: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime
        .enable_all()
        .start_paused(true)
        .max_blocking_threads(1);
    let runtime = runtime.build().unwrap();
    runtime.block_on(simulation)
}
