//! Fundamentals and filings of companies.

use std::sync::Arc;

use crate::{
    domain::{
        fundamentals::{Fundamentals, filing::Filing},
        ticker::TickerId,
    },
    store::{
        Result, Store,
        schema::{FILINGS, FUNDAMENTALS},
        table::{Record, from_json, to_json},
    },
};

impl Record for Arc<Fundamentals> {
    fn to_bytes(&self) -> Result<Vec<u8>> {
        to_json(&**self)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        from_json(bytes).map(Self::new)
    }
}

impl Record for Arc<[Filing]> {
    fn to_bytes(&self) -> Result<Vec<u8>> {
        to_json(&**self)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let filings: Vec<Filing> = from_json(bytes)?;
        Ok(filings.into())
    }
}

impl Store {
    /// Returns the fundamentals of a ticker, if they are stored.
    pub fn fundamentals(&self, id: TickerId) -> Result<Option<Arc<Fundamentals>>> {
        self.handle.read(|txn| FUNDAMENTALS.read(txn)?.get(&id.0))
    }

    /// Returns the filings of a ticker, newest first, if they are stored.
    pub fn filings(&self, id: TickerId) -> Result<Option<Arc<[Filing]>>> {
        self.handle.read(|txn| FILINGS.read(txn)?.get(&id.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MarketBatch;

    #[test]
    fn fundamentals_and_filings_survive_a_restart_and_go_with_their_ticker() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("market.redb");
        let id = TickerId(1);
        let filing = Filing {
            accession: "0000000001-25-000001".to_owned(),
            form: "10-K".to_owned(),
            filed: jiff::civil::date(2025, 10, 31),
            accepted: None,
            period: None,
            title: "Annual report".to_owned(),
            url: "https://www.sec.gov/".to_owned(),
        };
        let batch = MarketBatch {
            fundamentals: vec![(id, Arc::new(Fundamentals::empty(7)))],
            filings: vec![(id, vec![filing.clone()].into())],
            ..MarketBatch::default()
        };
        {
            let store = Store::open(&path).unwrap();
            store.commit(&batch, jiff::Timestamp::UNIX_EPOCH).unwrap();
        }
        let store = Store::open(&path).unwrap();
        assert_eq!(store.fundamentals(id).unwrap().unwrap().cik, 7);
        assert_eq!(&*store.filings(id).unwrap().unwrap(), [filing]);
        let batch = MarketBatch {
            removed: vec![id],
            ..MarketBatch::default()
        };
        store.commit(&batch, jiff::Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(store.fundamentals(id).unwrap(), None);
        assert_eq!(store.filings(id).unwrap(), None);
    }
}
