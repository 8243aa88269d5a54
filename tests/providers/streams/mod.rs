//! Streams over real sockets, with a server that behaves like those of the providers, with and without faults.

mod binance;
mod coins;
mod finnhub;
pub(crate) mod message;
mod panics;
mod program;
mod recorded;
pub(crate) mod server;
mod yahoo;

use std::{
    collections::HashMap,
    sync::Mutex,
    time::{Duration, Instant},
};

use marketdeck::{
    domain::{
        bar::Interval,
        ticker::{FollowInfo, Profile, Ticker, TickerId, TickerKind},
    },
    source::{MarketView, TickerInfo},
};

/// A market view of some tickers, with only the prices that a test sets.
#[derive(Default)]
pub(crate) struct Tickers {
    all: Vec<TickerInfo>,
    watched: Mutex<Vec<String>>,
    prices: Mutex<HashMap<String, f64>>,
}

impl Tickers {
    pub(crate) fn of(symbols: &[impl AsRef<str>], kind: TickerKind) -> Self {
        let ticker = |symbol: &str| {
            let profile = Profile::new(symbol, symbol, kind);
            TickerInfo::of(&Ticker::new(TickerId(1), profile))
        };
        Self {
            all: symbols.iter().map(|one| ticker(one.as_ref())).collect(),
            watched: Mutex::default(),
            prices: Mutex::default(),
        }
    }

    /// Adds a ticker that was found at the provider `found`.
    pub(crate) fn with_followed(mut self, profile: Profile, found: &str) -> Self {
        let at = crate::world::NOW.parse().unwrap();
        let followed = FollowInfo {
            symbol: found.to_owned(),
            at,
            used_at: at,
        };
        let number = TickerId(self.all.len() as u32 + 1);
        let mut ticker = Ticker::new(number, profile);
        ticker.followed = Some(followed);
        self.all.push(TickerInfo::of(&ticker));
        self
    }

    /// Sets the current price of `symbol`.
    pub(crate) fn set_price(&self, symbol: &str, price: f64) {
        let mut prices = self.prices.lock().unwrap();
        prices.insert(symbol.to_owned(), price);
    }
}

impl MarketView for Tickers {
    fn tickers(&self) -> Vec<TickerInfo> {
        self.all.clone()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, symbol: &str) -> Option<f64> {
        self.prices.lock().unwrap().get(symbol).copied()
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        self.watched.lock().unwrap().clone()
    }
}

/// Calls `attempt` until it returns a value. Simulated time advances in small steps, each with a little real time,
/// because data on real sockets must arrive before a simulated timeout.
async fn eventually<T>(description: &str, mut attempt: impl FnMut() -> Option<T>) -> T {
    const STEP: Duration = Duration::from_millis(50);
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(value) = attempt() {
            return value;
        }
        assert!(
            Instant::now() < deadline,
            "timed out waiting for {description}"
        );
        std::thread::sleep(Duration::from_micros(100));
        tokio::time::sleep(STEP).await;
    }
}
