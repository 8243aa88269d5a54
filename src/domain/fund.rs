//! Facts about funds.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// What is known about an ETF beyond its price. Upserted by `symbol`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FundFacts {
    /// The fund's ticker.
    pub symbol: String,
    /// Fund company.
    #[serde(default)]
    pub issuer: Option<String>,
    /// One of Equity, Fixed Income, Commodity, Currency, Multi-Asset, Specialty, Sector,
    /// International.
    pub category: String,
    /// Assets under management, US dollars.
    #[serde(default)]
    pub aum: Option<f64>,
    /// Percent a year (0.09 = 0.09 %).
    #[serde(default)]
    pub expense_ratio: Option<f64>,
    /// Percent a year.
    #[serde(default)]
    pub distribution_yield: Option<f64>,
    /// First day of trading.
    #[serde(default)]
    pub inception: Option<Date>,
    /// Name of the provider that gave it; empty until `ingest` signs it.
    #[serde(default)]
    pub provider: String,
}
