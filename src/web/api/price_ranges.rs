//! Endpoint for the 52-week ranges and the highest prices of tickers.

use std::sync::Arc;

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::screen::Highest,
    screener::PriceRanges,
    web::{
        AppState,
        api::{paging::Page, shapes::TickerType, tickers::required_kind},
        http::{
            cache::CacheVersion,
            error::Result,
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// The ranges of a ticker's price, in the ticker's currency and adjusted for splits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceRangeRow {
    /// The ticker's id.
    id: u32,
    /// Lowest price in 52 weeks; null if unknown.
    year_low: Option<f64>,
    /// Highest price in 52 weeks; null if unknown.
    year_high: Option<f64>,
    /// Highest price of the history; null if unknown.
    all_time_high: Option<HighestPrice>,
}

/// The highest price of a ticker's history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HighestPrice {
    /// The price.
    value: f64,
    /// The day of the price; null if it is before the stored history.
    #[schema(value_type = Option<String>, format = Date)]
    date: Option<Date>,
    /// The first day of the stored history; null without one.
    #[schema(value_type = Option<String>, format = Date)]
    since: Option<Date>,
    /// Whether no earlier price was higher: a source reports this all-time high, or the history begins with the first day of trading. If
    /// false, the price is only the highest since `since`.
    is_all_time: bool,
}

impl From<&Highest> for HighestPrice {
    fn from(highest: &Highest) -> Self {
        Self {
            value: highest.price,
            date: highest.day,
            since: highest.since,
            is_all_time: highest.is_all_time,
        }
    }
}

impl From<&PriceRanges> for PriceRangeRow {
    fn from(ranges: &PriceRanges) -> Self {
        Self {
            id: ranges.id.0,
            year_low: ranges.year_low,
            year_high: ranges.year_high,
            all_time_high: ranges.highest.as_ref().map(HighestPrice::from),
        }
    }
}

/// Lists the 52-week ranges and the highest prices of all tickers of a type that have a price, at most a minute old.
#[utoipa::path(get, path = "/api/price-ranges", params(("type" = TickerType, Query, description = "Type of the tickers")),
    responses((status = 200, description = "Ranges by ticker.", body = Vec<PriceRangeRow>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let kind = required_kind(request)?;
    let now = state.now();
    let screener = Arc::clone(&state.screener);
    let read = state.store.run(move |_| screener.price_ranges(kind, now));
    if let Some(page) = Page::from_request(request)? {
        let ranges = read.await?;
        let rows: Vec<_> = page.of(&ranges).map(PriceRangeRow::from).collect();
        return page
            .reply((state, request), "api/price-ranges", ranges.len(), rows)
            .await;
    }
    // Ranges change rarely, and pages widen them with live prices, so the cached response is rebuilt only once a minute.
    let version = CacheVersion::of(&state.market, &[], now);
    let build = async {
        let rows: Vec<_> = read.await?.iter().map(PriceRangeRow::from).collect();
        CachedBody::build(move || CachedBody::json(&rows)).await
    };
    let key = format!("price-ranges/{}", kind.as_str());
    let body = state.cache.get(&key, &version, now, build).await?;
    Ok(body.to_reply(&request.headers))
}
