//! Why a ticker has no new price, according to its sources.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::provider::{ProviderHealth, ProviderState, SymbolFailure},
    market::DoubtedPrice,
    source::health::HealthBoard,
    web::api::shapes::Ticker,
};

/// Why a ticker has no new price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Trouble {
    /// Name of the provider.
    pub(crate) provider: String,
    /// The problem, in one sentence.
    pub(crate) last_error: String,
    /// Time of the last request.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) last_tried_at: Option<Timestamp>,
    /// Time of the next request; null if unknown.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) next_try_at: Option<Timestamp>,
}

impl Trouble {
    fn of_source(provider: &ProviderHealth) -> Option<Self> {
        Some(Self {
            provider: provider.name.clone(),
            last_error: provider.last_error.clone()?,
            last_tried_at: provider.last_failure,
            next_try_at: provider.next_attempt,
        })
    }

    fn of_price(unbelieved: &DoubtedPrice) -> Self {
        Self {
            provider: unbelieved.provider.clone(),
            last_error: unbelieved.reason.clone(),
            last_tried_at: Some(unbelieved.at),
            next_try_at: None,
        }
    }

    fn of_symbol(failure: &SymbolFailure) -> Self {
        Self {
            provider: failure.provider.clone(),
            last_error: failure.error.clone(),
            last_tried_at: Some(failure.last_failure),
            next_try_at: failure.next_attempt,
        }
    }
}

/// The problems of all tickers at one moment.
pub(crate) struct Troubles {
    /// Sources that fail for all tickers.
    failing: Vec<ProviderHealth>,
    streams: HashSet<String>,
    of_symbol: HashMap<String, Vec<SymbolFailure>>,
}

impl Troubles {
    /// Reads the problems from the health board.
    pub(crate) fn read(board: &HealthBoard) -> Self {
        let providers = board.list();
        let streams = providers.iter().filter(|provider| provider.is_stream());
        let streams = streams.map(|provider| provider.name.clone()).collect();
        let mut of_symbol: HashMap<String, Vec<SymbolFailure>> = HashMap::new();
        for failure in board.symbol_failures() {
            let of_one = of_symbol.entry(failure.symbol.clone()).or_default();
            of_one.push(failure);
        }
        let is_failing = |provider: &ProviderHealth| provider.state == ProviderState::Failing;
        Self {
            failing: providers.into_iter().filter(is_failing).collect(),
            streams,
            of_symbol,
        }
    }

    /// Returns the problem of `ticker`: its newest price was implausible (`unbelieved`), its source fails, or its source does not have it. A
    /// source without it matters only while no other provides its price; a stream that never had a price for it does not matter, as
    /// other sources are asked.
    pub(crate) fn of(&self, ticker: &Ticker, unbelieved: Option<&DoubtedPrice>) -> Option<Trouble> {
        unbelieved
            .map(Trouble::of_price)
            .or_else(|| self.of_sources(ticker))
    }

    fn of_sources(&self, ticker: &Ticker) -> Option<Trouble> {
        let source = ticker.source.as_deref();
        let of_source = self.failing.iter().find(|failing| match source {
            Some(source) => failing.name == source,
            None => false,
        });
        let matters = |failure: &&SymbolFailure| match source {
            Some(source) if source == failure.provider => true,
            source => {
                (ticker.stale || source.is_none()) && !self.streams.contains(&failure.provider)
            }
        };
        let of_symbol = || {
            let failures = self.of_symbol.get(&ticker.symbol)?;
            failures.iter().find(matters).map(Trouble::of_symbol)
        };
        // A ticker without any price waits for every source that could have one.
        let unpriced = || {
            let mut failing = self.failing.iter().filter(|_| source.is_none());
            let would_price = |failing: &&ProviderHealth| {
                let mut feeds = failing.feeds.iter();
                feeds.any(|feed| feed.what == "quotes" && feed.kinds.contains(&ticker.kind))
            };
            failing.find(would_price).and_then(Trouble::of_source)
        };
        of_source
            .and_then(Trouble::of_source)
            .or_else(of_symbol)
            .or_else(unpriced)
    }

    /// Returns the problem of `ticker` for its own page: a failing source is not shown while the price is not stale, as it may respond
    /// again before.
    pub(crate) fn of_page(
        &self,
        ticker: &Ticker,
        unbelieved: Option<&DoubtedPrice>,
    ) -> Option<Trouble> {
        if let Some(unbelieved) = unbelieved {
            return Some(Trouble::of_price(unbelieved));
        }
        let is_fresh = ticker.source.is_some() && !ticker.stale;
        let fails = |trouble: &Trouble| self.failing.iter().any(|one| one.name == trouble.provider);
        self.of_sources(ticker)
            .filter(|trouble| !(is_fresh && fails(trouble)))
    }
}
