//! The context of a source under test: a fixed clock, a queue of updates, and an empty market.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use marketdeck::{
    domain::{
        Clock, Timestamp,
        bar::{Bar, Interval},
        dividend::Dividend,
        provider::ProviderHealth,
        quote::QuoteUpdate,
    },
    providers::{coingecko::CoinGecko, core::capability::Registry, yahoo::Yahoo},
    source::{
        Context, Envelope, MarketView, Sink, Source, SourceError, TickerInfo, Update,
        health::{HealthBoard, HealthRecord},
    },
    testing::ManualClock,
};
use tokio::sync::mpsc;

/// Friday 20 November 2026, an hour after the open in New York.
pub(crate) const NOW: &str = "2026-11-20T15:30:00Z";

/// An empty market with some watched symbols.
#[derive(Default)]
pub(crate) struct WatchedSymbols(pub(crate) Arc<Mutex<Vec<String>>>);

impl MarketView for WatchedSymbols {
    fn tickers(&self) -> Vec<TickerInfo> {
        Vec::new()
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
        self.0.lock().unwrap().clone()
    }
}

pub(crate) struct World {
    pub(crate) board: HealthBoard,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) queue: mpsc::Sender<Envelope>,
    updates: mpsc::Receiver<Envelope>,
}

impl World {
    pub(crate) fn new() -> Self {
        let (queue, updates) = mpsc::channel(10_000);
        let now: Timestamp = NOW.parse().unwrap();
        Self {
            board: HealthBoard::default(),
            clock: Arc::new(ManualClock::new(now)),
            queue,
            updates,
        }
    }

    pub(crate) fn any_clock(&self) -> Arc<dyn Clock> {
        self.clock.clone()
    }

    pub(crate) fn context(&self, source: &'static str, health: HealthRecord) -> Context {
        Context {
            clock: self.clock.clone(),
            sink: Sink::new(source, self.queue.clone()),
            market: Arc::new(WatchedSymbols::default()),
            health,
        }
    }

    /// Refreshes a source once and records the result in `health`.
    pub(crate) async fn refresh(
        &self,
        source: &mut dyn Source,
        health: &HealthRecord,
    ) -> Result<Duration, SourceError> {
        let context = self.context(source.name(), health.clone());
        source.refresh(&context).await
    }

    pub(crate) fn health(&self, name: &str) -> ProviderHealth {
        let list = self.board.list();
        list.into_iter().find(|record| record.name == name).unwrap()
    }

    /// Returns the updates that were sent since the last call.
    pub(crate) fn updates(&mut self) -> Updates {
        let mut updates = Updates::default();
        while let Ok(envelope) = self.updates.try_recv() {
            updates.0.push(envelope.update);
        }
        updates
    }
}

#[derive(Default)]
pub(crate) struct Updates(pub(crate) Vec<Update>);

impl Updates {
    /// Returns the newest quote of `symbol`.
    pub(crate) fn quote(&self, symbol: &str) -> Option<&QuoteUpdate> {
        let quotes = self.0.iter().filter_map(|update| match update {
            Update::Quotes(quotes) => Some(quotes),
            _ => None,
        });
        quotes.flatten().rfind(|quote| quote.symbol == symbol)
    }

    pub(crate) fn bars(&self, ticker: &str, step: Interval) -> Vec<Bar> {
        let all = self.0.iter().filter_map(|update| match update {
            Update::Bars {
                symbol,
                interval,
                bars,
            }
            | Update::Fetched {
                symbol,
                interval,
                bars,
                ..
            } if symbol == ticker && *interval == step => Some(bars),
            _ => None,
        });
        all.flatten().copied().collect()
    }

    pub(crate) fn dividends(&self, ticker: &str) -> Option<&Vec<Dividend>> {
        self.0.iter().find_map(|update| match update {
            Update::Dividends { symbol, dividends } if symbol == ticker => Some(dividends),
            _ => None,
        })
    }
}

/// Returns a registry with Yahoo and `CoinGecko`, in which `CoinGecko` prices coins.
pub(crate) fn registry_with_coingecko(world: &World) -> Registry {
    let mut registry = Registry::new(world.board.clone());
    registry.add::<Yahoo>();
    registry.add::<CoinGecko>();
    registry
}
