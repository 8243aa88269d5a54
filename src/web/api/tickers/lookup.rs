//! Finds the ticker that a request names by symbol, id or identifier.

use hyper::StatusCode;

use crate::{
    domain::{
        identity::{self, Identifier, InvalidIdentifier},
        ticker::TickerId,
    },
    market::{Listing, MarketState},
    source::lookup::LookupError,
    web::http::error::{ApiError, Result},
};

/// Finds a ticker by symbol as typed, or by id if no symbol matches. Returns 404 if there is none.
pub(crate) fn resolve_symbol(market: &MarketState, symbol: &str) -> Result<TickerId> {
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

/// Splits a comma-separated list of symbols. Empty symbols are kept, except after a final comma.
pub(crate) fn split_symbols(symbols: &str) -> Vec<&str> {
    let symbols = symbols.trim().trim_end_matches(',');
    symbols.split(',').map(str::trim).collect()
}

/// Finds a ticker by id, or by symbol if `id` is not a number. Returns 404 if there is none.
pub(crate) fn resolve_id(market: &MarketState, id: &str) -> Result<TickerId> {
    match id.parse().map(TickerId) {
        Ok(id) => find_listing(market, id).map(|listing| listing.ticker.id),
        Err(_) => resolve_symbol(market, id),
    }
}

/// Returns the listing of a ticker, or 404 if there is none.
pub(crate) fn find_listing(market: &MarketState, id: TickerId) -> Result<&Listing> {
    market
        .get(id)
        .ok_or_else(|| ApiError::not_found(format!("There is no ticker with the number {id}.")))
}

/// Parses a query that looks like an identifier; `None` for any other query.
///
/// # Errors
/// 400 if the identifier is invalid.
pub(crate) fn parse_identifier(query: &str) -> Result<Option<Identifier>> {
    let invalid = |error: InvalidIdentifier| ApiError::bad_request(error.to_string());
    identity::recognize(query).transpose().map_err(invalid)
}

/// Converts the error of a lookup to a response.
pub(crate) fn lookup_error(error: &LookupError) -> ApiError {
    let status = match error {
        LookupError::Unknown(_) => StatusCode::NOT_FOUND,
        LookupError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    ApiError::new(status, error.to_string())
}
