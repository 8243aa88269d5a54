//! The requests that the source and the lookup send.

use hyper::StatusCode;
use jiff::{ToSpan as _, civil::Date};

use super::{markets::VENUES, wire};
use crate::{
    domain::ticker::Profile,
    providers::{
        core::{
            client::{Client, Outcome},
            venues,
        },
        yahoo::encode,
    },
    source::{SourceError, TickerInfo},
};

/// The number of days of daily bars that Euronext serves for Milan.
const MILAN_DAYS: i32 = 5;
/// The number of days to request if only the price is needed. They contain at least two closes, even across holidays.
pub(super) const PRICE_DAYS: i32 = 14;

/// The header without which the search returns a web page.
const SEARCH_HEADERS: [(&str, &str); 1] = [("x-requested-with", "XMLHttpRequest")];

/// Requests the days of an instrument, ascending, from `markets` (by default, all markets of its exchange) until one of them has any.
/// Returns this market and the days; `None` if no market has any. If Euronext does not know an instrument, it returns an empty table.
pub(super) async fn closes(
    client: &Client,
    ticker: &TickerInfo,
    markets: Option<&[&'static str]>,
    (from, to): (Date, Date),
) -> Result<Option<(&'static str, Vec<wire::Day>)>, SourceError> {
    let Some((_, venue)) = venues::find(VENUES, &ticker.symbol) else {
        return Ok(None);
    };
    let from = if venue.suffix == ".MI" {
        from.max(to.saturating_sub(MILAN_DAYS.days()))
    } else {
        from
    };
    for &market in markets.unwrap_or(venue.mics) {
        let body = match client
            .get_outcome(&path(ticker, market, from, to), &[])
            .await?
        {
            Outcome::Success(response) => response.body,
            Outcome::Refused(StatusCode::NOT_FOUND, _) => continue,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        let days = wire::days(ticker, &body)?;
        if !days.is_empty() {
            return Ok(Some((market, days)));
        }
    }
    Ok(None)
}

/// Returns the path of the daily bars of an instrument. Both dates are included.
pub(super) fn path(ticker: &TickerInfo, market: &str, from: Date, to: Date) -> String {
    let isin = ticker.isin.map(|isin| isin.to_string()).unwrap_or_default();
    format!(
        "/en/ajax/AwlHistoricalPrice/getFullDownloadAjax/{isin}-{market}?format=csv&decimal_separator=.&date_form=d%2Fm%2FY&adjusted=N&startdate={from}&enddate={to}"
    )
}

/// Searches a symbol, a name or an ISIN.
pub(super) async fn search(
    client: &Client,
    query: &str,
) -> Result<Vec<wire::FoundListing>, SourceError> {
    let path = format!("/en/instrumentSearch/searchJSON?q={}", encode(query));
    match client.get_outcome(&path, &SEARCH_HEADERS).await? {
        Outcome::Success(response) => wire::listings(&response.body),
        Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
    }
}

/// Returns the profile of a symbol, with its ISIN; `None` if Euronext does not list it.
pub(super) async fn identify(
    client: &Client,
    symbol: &str,
) -> Result<Option<Profile>, SourceError> {
    let Some((code, venue)) = venues::find(VENUES, symbol) else {
        return Ok(None);
    };
    let found = search(client, code).await?;
    let found = found.into_iter().find(|found| found.hit.symbol == symbol);
    Ok(found.map(|found| venue.profile(symbol, &found.hit.name, found.hit.kind, found.isin)))
}
