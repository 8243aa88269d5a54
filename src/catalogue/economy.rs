//! Dates of the economy that are public years or months ahead.

use jiff::Timestamp;
use serde::Deserialize;

use super::error::CatalogueError;
use crate::domain::{
    economy::EconomicEvent,
    session::{Calendar, exchange_date},
};

const FILE: &str = "economy.csv";

#[derive(Debug, Deserialize)]
struct Row {
    name: String,
    period: String,
    agency: String,
    at: Timestamp,
    source: String,
}

/// Reads the table, in its order.
pub(super) fn parse(text: &str) -> Result<Vec<EconomicEvent>, CatalogueError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .map(|row| {
            let row: Row = row.map_err(|source| CatalogueError::Table { file: FILE, source })?;
            Ok(EconomicEvent {
                name: row.name,
                period: row.period,
                agency: row.agency,
                date: exchange_date(Calendar::NewYork, row.at),
                at: Some(row.at),
                source: Some(row.source),
                provider: String::new(),
            })
        })
        .collect()
}
