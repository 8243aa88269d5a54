//! How old each price is, and why it gets no newer one.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::provider::{HistoryProgress, ProviderHealth, ProviderState, SymbolFailure},
    web::{AppState, api::shapes::Ticker},
};

/// How old a price is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TickerStatus {
    /// As exchanges write it.
    symbol: String,
    /// Who priced it.
    source: Option<String>,
    /// When the price was true.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Older than its source's usual pace allows.
    stale: bool,
    /// Why it gets no new price: its source fails, or has nothing for it.
    last_error: Option<String>,
    /// How much of its history was fetched, where that comes in pieces.
    history: Option<History>,
}

/// How much of a ticker's history was fetched.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct History {
    /// Requests that were answered.
    done: usize,
    /// Requests that it takes.
    of: usize,
    /// About when the rest will be there; null when it is, or while its source has nothing.
    #[schema(value_type = Option<String>, format = DateTime)]
    ready_at: Option<Timestamp>,
}

/// Every ticker, in the market's order.
pub(super) fn list(state: &AppState, providers: &[ProviderHealth]) -> Vec<TickerStatus> {
    let of_source: HashMap<&str, &str> = providers
        .iter()
        .filter(|provider| provider.state == ProviderState::Failing)
        .filter_map(|provider| Some((provider.name.as_str(), provider.last_error.as_deref()?)))
        .collect();
    let streams: HashSet<&str> = providers
        .iter()
        .filter(|provider| provider.is_stream())
        .map(|provider| provider.name.as_str())
        .collect();
    let failures = state.board.symbol_failures();
    let mut of_symbol: HashMap<&str, Vec<&SymbolFailure>> = HashMap::new();
    for failure in &failures {
        let of_one = of_symbol.entry(failure.symbol.as_str()).or_default();
        of_one.push(failure);
    }
    let histories = state.board.histories();
    let histories: HashMap<&str, &HistoryProgress> = histories
        .iter()
        .map(|history| (history.symbol.as_str(), history))
        .collect();
    let now = state.now();
    let market = state.market.read();
    let status = |listing| {
        let ticker = Ticker::of(listing, now);
        let source = ticker.source.as_deref();
        let error = source.and_then(|source| of_source.get(source).copied());
        // Who does not have it matters only while nobody else brings its price; a stream that never
        // priced it does not matter at all: others are asked.
        let matters = |failure: &&SymbolFailure| match source {
            Some(source) if source == failure.provider => true,
            source => {
                (ticker.stale || source.is_none()) && !streams.contains(failure.provider.as_str())
            }
        };
        let of_symbol = of_symbol.get(ticker.symbol.as_str()).into_iter().flatten();
        let error = error.or_else(|| {
            let failure = of_symbol.copied().find(matters)?;
            Some(failure.error.as_str())
        });
        TickerStatus {
            last_error: error.map(str::to_owned),
            history: histories
                .get(ticker.symbol.as_str())
                .map(|history| History {
                    done: history.done,
                    of: history.of,
                    ready_at: history.ready_at,
                }),
            symbol: ticker.symbol,
            source: ticker.source,
            updated_at: ticker.updated_at,
            stale: ticker.stale,
        }
    };
    market.listings().iter().map(status).collect()
}
