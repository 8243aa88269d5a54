//! A small, flat summary for dashboards of other programs.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{currency::Currency, quote::rounded, session::Phase, ticker::TickerId},
    runtime::health::Level,
    web::{
        AppState,
        api::{
            selection::{Selected, Selection},
            shapes::Ticker,
            status::{self, ServerHealth},
        },
        http::{
            error::Result,
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// A summary of some tickers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary {
    /// sample or live.
    market: &'static str,
    /// ok, degraded or failing.
    #[schema(value_type = ServerHealth)]
    health: Level,
    /// Name of the requested list.
    list: Option<String>,
    /// Number of tickers, without duplicates.
    count: usize,
    /// Number of tickers that rose today.
    up: usize,
    /// Number of tickers that fell today.
    down: usize,
    /// Number of tickers whose price is older than is usual for its source.
    stale: usize,
    /// Mean of their changes today in percent; null if none is known.
    average_change24h: Option<f64>,
    /// Time of the newest price.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// In the order of the request or of the list. Named symbols without a list keep their positions, including unknown ones, which have
    /// no figures but an `error`.
    tickers: Vec<SummaryTicker>,
    /// Named symbols that are unknown.
    unknown: Vec<String>,
}

/// A ticker of the summary.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SummaryTicker {
    /// Symbol as exchanges write it; as typed if unknown.
    symbol: String,
    /// Full name; null for an unknown symbol.
    name: Option<String>,
    /// In its currency, rounded to its usual decimal places; null if unknown.
    price: Option<f64>,
    /// ISO code of the price's currency; null for an unknown symbol.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Change in percent, two decimal places.
    change24h: Option<f64>,
    /// Change over seven days in percent, two decimal places.
    change7d: Option<f64>,
    /// Phase of its market: pre, regular, post, closed, always, or unknown.
    #[schema(value_type = String)]
    session: Phase,
    /// Whether the price is older than is usual for its source.
    stale: bool,
    /// Time of the price, according to the source.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Why there are no figures: the symbol is unknown. Null for a ticker.
    error: Option<String>,
}

/// Returns a summary of some tickers for dashboards. By default, of all tickers on any list.
#[utoipa::path(get, path = "/api/summary", params(
        ("symbols" = Option<String>, Query, pattern = "<symbols>", example = "AAPL,BTC",
            description = "Only these tickers, separated by commas; 50 at most. Each keeps its position in the response"),
        ("list" = Option<u32>, Query, description = "Number of a list: only its tickers")),
    responses((status = 200, description = "A few figures of each ticker.", body = Summary),
        (status = 404, description = "There is no such watchlist, or none of the symbols is known.", body = String)))]
pub(crate) async fn read(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let selection = Selection::read(state, request).await?;
    let providers = state.board.list();
    let facts = status::facts(state, std::time::Instant::now(), &providers);
    let now = state.now();
    let (known, lines): (Vec<Ticker>, Vec<SummaryTicker>) = {
        let market = state.market.read();
        let ticker = |id: TickerId| market.get(id).map(|listing| Ticker::of(listing, now));
        let line = |place: &Selected| match place {
            Selected::Ticker(id) => ticker(*id).map(SummaryTicker::of),
            // After the tickers of a list, positions do not matter.
            Selected::Unknown(_) if selection.list.is_some() => None,
            Selected::Unknown(symbol) => Some(SummaryTicker::unknown(symbol)),
        };
        let known = selection.tickers().into_iter().filter_map(ticker);
        let lines = selection.items.iter().filter_map(line);
        (known.collect(), lines.collect())
    };
    let changes: Vec<f64> = known.iter().filter_map(SummaryTicker::change).collect();
    let mean = changes.iter().sum::<f64>() / changes.len() as f64;
    let summary = Summary {
        market: state.settings.market,
        health: facts.verdict().level,
        count: known.len(),
        up: changes.iter().filter(|change| **change > 0.0).count(),
        down: changes.iter().filter(|change| **change < 0.0).count(),
        stale: known.iter().filter(|ticker| ticker.stale).count(),
        average_change24h: Some(rounded(mean, 2)).filter(|mean| mean.is_finite()),
        updated_at: known.iter().filter_map(|ticker| ticker.updated_at).max(),
        tickers: lines,
        unknown: selection.unknown(),
        list: selection.list,
    };
    Ok(reply::json(StatusCode::OK, &summary))
}

impl SummaryTicker {
    fn of(ticker: Ticker) -> Self {
        Self {
            price: ticker.price.map(|price| rounded(price, ticker.decimals)),
            change24h: Self::change(&ticker),
            change7d: ticker.change7d.map(|change| rounded(change, 2)),
            symbol: ticker.symbol,
            name: Some(ticker.name),
            currency: Some(ticker.currency),
            session: ticker.session,
            stale: ticker.stale,
            updated_at: ticker.updated_at,
            error: None,
        }
    }

    fn unknown(symbol: &str) -> Self {
        let error = if symbol.is_empty() {
            "The symbol is empty.".to_owned()
        } else {
            format!("There is no ticker called {symbol}.")
        };
        Self {
            symbol: symbol.to_owned(),
            name: None,
            price: None,
            currency: None,
            change24h: None,
            change7d: None,
            session: Phase::Unknown,
            stale: false,
            updated_at: None,
            error: Some(error),
        }
    }

    fn change(ticker: &Ticker) -> Option<f64> {
        ticker.change24h.map(|change| rounded(change, 2))
    }
}
