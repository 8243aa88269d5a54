//! Symbols: searching them at providers, following and unfollowing them.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::{currency::Currency, quote::shown_decimals, symbol, ticker::TickerKind},
    source::lookup::{FollowError, FoundPrice, LookupError, SymbolHit},
    web::{
        AppState,
        api::{
            shapes::{DisplayRates, TickerRow, TickerType},
            tickers::{self, lookup::id_or_symbol},
        },
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// Maximum length of a query, in characters.
const MAX_QUERY_CHARS: usize = 100;

/// A symbol found by a provider's search.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundSymbol {
    /// Symbol with which to follow it.
    symbol: String,
    /// Full name.
    name: String,
    /// Type of the ticker.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    kind: TickerKind,
    /// Name of its exchange.
    exchange: Option<String>,
    /// ISO code of its prices' currency, if known.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Whether the symbol is followed.
    followed: bool,
}

/// The last price of a symbol found by a provider's search.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SymbolPrice {
    /// Symbol with which to follow it.
    symbol: String,
    /// In its currency; points for an index.
    price: f64,
    /// ISO code of the price's currency.
    #[schema(value_type = String)]
    currency: Currency,
    /// Decimal places.
    decimals: u8,
    /// Change in percent.
    change24h: Option<f64>,
    /// Time of the price.
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

impl From<FoundPrice> for SymbolPrice {
    fn from(found: FoundPrice) -> Self {
        Self {
            symbol: found.symbol,
            price: found.price,
            currency: found.currency,
            decimals: shown_decimals(found.price, found.decimals),
            change24h: found.change_24h,
            updated_at: found.as_of,
        }
    }
}

/// Request body for following a symbol.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewTicker {
    /// Symbol as typed: `SAP.DE`, `BRK.B`, `EURUSD=X`.
    #[schema(pattern = "<symbol>", max_length = 20)]
    symbol: String,
}

/// Searches symbols at the providers.
#[utoipa::path(get, path = "/api/symbols", params(("query" = String, Query, pattern = "\\S", max_length = 100, description = "Symbol or name")),
    responses((status = 200, description = "Symbols found by the sources.", body = Vec<FoundSymbol>),
        (status = 503, description = "No source is reachable.", body = String)))]
pub(crate) async fn search(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let hits = state.following.search(&searched(request)?).await;
    let hits = hits.map_err(|error| not_found(&error))?;
    let market = state.market.read();
    let found = |hit: SymbolHit| {
        let known = market.by_symbol(&hit.symbol);
        FoundSymbol {
            followed: known.is_some(),
            currency: known.map(|listing| listing.ticker.profile.currency),
            symbol: hit.symbol,
            name: hit.name,
            kind: hit.kind,
            exchange: hit.exchange,
        }
    };
    let found: Vec<_> = hits.into_iter().map(found).collect();
    Ok(reply::json(StatusCode::OK, &found))
}

/// Returns the last prices of the symbols that the search finds, without those that have none.
#[utoipa::path(get, path = "/api/symbols/prices", params(("query" = String, Query, pattern = "\\S", max_length = 100, description = "As for /api/symbols")),
    responses((status = 200, description = "Prices of the symbols found by the sources.", body = Vec<SymbolPrice>),
        (status = 503, description = "No source is reachable.", body = String)))]
pub(crate) async fn prices(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let prices = state.following.prices(&searched(request)?).await;
    let prices = prices.map_err(|error| not_found(&error))?;
    let prices: Vec<_> = prices.into_iter().map(SymbolPrice::from).collect();
    Ok(reply::json(StatusCode::OK, &prices))
}

/// Reads and checks the query.
fn searched(request: &ApiRequest) -> Result<String> {
    let query = request.query("query").unwrap_or_default();
    let query = query.trim();
    if query.is_empty() || query.chars().count() > MAX_QUERY_CHARS {
        return Err(ApiError::bad_request(
            "Say what to search for, as in ?query=sap.",
        ));
    }
    // Symbols may be spelled differently at providers (LON:VOD, BTC/USD); names have letters and spaces.
    let is_name = query.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
    let symbol = symbol::normalize(query).filter(|_| !is_name);
    Ok(symbol.unwrap_or_else(|| query.to_owned()))
}

/// Follows a symbol. Its whole history is fetched with priority.
#[utoipa::path(post, path = "/api/tickers", request_body = NewTicker,
    responses((status = 201, description = "The followed ticker.", body = TickerRow),
        (status = 404, description = "No source knows the symbol.", body = String),
        (status = 503, description = "No source is reachable, or nothing can be saved at the moment; try again.", body = String)))]
pub(crate) async fn follow(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewTicker = request.json()?;
    let followed = state.following.follow(&new.symbol).await;
    let id = followed.map_err(|error| refused(&error))?;
    let (now, market) = (state.now(), state.market.read());
    let rates = DisplayRates::new(&market, state.display_currency());
    let row = tickers::row(&rates, id, now).ok_or_else(ApiError::internal)?;
    Ok(reply::json(StatusCode::CREATED, &row))
}

/// Unfollows a ticker, by number or symbol, and deletes its history.
#[utoipa::path(delete, path = "/api/tickers/{symbol}", params(("symbol" = String, Path,
        description = "Symbol as typed, in any case, or a number. `search`, `trending` and `commodities` are other routes: write such symbols in capitals")),
    responses((status = 204, description = "The ticker is no longer followed."),
        (status = 404, description = "There is no such ticker.", body = String),
        (status = 409, description = "The ticker is in a watchlist or an alert, or belongs to the catalog.", body = String)))]
pub(crate) async fn unfollow(state: &AppState, symbol: &str) -> Result<Reply> {
    let id = id_or_symbol(&state.market.read(), symbol)?;
    let unfollowed = state.following.unfollow(id).await;
    unfollowed.map_err(|error| refused(&error))?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

fn not_found(error: &LookupError) -> ApiError {
    let status = match error {
        LookupError::Unknown(_) => StatusCode::NOT_FOUND,
        LookupError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    ApiError::new(status, error.to_string())
}

fn refused(error: &FollowError) -> ApiError {
    let status = match error {
        FollowError::Lookup(lookup) => return not_found(lookup),
        FollowError::InvalidSymbol(_) => StatusCode::UNPROCESSABLE_ENTITY,
        FollowError::Followed(_) | FollowError::Kept(_) => StatusCode::CONFLICT,
        FollowError::NoTicker(_) => StatusCode::NOT_FOUND,
        FollowError::NotSaved | FollowError::NotSavedYet(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    ApiError::new(status, error.to_string())
}
