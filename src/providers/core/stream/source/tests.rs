//! Tests of when symbols are assigned to connections.

use std::sync::atomic::AtomicUsize;

use tokio::sync::mpsc;

use super::*;
use crate::{
    domain::bar::Interval,
    providers::core::stream::{Event, Frame},
    source::{MarketView, Sink, TickerInfo, health::HealthBoard},
    testing::ManualClock,
};

struct Silent;

impl Protocol for Silent {
    const NAME: &'static str = "silent";
    const OFFERS: &'static [Offer] = &[];
    const MAX_SYMBOLS: Option<usize> = None;
    const HAS_HEARTBEAT: bool = false;
    const ACKNOWLEDGES: bool = false;

    fn name_of(&self, _: &TickerInfo) -> Option<String> {
        None
    }

    fn subscribe(&self, _: &[&str]) -> Vec<String> {
        vec![]
    }

    fn unsubscribe(&self, _: &[&str]) -> Vec<String> {
        vec![]
    }

    fn read(&self, _: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
        Ok(vec![])
    }
}

/// A market that counts how often its tickers were requested.
struct CountingMarket {
    version: Option<std::sync::atomic::AtomicU64>,
    requests: AtomicUsize,
}

impl MarketView for CountingMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        vec![]
    }

    fn version(&self) -> Option<(u64, u64)> {
        let version = self.version.as_ref()?;
        Some((version.load(Ordering::Relaxed), 0))
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        None
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        vec![]
    }
}

fn stream() -> Stream<Silent> {
    let options = StreamOptions {
        url: "ws://127.0.0.1:1".to_owned(),
        user_agent: "test".to_owned(),
        timeout: Duration::from_secs(1),
        max_bytes: 1_024,
        silence: Duration::from_secs(1),
        connections: 1,
    };
    Stream::new(Silent, options, Registry::new(HealthBoard::default()))
}

fn context(market: &Arc<CountingMarket>) -> Context {
    let (queue, _) = mpsc::channel(1);
    Context {
        clock: Arc::new(ManualClock::new("2026-11-20T19:32:00Z".parse().unwrap())),
        sink: Sink::new("silent", queue),
        market: Arc::clone(market) as _,
        health: HealthBoard::default().record("silent"),
    }
}

#[tokio::test(start_paused = true)]
async fn all_tickers_are_read_after_a_change_and_periodically() {
    let market = Arc::new(CountingMarket {
        version: Some(1.into()),
        requests: AtomicUsize::new(0),
    });
    let (mut stream, context) = (stream(), context(&market));
    let mut requests_after = async |times: usize| {
        for _ in 0..times {
            stream.assign_symbols(&context);
            sleep(ASSIGN_INTERVAL).await;
        }
        market.requests.swap(0, Ordering::Relaxed)
    };
    assert_eq!(requests_after(9).await, 1, "nothing changed in 4.5 seconds");
    assert_eq!(requests_after(10).await, 1, "5 seconds have passed");
    let version = market.version.as_ref().unwrap();
    version.store(2, Ordering::Relaxed);
    assert_eq!(requests_after(1).await, 1, "the version has changed");
}

#[tokio::test(start_paused = true)]
async fn all_tickers_are_read_each_time_if_changes_are_unknown() {
    let market = Arc::new(CountingMarket {
        version: None,
        requests: AtomicUsize::new(0),
    });
    let (mut stream, context) = (stream(), context(&market));
    for _ in 0..4 {
        stream.assign_symbols(&context);
        sleep(ASSIGN_INTERVAL).await;
    }
    assert_eq!(market.requests.load(Ordering::Relaxed), 4);
}
