//! Stock screens: criteria that select tickers by their values.
//!
//! [`Screen`] is parsed from a query and evaluated over [`Row`]s. `daily` computes the values that come from daily bars,
//! `company` those that come from financial reports. Everything is pure. A value that is unknown meets no criterion.

mod company;
mod daily;
mod evaluate;
mod field;
mod price_range;
mod query;
mod row;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub(crate) use self::query::pairs;
pub use self::{
    company::CompanyFigures,
    daily::{BaseRange, DailyFigures},
    evaluate::{Matches, UnknownCount, evaluate},
    field::{NumberField, SortField, TextField, Unit},
    price_range::Highest,
    query::QueryError,
    row::{Row, Texts},
};

/// The tickers that a screen searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Universe {
    /// All stocks of the market.
    #[default]
    Stocks,
    /// The members of the S&P 500: those in the market, and in the live market also the others.
    Sp500,
    /// The tickers of the watchlist with this id.
    List(u32),
}

/// A criterion on a number: `min <= value <= max`. At least one limit is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The number.
    pub field: NumberField,
    /// Smallest value that matches.
    pub min: Option<f64>,
    /// Largest value that matches.
    pub max: Option<f64>,
}

/// A criterion on a text: the value is one of these. Case is ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The text.
    pub field: TextField,
    /// The values that match; not empty.
    pub any_of: Vec<String>,
}

/// The order of the matching tickers. Unknown values come last in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    /// The value to sort by.
    pub field: SortField,
    /// Whether the largest value comes first.
    pub is_descending: bool,
}

impl Default for Sort {
    /// Returns the order by market cap, largest first.
    fn default() -> Self {
        Self {
            field: SortField::Number(NumberField::MarketCap),
            is_descending: true,
        }
    }
}

/// A screen. Every criterion must be met.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Screen {
    /// The tickers that are searched.
    pub universe: Universe,
    /// Criteria on numbers, at most one per field, in the order of [`NumberField::ALL`].
    pub ranges: Vec<Range>,
    /// Criteria on texts, at most one per field, in the order of [`TextField::ALL`].
    pub choices: Vec<Choice>,
    /// Order of the result.
    pub sort: Sort,
}

/// A screen that a user saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedScreen {
    /// Id in this store.
    pub id: u32,
    /// Name chosen by the user, unique regardless of case.
    pub name: String,
    /// The screen in the form of [`Screen::to_query`].
    pub query: String,
}

/// Maximum number of saved screens.
pub const MAX_SCREENS: usize = 100;
