//! A few figures for a tile of somebody's dashboard, small and flat.

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
            selection::{Place, Selection},
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

/// The state of some tickers in a few figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary {
    /// sample or live.
    market: &'static str,
    /// ok, degraded or failing.
    #[schema(value_type = ServerHealth)]
    health: Level,
    /// Name of the list that was asked for.
    list: Option<String>,
    /// How many tickers are known, each once.
    count: usize,
    /// Of those, how many rose today.
    up: usize,
    /// How many fell.
    down: usize,
    /// How many prices are older than their source's usual pace allows.
    stale: usize,
    /// Mean of their changes today in percent; null where none is known.
    average_change24h: Option<f64>,
    /// The newest of their prices is from then.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// In the order of the request or of the list. Named symbols without a list keep their places, also one that
    /// nobody knows: it has no figures, and an `error`.
    tickers: Vec<Line>,
    /// Symbols that were named and that nobody knows.
    unknown: Vec<String>,
}

/// A ticker in a few figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line {
    /// As exchanges write it; as it was named where nobody knows it.
    symbol: String,
    /// Full name; null for a symbol that nobody knows.
    name: Option<String>,
    /// In its currency, rounded to its usual digits; null where none is known.
    price: Option<f64>,
    /// ISO code of what the price is in; null for a symbol that nobody knows.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Percent, two digits.
    change24h: Option<f64>,
    /// Percent over seven days, two digits.
    change7d: Option<f64>,
    /// Phase of its market: pre, regular, post, closed, always, or unknown.
    #[schema(value_type = String)]
    session: Phase,
    /// The price is older than its source's usual pace allows.
    stale: bool,
    /// When the source says the price was true.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Why there are no figures: nobody knows the symbol; null for a ticker.
    error: Option<String>,
}

/// A few figures of some tickers, for dashboards. Without a choice: of all that are on a list.
#[utoipa::path(get, path = "/api/summary", params(
        ("symbols" = Option<String>, Query, pattern = "<symbols>", example = "AAPL,BTC",
            description = "Of these, with commas between them; 50 at most. Each keeps its place in the answer"),
        ("list" = Option<u32>, Query, description = "Of the tickers of this list")),
    responses((status = 200, description = "A few figures of each ticker.", body = Summary),
        (status = 404, description = "There is no such watchlist, or none of the symbols is known.", body = String)))]
pub(crate) async fn read(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let selection = Selection::read(state, request).await?;
    let providers = state.board.list();
    let facts = status::facts(state, std::time::Instant::now(), &providers);
    let now = state.now();
    let (known, lines): (Vec<Ticker>, Vec<Line>) = {
        let market = state.market.read();
        let ticker = |id: TickerId| market.get(id).map(|listing| Ticker::of(listing, now));
        let line = |place: &Place| match place {
            Place::Ticker(id) => ticker(*id).map(Line::of),
            // Behind the tickers of a list nobody counts on a place.
            Place::Unknown(_) if selection.list.is_some() => None,
            Place::Unknown(symbol) => Some(Line::unknown(symbol)),
        };
        let known = selection.tickers().into_iter().filter_map(ticker);
        let lines = selection.places.iter().filter_map(line);
        (known.collect(), lines.collect())
    };
    let changes: Vec<f64> = known.iter().filter_map(Line::change).collect();
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

impl Line {
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
            "No symbol is named here.".to_owned()
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
