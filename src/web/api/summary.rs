//! A few figures for a tile of somebody's dashboard, small and flat.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{currency::Currency, quote::rounded},
    runtime::health::Level,
    web::{
        AppState,
        api::{
            selection::Selection,
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
    /// How many tickers follow.
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
    /// In the order of the request or of the list.
    tickers: Vec<Line>,
    /// Symbols that were named and that nobody knows.
    unknown: Vec<String>,
}

/// A ticker in a few figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line {
    /// As exchanges write it.
    symbol: String,
    /// Full name.
    name: String,
    /// In its currency, rounded to its usual digits; null where none is known.
    price: Option<f64>,
    /// ISO code of what the price is in.
    #[schema(value_type = String)]
    currency: Currency,
    /// Percent, two digits.
    change24h: Option<f64>,
    /// Percent over seven days, two digits.
    change7d: Option<f64>,
    /// Phase of its market: pre, regular, post, closed, always, or unknown.
    #[schema(value_type = String)]
    session: crate::domain::session::Phase,
    /// The price is older than its source's usual pace allows.
    stale: bool,
    /// When the source says the price was true.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
}

/// A few figures of some tickers, for dashboards. Without a choice: of all that are on a list.
#[utoipa::path(get, path = "/api/summary", params(
        ("symbols" = Option<String>, Query, pattern = "<symbols>", example = "AAPL,BTC",
            description = "Of these, with commas between them; 50 at most"),
        ("list" = Option<u32>, Query, description = "Of the tickers of this list")),
    responses((status = 200, body = Summary), (status = 400, body = String), (status = 404, body = String)))]
pub(crate) async fn read(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let Selection {
        list,
        tickers,
        unknown,
    } = Selection::read(state, request).await?;
    let providers = state.board.list();
    let facts = status::facts(state, std::time::Instant::now(), &providers);
    let now = state.now();
    let lines: Vec<Line> = {
        let market = state.market.read();
        let known = tickers.iter().filter_map(|id| market.get(*id));
        known.map(|one| Line::of(Ticker::of(one, now))).collect()
    };
    let changes: Vec<f64> = lines.iter().filter_map(|line| line.change24h).collect();
    let mean = changes.iter().sum::<f64>() / changes.len() as f64;
    let summary = Summary {
        market: state.settings.market,
        health: facts.verdict().level,
        list,
        count: lines.len(),
        up: changes.iter().filter(|change| **change > 0.0).count(),
        down: changes.iter().filter(|change| **change < 0.0).count(),
        stale: lines.iter().filter(|line| line.stale).count(),
        average_change24h: Some(rounded(mean, 2)).filter(|mean| mean.is_finite()),
        updated_at: lines.iter().filter_map(|line| line.updated_at).max(),
        tickers: lines,
        unknown,
    };
    Ok(reply::json(StatusCode::OK, &summary))
}

impl Line {
    fn of(ticker: Ticker) -> Self {
        let percent = |change: Option<f64>| change.map(|change| rounded(change, 2));
        Self {
            price: ticker.price.map(|price| rounded(price, ticker.decimals)),
            change24h: percent(ticker.change24h),
            change7d: percent(ticker.change7d),
            symbol: ticker.symbol,
            name: ticker.name,
            currency: ticker.currency,
            session: ticker.session,
            stale: ticker.stale,
            updated_at: ticker.updated_at,
        }
    }
}
