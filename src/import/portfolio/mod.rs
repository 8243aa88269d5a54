//! Reads portfolios that other programs and brokers export: transactions, or positions with their cost.
//!
//! The columns are found by their headers, in any order. Dates and numbers are read like those of price files: their
//! format is determined from all rows. A row that cannot be read does not prevent the others from being read.

mod action;
mod columns;
mod format;
mod ghostfolio;
mod lot;
mod row;
mod statement;
mod table;
#[cfg(test)]
mod tests;

use jiff::civil::Date;

pub use self::lot::{ImportedLot, PortfolioFile, PortfolioRow, RowContent};
use self::{format::find_table, row::RowReader};

/// Maximum number of rows of a file.
const MAX_ROWS: usize = 50_000;

/// Reads the text of an exported portfolio: ghostfolio's JSON, an activity statement of Interactive Brokers, or any other CSV with
/// column headers. `today` is the latest date that a transaction may have.
///
/// # Errors
/// Returns a message for the user if the file as a whole cannot be read: it is empty, too long, has no known headers, or its dates
/// or numbers are ambiguous.
pub fn parse_portfolio(text: &str, today: Date) -> Result<PortfolioFile, String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err("The file is empty.".to_owned());
    }
    let table = if text.trim_start().starts_with(['{', '[']) {
        ghostfolio::table(text)?
    } else if statement::is_statement(text) {
        statement::table(text)?
    } else {
        find_table(text)?
    };
    if table.rows.len() > MAX_ROWS {
        return Err(format!(
            "The file has {} rows; at most {MAX_ROWS} can be imported at once.",
            table.rows.len()
        ));
    }
    let reader = RowReader::new(&table, today)?;
    let rows = table
        .rows
        .iter()
        .map(|(line, record)| reader.read(*line, record));
    Ok(PortfolioFile {
        format: table.format,
        rows: rows.collect(),
    })
}
