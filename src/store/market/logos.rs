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
        Self::new(bytes).map_err(|why| StoreError::Damaged(format!("a logo: {why}")))
    }
}

impl Store {
    /// The logo of a ticker.
    pub fn logo(&self, id: TickerId) -> Result<Option<LogoImage>> {
        self.handle.read(|txn| LOGOS.read(txn)?.get(&id.0))
    }
}
