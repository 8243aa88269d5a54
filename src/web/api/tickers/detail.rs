//! One ticker with everything that its page shows.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    lookup::{known, resolve},
    schedule::Schedule,
    statistics::Statistics,
    trailing::TrailingDividends,
    trouble::{Trouble, Troubles},
};
use crate::{
    domain::{
        bar::Interval,
        ticker::{self, TickerId},
    },
    market::Topic,
    web::{
        AppState,
        api::shapes::{DisplayRates, TickerRow, seconds},
        http::{
            cache::CacheVersion,
            error::Result,
            reply::{CachedBody, Reply},
            request::{ApiRequest, ticker_id},
        },
    },
};

/// A ticker with everything that its page shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TickerDetail {
    /// The ticker with its newest quote.
    #[serde(flatten)]
    row: TickerRow,
    /// Previous close, in the ticker's currency.
    previous_close: Option<f64>,
    /// Statistics from a year of daily bars.
    #[serde(flatten)]
    statistics: Statistics,
    /// Dividends of the last twelve months; null if no payment is known.
    trailing_dividends: Option<TrailingDividends>,
    /// Origin of its bars, if they were imported from a file.
    imported: Option<Imported>,
    /// Implausible bars that are left out: far from the bars around them, and supported neither by the year's range nor by their
    /// volume. Oldest first.
    left_out_bars: Vec<ExcludedBar>,
    /// Why there is no new price; null if there is one, and while the price is not stale although its source fails.
    trouble: Option<Trouble>,
    /// Trading hours of its market; null for a market that never closes.
    schedule: Option<Schedule>,
    /// Change of its currency against the display currency since the previous day, in percent; null if the two are the same, or
    /// no rate is known.
    currency_change24h: Option<f64>,
}

/// A bar that is left out as implausible.
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
            start: seconds(bar.start),
        }
    }
}

/// An import of bars from a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    /// Name of the file.
    file: String,
    /// Time of the import.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Number of bars in the file.
    bars: u32,
    /// Start of the last bar.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_bar: Option<Timestamp>,
}

/// Returns a ticker by symbol, in any case, or by number if no symbol matches. A symbol that is also the name of another route, such as
/// SEARCH, must be in capitals.
#[utoipa::path(get, path = "/api/tickers/{symbol}", params(("symbol" = String, Path,
        description = "Symbol as typed, in any case, or a number. `search`, `trending` and `commodities` are other routes: write such symbols in capitals")),
    responses((status = 200, description = "The ticker with its statistics.", body = TickerDetail),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn detail(state: &AppState, request: &ApiRequest, symbol: &str) -> Result<Reply> {
    let id = resolve(&state.market.read(), symbol)?;
    state.following.opened(id);
    details(state, request, id).await
}

/// Returns a ticker by number.
#[utoipa::path(get, path = "/api/tickers/id/{id}", params(("id" = u32, Path)),
    responses((status = 200, description = "The ticker with its statistics.", body = TickerDetail),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn detail_by_id(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
) -> Result<Reply> {
    let id = ticker_id(id)?;
    known(&state.market.read(), id)?;
    state.following.opened(id);
    details(state, request, id).await
}

/// Returns the cached response; it depends mostly on the ticker's own price.
async fn details(state: &AppState, request: &ApiRequest, id: TickerId) -> Result<Reply> {
    let display = state.display_currency();
    let version = {
        let market = state.market.read();
        let listing = known(&market, id)?;
        // Exchange rates come from the prices of other tickers.
        let is_converted = listing.ticker.profile.currency != display;
        let rates = is_converted.then(|| state.market.version(Topic::Tickers));
        CacheVersion::of(&state.market, &[Topic::Dividends], state.now())
            .and(listing.version)
            .and(rates.unwrap_or_default())
            .and(state.board.revision())
            .exactly()
    };
    let key = format!("ticker/{id} in {display}");
    let body = state
        .cache
        .get(&key, &version, state.now(), detailed(state, id))
        .await?;
    Ok(body.to(&request.headers))
}

async fn detailed(state: &AppState, id: TickerId) -> Result<CachedBody> {
    let statistics = Statistics::read(state, id).await?;
    let (now, market) = (state.now(), state.market.read());
    let listing = known(&market, id)?;
    let last_bar = Interval::ALL
        .iter()
        .filter_map(|interval| market.last_bar(id, *interval))
        .max();
    let rates = DisplayRates::new(&market, state.display_currency());
    let row = TickerRow::of(listing, &rates, now);
    let detail = TickerDetail {
        trouble: Troubles::read(&state.board)
            .of_page(&row.ticker, listing.price_review.last.as_ref()),
        left_out_bars: listing
            .ticker
            .excluded_bars
            .iter()
            .map(ExcludedBar::of)
            .collect(),
        schedule: Schedule::of(listing.ticker.profile.calendar(), now),
        currency_change24h: row.display_rate.as_ref().and_then(|rate| {
            let own = listing.ticker.profile.currency;
            market.rate_change(own, rate.currency())
        }),
        row,
        previous_close: listing
            .quote
            .as_ref()
            .and_then(|quote| quote.previous_close),
        statistics,
        trailing_dividends: TrailingDividends::read(&market, id, now),
        imported: listing.ticker.imported.as_ref().map(|from| Imported {
            file: from.file.clone(),
            at: from.at,
            bars: from.bars,
            last_bar: last_bar.map(seconds),
        }),
    };
    CachedBody::json(&detail)
}
