//! Facts about the funds of the catalogue.

use jiff::civil::Date;
use serde::Deserialize;

use super::error::CatalogueError;
use crate::domain::fund::FundFacts;

const FILE: &str = "funds.csv";

/// A row of the file; its asset class is for readers of the file only.
#[derive(Debug, Deserialize)]
struct Row {
    symbol: String,
    issuer: Option<String>,
    category: String,
    aum: Option<f64>,
    expense_ratio: Option<f64>,
    distribution_yield: Option<f64>,
    inception: Option<Date>,
}

/// Reads the table, in its order.
pub(super) fn parse(text: &str) -> Result<Vec<FundFacts>, CatalogueError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .map(|row| {
            let row: Row = row.map_err(|source| CatalogueError::Table { file: FILE, source })?;
            Ok(FundFacts {
                symbol: row.symbol,
                issuer: row.issuer,
                category: row.category,
                aum: row.aum,
                expense_ratio: row.expense_ratio,
                distribution_yield: row.distribution_yield,
                inception: row.inception,
                provider: String::new(),
            })
        })
        .collect()
}
