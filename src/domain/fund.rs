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
    /// Yearly costs in percent: 0.09 means 0.09 %.
    #[serde(default)]
    pub expense_ratio: Option<f64>,
    /// Distributions of a year in percent of the price.
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
    /// Yearly costs in percent: 0.09 means 0.09 %.
    pub expense_ratio: Option<f64>,
    /// Distributions of a year in percent of the price.
    pub distribution_yield: Option<f64>,
    /// First day of trading.
    pub inception: Option<Date>,
}

/// Category of a fund if its sources report no category.
const DEFAULT_CATEGORY: &str = "Specialty";

impl FundFacts {
    /// Creates the facts of a new fund from the first update, which comes from `source`.
    pub fn from_update(symbol: &str, update: FundUpdate, source: &str) -> Self {
        Self {
            symbol: symbol.to_owned(),
            issuer: update.issuer,
            category: update.category.unwrap_or(DEFAULT_CATEGORY).to_owned(),
            aum: update.aum,
            expense_ratio: update.expense_ratio,
            distribution_yield: update.distribution_yield,
            inception: update.inception,
            provider: source.to_owned(),
        }
    }

    /// Merges these new facts with the `known` ones. New values replace known values; with `prefer_known`, they only
    /// fill in missing values.
    #[must_use]
    pub fn merge(self, known: &Self, prefer_known: bool) -> Self {
        let (first, second) = if prefer_known {
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

    /// Merges an update of `source` into these facts. Figures of the update replace known figures, unless
    /// `prefer_known` is true; then they only fill in missing ones. A known issuer, category or inception date stays.
    #[must_use]
    pub fn with_update(&self, update: &FundUpdate, source: &str, prefer_known: bool) -> Self {
        let is_same_source = self.provider == source;
        let merge_figure = |known: Option<f64>, reported: Option<f64>| {
            // If a source stops reporting a zero, the zero stood for a missing value.
            let known = known.filter(|known| *known != 0.0 || !is_same_source);
            if prefer_known {
                known.or(reported)
            } else {
                reported.or(known)
            }
        };
        let provider = if prefer_known { &self.provider } else { source };
        Self {
            symbol: self.symbol.clone(),
            issuer: self.issuer.clone().or_else(|| update.issuer.clone()),
            category: self.category.clone(),
            aum: merge_figure(self.aum, update.aum),
            expense_ratio: merge_figure(self.expense_ratio, update.expense_ratio),
            distribution_yield: merge_figure(self.distribution_yield, update.distribution_yield),
            inception: self.inception.or(update.inception),
            provider: provider.to_owned(),
        }
    }
}
