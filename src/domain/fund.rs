//! Fund facts.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Facts about a fund other than its price. Upserted by `symbol`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FundFacts {
    /// Symbol of the fund.
    pub symbol: String,
    /// Fund company.
    #[serde(default)]
    pub issuer: Option<String>,
    /// One of Equity, Fixed Income, Commodity, Currency, Multi-Asset, Specialty, Sector,
    /// International.
    pub category: String,
    /// Assets under management, in the fund's currency.
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
    /// Name of the provider; empty until `ingest` sets it.
    #[serde(default)]
    pub provider: String,
}

/// Facts about a fund from one source; see [`FundFacts`]. `None` leaves the known value unchanged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FundUpdate {
    /// Fund company.
    pub issuer: Option<String>,
    /// One of the eight categories of [`FundFacts::category`].
    pub category: Option<&'static str>,
    /// Assets under management, in the fund's currency.
    pub aum: Option<f64>,
    /// Percent a year.
    pub expense_ratio: Option<f64>,
    /// Percent a year.
    pub distribution_yield: Option<f64>,
    /// First day of trading.
    pub inception: Option<Date>,
}

/// Category of a fund whose sources report none.
const UNKNOWN_CATEGORY: &str = "Specialty";

impl FundFacts {
    /// Creates the facts of an unknown fund from an update of `source`.
    pub fn from_update(symbol: &str, update: FundUpdate, source: &str) -> Self {
        Self {
            symbol: symbol.to_owned(),
            issuer: update.issuer,
            category: update.category.unwrap_or(UNKNOWN_CATEGORY).to_owned(),
            aum: update.aum,
            expense_ratio: update.expense_ratio,
            distribution_yield: update.distribution_yield,
            inception: update.inception,
            provider: source.to_owned(),
        }
    }

    /// Merges these facts over the `known` ones. If the source of the known facts `is_better`, only missing values
    /// are filled in.
    #[must_use]
    pub fn over(self, known: &Self, is_better: bool) -> Self {
        let (first, second) = if is_better {
            (known.clone(), self)
        } else {
            (self, known.clone())
        };
        Self {
            issuer: first.issuer.or(second.issuer),
            aum: first.aum.or(second.aum),
            expense_ratio: first.expense_ratio.or(second.expense_ratio),
            distribution_yield: first.distribution_yield.or(second.distribution_yield),
            inception: first.inception.or(second.inception),
            ..first
        }
    }

    /// Merges an update of `source` into these facts. Its figures win unless the source of these facts `is_better`;
    /// descriptive values are only filled in.
    #[must_use]
    pub fn updated(&self, update: &FundUpdate, source: &str, is_better: bool) -> Self {
        let is_its_own = self.provider == source;
        let figure = |known: Option<f64>, reported: Option<f64>| {
            // A zero that its source no longer reports was a missing value.
            let known = known.filter(|known| *known != 0.0 || !is_its_own);
            if is_better {
                known.or(reported)
            } else {
                reported.or(known)
            }
        };
        let provider = if is_better { &self.provider } else { source };
        Self {
            symbol: self.symbol.clone(),
            issuer: self.issuer.clone().or_else(|| update.issuer.clone()),
            category: self.category.clone(),
            aum: figure(self.aum, update.aum),
            expense_ratio: figure(self.expense_ratio, update.expense_ratio),
            distribution_yield: figure(self.distribution_yield, update.distribution_yield),
            inception: self.inception.or(update.inception),
            provider: provider.to_owned(),
        }
    }
}
