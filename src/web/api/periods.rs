//! Endpoint for the closes that one-month and year-to-date changes are relative to.

use std::ops::Range;

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        bar::{Interval, Timeframe},
        session::exchange_date,
        ticker::{TickerId, TickerKind},
    },
    web::{
        AppState,
        api::{
            history::{bars::read_bars, range::closes_until},
            paging::Page,
            shapes::TickerType,
            tickers::required_kind,
        },
        http::{
            cache::CacheVersion,
            error::Result,
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// Closes of a ticker, in the ticker's currency; null if no bar of the time is stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PeriodCloses {
    /// The ticker's id.
    id: u32,
    /// The close one month ago, or the last close before that day; the 1M chart has the same base price.
    month_ago: Option<f64>,
    /// The last close of the previous year.
    year_start: Option<f64>,
}

/// Lists the base prices of one-month and year-to-date changes (closes), for all tickers of a type that have a price.
#[utoipa::path(get, path = "/api/period-closes", params(("type" = TickerType, Query, description = "Type of the tickers")),
    responses((status = 200, description = "Closes by ticker.", body = Vec<PeriodCloses>)))]
pub(crate) async fn closes(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let kind = required_kind(request)?;
    let now = state.now();
    if let Some(page) = Page::from_request(request)? {
        let tickers = priced_tickers(state, kind, now);
        let total = tickers.len();
        let rows = read_closes(state, page.of(tickers)).await?;
        return page
            .reply((state, request), "api/period-closes", total, rows)
            .await;
    }
    // Bars of past days rarely change, so the cached response is rebuilt only once a minute.
    let version = CacheVersion::of(&state.market, &[], now);
    let build = async {
        let closes = read_closes(state, priced_tickers(state, kind, now)).await?;
        CachedBody::build(move || CachedBody::json(&closes)).await
    };
    let key = format!("period-closes/{}", kind.as_str());
    let body = state.cache.get(&key, &version, now, build).await?;
    Ok(body.to_reply(&request.headers))
}

/// Returns the tickers of a type that have a price, with the date at their exchange.
fn priced_tickers(state: &AppState, kind: TickerKind, now: Timestamp) -> Vec<(TickerId, Date)> {
    let market = state.market.read();
    let tickers = market.of_kind(kind).filter_map(|listing| {
        listing.quote.as_ref()?;
        let calendar = listing.ticker.profile.calendar();
        Some((listing.ticker.id, exchange_date(calendar, now)))
    });
    tickers.collect()
}

/// Reads the closes of tickers.
async fn read_closes(
    state: &AppState,
    tickers: impl IntoIterator<Item = (TickerId, Date)>,
) -> Result<Vec<PeriodCloses>> {
    let mut closes = Vec::new();
    for (id, today) in tickers {
        let close_before = async |timeframe: Timeframe| match timeframe.base_date(today) {
            Some(day) => last_close(state, id, closes_until(day)).await,
            None => Ok(None),
        };
        closes.push(PeriodCloses {
            id: id.0,
            month_ago: close_before(Timeframe::Month).await?,
            year_start: close_before(Timeframe::YearToDate).await?,
        });
    }
    Ok(closes)
}

/// Returns the close of the last daily bar whose start (Unix seconds) is in `starts`.
async fn last_close(state: &AppState, id: TickerId, starts: Range<i64>) -> Result<Option<f64>> {
    let bars = read_bars(state, id, Interval::Day, starts).await?;
    Ok(bars.last().map(|bar| bar.close))
}
