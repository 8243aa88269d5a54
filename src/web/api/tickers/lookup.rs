//! Finding the ticker that an address names.

use crate::{
    domain::ticker::TickerId,
    market::{Listing, MarketState},
    web::http::error::{ApiError, Result},
};

/// The ticker that a typed symbol means, or that is numbered so.
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

/// The symbols between commas, each at its place: one that is left empty keeps it. A comma at the end names none.
pub(crate) fn named_symbols(symbols: &str) -> Vec<&str> {
    let symbols = symbols.trim().trim_end_matches(',');
    symbols.split(',').map(str::trim).collect()
}

/// The ticker numbered `id`, or called so where it is no number.
pub(crate) fn id_or_symbol(market: &MarketState, id: &str) -> Result<TickerId> {
    match id.parse().map(TickerId) {
        Ok(id) => known(market, id).map(|listing| listing.ticker.id),
        Err(_) => resolve(market, id),
    }
}

/// The listing numbered `id`.
pub(crate) fn known(market: &MarketState, id: TickerId) -> Result<&Listing> {
    market
        .get(id)
        .ok_or_else(|| ApiError::not_found(format!("There is no ticker with the number {id}.")))
}
