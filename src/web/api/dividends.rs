//! Endpoint for the dividend calendar: recent and upcoming dividends of all tickers.

use jiff::{ToSpan, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        dividend::Dividend,
        session::{Calendar, exchange_date},
        ticker::TickerKind,
    },
    market::{Listing, MarketState, Topic},
    web::{
        AppState,
        api::{
            paging::Page,
            shapes::{DisplayRate, DisplayRates, DividendRow, SAMPLE_PROVIDER, TickerType},
        },
        http::{error::Result, reply::Reply, request::ApiRequest},
    },
};

/// Age in months of the oldest ex-dates in the calendar.
const MONTHS_BACK: i32 = 3;

/// A dividend with its ticker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CalendarDividend {
    /// The dividend; its id is the 1-based position in this list.
    #[serde(flatten)]
    dividend: DividendRow,
    /// The ticker's id.
    ticker_id: u32,
    /// The ticker's symbol.
    symbol: String,
    /// The ticker's name.
    name: String,
    /// The ticker's type.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    kind: TickerKind,
    /// Exchange rate from the amount's currency to the display currency; null if unknown.
    display_rate: Option<DisplayRate>,
    /// Whether the dividend is part of the sample market.
    is_sample: bool,
}

/// Lists dividends of all tickers by ex-date, latest first: the past three months and all known future ones.
#[utoipa::path(get, path = "/api/dividends", responses((status = 200, description = "Dividends with their tickers.", body = Vec<CalendarDividend>)))]
pub(crate) async fn calendar(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let display = state.display_currency(request.person());
    let collect = |market: &MarketState, now| {
        let today = exchange_date(Calendar::NewYork, now);
        let rates = DisplayRates::new(market, display);
        list(&rates, today.saturating_sub(MONTHS_BACK.months()))
    };
    if let Some(page) = Page::from_request(request)? {
        let rows = collect(&state.market.read(), state.now());
        let total = rows.len();
        let rows: Vec<_> = page.of(rows).collect();
        return page
            .reply((state, request), "api/dividends", total, rows)
            .await;
    }
    let body = state
        .cached(request.person(), "dividends", &[Topic::Dividends], collect)
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// Lists the dividends of all tickers with an ex-date on or after `since`, latest first.
fn list(rates: &DisplayRates<'_>, since: Date) -> Vec<CalendarDividend> {
    let market = rates.market;
    let mut rows: Vec<CalendarDividend> = market
        .listings()
        .iter()
        .filter_map(|listing| Some((listing, market.dividends.get(&listing.ticker.id)?)))
        .flat_map(|(listing, dividends)| rows_of_ticker(listing, dividends, rates))
        .filter(|row| row.dividend.ex_date >= since)
        .collect();
    rows.sort_by(|a, b| {
        let latest_first = b.dividend.ex_date.cmp(&a.dividend.ex_date);
        latest_first.then_with(|| a.symbol.cmp(&b.symbol))
    });
    for (row, position) in rows.iter_mut().zip(1..) {
        row.dividend.id = position;
    }
    rows
}

fn rows_of_ticker<'a>(
    listing: &'a Listing,
    dividends: &[Dividend],
    rates: &'a DisplayRates<'_>,
) -> impl Iterator<Item = CalendarDividend> + use<'a> {
    let profile = &listing.ticker.profile;
    let quote = listing.quote.as_ref();
    DividendRow::list(dividends, profile.currency)
        .into_iter()
        .map(move |dividend| CalendarDividend {
            display_rate: rates.rate_from(dividend.currency),
            dividend,
            ticker_id: listing.ticker.id.0,
            symbol: profile.symbol.clone(),
            name: profile.name.clone(),
            kind: profile.kind,
            is_sample: quote.is_some_and(|quote| quote.source == SAMPLE_PROVIDER),
        })
}
