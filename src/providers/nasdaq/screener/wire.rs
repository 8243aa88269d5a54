//! JSON of Nasdaq's list of all US stocks, as served in 2026: `{"data":{"rows":[…]}}`, about 7,000 rows in two megabytes, which are
//! read while they arrive. All values are texts; unknown ones are empty or `N/A`, and an unknown market cap is zero.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, de::MapAccess};

use crate::{
    domain::quote::percent_change,
    providers::{
        core::{
            client::streamed::ResponseReader,
            lenient::Text,
            lenient_stream::{self, Fields, Items, ReadFields, skip, value_or_default},
        },
        nasdaq::{
            amount::{parse_amount, parse_count, parse_price},
            wire::Status,
        },
    },
    source::SourceError,
};

/// The largest plausible market cap in US dollars.
const MAX_MARKET_CAP: f64 = 100e12;

/// The rows of some stocks.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Rows by symbol, with a dot before the share class (`BRK.B`).
    pub(super) by_symbol: HashMap<String, Row>,
    /// The number of rows of the list, including those of other stocks.
    pub(super) count: usize,
}

/// A stock of the list. Invalid fields are unknown.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Row {
    /// The last price in US dollars.
    pub(super) price: Option<f64>,
    /// The change since the previous close, in percent.
    pub(super) change: Option<f64>,
    /// The number of shares traded.
    pub(super) volume: Option<f64>,
    /// The market cap in US dollars.
    pub(super) market_cap: Option<f64>,
    pub(super) sector: Option<String>,
    pub(super) industry: Option<String>,
    pub(super) country: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct RawRow {
    symbol: Text,
    lastsale: Text,
    netchange: Text,
    volume: Text,
    market_cap: Text,
    sector: Text,
    industry: Text,
    country: Text,
}

/// Reads the rows of the stocks in `symbols`, which have a dot before the share class.
pub(super) fn rows(
    reader: &mut ResponseReader,
    symbols: &HashSet<String>,
) -> Result<Rows, SourceError> {
    let mut response = ResponseFields {
        data: DataFields {
            symbols,
            rows: Rows::default(),
        },
        status: Status::default(),
    };
    lenient_stream::json(reader, Fields(&mut response))?;
    response.status.check()?;
    let rows = response.data.rows;
    if rows.count == 0 {
        return Err(SourceError::InvalidResponse(
            "the list has no stocks".to_owned(),
        ));
    }
    Ok(rows)
}

struct ResponseFields<'a> {
    data: DataFields<'a>,
    status: Status,
}

impl ReadFields for ResponseFields<'_> {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        match name {
            "data" => fields.next_value_seed(Fields(&mut self.data))?,
            "status" => self.status = value_or_default(fields)?,
            _ => skip(fields)?,
        }
        Ok(())
    }
}

struct DataFields<'a> {
    symbols: &'a HashSet<String>,
    rows: Rows,
}

impl ReadFields for DataFields<'_> {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        match name {
            "rows" => fields.next_value_seed(Items(|row| self.add(&row))),
            // Without the parameter `download`, the rows are one level deeper.
            "table" => fields.next_value_seed(Fields(self)),
            _ => skip(fields),
        }
    }
}

impl DataFields<'_> {
    fn add(&mut self, row: &serde_json::Value) {
        let Ok(row) = RawRow::deserialize(row) else {
            return;
        };
        let symbol = row.symbol.as_deref().unwrap_or_default().trim();
        if symbol.is_empty() {
            return;
        }
        self.rows.count += 1;
        let symbol = symbol.to_uppercase().replace('/', ".");
        if !self.symbols.contains(&symbol) {
            return;
        }
        let text = |text: &Text| {
            let text = text.as_deref()?.trim();
            let is_known = !text.is_empty() && text != "N/A";
            is_known.then(|| text.to_owned())
        };
        let market_cap = row.market_cap.as_deref().and_then(parse_count);
        let price = row.lastsale.as_deref().and_then(parse_price);
        let change = row.netchange.as_deref().and_then(parse_amount);
        let row = Row {
            price,
            change: price
                .zip(change)
                .and_then(|(price, change)| percent_change(Some(price - change), price)),
            volume: row.volume.as_deref().and_then(parse_count),
            market_cap: market_cap.filter(|cap| *cap > 0.0 && *cap < MAX_MARKET_CAP),
            sector: text(&row.sector).and_then(|name| sector(&name)),
            industry: text(&row.industry),
            country: text(&row.country),
        };
        self.rows.by_symbol.insert(symbol, row);
    }
}

/// Converts a sector to the name that other sources and the catalogue use; `None` for a group of all others.
fn sector(name: &str) -> Option<String> {
    let name = match name {
        "Consumer Discretionary" => "Consumer Cyclical",
        "Consumer Staples" => "Consumer Defensive",
        "Finance" => "Financial Services",
        "Health Care" => "Healthcare",
        "Telecommunications" => "Communication Services",
        "Miscellaneous" => return None,
        other => other,
    };
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor, Read};

    use super::*;

    fn read(body: &[u8], symbols: &[&str]) -> Result<Rows, SourceError> {
        let body: Box<dyn Read + Send> = Box::new(Cursor::new(body.to_vec()));
        let mut reader = BufReader::new(body.take(1 << 20));
        let symbols = symbols.iter().map(|&symbol| symbol.to_owned()).collect();
        rows(&mut reader, &symbols)
    }

    fn body(rows: &str) -> String {
        format!(
            r#"{{"data":{{"asOf":null,"headers":{{"symbol":"Symbol","name":"Name"}},"rows":[{rows}]}},"message":null,"status":{{"rCode":200,"bCodeMessage":null}}}}"#
        )
    }

    const ACME: &str = r#"{"symbol":"ACME","name":"Acme Corp. Common Stock","lastsale":"$20.50","netchange":"0.10","pctchange":"0.49%",
        "volume":"123456","marketCap":"41000000000.00","country":"United States","ipoyear":"1980","industry":"Anvils","sector":"Industrials",
        "url":"/market-activity/stocks/acme"}"#;

    #[test]
    fn the_rows_of_known_stocks_are_read() {
        let class = ACME
            .replace("ACME", "BRK/B")
            .replace("Industrials", "Finance");
        let list = body(&[ACME, &class, &ACME.replace("ACME", "OTHER")].join(","));
        let rows = read(list.as_bytes(), &["ACME", "BRK.B"]).unwrap();
        assert_eq!((rows.count, rows.by_symbol.len()), (3, 2));
        let acme = &rows.by_symbol["ACME"];
        assert_eq!((acme.price, acme.market_cap), (Some(20.5), Some(41e9)));
        let change = acme.change.unwrap();
        assert!((change - 100.0 * 0.1 / 20.4).abs() < 1e-9, "{change}");
        assert_eq!(acme.volume, Some(123_456.0));
        assert_eq!(acme.sector.as_deref(), Some("Industrials"));
        assert_eq!(acme.industry.as_deref(), Some("Anvils"));
        assert_eq!(acme.country.as_deref(), Some("United States"));
        let sector = rows.by_symbol["BRK.B"].sector.as_deref();
        assert_eq!(
            sector,
            Some("Financial Services"),
            "the name that Yahoo uses"
        );
    }

    #[test]
    fn the_rows_may_be_in_a_table() {
        let table = format!(
            r#"{{"data":{{"filters":null,"table":{{"headers":null,"rows":[{ACME}]}},"totalrecords":1}},"status":{{"rCode":200}}}}"#
        );
        assert_eq!(
            read(table.as_bytes(), &["ACME"]).unwrap().by_symbol.len(),
            1
        );
    }

    #[test]
    fn empty_and_invalid_fields_are_unknown() {
        let empty = ACME
            .replace("$20.50", "N/A")
            .replace("41000000000.00", "0.00")
            .replace("123456", "")
            .replace("United States", "")
            .replace("Industrials", "Miscellaneous")
            .replace("\"Anvils\"", "[7]");
        let rows = read(body(&empty).as_bytes(), &["ACME"]).unwrap();
        assert_eq!(rows.by_symbol["ACME"], Row::default());
        let odd = body(&format!("null,7,{{\"symbol\":[]}},{ACME}"));
        assert_eq!(read(odd.as_bytes(), &["ACME"]).unwrap().count, 1);
    }

    #[test]
    fn a_response_without_stocks_is_an_error() {
        for other in [
            "{}",
            r#"{"data":null}"#,
            r#"{"data":{"rows":[]}}"#,
            "<html>",
        ] {
            assert!(read(other.as_bytes(), &["ACME"]).is_err(), "{other}");
        }
        let refused = r#"{"data":null,"status":{"rCode":429,"bCodeMessage":[]}}"#;
        let error = read(refused.as_bytes(), &[]).unwrap_err();
        assert!(matches!(error, SourceError::Throttled { .. }), "{error}");
        let list = body(ACME);
        let error = read(&list.as_bytes()[..200], &["ACME"]).unwrap_err();
        assert!(error.to_string().contains("is truncated"), "{error}");
    }

    #[test]
    fn corrupted_responses_never_panic() {
        let list = body(ACME);
        crate::testing::fuzz::fuzz("nasdaq_screener", &[list.as_bytes()], |body| {
            let _ = read(body, &["ACME"]);
        });
    }
}
