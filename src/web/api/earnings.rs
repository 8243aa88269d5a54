//! Earnings dates.

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
        api::shapes::SAMPLE,
        http::{error::Result, reply::Reply, request::ApiRequest},
    },
};

/// An earnings report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Announcement {
    /// Position in the list, from 1.
    id: u32,
    /// The ticker's number.
    ticker_id: Option<u32>,
    /// The ticker's symbol.
    symbol: String,
    /// The ticker's name.
    name: String,
    /// Date of the report in the exchange's time zone.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// before, after or during the trading session; null if unknown.
    #[schema(value_type = Option<SessionOfReport>)]
    time: Option<ReportTime>,
    /// Estimated earnings per share, in `currency`.
    #[serde(rename = "estimatedEPS")]
    estimated_eps: Option<f64>,
    /// Reported earnings per share, in `currency`.
    #[serde(rename = "actualEPS")]
    actual_eps: Option<f64>,
    /// ISO code of the currency of both figures, which is often not that of the price; null if the source does not name it.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Difference between reported and estimated earnings, in percent.
    surprise: Option<f64>,
    /// Whether the date is unconfirmed and may change.
    is_estimate: bool,
    /// Whether the report is part of the sample market.
    is_sample: bool,
}

/// When a report is published relative to the trading session, for the `OpenAPI` document.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "describes `ReportTime`, whose module does not use utoipa"
)]
pub(crate) enum SessionOfReport {
    /// Before the market opens.
    Before,
    /// After it closes.
    After,
    /// While it is open.
    During,
}

/// Lists earnings dates, ascending: all of them, or those of one company.
#[utoipa::path(get, path = "/api/earnings",
    params(("symbol" = Option<String>, Query, description = "Symbol of a company, in any case: only its reports")),
    responses((status = 200, description = "Earnings dates, ascending.", body = Vec<Announcement>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    // As this market spells the symbol: unknown symbols must not become cache keys.
    let symbol = request.query("symbol").map(|symbol| {
        let market = state.market.read();
        let known = market.find_symbol(&symbol);
        known.map_or_else(String::new, |listing| listing.ticker.profile.symbol.clone())
    });
    let key = format!("earnings/{}", symbol.as_deref().unwrap_or("*"));
    let body = state
        .cached(&key, &[Topic::Earnings], move |market, _| {
            let is_asked = |(_, event): &(usize, &EarningsEvent)| {
                symbol.as_ref().is_none_or(|symbol| event.symbol == *symbol)
            };
            let all = market.earnings.iter().enumerate();
            all.filter(is_asked)
                .map(|(at, event)| Announcement::of(at, event, market))
                .collect::<Vec<_>>()
        })
        .await?;
    Ok(body.to(&request.headers))
}

impl Announcement {
    /// Creates the row of an event at a position in the list.
    fn of(at: usize, event: &EarningsEvent, market: &MarketState) -> Self {
        let ticker = market
            .by_symbol(&event.symbol)
            .map(|listing| &listing.ticker);
        Self {
            id: at as u32 + 1,
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
            is_sample: event.provider == SAMPLE,
        }
    }
}
