//! JSON of SEC EDGAR: <https://www.sec.gov/search-filings/edgar-application-programming-interfaces>.

mod acceptance;
mod company_facts;
mod submissions;
mod tickers;

pub(super) use self::{
    company_facts::read_company_facts,
    submissions::read_submissions,
    tickers::{TickerList, read_tickers},
};

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor, Read};

    use crate::providers::core::client::streamed::ResponseReader;

    /// Returns a reader of a body.
    pub(super) fn reader(body: &[u8]) -> ResponseReader {
        let body: Box<dyn Read + Send> = Box::new(Cursor::new(body.to_vec()));
        BufReader::new(body.take(u64::MAX))
    }
}
