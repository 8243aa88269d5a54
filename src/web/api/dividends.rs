//! The dividend calendar: what all tickers paid lately, and what is still to come.

use jiff::{ToSpan, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency,
        dividend::Dividend,
        session::{Calendar, exchange_date},
        ticker::TickerKind,
    },
    market::{Listing, MarketState, Topic},
    web::{
        AppState,
        api::shapes::{DividendRow, SAMPLE, TickerType},
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
    /// ISO code of what the amount is in.
    #[schema(value_type = String)]
    currency: Currency,
    /// From the simulated market.
    is_sample: bool,
}

/// Dividends of all tickers by their ex-date, the latest first: three months back, and all that are known to come.
#[utoipa::path(get, path = "/api/dividends", responses((status = 200, body = Vec<PaidBy>)))]
pub(crate) async fn calendar(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let body = state
        .cached("dividends", &[Topic::Dividends], |market, now| {
            let today = exchange_date(Calendar::NewYork, now);
            all(market, today.saturating_sub(MONTHS_BACK.months()))
        })
        .await?;
    Ok(body.to(&request.headers))
}

fn all(market: &MarketState, since: Date) -> Vec<PaidBy> {
    let mut all: Vec<PaidBy> = market
        .listings()
        .iter()
        .filter_map(|listing| Some((listing, market.dividends.get(&listing.ticker.id)?)))
        .flat_map(|(listing, dividends)| of(listing, dividends))
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

fn of<'a>(listing: &'a Listing, dividends: &[Dividend]) -> impl Iterator<Item = PaidBy> + use<'a> {
    let profile = &listing.ticker.profile;
    let quote = listing.quote.as_ref();
    DividendRow::all(dividends)
        .into_iter()
        .map(move |dividend| PaidBy {
            dividend,
            ticker_id: listing.ticker.id.0,
            symbol: profile.symbol.clone(),
            name: profile.name.clone(),
            kind: profile.kind,
            currency: profile.currency,
            is_sample: quote.is_some_and(|quote| quote.source == SAMPLE),
        })
}
