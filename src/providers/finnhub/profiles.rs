//! Company profiles, which contain the URLs of logos.

use super::wire;
use crate::{
    domain::ticker::TickerKind,
    providers::core::client::{Client, Outcome},
    source::{SourceError, TickerInfo},
};

/// Requests company profiles. Shares the rate limit of the quotes.
pub struct FinnhubProfiles {
    client: Client,
    key: String,
    base: String,
}

impl FinnhubProfiles {
    /// Creates an instance; `client` requests the base URL `base`.
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

    /// Returns true if Finnhub may have a profile for the ticker.
    pub(crate) fn supports(ticker: &TickerInfo) -> bool {
        ticker.kind == TickerKind::Stock && ticker.us_symbol().is_some()
    }

    /// Requests the URL of a company's logo; `None` if Finnhub has none.
    pub(crate) async fn logo(&self, ticker: &TickerInfo) -> Result<Option<String>, SourceError> {
        let Some(name) = ticker.us_symbol() else {
            return Ok(None);
        };
        let path = format!("/api/v1/stock/profile2?symbol={name}");
        let key = [("x-finnhub-token", self.key.as_str())];
        match self.client.get_outcome(&path, &key).await? {
            Outcome::Success(response) => wire::logo(&response.body),
            Outcome::Refused(status, _) if status.as_u16() == 401 => {
                Err(SourceError::Refused("unknown API key".to_owned()))
            }
            Outcome::Refused(status, _) if matches!(status.as_u16(), 403 | 404) => Ok(None),
            Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
        }
    }
}
