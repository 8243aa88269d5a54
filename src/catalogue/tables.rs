//! Readers of the small tables: funds, economic events, splits and other names of tickers.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, de::DeserializeOwned};

use super::error::CatalogueError;
use crate::domain::{
    alias::Alias,
    economy::EconomicEvent,
    fund::FundFacts,
    session::{Calendar, exchange_date},
    split::Split,
};

/// Reads a CSV table, in file order.
pub(super) fn rows<T: DeserializeOwned>(
    file: &'static str,
    text: &str,
) -> Result<Vec<T>, CatalogueError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .map(|row| row.map_err(|source| CatalogueError::Table { file, source }))
        .collect()
}

/// Reads the other names of tickers.
pub(super) fn aliases(text: &str) -> Result<Vec<Alias>, CatalogueError> {
    rows("aliases.csv", text)
}

/// A member of an index.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct IndexMember {
    /// Symbol in Marketdeck's spelling.
    pub symbol: String,
    /// Name of the company, with its share class if it has several in the index.
    pub name: String,
    /// Sector of the company.
    pub sector: Option<String>,
    /// Country of the company's headquarters.
    pub country: Option<String>,
}

/// Reads the members of an index.
pub(super) fn members(file: &'static str, text: &str) -> Result<Vec<IndexMember>, CatalogueError> {
    rows(file, text)
}

/// A row of `splits.csv`.
#[derive(Debug, Deserialize)]
struct SplitRow {
    symbol: String,
    date: Date,
    numerator: f64,
    denominator: f64,
}

/// Reads the splits of recent years, with their symbols.
pub(super) fn splits(text: &str) -> Result<Vec<(String, Split)>, CatalogueError> {
    let split = |row: SplitRow| {
        let split = Split {
            date: row.date,
            numerator: row.numerator,
            denominator: row.denominator,
        };
        (row.symbol, split)
    };
    let rows = rows("splits.csv", text)?;
    Ok(rows.into_iter().map(split).collect())
}

/// A row of `funds.csv`, without the asset class, which the program does not use.
#[derive(Debug, Deserialize)]
struct FundRow {
    symbol: String,
    issuer: Option<String>,
    category: String,
    aum: Option<f64>,
    expense_ratio: Option<f64>,
    distribution_yield: Option<f64>,
    inception: Option<Date>,
}

/// Reads the facts about the catalogue's funds.
pub(super) fn funds(text: &str) -> Result<Vec<FundFacts>, CatalogueError> {
    let fund = |row: FundRow| FundFacts {
        symbol: row.symbol,
        issuer: row.issuer,
        category: row.category,
        aum: row.aum,
        expense_ratio: row.expense_ratio,
        distribution_yield: row.distribution_yield,
        inception: row.inception,
        provider: String::new(),
    };
    let rows = rows("funds.csv", text)?;
    Ok(rows.into_iter().map(fund).collect())
}

/// A row of `economy.csv`.
#[derive(Debug, Deserialize)]
struct EventRow {
    name: String,
    period: String,
    agency: String,
    at: Timestamp,
    source: String,
}

/// Reads economic events that are scheduled months or years ahead.
pub(super) fn economy(text: &str) -> Result<Vec<EconomicEvent>, CatalogueError> {
    let event = |row: EventRow| EconomicEvent {
        name: row.name,
        period: row.period,
        agency: row.agency,
        date: exchange_date(Calendar::NewYork, row.at),
        at: Some(row.at),
        source: Some(row.source),
        provider: String::new(),
    };
    let rows = rows("economy.csv", text)?;
    Ok(rows.into_iter().map(event).collect())
}
