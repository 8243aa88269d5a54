//! Finds the header of a table and the program that wrote it.

use csv::StringRecord;

use super::{
    columns::{Column, Columns},
    table::Table,
};
use crate::import::reader::{DateOrder, records};

/// Number of records in which the header is searched for.
const MAX_HEADER_RECORDS: usize = 40;
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Programs with titles that no other program's export has, normalized.
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

/// Returns the name of the program whose titles a file has; `CSV` if none does.
pub(super) fn program(columns: &Columns) -> &'static str {
    let has_all = |titles: &[&str]| titles.iter().all(|title| columns.has_title(title));
    if let Some((name, _)) = PROGRAMS.iter().find(|(_, titles)| has_all(titles)) {
        return name;
    }
    let is_degiro = columns.has(Column::Isin)
        && ["product", "produkt", "produit"]
            .into_iter()
            .any(|title| columns.has_title(title))
        && columns.has_title("");
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

/// Splits a CSV text at its separator and finds the header, which may follow other lines.
pub(super) fn find_table(text: &str) -> Result<Table, String> {
    let text = without_carriage_returns(text);
    let mut first_titles = None;
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
        let titles = rows.iter().map(|(_, row)| row).find(|row| row.len() > 1);
        first_titles = first_titles.or_else(|| titles.cloned());
    }
    let found = first_titles.map(|titles| {
        let titles: Vec<&str> = titles
            .iter()
            .filter(|title| !title.is_empty())
            .take(12)
            .collect();
        format!(" (found: {})", titles.join(", "))
    });
    Err(format!(
        "No line has the titles of a portfolio{}; it needs at least a symbol or ISIN and a quantity.",
        found.unwrap_or_default()
    ))
}

/// Ends every line with a line feed only, as the CSV reader expects.
fn without_carriage_returns(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
