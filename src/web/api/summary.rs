//! Endpoint for a small, flat summary that dashboards of other programs show.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency, quotation::Quotation, quote::rounded, session::Phase, ticker::TickerId,
    },
    market::HoldingsTotals,
    runtime::health::Level,
    web::{
        AppState,
        api::{
            selection::{SelectedItem, Selection},
            shapes::{PriceUnit, Ticker},
            status::{self, ServerHealth},
        },
        http::{
            error::Result,
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// A summary of the selected tickers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary {
    /// sample or live.
    market: &'static str,
    /// ok, degraded or failing.
    #[schema(value_type = ServerHealth)]
    health: Level,
    /// Name of the requested list; null without a list.
    list: Option<String>,
    /// Number of tickers, without duplicates.
    count: usize,
    /// Number of tickers that rose today.
    up: usize,
    /// Number of tickers that fell today.
    down: usize,
    /// Number of tickers with a price older than usual for its source.
    stale: usize,
    /// Mean of the tickers' changes today, in percent; null if no change is known.
    average_change24h: Option<f64>,
    /// Time of the newest price.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// The tickers, in the order of the request or of the list. Without a list, every requested symbol keeps its position; an unknown
    /// symbol has an `error` and null values.
    tickers: Vec<SummaryTicker>,
    /// Requested symbols that are unknown.
    unknown: Vec<String>,
    /// The total of the holdings in the requested list, or in all lists; null if nothing is held, and if only symbols are requested.
    holdings: Option<SummaryHoldings>,
}

/// The total of holdings, in the display currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SummaryHoldings {
    /// ISO code of the currency of all amounts.
    #[schema(value_type = String)]
    currency: Currency,
    /// Value of all positions with a price and an exchange rate, with two decimal places; null if no position has both.
    value: Option<f64>,
    /// Change of the value since the previous close, with two decimal places.
    day_gain: Option<f64>,
    /// `dayGain` in percent of the value at the previous close, with two decimal places.
    day_gain_percent: Option<f64>,
    /// Value minus cost, of the positions with known value and cost, with two decimal places.
    gain: Option<f64>,
    /// The gain in percent of what these positions cost, with two decimal places.
    gain_percent: Option<f64>,
}

impl From<HoldingsTotals> for SummaryHoldings {
    fn from(HoldingsTotals { currency, totals }: HoldingsTotals) -> Self {
        let rounded = |value: Option<f64>| value.map(|value| rounded(value, 2));
        Self {
            currency,
            value: rounded(totals.value),
            day_gain: rounded(totals.day_gain),
            day_gain_percent: rounded(totals.day_gain_percent),
            gain: rounded(totals.gain),
            gain_percent: rounded(totals.gain_percent),
        }
    }
}

/// A ticker of the summary.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SummaryTicker {
    /// Symbol as exchanges write it; an unknown symbol as it was typed.
    symbol: String,
    /// Full name; null for an unknown symbol.
    name: Option<String>,
    /// Last price in `currency` or in percent, rounded to the displayed decimal places; null if unknown.
    price: Option<f64>,
    /// The unit of the price; null for an unknown symbol.
    #[schema(value_type = Option<PriceUnit>)]
    price_unit: Option<Quotation>,
    /// ISO code of the price's currency; null for an unknown symbol and a price in percent.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Change since the previous close in percent, with two decimal places.
    change24h: Option<f64>,
    /// Change over seven days in percent, with two decimal places.
    change7d: Option<f64>,
    /// Phase of the ticker's market: pre, regular, post, closed, always, or unknown.
    #[schema(value_type = String)]
    session: Phase,
    /// Whether the price is older than is usual for its source.
    stale: bool,
    /// Time of the price, according to the source.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Why the symbol has no values: it is unknown. Null for a ticker.
    error: Option<String>,
}

/// Returns a summary of the selected tickers for dashboards. Default: all tickers on any list.
#[utoipa::path(get, path = "/api/summary", params(
        ("symbols" = Option<String>, Query, pattern = "<symbols>", example = "AAPL,BTC",
            description = "Comma-separated symbols: only these tickers, at most 50. Each symbol keeps its position in the response"),
        ("list" = Option<u32>, Query, description = "Id of a list: only its tickers")),
    responses((status = 200, description = "Price and changes of each ticker, and counts.", body = Summary),
        (status = 404, description = "There is no such watchlist, or none of the symbols is known.", body = String)))]
pub(crate) async fn read(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let selection = Selection::read(state, request).await?;
    let providers = state.health_board.list();
    let facts = status::facts(
        state,
        request.person(),
        std::time::Instant::now(),
        &providers,
    );
    let now = state.now();
    let (tickers, rows, holdings): (Vec<Ticker>, Vec<SummaryTicker>, _) = {
        let market = state.market.read();
        let ticker = |id: TickerId| market.get(id).map(|listing| Ticker::of(listing, now));
        let row = |item: &SelectedItem| match item {
            SelectedItem::Ticker(id) => ticker(*id).map(SummaryTicker::of),
            // With a list, symbols do not keep their positions.
            SelectedItem::Unknown(_) if selection.list.is_some() => None,
            SelectedItem::Unknown(symbol) => Some(SummaryTicker::unknown(symbol)),
        };
        let tickers = selection.tickers().into_iter().filter_map(ticker);
        let rows = selection.items.iter().filter_map(row);
        let holdings = market.holdings_totals(
            &selection.lists,
            state.display_currency(request.person()),
            now,
        );
        (tickers.collect(), rows.collect(), holdings)
    };
    let changes: Vec<f64> = tickers
        .iter()
        .filter_map(SummaryTicker::rounded_change)
        .collect();
    let mean = changes.iter().sum::<f64>() / changes.len() as f64;
    let summary = Summary {
        market: state.settings.market,
        health: facts.verdict().level,
        count: tickers.len(),
        up: changes.iter().filter(|change| **change > 0.0).count(),
        down: changes.iter().filter(|change| **change < 0.0).count(),
        stale: tickers.iter().filter(|ticker| ticker.stale).count(),
        average_change24h: Some(rounded(mean, 2)).filter(|mean| mean.is_finite()),
        updated_at: tickers.iter().filter_map(|ticker| ticker.updated_at).max(),
        tickers: rows,
        unknown: selection.unknown(),
        holdings: holdings.map(SummaryHoldings::from),
        list: selection.list,
    };
    Ok(reply::json(StatusCode::OK, &summary))
}

impl SummaryTicker {
    fn of(ticker: Ticker) -> Self {
        Self {
            price: ticker.price.map(|price| rounded(price, ticker.decimals)),
            change24h: Self::rounded_change(&ticker),
            change7d: ticker.change7d.map(|change| rounded(change, 2)),
            symbol: ticker.symbol,
            name: Some(ticker.name),
            price_unit: Some(ticker.price_unit),
            currency: ticker.price_unit.is_currency().then_some(ticker.currency),
            session: ticker.session,
            stale: ticker.stale,
            updated_at: ticker.updated_at,
            error: None,
        }
    }

    /// Creates the row of an unknown symbol.
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
            price_unit: None,
            currency: None,
            change24h: None,
            change7d: None,
            session: Phase::Unknown,
            stale: false,
            updated_at: None,
            error: Some(error),
        }
    }

    /// Returns the change since the previous close, rounded to two decimal places.
    fn rounded_change(ticker: &Ticker) -> Option<f64> {
        ticker.change24h.map(|change| rounded(change, 2))
    }
}
