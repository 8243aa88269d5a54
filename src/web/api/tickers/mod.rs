//! Tickers: lists, search, details.

mod detail;
pub(crate) mod lookup;
mod related;
mod schedule;
pub(crate) mod search_cache;
pub(crate) mod statistics;
mod technicals;
pub(crate) mod trailing;
pub(crate) mod trending;
pub(crate) mod trouble;

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

// With what `#[utoipa::path]` makes beside each handler.
pub(crate) use self::detail::{__path_detail, __path_detail_by_id, detail, detail_by_id};
use crate::{
    domain::{
        split::Split,
        ticker::{TickerId, TickerKind},
    },
    market::Topic,
    web::{
        AppState,
        api::{
            shapes::{DisplayRates, DividendRow, TickerRow, TickerType},
            tickers::{
                lookup::{id_or_symbol, named_symbols, resolve},
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

/// Search results at most.
const FOUND: usize = 10;
/// Tickers that a list can be asked for by name, at most.
const NAMED: usize = 50;

/// One search result.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Found {
    /// Number.
    id: u32,
    /// As exchanges write it.
    symbol: String,
    /// Full name.
    name: String,
    /// What it is.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    kind: TickerKind,
    /// Percent.
    change24h: Option<f64>,
}

/// Best matches first.
#[utoipa::path(get, path = "/api/tickers/search", params(("q" = String, Query, description = "Symbol or name")),
    responses((status = 200, description = "Matching tickers, best first.", body = Vec<Found>)))]
pub(crate) fn search(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let query = request
        .query("q")
        .ok_or_else(|| ApiError::bad_request("Say what to search for, as in ?q=apple."))?;
    let market = state.market.read();
    let index = state.search.index(market.profiles_version(), &market);
    let found: Vec<Found> = market
        .search(&index, &query, FOUND)
        .into_iter()
        .filter_map(|id| market.get(id))
        .map(|listing| Found {
            id: listing.ticker.id.0,
            symbol: listing.ticker.profile.symbol.clone(),
            name: listing.ticker.profile.name.clone(),
            kind: listing.ticker.profile.kind,
            change24h: listing.quote.as_ref().and_then(|quote| quote.change_24h),
        })
        .collect();
    Ok(reply::json(StatusCode::OK, &found))
}

/// The tickers of one type, or all; or those that are named, each at its place: null stands in the place of one that
/// nobody knows.
#[utoipa::path(get, path = "/api/tickers", params(("type" = Option<TickerType>, Query, description = "Only this type"),
    ("symbols" = Option<String>, Query, example = "AAPL,BTC",
        description = "Only these, with commas between; 50 at most. Null stands in the place of an unknown one")),
    responses((status = 200, description = "The tickers.", body = Vec<Option<TickerRow>>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let kind = match request.query("type") {
        None => None,
        Some(word) => Some(kind_named(&word)?),
    };
    if let Some(symbols) = request.query("symbols") {
        return named(state, &symbols);
    }
    rows(state, request, kind).await
}

/// The type that a request names.
pub(crate) fn kind_named(word: &str) -> Result<TickerKind> {
    TickerKind::parse(word).ok_or_else(|| {
        ApiError::bad_request(format!(
            "'{word}' is no ticker type; possible are stock, etf, fund, crypto, commodity, index and currency."
        ))
    })
}

fn named(state: &AppState, symbols: &str) -> Result<Reply> {
    let mut symbols = named_symbols(symbols);
    if symbols.iter().all(|symbol| symbol.is_empty()) {
        symbols.clear();
    }
    if symbols.len() > NAMED {
        return Err(ApiError::bad_request(format!(
            "At most {NAMED} symbols can be named at once."
        )));
    }
    let (now, market) = (state.now(), state.market.read());
    let rates = DisplayRates::new(&market, state.display_currency());
    let row = |symbol: &&str| {
        let listing = market.get(resolve(&market, symbol).ok()?)?;
        Some(TickerRow::of(listing, &rates, now))
    };
    let rows: Vec<Option<TickerRow>> = symbols.iter().map(row).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// The commodities.
#[utoipa::path(get, path = "/api/tickers/commodities", responses((status = 200, description = "All commodities.", body = Vec<TickerRow>)))]
pub(crate) async fn commodities(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    rows(state, request, Some(TickerKind::Commodity)).await
}

async fn rows(state: &AppState, request: &ApiRequest, kind: Option<TickerKind>) -> Result<Reply> {
    let key = format!("tickers/{}", kind.map_or("all", TickerKind::as_str));
    let body = state
        .cached(&key, &[Topic::Tickers, Topic::Funds], |market, now| {
            let rates = DisplayRates::new(market, state.display_currency());
            market
                .listings()
                .iter()
                .filter(|listing| kind.is_none_or(|kind| listing.ticker.profile.kind == kind))
                .map(|listing| TickerRow::of(listing, &rates, now))
                .collect::<Vec<_>>()
        })
        .await?;
    Ok(body.to(&request.headers))
}

/// What moves and matters now; see `trending.rs` for the rule.
#[utoipa::path(get, path = "/api/tickers/trending", responses((status = 200, description = "Trending tickers.", body = Vec<TickerRow>)))]
pub(crate) async fn trending(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let body = state
        .cached(
            "tickers/trending",
            &[Topic::Tickers, Topic::Funds],
            |market, now| {
                let ids = state.trending.members(market, now);
                let rates = DisplayRates::new(market, state.display_currency());
                ids.iter()
                    .filter_map(|id| market.get(*id))
                    .map(|listing| TickerRow::of(listing, &rates, now))
                    .collect::<Vec<_>>()
            },
        )
        .await?;
    Ok(body.to(&request.headers))
}

/// Tickers of the same kind and sector, the largest first; then others of the kind; for an index the largest funds follow.
#[utoipa::path(get, path = "/api/tickers/{symbol}/related", params(("symbol" = String, Path)),
    responses((status = 200, description = "Related tickers.", body = Vec<TickerRow>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn related(state: &AppState, request: &ApiRequest, symbol: &str) -> Result<Reply> {
    let id = resolve(&state.market.read(), symbol)?;
    let body = state
        .cached(
            &format!("related/{id}"),
            &[Topic::Tickers],
            |market, now| {
                let rates = DisplayRates::new(market, state.display_currency());
                related_to(market, id)
                    .into_iter()
                    .map(|listing| TickerRow::of(listing, &rates, now))
                    .collect::<Vec<_>>()
            },
        )
        .await?;
    Ok(body.to(&request.headers))
}

/// Dividends, newest first.
#[utoipa::path(get, path = "/api/tickers/{id}/dividends", params(("id" = u32, Path)),
    responses((status = 200, description = "Dividends, newest first.", body = Vec<DividendRow>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn dividends(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = id_or_symbol(&state.market.read(), id)?;
    let body = state
        .cached(
            &format!("dividends/{id}"),
            &[Topic::Dividends],
            |market, _| {
                let listing = market.get(id);
                let own = listing.map(|listing| listing.ticker.profile.currency);
                let dividends = market.dividends.get(&id).map_or(&[][..], |all| &all[..]);
                DividendRow::all(dividends, own.unwrap_or_default())
            },
        )
        .await?;
    Ok(body.to(&request.headers))
}

/// A split.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SplitRow {
    /// Position from the newest, from 1.
    id: u32,
    /// First day of trading in new units.
    #[schema(value_type = String, format = Date)]
    date: jiff::civil::Date,
    /// New units…
    numerator: f64,
    /// …for so many old ones.
    denominator: f64,
}

/// Splits, newest first. Prices and dividends are told as adjusted for them.
#[utoipa::path(get, path = "/api/tickers/{id}/splits", params(("id" = u32, Path)),
    responses((status = 200, description = "Splits, newest first.", body = Vec<SplitRow>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn splits(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = id_or_symbol(&state.market.read(), id)?;
    let body = state
        .cached(&format!("splits/{id}"), &[Topic::Dividends], |market, _| {
            let known = market.splits.get(&id).into_iter();
            let row = |(split, id): (&Split, u32)| SplitRow {
                id,
                date: split.date,
                numerator: split.numerator,
                denominator: split.denominator,
            };
            known
                .flat_map(|splits| splits.iter().zip(1..))
                .map(row)
                .collect::<Vec<_>>()
        })
        .await?;
    Ok(body.to(&request.headers))
}

/// A ticker as it stands: for lists that add to it.
pub(crate) fn row(rates: &DisplayRates<'_>, id: TickerId, now: Timestamp) -> Option<TickerRow> {
    let listing = rates.market.get(id)?;
    Some(TickerRow::of(listing, rates, now))
}
