//! Reads an activity statement of Interactive Brokers. The first cell of each line is the name of its section, the second one is
//! `Header` or `Data`.

use csv::StringRecord;

use super::{columns::Columns, table::Table};
use crate::import::reader::records;

/// The section with the trades.
const SECTION: &str = "Trades";

/// Returns true if a text is an activity statement.
pub(super) fn is_statement(text: &str) -> bool {
    text.starts_with("Statement,") || text.lines().any(|line| line.starts_with("Trades,Header,"))
}

/// Returns the trades of a statement.
pub(super) fn table(text: &str) -> Result<Table, String> {
    let text = text.replace("\r\n", "\n");
    let mut columns = None;
    let mut rows = Vec::new();
    for record in records(text.as_bytes(), b',') {
        let (line, record) = record.map_err(|error| format!("The file is not CSV: {error}."))?;
        if record.get(0) != Some(SECTION) {
            continue;
        }
        match (record.get(1), record.get(2)) {
            // Each kind of instrument repeats the header.
            (Some("Header"), _) => columns = columns.or_else(|| Some(Columns::of(&record))),
            // Lines with totals have another word in the second cell. Lines with closed lots repeat an order.
            (Some("Data"), Some("Order" | "Trade")) => rows.push((line, record)),
            _ => {}
        }
    }
    let columns: Columns =
        columns.ok_or("The statement has no section 'Trades'; include it in the statement.")?;
    Ok(Table {
        format: "Interactive Brokers",
        columns,
        rows,
        is_comma_separated: true,
    })
}

/// Returns the reason why a row of another kind of instrument is not imported; `None` for stocks and funds.
pub(super) fn other_instrument(asset_class: &str) -> Option<String> {
    const OTHER: [&str; 10] = [
        "forex",
        "cash",
        "option",
        "options",
        "equity and index options",
        "futures",
        "bonds",
        "opt",
        "fut",
        "cfd",
    ];
    let word = asset_class.to_lowercase();
    let is_other = OTHER.contains(&word.as_str()) || word.starts_with("cash and money");
    is_other.then(|| format!("not a stock or fund: {asset_class}"))
}

/// Returns true for rows such as `Account Total` below the positions.
pub(super) fn is_sum(record: &StringRecord) -> bool {
    record.iter().take(3).any(|cell| {
        let cell = cell.to_lowercase();
        cell.ends_with("total") || cell.starts_with("total") || cell.starts_with("pending activity")
    })
}
