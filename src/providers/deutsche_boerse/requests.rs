//! The requests that the source and the lookup send.

use hyper::StatusCode;
use jiff::Timestamp;

use super::{
    markets::{VENUES, isin_of},
    wire,
};
use crate::{
    domain::{
        identity::Isin,
        ticker::{Profile, TickerKind},
    },
    providers::{
        core::{
            client::{Client, Outcome},
            venues::{self, Venue},
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

/// Returns the path of a bond's master data.
pub(super) fn master_data_path(isin: Isin, venue: &Venue) -> String {
    let mic = venue.mics.first().copied().unwrap_or_default();
    format!("/v1/data/master_data_bond?isin={isin}&mic={mic}")
}

/// A result of the search at one of the exchanges.
struct Candidate {
    venue: &'static Venue,
    mic: String,
    isin: Isin,
    kind: TickerKind,
}

impl Candidate {
    /// Requests the details, which contain the code at the exchange; `None` if there are none.
    async fn details(&self, client: &Client) -> Result<Option<wire::Details>, SourceError> {
        let path = format!(
            "/v1/tradingview/symbols?symbol={}%3A{}",
            self.mic, self.isin
        );
        let body = get(client, path).await?;
        body.map(|body| wire::details(&body)).transpose()
    }

    /// Returns the symbol; `None` if the instrument has no code at the exchange. Bonds never have one that users know.
    fn symbol(&self, details: &wire::Details) -> Option<String> {
        let suffix = self.venue.suffix;
        match self.kind {
            TickerKind::Bond => Some(format!("{}{suffix}", self.isin)),
            _ => Some(format!("{}{suffix}", details.code()?)),
        }
    }

    /// Returns the profile of the listing.
    fn profile(&self, symbol: &str, details: &wire::Details) -> Profile {
        let name = details.description().unwrap_or(symbol);
        let profile = self.venue.profile(symbol, name, self.kind, self.isin);
        Profile {
            currency: details.currency().unwrap_or(profile.currency),
            ..profile
        }
    }
}

/// Searches a text. Returns the stocks, funds and bonds among the results.
async fn search(client: &Client, text: &str) -> Result<Vec<Candidate>, SourceError> {
    let path = format!("/v1/tradingview/search?query={}&limit=10", encode(text));
    let Some(body) = get(client, path).await? else {
        return Ok(Vec::new());
    };
    let hits = wire::hits(&body)?;
    let candidate = |hit: &wire::Hit| {
        let (mic, isin) = hit.instrument()?;
        let mut venues = VENUES.iter();
        Some(Candidate {
            venue: venues.find(|venue| venue.mics.contains(&mic))?,
            mic: mic.to_owned(),
            isin: isin.parse().ok()?,
            kind: hit.kind()?,
        })
    };
    Ok(hits.iter().filter_map(candidate).collect())
}

/// Returns the profile of a symbol, with its ISIN; `None` if the exchange does not list it.
pub(super) async fn identify(
    client: &Client,
    symbol: &str,
) -> Result<Option<Profile>, SourceError> {
    let Some((code, venue)) = venues::find(VENUES, symbol) else {
        return Ok(None);
    };
    let candidates = search(client, code).await?.into_iter();
    let bond = isin_of(symbol);
    let candidates = candidates.filter(|candidate| {
        let is_bond = candidate.kind == TickerKind::Bond;
        candidate.venue == venue
            && is_bond == bond.is_some()
            && bond.is_none_or(|isin| isin == candidate.isin)
    });
    for candidate in candidates.take(MAX_CANDIDATES) {
        let details = candidate.details(client).await?;
        if let Some(details) = details.filter(|details| bond.is_some() || details.has_code(code)) {
            return Ok(Some(candidate.profile(symbol, &details)));
        }
    }
    Ok(None)
}

/// Returns the profiles of an instrument's listings, Xetra first.
pub(super) async fn listings(client: &Client, isin: Isin) -> Result<Vec<Profile>, SourceError> {
    let mut candidates = search(client, isin.as_str()).await?;
    candidates.retain(|candidate| candidate.isin == isin);
    let rank = |venue: &Venue| VENUES.iter().position(|one| one == venue);
    candidates.sort_by_key(|candidate| rank(candidate.venue));
    let mut found = Vec::new();
    for candidate in candidates.iter().take(VENUES.len()) {
        let Some(details) = candidate.details(client).await? else {
            continue;
        };
        if let Some(symbol) = candidate.symbol(&details) {
            found.push(candidate.profile(&symbol, &details));
        }
    }
    Ok(found)
}
