//! The JSON of the endpoint `/v3/mapping`: a list of jobs, each with a type of identifier and a value. The response has one
//! result per job: the listings, a warning if there are none, or an error.
//! Source: <https://www.openfigi.com/api/documentation>.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::exchanges::{AMERICAN_EXCHANGES, EXCHANGES, Exchange, OVER_THE_COUNTER, UNITED_STATES};
use crate::{
    domain::{
        identity::{Figi, Isin},
        ticker::TickerKind,
    },
    providers::core::lenient::{Text, json, or_default, valid_items},
    source::{
        SourceError,
        lookup::{InstrumentListing, SymbolHit},
    },
};

/// A job of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Job {
    pub(super) id_type: &'static str,
    pub(super) id_value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    exch_code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<&'static str>,
}

impl Job {
    pub(super) fn new(id_type: &'static str, value: &impl ToString) -> Self {
        Self {
            id_type,
            id_value: value.to_string(),
            exch_code: None,
            currency: None,
        }
    }

    /// Creates the job for the listing of an instrument in a currency, at the exchange of `symbol`; `None` for other exchanges.
    pub(super) fn in_currency(isin: &Isin, symbol: &str, currency: &'static str) -> Option<Self> {
        let exchange = EXCHANGES
            .iter()
            .find(|exchange| symbol.ends_with(exchange.suffix))?;
        Some(Self {
            exch_code: exchange.codes.first().copied(),
            currency: Some(currency),
            ..Self::new("ID_ISIN", isin)
        })
    }

    /// Creates the job for a ticker in the United States, as the vendor writes it (`BRK/B`).
    pub(super) fn us_ticker(ticker: &str) -> Self {
        Self {
            exch_code: Some(UNITED_STATES.codes[0]),
            ..Self::new("TICKER", &ticker)
        }
    }
}

/// The result of a job.
#[derive(Debug, Default, Deserialize)]
pub(super) struct JobResult {
    #[serde(default, deserialize_with = "valid_items")]
    pub(super) data: Vec<Row>,
    #[serde(default)]
    error: Text,
}

/// A listing. The fields are named as by the vendor.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    #[serde(default)]
    figi: Text,
    #[serde(default)]
    name: Text,
    #[serde(default)]
    ticker: Text,
    #[serde(default)]
    exch_code: Text,
    #[serde(default, rename = "compositeFIGI")]
    composite_figi: Text,
    #[serde(default, rename = "shareClassFIGI")]
    share_class_figi: Text,
    #[serde(default)]
    security_type: Text,
    #[serde(default)]
    market_sector: Text,
}

/// An element of the response; the default if it is malformed.
#[derive(Debug, Deserialize)]
struct Element(#[serde(deserialize_with = "or_default")] JobResult);

/// Parses a response: the results in the order of the jobs.
///
/// # Errors
/// If the response has another number of results, or if the first job failed for another reason than its value.
pub(super) fn results(body: &[u8], jobs: usize) -> Result<Vec<JobResult>, SourceError> {
    let elements: Vec<Element> = json(body)?;
    let results: Vec<JobResult> = elements.into_iter().map(|element| element.0).collect();
    if results.len() != jobs {
        return Err(SourceError::InvalidResponse(format!(
            "{} results for {jobs} identifiers",
            results.len()
        )));
    }
    let error = results.first().and_then(|result| result.error.0.as_deref());
    match error.filter(|error| !error.starts_with("Invalid")) {
        Some(error) => Err(SourceError::Refused(error.to_owned())),
        None => Ok(results),
    }
}

impl Row {
    /// Returns the FIGI that all listings of the instrument share.
    pub(super) fn share_class(&self) -> Option<Figi> {
        self.share_class_figi.0.as_ref()?.parse().ok()
    }

    /// Returns true if the FIGI is the one of this listing, or of all listings in its country.
    fn has_figi(&self, figi: Figi) -> bool {
        [&self.figi, &self.composite_figi]
            .iter()
            .any(|text| text.0.as_deref() == Some(figi.as_str()))
    }

    /// Returns the type of the security if it is no share or fund, so that it has no listings with a symbol.
    pub(super) fn other_type(&self) -> Option<&str> {
        let sector = self.market_sector.0.as_deref()?;
        (sector != "Equity").then(|| self.security_type.0.as_deref().unwrap_or(sector))
    }

    fn kind(&self) -> TickerKind {
        match self.security_type.0.as_deref() {
            Some("ETP") => TickerKind::Etf,
            Some("Open-End Fund" | "Fund of Funds") => TickerKind::Fund,
            _ => TickerKind::Stock,
        }
    }

    fn code(&self) -> &str {
        self.exch_code.0.as_deref().unwrap_or_default()
    }

    fn listing(&self, exchange: &Exchange) -> Option<InstrumentListing> {
        let name = self.name.0.as_deref().unwrap_or_default();
        let symbol = exchange.symbol(self.ticker.0.as_deref()?, name)?;
        Some(InstrumentListing {
            figi: self.figi.0.as_ref().and_then(|figi| figi.parse().ok()),
            hit: SymbolHit {
                name: if name.is_empty() {
                    symbol.clone()
                } else {
                    name.to_owned()
                },
                symbol,
                kind: self.kind(),
                exchange: Some(exchange.name.to_owned()),
            },
        })
    }
}

/// The criteria for the order of an instrument's listings.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Preference<'a> {
    /// The FIGI that was searched.
    pub(super) figi: Option<Figi>,
    /// ISO code of the instrument's country.
    pub(super) country: Option<&'a str>,
}

/// Returns the listings with a symbol, one per exchange: the searched FIGI first, then the United States, then the
/// instrument's country, then other exchanges in the order of the table, and last over-the-counter trading.
pub(super) fn listings(rows: &[Row], preference: Preference<'_>) -> Vec<InstrumentListing> {
    let is_american = rows
        .iter()
        .any(|row| AMERICAN_EXCHANGES.contains(&row.code()));
    let table = is_american
        .then_some(&UNITED_STATES)
        .into_iter()
        .chain(EXCHANGES)
        .chain((!is_american).then_some(&OVER_THE_COUNTER));
    let mut found: Vec<(&Exchange, &Row)> = table
        .filter_map(|exchange| {
            let mut codes = exchange.codes.iter();
            let row = codes.find_map(|code| rows.iter().find(|row| row.code() == *code))?;
            Some((exchange, row))
        })
        .collect();
    found.sort_by_key(|(exchange, row)| {
        let is_searched = preference.figi.is_some_and(|figi| row.has_figi(figi));
        let is_home = preference.country == Some(exchange.country);
        let is_american = **exchange == UNITED_STATES;
        let is_over_the_counter = **exchange == OVER_THE_COUNTER;
        (
            Reverse(is_searched),
            is_over_the_counter,
            Reverse(is_american),
            Reverse(is_home),
        )
    });
    let listings = found.into_iter();
    listings
        .filter_map(|(exchange, row)| row.listing(exchange))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    fn row(code: &str, ticker: &str, figi: &str) -> String {
        format!(
            r#"{{"figi":"{figi}","name":"SAP SE","ticker":"{ticker}","exchCode":"{code}","compositeFIGI":"{figi}",
                "securityType":"Common Stock","marketSector":"Equity","shareClassFIGI":"BBG001S6M5K5",
                "securityType2":"Common Stock","securityDescription":"{ticker}"}}"#
        )
    }

    fn symbols(rows: &[String], preference: Preference<'_>) -> Vec<String> {
        let body = format!(r#"[{{"data":[{}]}}]"#, rows.join(","));
        let results = results(body.as_bytes(), 1).unwrap();
        let listings = listings(&results[0].data, preference).into_iter();
        listings.map(|listing| listing.hit.symbol).collect()
    }

    #[test]
    fn listings_are_ordered_by_exchange() {
        let rows = [
            row("GF", "SAP", "BBG000BG7GP1"),
            row("US", "SAPGF", "BBG000BDT4N3"),
            row("UV", "SAPGF", "BBG000BDT4N3"),
            row("FP", "SAP", ""),
            row("GY", "SAP", "BBG000BG7DY8"),
            row("XX", "SAP", ""),
        ];
        let german = Preference {
            country: Some("DE"),
            figi: None,
        };
        assert_eq!(
            symbols(&rows, german),
            ["SAP.DE", "SAP.F", "SAP.PA", "SAPGF"]
        );
        let american = [
            row("GY", "APC", ""),
            row("US", "AAPL", ""),
            row("UW", "AAPL", ""),
        ];
        assert_eq!(symbols(&american, german), ["AAPL", "APC.DE"]);
        let searched = Preference {
            figi: "BBG000BLNNH6".parse().ok(),
            country: None,
        };
        let rows = [
            row("US", "IBM", ""),
            row("UN", "IBM", ""),
            row("LN", "IBM", "BBG000BLNNH6"),
        ];
        assert_eq!(symbols(&rows, searched), ["IBM.L", "IBM"]);
    }

    #[test]
    fn an_invalid_field_or_listing_affects_no_other() {
        let rows = [
            "null".to_owned(),
            "7".to_owned(),
            r#"{"ticker":5,"exchCode":"GY"}"#.to_owned(),
            r#"{"ticker":"SAP","exchCode":"FP","figi":{},"name":null,"securityType":[]}"#
                .to_owned(),
        ];
        assert_eq!(symbols(&rows, Preference::default()), ["SAP.PA"]);
    }

    #[test]
    fn a_job_without_result_has_no_listings() {
        let body = br#"[{"warning":"No identifier found."},{"error":"Invalid idValue format."}]"#;
        assert!(
            results(body, 2)
                .unwrap()
                .iter()
                .all(|result| result.data.is_empty())
        );
        assert!(results(br#"[{"error":"Internal error"}]"#, 1).is_err());
        assert!(results(b"[]", 1).is_err() && results(b"<html>", 1).is_err());
    }

    #[test]
    fn bonds_and_funds_are_distinguished() {
        let body = br#"[{"data":[
            {"marketSector":"Govt","securityType":"US GOVERNMENT"},
            {"marketSector":"Equity","securityType":"ETP","ticker":"SPY","exchCode":"US"},
            {"marketSector":"Equity","securityType":"Open-End Fund","ticker":"VFIAX","exchCode":"US"}]}]"#;
        let results = results(body, 1).unwrap();
        let data = &results[0].data;
        assert_eq!(data[0].other_type(), Some("US GOVERNMENT"));
        assert_eq!(data[1].other_type(), None);
        assert_eq!(
            [data[1].kind(), data[2].kind()],
            [TickerKind::Etf, TickerKind::Fund]
        );
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let sample = format!(
            r#"[{{"data":[{},{}]}},{{"warning":"No identifier found."}}]"#,
            row("US", "BRK/B", "BBG000DWG505"),
            row("SS", "VOLVB", "")
        );
        fuzz("openfigi", &[sample.as_bytes()], |body| {
            if let Ok(results) = results(body, 2) {
                let _ = listings(&results[0].data, Preference::default());
            }
        });
    }
}
