//! Problems that prevent a new price of a ticker: its source fails or does not have the symbol, or its newest price is implausible.

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

/// The problem that prevents a new price of a ticker.
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
    /// Returns the problem of a failing source; `None` if its last error is unknown.
    fn of_source(provider: &ProviderHealth) -> Option<Self> {
        Some(Self {
            provider: provider.name.clone(),
            last_error: provider.last_error.clone()?,
            last_tried_at: provider.last_failure,
            next_try_at: provider.next_attempt,
        })
    }

    /// Returns the problem of an unconfirmed or rejected price.
    fn of_price(price: &DoubtedPrice) -> Self {
        Self {
            provider: price.provider.clone(),
            last_error: price.reason.clone(),
            last_tried_at: Some(price.at),
            next_try_at: None,
        }
    }

    /// Returns the problem of a symbol that a source does not have.
    fn of_symbol(failure: &SymbolFailure) -> Self {
        Self {
            provider: failure.provider.clone(),
            last_error: failure.error.clone(),
            last_tried_at: Some(failure.last_failure),
            next_try_at: failure.next_attempt,
        }
    }
}

/// Finds the problem of each ticker; a snapshot of the health board.
pub(crate) struct TroubleIndex {
    /// Sources that fail for all tickers.
    failing_sources: Vec<ProviderHealth>,
    /// Names of the sources that are streams.
    streams: HashSet<String>,
    /// Failures of single symbols, by symbol.
    symbol_failures: HashMap<String, Vec<SymbolFailure>>,
}

impl TroubleIndex {
    /// Reads the problems from the health board.
    pub(crate) fn read(board: &HealthBoard) -> Self {
        let providers = board.list();
        let streams = providers.iter().filter(|provider| provider.is_stream());
        let streams = streams.map(|provider| provider.name.clone()).collect();
        let mut symbol_failures: HashMap<String, Vec<SymbolFailure>> = HashMap::new();
        for failure in board.symbol_failures() {
            symbol_failures
                .entry(failure.symbol.clone())
                .or_default()
                .push(failure);
        }
        let is_failing = |provider: &ProviderHealth| provider.state == ProviderState::Failing;
        Self {
            failing_sources: providers.into_iter().filter(is_failing).collect(),
            streams,
            symbol_failures,
        }
    }

    /// Returns the problem of `ticker`, if there is one: its newest price was implausible (`doubted_price`), its source fails, or a source
    /// does not have its symbol. A missing symbol matters only while no other source provides the price. A stream without the symbol does
    /// not matter, because other sources are asked.
    pub(crate) fn trouble_of(
        &self,
        ticker: &Ticker,
        doubted_price: Option<&DoubtedPrice>,
    ) -> Option<Trouble> {
        doubted_price
            .map(Trouble::of_price)
            .or_else(|| self.source_trouble(ticker))
    }

    /// Returns the problem with the sources of `ticker`.
    fn source_trouble(&self, ticker: &Ticker) -> Option<Trouble> {
        let source = ticker.source.as_deref();
        let failing_source = self
            .failing_sources
            .iter()
            .find(|failing| source == Some(failing.name.as_str()));
        let is_relevant = |failure: &&SymbolFailure| match source {
            Some(source) if source == failure.provider => true,
            source => {
                (ticker.stale || source.is_none()) && !self.streams.contains(&failure.provider)
            }
        };
        let symbol_trouble = || {
            let failures = self.symbol_failures.get(&ticker.symbol)?;
            failures.iter().find(is_relevant).map(Trouble::of_symbol)
        };
        // For a ticker without a price, every failing source with quotes of its type may be the reason.
        let possible_source_trouble = || {
            let mut failing = self.failing_sources.iter().filter(|_| source.is_none());
            let has_quotes = |failing: &&ProviderHealth| {
                let mut feeds = failing.feeds.iter();
                feeds.any(|feed| feed.what == "quotes" && feed.kinds.contains(&ticker.kind))
            };
            failing.find(has_quotes).and_then(Trouble::of_source)
        };
        failing_source
            .and_then(Trouble::of_source)
            .or_else(symbol_trouble)
            .or_else(possible_source_trouble)
    }

    /// Returns the problem of `ticker` for the ticker page. A failing source is not reported while the price is not stale: the source may
    /// respond again before the price becomes stale.
    pub(crate) fn trouble_on_page(
        &self,
        ticker: &Ticker,
        doubted_price: Option<&DoubtedPrice>,
    ) -> Option<Trouble> {
        if let Some(price) = doubted_price {
            return Some(Trouble::of_price(price));
        }
        let is_fresh = ticker.source.is_some() && !ticker.stale;
        let is_failing_source = |trouble: &Trouble| {
            let mut failing = self.failing_sources.iter();
            failing.any(|source| source.name == trouble.provider)
        };
        self.source_trouble(ticker)
            .filter(|trouble| !(is_fresh && is_failing_source(trouble)))
    }
}
