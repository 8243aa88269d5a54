//! The rows of an exported portfolio after they are read.

use jiff::civil::Date;

use crate::domain::currency::Currency;

/// The contents of an exported portfolio.
#[derive(Debug, Clone, PartialEq)]
pub struct PortfolioFile {
    /// The program that wrote the file, such as `Trading 212`; `CSV` if it is unknown.
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
    /// True if the file has an amount of money instead of the price, which was divided by the number of units.
    pub is_price_computed: bool,
    /// The fee in `currency`, at least 0.
    pub fee: Option<f64>,
    /// The currency of `price` and `fee`, if the file names it.
    pub currency: Option<Currency>,
}
