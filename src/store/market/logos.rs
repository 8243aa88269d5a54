//! Ticker logos.

use crate::{
    domain::{logo::LogoImage, ticker::TickerId},
    store::{Result, Store, StoreError, schema::LOGOS, table::Record},
};

impl Record for LogoImage {
    fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.bytes().to_vec())
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Self::new(bytes).map_err(|error| StoreError::Damaged(format!("a logo: {error}")))
    }
}

impl Store {
    /// Returns the logo of a ticker, if one is stored.
    pub fn logo(&self, id: TickerId) -> Result<Option<LogoImage>> {
        self.handle.read(|txn| LOGOS.read(txn)?.get(&id.0))
    }
}
