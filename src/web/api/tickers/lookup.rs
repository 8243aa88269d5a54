//! Looks up the ticker that a request names.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{
    domain::{search::SearchIndex, ticker::TickerId},
    market::{Listing, MarketState},
    web::http::error::{ApiError, Result},
};

/// Finds a ticker by symbol as typed, or by number.
pub(crate) fn resolve(market: &MarketState, symbol: &str) -> Result<TickerId> {
    market
        .find_symbol(symbol)
        .map(|listing| listing.ticker.id)
        .or_else(|| {
            symbol
                .parse()
                .ok()
                .map(TickerId)
                .filter(|id| market.get(*id).is_some())
        })
        .ok_or_else(|| ApiError::not_found(format!("There is no ticker called {symbol}.")))
}

/// Splits symbols at commas and keeps empty positions, except after a final comma.
pub(crate) fn named_symbols(symbols: &str) -> Vec<&str> {
    let symbols = symbols.trim().trim_end_matches(',');
    symbols.split(',').map(str::trim).collect()
}

/// Finds a ticker by number, or by symbol if `id` is not a number.
pub(crate) fn id_or_symbol(market: &MarketState, id: &str) -> Result<TickerId> {
    match id.parse().map(TickerId) {
        Ok(id) => known(market, id).map(|listing| listing.ticker.id),
        Err(_) => resolve(market, id),
    }
}

/// Returns the listing of a ticker, or 404.
pub(crate) fn known(market: &MarketState, id: TickerId) -> Result<&Listing> {
    market
        .get(id)
        .ok_or_else(|| ApiError::not_found(format!("There is no ticker with the number {id}.")))
}

/// Caches the search index until profiles change.
#[derive(Default)]
pub(crate) struct SearchCache(Mutex<Option<(u64, Arc<SearchIndex>)>>);

impl SearchCache {
    pub(super) fn index(&self, version: u64, market: &MarketState) -> Arc<SearchIndex> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.as_ref() {
            Some((of, index)) if *of == version => Arc::clone(index),
            _ => {
                let index = Arc::new(market.search_index());
                *kept = Some((version, Arc::clone(&index)));
                index
            }
        }
    }
}
