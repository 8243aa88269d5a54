//! The list of tickers with the numbers of their filers: `/files/company_tickers.json`, about a megabyte.
//!
//! ```json
//! {"0": {"cik_str": 320193, "ticker": "AAPL", "title": "Apple Inc."}}
//! ```

use std::collections::HashMap;

use serde::{Deserialize, de::MapAccess};

use crate::{
    providers::core::{
        client::streamed::ResponseReader,
        lenient::{Number, Text},
        lenient_stream::{self, Fields, ReadFields, value_or_default},
    },
    source::SourceError,
};

/// Maximum number of tickers; there are about 10,000.
const MAX_TICKERS: usize = 100_000;

/// The numbers of filers (CIK) by ticker, as the SEC writes it: `BRK-B`.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(in crate::providers::sec) struct TickerList(HashMap<Box<str>, u32>);

impl TickerList {
    /// Returns the number of the filer of a symbol.
    pub(in crate::providers::sec) fn cik(&self, symbol: &str) -> Option<u32> {
        self.0.get(symbol).copied()
    }

    /// Returns true if several securities of a filer may be classes of its shares. Notes look like shares here.
    pub(in crate::providers::sec) fn has_share_classes(&self, cik: u32) -> bool {
        let symbols = self.0.iter().filter(|(_, filer)| **filer == cik);
        let symbols: Vec<&str> = symbols.map(|(symbol, _)| &**symbol).collect();
        let is_share = |symbol: &&&str| !is_other_security(symbol, &symbols);
        symbols.iter().filter(is_share).count() > 1
    }
}

/// Returns true for preferred shares (`BAC-PL`), warrants (`ABC-WT`, `ABCDW`), units (`ABC-UN`, `ABCDU`) and rights (`ABC-RI`,
/// `ABCDR`). `symbols` are those of the filer.
fn is_other_security(symbol: &str, symbols: &[&str]) -> bool {
    const OTHERS: [char; 4] = ['P', 'W', 'U', 'R'];
    if let Some((_, suffix)) = symbol.split_once('-') {
        return suffix.starts_with(OTHERS);
    }
    let share = symbol.strip_suffix(OTHERS);
    share.is_some_and(|share| share.len() == 4 && symbols.contains(&share))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Row {
    cik_str: Number,
    ticker: Text,
}

impl ReadFields for TickerList {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        _: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        let row: Row = value_or_default(fields)?;
        let cik = row.cik_str.positive().map(|cik| cik as u32);
        if let Some((cik, ticker)) = cik.zip(row.ticker.as_deref())
            && self.0.len() < MAX_TICKERS
            && !ticker.is_empty()
        {
            // The first filer of a ticker is the larger one.
            let ticker = ticker.to_uppercase().replace('.', "-").into_boxed_str();
            self.0.entry(ticker).or_insert(cik);
        }
        Ok(())
    }
}

/// Reads the list of tickers.
///
/// # Errors
/// [`SourceError::InvalidResponse`] if the response is not JSON or contains no ticker.
pub(in crate::providers::sec) fn read_tickers(
    reader: &mut ResponseReader,
) -> Result<TickerList, SourceError> {
    let mut list = TickerList::default();
    lenient_stream::json(reader, Fields(&mut list))?;
    if list.0.is_empty() {
        return Err(SourceError::InvalidResponse(
            "there are no tickers".to_owned(),
        ));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::{super::tests::reader, *};
    use crate::testing::fuzz::fuzz;

    const BODY: &[u8] = br#"{"0": {"cik_str": 320193, "ticker": "AAPL", "title": "Apple Inc."}, "1": null,
        "2": {"cik_str": "1067983", "ticker": "BRK.B"}, "3": {"cik_str": 7}, "4": {"cik_str": 9, "ticker": "aapl"}}"#;

    #[test]
    fn invalid_rows_are_skipped_and_share_classes_have_a_hyphen() {
        let list = read_tickers(&mut reader(BODY)).unwrap();
        assert_eq!(list.cik("AAPL"), Some(320_193));
        assert_eq!(list.cik("BRK-B"), Some(1_067_983));
        assert_eq!(list.0.len(), 2);
    }

    #[test]
    fn share_classes_differ_from_preferred_shares_warrants_units_and_rights() {
        let has_share_classes = |symbols: &[&str]| {
            let symbols = symbols.iter().map(|symbol| ((*symbol).into(), 7));
            let other = ("OTHER".into(), 8);
            TickerList(symbols.chain([other]).collect()).has_share_classes(7)
        };
        for symbols in [
            &["BRK-A", "BRK-B"][..],
            &["GOOG", "GOOGL"],
            &["HEI", "HEI-A"],
            &["T", "TBB"],
        ] {
            assert!(has_share_classes(symbols), "{symbols:?}");
        }
        for symbols in [
            &["AAPL"][..],
            &["BAC", "BAC-PB", "BAC-PL"],
            &["ABCD", "ABCDW", "ABCDU", "ABCDR"],
            &["ABC", "ABC-WT", "ABC-UN", "ABC-RI"],
            &[],
        ] {
            assert!(!has_share_classes(symbols), "{symbols:?}");
        }
    }

    #[test]
    fn a_list_in_another_format_is_rejected() {
        for body in [
            &b"{}"[..],
            b"[]",
            b"{\"fields\": [], \"data\": []}",
            b"<html>",
        ] {
            assert!(read_tickers(&mut reader(body)).is_err());
        }
    }

    #[test]
    fn broken_lists_cause_no_panic() {
        fuzz("company_tickers", &[BODY], |body| {
            drop(read_tickers(&mut reader(body)));
        });
    }
}
