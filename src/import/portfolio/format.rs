//! Finds the header row of a table, and recognizes the program that wrote it.

use csv::StringRecord;

use super::{
    columns::{Column, Columns},
    table::Table,
};
use crate::import::reader::{DateOrder, records};

/// Number of records in which the header row is searched for.
const MAX_HEADER_RECORDS: usize = 40;
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Programs with the normalized headers by which their exports are recognized.
const PROGRAMS: [(&str, &[&str]); 10] = [
    ("Yahoo", &["tradedate", "purchaseprice", "commission"]),
    ("wealthfolio", &["activitytype", "unitprice"]),
    ("ghostfolio", &["datasource", "code"]),
    ("ghostfolio", &["datasource", "unitprice"]),
    ("Trading 212", &["noofshares", "priceshare"]),
    (
        "Portfolio Performance",
        &["grossamount", "transactioncurrency"],
    ),
    (
        "Portfolio Performance",
        &["bruttobetrag", "buchungswaehrung"],
    ),
    ("Interactive Brokers", &["ibcommission", "tradeprice"]),
    ("Fidelity", &["costbasistotal", "averagecostbasis"]),
    ("Schwab", &["feescomm"]),
];

/// Returns the name of the program that wrote a file with these columns; `CSV` if it is unknown.
pub(super) fn program(columns: &Columns) -> &'static str {
    let has_all = |headers: &[&str]| headers.iter().all(|header| columns.has_header(header));
    if let Some((name, _)) = PROGRAMS.iter().find(|(_, headers)| has_all(headers)) {
        return name;
    }
    let is_degiro = columns.has(Column::Isin)
        && ["product", "produkt", "produit"]
            .into_iter()
            .any(|header| columns.has_header(header))
        && columns.has_header("");
    if is_degiro {
        "Degiro"
    } else if columns.are_positions() && columns.has(Column::AssetClass) {
        "Schwab"
    } else {
        "CSV"
    }
}

/// Returns the order of numeric dates of a program that always writes the same order.
pub(super) fn date_order(format: &str) -> Option<DateOrder> {
    match format {
        "Degiro" => Some(DateOrder::DayMonthYear),
        "Schwab" | "Fidelity" => Some(DateOrder::MonthDayYear),
        _ => None,
    }
}

/// Splits a CSV text at its separator and finds the header row, which may follow other lines.
pub(super) fn find_table(text: &str) -> Result<Table, String> {
    let text = without_carriage_returns(text);
    let mut first_headers = None;
    for separator in SEPARATORS {
        let rows: Vec<(u64, StringRecord)> = records(text.as_bytes(), separator)
            .collect::<Result<_, _>>()
            .map_err(|error| format!("The file is not CSV: {error}."))?;
        let header = rows
            .iter()
            .take(MAX_HEADER_RECORDS)
            .position(|(_, row)| Columns::of(row).is_complete());
        if let Some(index) = header
            && let Some((_, header)) = rows.get(index)
        {
            let columns = Columns::of(header);
            return Ok(Table {
                format: program(&columns),
                columns,
                rows: rows.into_iter().skip(index + 1).collect(),
                is_comma_separated: separator == b',',
            });
        }
        let headers = rows.iter().map(|(_, row)| row).find(|row| row.len() > 1);
        first_headers = first_headers.or_else(|| headers.cloned());
    }
    let found = first_headers.map(|headers| {
        let headers: Vec<&str> = headers
            .iter()
            .filter(|header| !header.is_empty())
            .take(12)
            .collect();
        format!(" (found: {})", headers.join(", "))
    });
    Err(format!(
        "No line has the column headers of a portfolio{}; it needs at least a symbol or ISIN and a quantity.",
        found.unwrap_or_default()
    ))
}

/// Ends every line with a line feed only, as the CSV reader expects.
fn without_carriage_returns(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
