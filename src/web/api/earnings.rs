//! Earnings announcements.

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

/// One announcement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Announcement {
    /// Position in the list, from 1.
    id: u32,
    /// The company's ticker.
    ticker_id: Option<u32>,
    /// Its symbol.
    symbol: String,
    /// Its name.
    name: String,
    /// Day of the report in the exchange's calendar.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// before, after or during the market's session; null when nobody says.
    #[schema(value_type = Option<SessionOfReport>)]
    time: Option<ReportTime>,
    /// Per share, in `currency`.
    #[serde(rename = "estimatedEPS")]
    estimated_eps: Option<f64>,
    /// Per share, in `currency`.
    #[serde(rename = "actualEPS")]
    actual_eps: Option<f64>,
    /// ISO code of the currency of both figures, often not that of the price; null where the source does not name it.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Percent.
    surprise: Option<f64>,
    /// Nobody confirmed the day: it may move.
    is_estimate: bool,
    /// From the simulated market.
    is_sample: bool,
}

/// When on its day, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "describes `ReportTime`, which belongs to a floor without utoipa"
)]
pub(crate) enum SessionOfReport {
    /// Before the market opens.
    Before,
    /// After it closes.
    After,
    /// While it is open.
    During,
}

/// Announcements, ascending by date: all of them, or those of one company.
#[utoipa::path(get, path = "/api/earnings",
    params(("symbol" = Option<String>, Query, description = "Only those of this company, in any case")),
    responses((status = 200, description = "Earnings dates, ascending.", body = Vec<Announcement>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    // As this market spells it: a symbol that nobody knows is no key to keep an answer under.
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
    /// An event and its place in the list.
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
