//! Company profiles, for their logo URLs.

use super::{name_of, wire};
use crate::{
    domain::ticker::TickerKind,
    providers::core::client::{Client, Outcome},
    source::{SourceError, TickerInfo},
};

/// Requests company profiles, within the rate limit of the quotes.
pub struct FinnhubProfiles {
    client: Client,
    key: String,
    base: String,
}

impl FinnhubProfiles {
    /// Creates a requester with a client for `base` and an API key.
    pub fn new(client: Client, key: &str, base: &str) -> Self {
        Self {
            client,
            key: key.to_owned(),
            base: base.to_owned(),
        }
    }

    /// Returns the base URL.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Returns true if Finnhub has profiles of such tickers.
    pub(crate) fn has(ticker: &TickerInfo) -> bool {
        ticker.kind == TickerKind::Stock && name_of(ticker).is_some()
    }

    /// Returns the URL of a company's logo; `None` if it has none.
    pub(crate) async fn logo(&self, ticker: &TickerInfo) -> Result<Option<String>, SourceError> {
        let Some(name) = name_of(ticker) else {
            return Ok(None);
        };
        let path = format!("/api/v1/stock/profile2?symbol={name}");
        let key = [("x-finnhub-token", self.key.as_str())];
        match self.client.get_outcome(&path, &key).await? {
            Outcome::Success(answer) => wire::logo(&answer.body),
            Outcome::Refused(status, _) if status.as_u16() == 401 => {
                Err(SourceError::Refused("unknown API key".to_owned()))
            }
            Outcome::Refused(status, _) if matches!(status.as_u16(), 403 | 404) => Ok(None),
            Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
        }
    }
}
