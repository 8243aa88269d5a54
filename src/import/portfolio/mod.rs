//! Reads what other programs and brokers export about a portfolio: transactions, or positions with their cost.
//!
//! The columns are found by their titles, in any order. Dates and numbers are read like those of price files: their
//! format is determined from all rows. A row that cannot be read does not prevent the others from being read.

mod action;
mod columns;
mod format;
mod ghostfolio;
mod row;
mod statement;
#[cfg(test)]
mod tests;

use jiff::civil::Date;

use self::{columns::Columns, format::find_table, row::RowReader};
use crate::domain::currency::Currency;

/// Maximum number of rows of a file.
const MAX_ROWS: usize = 50_000;

/// The contents of an exported portfolio.
#[derive(Debug, Clone, PartialEq)]
pub struct PortfolioFile {
    /// The program whose titles the file has, such as `Trading 212`; `CSV` for other titles.
    pub format: &'static str,
    /// The rows, in the order of the file.
    pub rows: Vec<PortfolioRow>,
}

/// A row of an exported portfolio.
#[derive(Debug, Clone, PartialEq)]
pub struct PortfolioRow {
    /// Line number, starting at 1; in JSON, the number of the activity.
    pub line: u64,
    /// The symbol, identifier or name in the row; empty if it has none.
    pub instrument: String,
    /// What the row contains.
    pub content: RowContent,
}

/// The content of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum RowContent {
    /// A purchase, a sale or a position.
    Lot(ImportedLot),
    /// Something else, such as a dividend or a sum; the text says what.
    Other(String),
    /// The row cannot be read; the text is the reason, without a final period.
    Invalid(String),
}

/// A purchase, a sale or a position.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedLot {
    /// The symbol as the file writes it.
    pub symbol: Option<String>,
    /// An ISIN or WKN, unchecked.
    pub identifier: Option<String>,
    /// The name of the instrument.
    pub name: Option<String>,
    /// The day of the transaction; `None` for a position.
    pub date: Option<Date>,
    /// Number of units; negative for a sale.
    pub quantity: f64,
    /// Price of a unit in `currency`, without fees; the average cost for a position.
    pub price: Option<f64>,
    /// The fee in `currency`, at least 0.
    pub fee: Option<f64>,
    /// The currency of `price` and `fee`, if the file names it.
    pub currency: Option<Currency>,
}

/// Reads the text of an exported portfolio: CSV with a header, or ghostfolio's JSON. `today` is the last day that a
/// transaction may have.
///
/// # Errors
/// A sentence, if the file as a whole cannot be read: it is empty, too long, has no known titles, or its dates or numbers
/// are ambiguous.
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

/// The rows of a file, with the positions of their columns.
#[derive(Debug)]
struct Table {
    format: &'static str,
    columns: Columns,
    /// Each row is preceded by its line number.
    rows: Vec<(u64, csv::StringRecord)>,
    is_comma_separated: bool,
}
