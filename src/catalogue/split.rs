//! Splits of the last years, as they were.

use jiff::civil::Date;
use serde::Deserialize;

use super::error::CatalogueError;
use crate::domain::split::Split;

const FILE: &str = "splits.csv";

#[derive(Debug, Deserialize)]
struct Row {
    symbol: String,
    date: Date,
    numerator: f64,
    denominator: f64,
}

/// Reads the table, in its order: who split, and how.
pub(super) fn parse(text: &str) -> Result<Vec<(String, Split)>, CatalogueError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .map(|row| {
            let row: Row = row.map_err(|source| CatalogueError::Table { file: FILE, source })?;
            let split = Split {
                date: row.date,
                numerator: row.numerator,
                denominator: row.denominator,
            };
            Ok((row.symbol, split))
        })
        .collect()
}
