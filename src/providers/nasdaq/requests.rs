//! Requests to Nasdaq for US stocks and funds. Nasdaq does not answer some clients at all, so its sources rest for long after a
//! timeout.

use std::time::Duration;

use bytes::Bytes;
use hyper::StatusCode;

use crate::{
    domain::{session::Calendar, ticker::TickerKind},
    providers::core::client::{Client, Outcome},
    source::{SourceError, TickerInfo},
};

/// The delay after a request that was not answered.
const TIMEOUT_PAUSE: Duration = Duration::from_secs(30 * 60);
/// Headers that browsers send and without which Nasdaq may not answer.
pub(super) const HEADERS: [(&str, &str); 3] = [
    ("accept-language", "en-US,en;q=0.9"),
    ("origin", "https://www.nasdaq.com"),
    ("referer", "https://www.nasdaq.com/"),
];

/// Returns [`HEADERS`] for a probe.
pub(super) fn owned_headers() -> Vec<(String, String)> {
    let owned = HEADERS.map(|(name, value)| (name.to_owned(), value.to_owned()));
    owned.to_vec()
}

/// Returns true for a stock or ETF that may be listed in the United States.
pub(super) fn is_covered(ticker: &TickerInfo) -> bool {
    let is_in_new_york = ticker.calendar == Calendar::NewYork;
    is_in_new_york && !ticker.imported && ticker.us_symbol().is_some()
}

/// Returns the parameter `assetclass` of a ticker.
pub(super) fn asset_class(ticker: &TickerInfo) -> &'static str {
    if ticker.kind == TickerKind::Etf {
        "etf"
    } else {
        "stocks"
    }
}

/// Sends a request; `None` if Nasdaq does not know its ticker.
pub(super) async fn get_known(client: &Client, path: &str) -> Result<Option<Bytes>, SourceError> {
    match client.get_outcome(path, &HEADERS).await? {
        Outcome::Success(response) => Ok(Some(response.body)),
        Outcome::Refused(StatusCode::NOT_FOUND, _) => Ok(None),
        Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
    }
}

/// Converts a timeout to an error after which the source rests.
pub(super) fn rest_after_timeout<T>(outcome: Result<T, SourceError>) -> Result<T, SourceError> {
    outcome.map_err(|error| match error {
        SourceError::Timeout(_) => SourceError::AccessDenied {
            reason: error.to_string(),
            delay: TIMEOUT_PAUSE,
        },
        other => other,
    })
}
