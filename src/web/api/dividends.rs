//! The dividend calendar: recent and upcoming dividends of all tickers.

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

/// How far back the calendar reaches, in months.
const MONTHS_BACK: i32 = 3;

/// A dividend and its ticker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaidBy {
    /// The dividend; its number is its position in this list, latest first, from 1.
    #[serde(flatten)]
    dividend: DividendRow,
    /// The ticker's number.
    ticker_id: u32,
    /// The ticker's symbol.
    symbol: String,
    /// The ticker's name.
    name: String,
    /// The ticker's type.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    kind: TickerKind,
    /// Rate from the amount's currency to the display currency; null if unknown.
    display_rate: Option<DisplayRate>,
    /// Whether the dividend is part of the sample market.
    is_sample: bool,
}

/// Lists dividends of all tickers by ex-date, latest first: the past three months and all known future ones.
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
