//! Endpoints that search symbols at the providers, and follow and unfollow tickers.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::{currency::Currency, quote::shown_decimals, symbol, ticker::TickerKind},
    source::lookup::{FollowError, FoundPrice, SymbolHit},
    web::{
        AppState,
        api::{
            shapes::{DisplayRates, TickerRow, TickerType},
            tickers::{
                self,
                lookup::{lookup_error, parse_identifier, resolve_id},
            },
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
    /// Symbol for following the ticker.
    symbol: String,
    /// Full name.
    name: String,
    /// Type of the ticker.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    kind: TickerKind,
    /// Name of the exchange.
    exchange: Option<String>,
    /// ISO code of the prices' currency; null if the symbol is not followed.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Whether this server has the ticker already.
    followed: bool,
}

/// The last price of a symbol found by a provider's search.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SymbolPrice {
    /// Symbol for following the ticker.
    symbol: String,
    /// The price, in `currency`; points for an index.
    price: f64,
    /// ISO code of the price's currency.
    #[schema(value_type = String)]
    currency: Currency,
    /// Decimal places of the displayed price.
    decimals: u8,
    /// Change since the previous close, in percent.
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
    /// Symbol as typed, as in `SAP.DE`, `BRK.B` or `EURUSD=X`, or an ISIN, WKN, CUSIP or FIGI.
    #[schema(pattern = "<symbol>", max_length = 20)]
    symbol: String,
}

/// Searches the providers for symbols. An ISIN, WKN, CUSIP or FIGI finds the listings of its instrument.
#[utoipa::path(get, path = "/api/symbols", params(("query" = String, Query, pattern = "\\S", max_length = 100, description = "Symbol, name, ISIN, WKN, CUSIP or FIGI")),
    responses((status = 200, description = "Symbols that the providers found.", body = Vec<FoundSymbol>),
        (status = 503, description = "No provider is reachable.", body = String)))]
pub(crate) async fn search(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let hits = state.following.search(&parse_query(request)?).await;
    let hits = hits.map_err(|error| lookup_error(&error))?;
    let market = state.market.read();
    let row = |hit: SymbolHit| {
        let listing = market.by_symbol(&hit.symbol);
        FoundSymbol {
            followed: listing.is_some(),
            currency: listing.map(|listing| listing.ticker.profile.currency),
            symbol: hit.symbol,
            name: hit.name,
            kind: hit.kind,
            exchange: hit.exchange,
        }
    };
    let rows: Vec<_> = hits.into_iter().map(row).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Returns the last prices of the symbols that `/api/symbols` finds. Symbols without a price are left out.
#[utoipa::path(get, path = "/api/symbols/prices", params(("query" = String, Query, pattern = "\\S", max_length = 100, description = "As for /api/symbols")),
    responses((status = 200, description = "Prices of the symbols that the providers found.", body = Vec<SymbolPrice>),
        (status = 503, description = "No provider is reachable.", body = String)))]
pub(crate) async fn prices(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let prices = state.following.prices(&parse_query(request)?).await;
    let prices = prices.map_err(|error| lookup_error(&error))?;
    let prices: Vec<_> = prices.into_iter().map(SymbolPrice::from).collect();
    Ok(reply::json(StatusCode::OK, &prices))
}

/// Parses the query parameter `query`. A symbol or identifier is normalized; a name is returned unchanged.
fn parse_query(request: &ApiRequest) -> Result<String> {
    let query = request.query("query").unwrap_or_default();
    let query = query.trim();
    if query.is_empty() || query.chars().count() > MAX_QUERY_CHARS {
        return Err(ApiError::bad_request(
            "Missing or invalid query; expected 1 to 100 characters, as in ?query=sap.",
        ));
    }
    if let Some(identifier) = parse_identifier(query)? {
        return Ok(identifier.to_string());
    }
    // Users spell symbols in several ways (LON:VOD, BTC/USD). A query of letters, digits and spaces may be a name.
    let may_be_name = query.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
    let symbol = symbol::normalize(query).filter(|_| !may_be_name);
    Ok(symbol.unwrap_or_else(|| query.to_owned()))
}

/// Follows a symbol. The server fetches the ticker's whole history before other work.
#[utoipa::path(post, path = "/api/tickers", request_body = NewTicker,
    responses((status = 201, description = "The new ticker.", body = TickerRow),
        (status = 404, description = "No provider knows the symbol.", body = String),
        (status = 503, description = "No provider is reachable, or nothing can be saved at the moment; try again.", body = String)))]
pub(crate) async fn follow(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewTicker = request.json()?;
    let followed = state.following.follow(&new.symbol).await;
    let id = followed.map_err(|error| follow_error(&error))?;
    let (now, market) = (state.now(), state.market.read());
    let rates = DisplayRates::new(&market, state.display_currency(request.person()));
    let row = tickers::row(&rates, id, now).ok_or_else(ApiError::internal)?;
    Ok(reply::json(StatusCode::CREATED, &row))
}

/// Unfollows a ticker and deletes its history.
#[utoipa::path(delete, path = "/api/tickers/{symbol}", params(("symbol" = String, Path,
        description = "Symbol (not case-sensitive), or id. `search`, `trending` and `commodities` are other endpoints: write these symbols in capitals")),
    responses((status = 204, description = "The ticker is no longer followed."),
        (status = 404, description = "There is no such ticker.", body = String),
        (status = 409, description = "The ticker is in a watchlist or an alert, or belongs to the catalog.", body = String)))]
pub(crate) async fn unfollow(state: &AppState, symbol: &str) -> Result<Reply> {
    let id = resolve_id(&state.market.read(), symbol)?;
    let unfollowed = state.following.unfollow(id).await;
    unfollowed.map_err(|error| follow_error(&error))?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Converts the error of following or unfollowing to a response.
fn follow_error(error: &FollowError) -> ApiError {
    let status = match error {
        FollowError::Lookup(lookup) => return lookup_error(lookup),
        FollowError::InvalidIdentifier(_) => StatusCode::BAD_REQUEST,
        FollowError::InvalidSymbol(_) => StatusCode::UNPROCESSABLE_ENTITY,
        FollowError::AlreadyFollowed(_) | FollowError::Rejected(_) => StatusCode::CONFLICT,
        FollowError::UnknownTicker(_) => StatusCode::NOT_FOUND,
        FollowError::NotSaved | FollowError::NotSavedYet(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    ApiError::new(status, error.to_string())
}
