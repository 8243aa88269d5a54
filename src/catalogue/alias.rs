//! Other names of tickers.

use super::error::CatalogueError;
use crate::domain::alias::Alias;

const FILE: &str = "aliases.csv";

/// Reads the table, in its order.
pub(super) fn parse(text: &str) -> Result<Vec<Alias>, CatalogueError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .map(|row| row.map_err(|source| CatalogueError::Table { file: FILE, source }))
        .collect()
}
