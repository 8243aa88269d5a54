//! Endpoints for tickers: lists, search, details, dividends, splits.

mod detail;
pub(crate) mod lookup;
mod other_listings;
mod related;
mod schedule;
pub(crate) mod statistics;
mod technicals;
pub(crate) mod trailing;
pub(crate) mod trending;
pub(crate) mod trouble;

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

// `#[utoipa::path]` generates a `__path_…` item for each handler, which the OpenAPI document needs.
pub(crate) use self::detail::{__path_detail, __path_detail_by_id, detail, detail_by_id};
pub(crate) use self::other_listings::{__path_listings, listings};
use crate::{
    domain::{
        split::Split,
        ticker::{TickerId, TickerKind},
    },
    market::{Listing, Topic},
    web::{
        AppState,
        api::{
            paging::Page,
            shapes::{DisplayRates, DividendRow, TickerRow, TickerType},
            tickers::{
                lookup::{parse_identifier, resolve_id, resolve_symbol, split_symbols},
                related::related_to,
            },
        },
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// Maximum number of search results.
const MAX_RESULTS: usize = 10;
/// Maximum number of symbols in the query parameter `symbols`.
const MAX_SYMBOLS: usize = 50;

/// A search result.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchResult {
    /// The ticker's id.
    id: u32,
    /// Symbol as exchanges write it.
    symbol: String,
    /// Full name.
    name: String,
    /// The ticker's type.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    kind: TickerKind,
    /// Change since the previous close, in percent.
    change24h: Option<f64>,
}

/// Searches tickers by symbol, name, ISIN, WKN, CUSIP or FIGI, best matches first.
#[utoipa::path(get, path = "/api/tickers/search", params(("q" = String, Query, description = "Symbol, name or identifier")),
    responses((status = 200, description = "Matching tickers, best first.", body = Vec<SearchResult>)))]
pub(crate) fn search(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let query = request
        .query("q")
        .ok_or_else(|| ApiError::bad_request("Missing query parameter 'q'."))?;
    let market = state.market.read();
    let index = state.market.search_index(&market);
    let results: Vec<SearchResult> = market
        .search(&index, &query, MAX_RESULTS)
        .into_iter()
        .filter_map(|id| market.get(id))
        .map(|listing| SearchResult {
            id: listing.ticker.id.0,
            symbol: listing.ticker.profile.symbol.clone(),
            name: listing.ticker.profile.name.clone(),
            kind: listing.ticker.profile.kind,
            change24h: listing.quote.as_ref().and_then(|quote| quote.change_24h),
        })
        .collect();
    if results.is_empty() {
        parse_identifier(&query)?;
    }
    Ok(reply::json(StatusCode::OK, &results))
}

/// Lists all tickers, the tickers of one type, or the tickers with the requested symbols, in the order of the request, with null for an
/// unknown symbol. `offset` and `limit` are ignored if `symbols` is given.
#[utoipa::path(get, path = "/api/tickers", params(("type" = Option<TickerType>, Query, description = "Only tickers of this type; ignored if `symbols` is given"),
    ("symbols" = Option<String>, Query, example = "AAPL,BTC",
        description = "Comma-separated symbols: only these tickers, at most 50. The response has null for an unknown symbol")),
    responses((status = 200, description = "The tickers.", body = Vec<Option<TickerRow>>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let (kind, page) = (optional_kind(request)?, Page::from_request(request)?);
    if let Some(symbols) = request.query("symbols") {
        return list_by_symbols(state, request, &symbols);
    }
    list_by_kind(state, request, "api/tickers", kind, page).await
}

/// Parses a ticker type.
fn parse_kind(word: &str) -> Result<TickerKind> {
    TickerKind::parse(word).ok_or_else(|| {
        ApiError::bad_request(format!(
            "Invalid ticker type '{word}'; expected one of: stock, etf, fund, crypto, commodity, index, currency, bond."
        ))
    })
}

/// Reads the optional parameter `type`, a ticker type.
pub(crate) fn optional_kind(request: &ApiRequest) -> Result<Option<TickerKind>> {
    let word = request.query("type");
    word.map(|word| parse_kind(&word)).transpose()
}

/// Reads the required parameter `type`, a ticker type.
pub(crate) fn required_kind(request: &ApiRequest) -> Result<TickerKind> {
    let word = request
        .query("type")
        .ok_or_else(|| ApiError::bad_request("Missing query parameter 'type'."))?;
    parse_kind(&word)
}

/// Lists the tickers with these symbols, in their order.
fn list_by_symbols(state: &AppState, request: &ApiRequest, symbols: &str) -> Result<Reply> {
    let mut symbols = split_symbols(symbols);
    if symbols.iter().all(|symbol| symbol.is_empty()) {
        symbols.clear();
    }
    if symbols.len() > MAX_SYMBOLS {
        return Err(ApiError::bad_request(format!(
            "Too many symbols; the maximum is {MAX_SYMBOLS}."
        )));
    }
    let (now, market) = (state.now(), state.market.read());
    let rates = DisplayRates::new(&market, state.display_currency(request.person()));
    let row = |symbol: &&str| {
        let listing = market.get(resolve_symbol(&market, symbol).ok()?)?;
        Some(TickerRow::of(listing, &rates, now))
    };
    let rows: Vec<Option<TickerRow>> = symbols.iter().map(row).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Lists the commodities.
#[utoipa::path(get, path = "/api/tickers/commodities", responses((status = 200, description = "All commodities.", body = Vec<TickerRow>)))]
pub(crate) async fn commodities(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let page = Page::from_request(request)?;
    let kind = Some(TickerKind::Commodity);
    list_by_kind(state, request, "api/tickers/commodities", kind, page).await
}

/// Lists the tickers of a type, or all tickers: all of them, or a page of the list at `path`.
async fn list_by_kind(
    state: &AppState,
    request: &ApiRequest,
    path: &str,
    kind: Option<TickerKind>,
    page: Option<Page>,
) -> Result<Reply> {
    let is_listed =
        |listing: &&Listing| kind.is_none_or(|kind| listing.ticker.profile.kind == kind);
    if let Some(page) = page {
        let (total, rows) = {
            let (now, market) = (state.now(), state.market.read());
            let rates = DisplayRates::new(&market, state.display_currency(request.person()));
            let listings: Vec<&Listing> = market.listings().iter().filter(is_listed).collect();
            let row = |listing: &Listing| TickerRow::of(listing, &rates, now);
            let total = listings.len();
            (total, page.of(listings).map(row).collect::<Vec<_>>())
        };
        return page.reply((state, request), path, total, rows).await;
    }
    let key = format!("tickers/{}", kind.map_or("all", TickerKind::as_str));
    let body = state
        .cached(
            request.person(),
            &key,
            &[Topic::Tickers, Topic::Funds],
            |market, now| {
                let rates = DisplayRates::new(market, state.display_currency(request.person()));
                market
                    .listings()
                    .iter()
                    .filter(is_listed)
                    .map(|listing| TickerRow::of(listing, &rates, now))
                    .collect::<Vec<_>>()
            },
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// Lists trending tickers: large tickers with a large change in 24 hours, alternating between stocks, crypto and funds.
#[utoipa::path(get, path = "/api/tickers/trending", responses((status = 200, description = "Trending tickers, best first.", body = Vec<TickerRow>)))]
pub(crate) async fn trending(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let body = state
        .cached(
            request.person(),
            "tickers/trending",
            &[Topic::Tickers, Topic::Funds],
            |market, now| {
                let ids = state.trending.tickers(market, now);
                let rates = DisplayRates::new(market, state.display_currency(request.person()));
                ids.iter()
                    .filter_map(|id| market.get(*id))
                    .map(|listing| TickerRow::of(listing, &rates, now))
                    .collect::<Vec<_>>()
            },
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// Lists up to eight tickers of the same type, largest market cap first, those of the same sector before others. For an index, the largest
/// funds follow.
#[utoipa::path(get, path = "/api/tickers/{symbol}/related", params(("symbol" = String, Path)),
    responses((status = 200, description = "Related tickers.", body = Vec<TickerRow>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn related(state: &AppState, request: &ApiRequest, symbol: &str) -> Result<Reply> {
    let id = resolve_symbol(&state.market.read(), symbol)?;
    let body = state
        .cached(
            request.person(),
            &format!("related/{id}"),
            &[Topic::Tickers],
            |market, now| {
                let rates = DisplayRates::new(market, state.display_currency(request.person()));
                related_to(market, id)
                    .into_iter()
                    .map(|listing| TickerRow::of(listing, &rates, now))
                    .collect::<Vec<_>>()
            },
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// Lists a ticker's dividends, newest first.
#[utoipa::path(get, path = "/api/tickers/{id}/dividends", params(("id" = u32, Path)),
    responses((status = 200, description = "Dividends, newest first.", body = Vec<DividendRow>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn dividends(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = resolve_id(&state.market.read(), id)?;
    let body = state
        .cached(
            request.person(),
            &format!("dividends/{id}"),
            &[Topic::Dividends],
            |market, _| {
                let listing = market.get(id);
                let currency = listing.map(|listing| listing.ticker.profile.currency);
                let dividends = market.dividends.get(&id).map_or(&[][..], |all| &all[..]);
                DividendRow::list(dividends, currency.unwrap_or_default())
            },
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// A stock split.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SplitRow {
    /// 1-based position, newest first.
    id: u32,
    /// First day of trading after the split.
    #[schema(value_type = String, format = Date)]
    date: jiff::civil::Date,
    /// Number of new shares for `denominator` old shares.
    numerator: f64,
    /// Number of old shares that are replaced by `numerator` new shares.
    denominator: f64,
}

/// Lists a ticker's splits, newest first. Prices and dividends are adjusted for them.
#[utoipa::path(get, path = "/api/tickers/{id}/splits", params(("id" = u32, Path)),
    responses((status = 200, description = "Splits, newest first.", body = Vec<SplitRow>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn splits(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = resolve_id(&state.market.read(), id)?;
    let body = state
        .cached(
            request.person(),
            &format!("splits/{id}"),
            &[Topic::Dividends],
            |market, _| {
                let row = |(split, id): (&Split, u32)| SplitRow {
                    id,
                    date: split.date,
                    numerator: split.numerator,
                    denominator: split.denominator,
                };
                let splits = market.splits.get(&id).into_iter();
                splits
                    .flat_map(|splits| splits.iter().zip(1..))
                    .map(row)
                    .collect::<Vec<_>>()
            },
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// Returns the row of a ticker; `None` if there is no such ticker.
pub(crate) fn row(rates: &DisplayRates<'_>, id: TickerId, now: Timestamp) -> Option<TickerRow> {
    let listing = rates.market.get(id)?;
    Some(TickerRow::of(listing, rates, now))
}
