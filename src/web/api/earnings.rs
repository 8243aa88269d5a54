//! Endpoint for earnings dates.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency,
        earnings::{EarningsEvent, ReportTime},
    },
    market::{MarketState, Topic},
    web::{
        AppState,
        api::{paging::Page, shapes::SAMPLE_PROVIDER},
        http::{error::Result, reply::Reply, request::ApiRequest},
    },
};

/// An earnings report of a company, past or expected.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EarningsReport {
    /// 1-based position in the list.
    id: u32,
    /// The ticker's id; null if this market does not have the ticker.
    ticker_id: Option<u32>,
    /// The ticker's symbol.
    symbol: String,
    /// The ticker's name; the symbol if this market does not have the ticker.
    name: String,
    /// Date of the report in the exchange's time zone.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// before, after or during the trading session of the date; null if unknown.
    #[schema(value_type = Option<EarningsTime>)]
    time: Option<ReportTime>,
    /// Estimated earnings per share, in `currency`.
    #[serde(rename = "estimatedEPS")]
    estimated_eps: Option<f64>,
    /// Reported earnings per share, in `currency`.
    #[serde(rename = "actualEPS")]
    actual_eps: Option<f64>,
    /// ISO code of the currency of the earnings, which often differs from the currency of the price; null if unknown.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Difference between reported and estimated earnings, in percent of the estimate.
    surprise: Option<f64>,
    /// Whether the date is unconfirmed and may change.
    is_estimate: bool,
    /// Whether the report is part of the sample market.
    is_sample: bool,
}

/// When a report is published, relative to the trading session.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "schema-only copy of `ReportTime`, because the domain does not depend on utoipa"
)]
pub(crate) enum EarningsTime {
    /// Before the market opens.
    Before,
    /// After the market closes.
    After,
    /// While the market is open.
    During,
}

/// Lists the earnings reports of all companies, or of one company, by date, ascending.
#[utoipa::path(get, path = "/api/earnings",
    params(("symbol" = Option<String>, Query, description = "Symbol of a company (not case-sensitive): only its reports")),
    responses((status = 200, description = "Earnings reports by date, ascending.", body = Vec<EarningsReport>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    // Replaces the symbol with the spelling of this market, and an unknown symbol with an empty one: what users type must not become cache
    // keys.
    let symbol = request.query("symbol").map(|symbol| {
        let market = state.market.read();
        let listing = market.find_symbol(&symbol);
        listing.map_or_else(String::new, |listing| listing.ticker.profile.symbol.clone())
    });
    let is_requested = |(_, event): &(usize, &EarningsEvent)| {
        symbol.as_ref().is_none_or(|symbol| event.symbol == *symbol)
    };
    if let Some(page) = Page::from_request(request)? {
        let (total, rows) = {
            let market = state.market.read();
            let events = market.earnings.iter().enumerate().filter(is_requested);
            let events: Vec<_> = events.collect();
            let total = events.len();
            let row = |(index, event)| EarningsReport::of(index, event, &market);
            (total, page.of(events).map(row).collect::<Vec<_>>())
        };
        return page
            .reply((state, request), "api/earnings", total, rows)
            .await;
    }
    let key = format!("earnings/{}", symbol.as_deref().unwrap_or("*"));
    let body = state
        .cached(request.person(), &key, &[Topic::Earnings], |market, _| {
            market
                .earnings
                .iter()
                .enumerate()
                .filter(is_requested)
                .map(|(index, event)| EarningsReport::of(index, event, market))
                .collect::<Vec<_>>()
        })
        .await?;
    Ok(body.to_reply(&request.headers))
}

impl EarningsReport {
    /// Creates the row of an event; `index` is its 0-based position in the list of all events.
    fn of(index: usize, event: &EarningsEvent, market: &MarketState) -> Self {
        let ticker = market
            .by_symbol(&event.symbol)
            .map(|listing| &listing.ticker);
        Self {
            id: index as u32 + 1,
            ticker_id: ticker.map(|ticker| ticker.id.0),
            symbol: event.symbol.clone(),
            name: ticker.map_or_else(
                || event.symbol.clone(),
                |ticker| ticker.profile.name.clone(),
            ),
            date: event.date,
            time: event.time,
            estimated_eps: event.estimated_eps,
            actual_eps: event.actual_eps,
            currency: event.currency,
            surprise: event.surprise,
            is_estimate: event.is_estimate,
            is_sample: event.provider == SAMPLE_PROVIDER,
        }
    }
}
