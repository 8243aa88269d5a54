//! The requests that the source and the lookup send.

use hyper::StatusCode;
use jiff::Timestamp;

use super::{markets::VENUES, wire};
use crate::{
    domain::{identity::Isin, ticker::Profile},
    providers::{
        core::{
            client::{Client, Outcome},
            venues,
        },
        yahoo::encode,
    },
    source::{SourceError, TickerInfo},
};

/// The maximum number of search results whose details are requested.
const MAX_CANDIDATES: usize = 3;

/// Sends a request; `None` if Deutsche Börse does not know the instrument.
pub(super) async fn get(
    client: &Client,
    path: String,
) -> Result<Option<bytes::Bytes>, SourceError> {
    match client.get_outcome(&path, &[]).await? {
        Outcome::Success(response) => Ok(Some(response.body)),
        Outcome::Refused(StatusCode::NOT_FOUND, _) => Ok(None),
        Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
    }
}

/// Returns the ISIN and the market identifier code of a ticker with an ISIN.
fn instrument(ticker: &TickerInfo) -> (String, &'static str) {
    let venue = venues::find(VENUES, &ticker.symbol).map(|(_, venue)| venue);
    let mic = venue.and_then(|venue| venue.mics.first()).copied();
    let isin = ticker.isin.map(|isin| isin.to_string());
    (isin.unwrap_or_default(), mic.unwrap_or_default())
}

/// Returns the path of the price of a ticker with an ISIN.
pub(super) fn quote_path(ticker: &TickerInfo) -> String {
    let (isin, mic) = instrument(ticker);
    format!("/v1/data/price_information/single?isin={isin}&mic={mic}")
}

/// Returns the path of the daily bars since `from`, in Unix seconds.
pub(super) fn history_path(ticker: &TickerInfo, from: i64, now: Timestamp) -> String {
    let (isin, mic) = instrument(ticker);
    let to = now.as_second();
    format!("/v1/tradingview/history?symbol={mic}%3A{isin}&resolution=1D&from={from}&to={to}")
}

/// Returns the profile of a symbol, with its ISIN; `None` if the exchange does not list it.
pub(super) async fn identify(
    client: &Client,
    symbol: &str,
) -> Result<Option<Profile>, SourceError> {
    let Some((code, venue)) = venues::find(VENUES, symbol) else {
        return Ok(None);
    };
    let path = format!("/v1/tradingview/search?query={}&limit=10", encode(code));
    let Some(body) = get(client, path).await? else {
        return Ok(None);
    };
    let hits = wire::hits(&body)?;
    let candidates = hits.iter().filter_map(|hit| {
        let (mic, isin) = hit.instrument()?;
        let isin: Isin = isin.parse().ok()?;
        venue
            .mics
            .contains(&mic)
            .then_some((mic, isin, hit.kind()?))
    });
    for (mic, isin, kind) in candidates.take(MAX_CANDIDATES) {
        let path = format!("/v1/tradingview/symbols?symbol={mic}%3A{isin}");
        let details = match get(client, path).await {
            Ok(Some(body)) => wire::details(&body)?,
            Ok(None) => continue,
            Err(error) => return Err(error),
        };
        if details.has_code(code) {
            let name = details.description().unwrap_or(symbol);
            let profile = venue.profile(symbol, name, kind, isin);
            return Ok(Some(Profile {
                currency: details.currency().unwrap_or(profile.currency),
                ..profile
            }));
        }
    }
    Ok(None)
}
