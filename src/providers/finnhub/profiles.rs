//! Profiles of companies, for the logos that they name.

use super::{name_of, wire};
use crate::{
    domain::ticker::TickerKind,
    providers::core::client::{Client, Outcome},
    source::{SourceError, TickerInfo},
};

/// Asks for profiles, at the pace of the quotes.
pub struct FinnhubProfiles {
    client: Client,
    key: String,
    base: String,
}

impl FinnhubProfiles {
    /// Asks with `client`, which keeps the pace of `base`, and with one's own key.
    pub fn new(client: Client, key: &str, base: &str) -> Self {
        Self {
            client,
            key: key.to_owned(),
            base: base.to_owned(),
        }
    }

    /// The address that is asked.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Whether there are profiles of what the ticker is.
    pub(crate) fn has(ticker: &TickerInfo) -> bool {
        ticker.kind == TickerKind::Stock && name_of(ticker).is_some()
    }

    /// Where a company's logo is; `None` where it has none.
    pub(crate) async fn logo(&self, ticker: &TickerInfo) -> Result<Option<String>, SourceError> {
        let Some(name) = name_of(ticker) else {
            return Ok(None);
        };
        let path = format!("/api/v1/stock/profile2?symbol={name}");
        let key = [("x-finnhub-token", self.key.as_str())];
        match self.client.ask(&path, &key).await? {
            Outcome::Answer(answer) => wire::logo(&answer.body),
            Outcome::Refused(status, _) if status.as_u16() == 401 => {
                Err(SourceError::Refused("it does not know the key".to_owned()))
            }
            Outcome::Refused(status, _) if matches!(status.as_u16(), 403 | 404) => Ok(None),
            Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
        }
    }
}
