//! Endpoints for a single ticker, with the data that the ticker page shows.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    lookup::{find_listing, resolve_symbol},
    schedule::Schedule,
    statistics::Statistics,
    trailing::TrailingDividends,
    trouble::{Trouble, TroubleIndex},
};
use crate::{
    domain::{
        bar::Interval,
        currency::Currency,
        ticker::{self, TickerId},
    },
    market::Topic,
    web::{
        AppState,
        api::shapes::{Disagreement, DisplayRates, TickerRow, timestamp},
        http::{
            cache::CacheVersion,
            error::Result,
            reply::{CachedBody, Reply},
            request::{ApiRequest, ticker_id},
        },
    },
};

/// A ticker with the data that the ticker page shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TickerDetail {
    /// The ticker with its newest quote.
    #[serde(flatten)]
    row: TickerRow,
    /// Previous close, in the ticker's currency.
    previous_close: Option<f64>,
    /// Statistics computed from a year of daily bars.
    #[serde(flatten)]
    statistics: Statistics,
    /// Sums of the dividends of the last twelve months; null if no dividend is known.
    trailing_dividends: Option<TrailingDividends>,
    /// The import of the ticker's bars from a file; null if they were not imported.
    imported: Option<BarImport>,
    /// Implausible bars that are left out, oldest first. Their prices are far from those of the neighboring bars, and neither the
    /// 52-week range nor their volume confirms them.
    left_out_bars: Vec<ExcludedBar>,
    /// Differences between the sources of the ticker's figures: live prices first, then closes and dividends, newest first; empty if the
    /// sources agree or if there is only one.
    disagreements: Vec<Disagreement>,
    /// The problem that prevents a new price; null without a problem, and while the source fails but the price is not stale yet.
    trouble: Option<Trouble>,
    /// Trading hours of the ticker's market; null for a market that never closes, and if its hours are unknown.
    schedule: Option<Schedule>,
    /// Change of the ticker's currency against the display currency since the previous day, in percent; null if both are the same
    /// currency, or if no rate is known.
    currency_change24h: Option<f64>,
}

/// A bar that is left out because it is implausible.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExcludedBar {
    /// Interval of the bar: `5m`, `1h` or `1d`.
    #[schema(value_type = String)]
    interval: Interval,
    /// Start of the bar; a daily bar starts at midnight UTC of the exchange's date.
    #[schema(value_type = String, format = DateTime)]
    start: Timestamp,
}

impl ExcludedBar {
    fn of(bar: &ticker::ExcludedBar) -> Self {
        Self {
            interval: bar.interval,
            start: timestamp(bar.start),
        }
    }
}

/// The import of a ticker's bars from a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BarImport {
    /// Name of the imported file.
    file: String,
    /// Time of the import.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Number of bars in the file.
    bars: u32,
    /// Start of the last bar; null if there are no bars.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_bar: Option<Timestamp>,
}

/// Returns a ticker by symbol, or by id if no symbol matches. Symbols are not case-sensitive, except for a symbol that is also the path of
/// another endpoint, such as SEARCH: it must be in capitals.
#[utoipa::path(get, path = "/api/tickers/{symbol}", params(("symbol" = String, Path,
        description = "Symbol (not case-sensitive), or id. `search`, `trending` and `commodities` are other endpoints: write these symbols in capitals")),
    responses((status = 200, description = "The ticker with its statistics.", body = TickerDetail),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn detail(state: &AppState, request: &ApiRequest, symbol: &str) -> Result<Reply> {
    let id = resolve_symbol(&state.market.read(), symbol)?;
    state.following.opened(id);
    respond(state, request, id).await
}

/// Returns a ticker by id.
#[utoipa::path(get, path = "/api/tickers/id/{id}", params(("id" = u32, Path)),
    responses((status = 200, description = "The ticker with its statistics.", body = TickerDetail),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn detail_by_id(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
) -> Result<Reply> {
    let id = ticker_id(id)?;
    find_listing(&state.market.read(), id)?;
    state.following.opened(id);
    respond(state, request, id).await
}

/// Returns the response for a ticker, which is cached until the data in it changes.
async fn respond(state: &AppState, request: &ApiRequest, id: TickerId) -> Result<Reply> {
    let display = state.display_currency(request.person());
    let version = {
        let market = state.market.read();
        let listing = find_listing(&market, id)?;
        // Exchange rates are prices of other tickers.
        let is_converted = listing.ticker.profile.currency != display;
        let rates_version = is_converted.then(|| state.market.version(Topic::Tickers));
        CacheVersion::of(&state.market, &[Topic::Dividends], state.now())
            .with_version(listing.version)
            .with_version(rates_version.unwrap_or_default())
            .with_version(state.health_board.revision())
            .without_coalescing()
    };
    let key = format!("ticker/{id} in {display}");
    let body = state
        .cache
        .get(&key, &version, state.now(), build(state, id, display))
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// Builds the response for a ticker.
async fn build(state: &AppState, id: TickerId, display: Currency) -> Result<CachedBody> {
    let statistics = Statistics::read(state, id).await?;
    let (now, market) = (state.now(), state.market.read());
    let listing = find_listing(&market, id)?;
    let last_bar = Interval::ALL
        .iter()
        .filter_map(|interval| market.last_bar(id, *interval))
        .max();
    let rates = DisplayRates::new(&market, display);
    let row = TickerRow::of(listing, &rates, now);
    let detail = TickerDetail {
        trouble: TroubleIndex::read(&state.health_board)
            .trouble_on_page(&row.ticker, listing.price_review.last.as_ref()),
        left_out_bars: listing
            .ticker
            .excluded_bars
            .iter()
            .map(ExcludedBar::of)
            .collect(),
        disagreements: Disagreement::of_ticker(&market, listing, now),
        schedule: Schedule::of(listing.ticker.profile.calendar(), now),
        currency_change24h: row.display_rate.as_ref().and_then(|rate| {
            let ticker_currency = listing.ticker.profile.currency;
            market.rate_change(ticker_currency, rate.currency())
        }),
        row,
        previous_close: listing
            .quote
            .as_ref()
            .and_then(|quote| quote.previous_close),
        statistics,
        trailing_dividends: TrailingDividends::compute(&market, id, now),
        imported: listing.ticker.imported.as_ref().map(|import| BarImport {
            file: import.file.clone(),
            at: import.at,
            bars: import.bars,
            last_bar: last_bar.map(timestamp),
        }),
    };
    CachedBody::json(&detail)
}
