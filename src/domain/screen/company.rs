//! Values from the financial reports of a company.

use crate::domain::{
    currency::Currency,
    fundamentals::{
        Fundamentals,
        ratios::{Ratios, TwelveMonths, Valuation},
    },
};

/// The values of one company that come from its reports. The current price completes them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CompanyFigures {
    months: TwelveMonths,
    /// Currency of the reports.
    currency: Currency,
    is_share_listed: bool,
    revenue_growth: Option<f64>,
}

impl CompanyFigures {
    /// Computes the values from fundamentals that are adjusted for splits; `None` without figures for twelve months.
    pub fn of(fundamentals: &Fundamentals) -> Option<Self> {
        Some(Self {
            months: fundamentals.twelve_months()?,
            currency: fundamentals.currency?,
            is_share_listed: fundamentals.is_share_listed(),
            revenue_growth: fundamentals.revenue_growth(),
        })
    }

    /// Returns the currency of the reports.
    pub fn currency(&self) -> Currency {
        self.currency
    }

    /// Returns the growth of revenue in percent; see [`Fundamentals::revenue_growth`].
    pub fn revenue_growth(&self) -> Option<f64> {
        self.revenue_growth
    }

    /// Returns the price-to-earnings ratio; see [`Ratios::price_to_earnings`].
    pub fn price_to_earnings(&self, valuation: &Valuation) -> Option<f64> {
        Ratios::of(&self.months, Some(valuation), self.is_share_listed).price_to_earnings
    }
}
