//! One ticker, and all that its page says of it.

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

/// Everything about one ticker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TickerDetail {
    /// The row.
    #[serde(flatten)]
    row: TickerRow,
    /// Close of the session before, in the ticker's currency.
    previous_close: Option<f64>,
    /// Figures from a year of daily bars.
    #[serde(flatten)]
    statistics: Statistics,
    /// What it paid in the last twelve months; null where no payment is known.
    trailing_dividends: Option<TrailingDividends>,
    /// Where its bars come from, when they were imported from a file.
    imported: Option<Imported>,
    /// Bars that cannot be true and are left out: many times off those around them, and borne out neither by the range of the year nor by their
    /// volume. Oldest first.
    left_out_bars: Vec<ExcludedBar>,
    /// Why it gets no new price; null while it does, and while its price is not old though its source fails.
    trouble: Option<Trouble>,
    /// The hours of its market; null for one that never closes.
    schedule: Option<Schedule>,
    /// Percent by which its currency moved against the display currency since the day before; null where
    /// the two are one, or no rate is known.
    currency_change24h: Option<f64>,
}

/// A bar that is left out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExcludedBar {
    /// How long it is: `5m`, `1h` or `1d`.
    #[schema(value_type = String)]
    interval: Interval,
    /// When it starts; a day at midnight UTC of the exchange's date.
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

/// An import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    /// Name of the file.
    file: String,
    /// When it was read.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// How many bars it held.
    bars: u32,
    /// Start of the last of them.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_bar: Option<Timestamp>,
}

/// A ticker by symbol, in any case; also by number where no symbol matches. One called like another address here, as SEARCH is,
/// is found in capitals.
#[utoipa::path(get, path = "/api/tickers/{symbol}", params(("symbol" = String, Path,
        description = "As people type it, in any case, or a number. The words `search`, `trending` and `commodities` mean other addresses: as symbols they are written in capitals")),
    responses((status = 200, description = "The ticker with its statistics.", body = TickerDetail),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn detail(state: &AppState, request: &ApiRequest, symbol: &str) -> Result<Reply> {
    let id = resolve(&state.market.read(), symbol)?;
    state.following.opened(id);
    details(state, request, id).await
}

/// A ticker by number.
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

/// The bytes are kept until something that they are made of changes: mostly the ticker's own price.
async fn details(state: &AppState, request: &ApiRequest, id: TickerId) -> Result<Reply> {
    let display = state.display_currency();
    let version = {
        let market = state.market.read();
        let listing = known(&market, id)?;
        // Rates come from the prices of other tickers.
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
            .left_out
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
