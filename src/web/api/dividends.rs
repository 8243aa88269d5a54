//! The dividend calendar: what all tickers paid lately, and what is still to come.

use jiff::{ToSpan, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        dividend::Dividend,
        session::{Calendar, exchange_date},
        ticker::TickerKind,
    },
    market::{Listing, Topic},
    web::{
        AppState,
        api::shapes::{DisplayRate, DisplayRates, DividendRow, SAMPLE, TickerType},
        http::{error::Result, reply::Reply, request::ApiRequest},
    },
};

/// How far the calendar reaches back.
const MONTHS_BACK: i32 = 3;

/// A dividend, and who pays it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaidBy {
    /// The dividend; its number is the position in this list, from the latest, from 1.
    #[serde(flatten)]
    dividend: DividendRow,
    /// The payer's ticker.
    ticker_id: u32,
    /// Its symbol.
    symbol: String,
    /// Its name.
    name: String,
    /// What it is.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    kind: TickerKind,
    /// What one unit of the amount's currency is worth where amounts are compared; null where no rate is known.
    display_rate: Option<DisplayRate>,
    /// From the simulated market.
    is_sample: bool,
}

/// Dividends of all tickers by their ex-date, the latest first: three months back, and all that are known to come.
#[utoipa::path(get, path = "/api/dividends", responses((status = 200, description = "Dividends with their tickers.", body = Vec<PaidBy>)))]
pub(crate) async fn calendar(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let display = state.display_currency();
    let body = state
        .cached("dividends", &[Topic::Dividends], |market, now| {
            let today = exchange_date(Calendar::NewYork, now);
            let rates = DisplayRates::new(market, display);
            all(&rates, today.saturating_sub(MONTHS_BACK.months()))
        })
        .await?;
    Ok(body.to(&request.headers))
}

fn all(rates: &DisplayRates<'_>, since: Date) -> Vec<PaidBy> {
    let market = rates.market;
    let mut all: Vec<PaidBy> = market
        .listings()
        .iter()
        .filter_map(|listing| Some((listing, market.dividends.get(&listing.ticker.id)?)))
        .flat_map(|(listing, dividends)| of(listing, dividends, rates))
        .filter(|paid| paid.dividend.ex_date >= since)
        .collect();
    all.sort_by(|a, b| {
        let newest_first = b.dividend.ex_date.cmp(&a.dividend.ex_date);
        newest_first.then_with(|| a.symbol.cmp(&b.symbol))
    });
    for (paid, position) in all.iter_mut().zip(1..) {
        paid.dividend.id = position;
    }
    all
}

fn of<'a>(
    listing: &'a Listing,
    dividends: &[Dividend],
    rates: &'a DisplayRates<'_>,
) -> impl Iterator<Item = PaidBy> + use<'a> {
    let profile = &listing.ticker.profile;
    let quote = listing.quote.as_ref();
    DividendRow::all(dividends, profile.currency)
        .into_iter()
        .map(move |dividend| PaidBy {
            display_rate: rates.of(dividend.currency),
            dividend,
            ticker_id: listing.ticker.id.0,
            symbol: profile.symbol.clone(),
            name: profile.name.clone(),
            kind: profile.kind,
            is_sample: quote.is_some_and(|quote| quote.source == SAMPLE),
        })
}
