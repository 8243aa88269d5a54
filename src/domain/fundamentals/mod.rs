//! Fundamentals: figures from the financial reports that a company filed, by fiscal quarter and year.
//!
//! [`Fundamentals::from_facts`] computes them from XBRL facts, as the SEC publishes them for each filer. All functions
//! are pure. A figure that the reports do not contain is missing, never estimated.

mod assemble;
pub mod concept;
pub mod fact;
pub mod filing;
pub mod filing_form;
mod implied_splits;
pub mod ratios;
mod series;
mod span;
#[cfg(test)]
mod tests;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{currency::Currency, split::Split};

/// Maximum number of quarters in [`Fundamentals`].
pub const MAX_QUARTERS: usize = 8;
/// Maximum number of fiscal years in [`Fundamentals`].
pub const MAX_YEARS: usize = 5;

/// The figures of a company's newest financial reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fundamentals {
    /// Name of the provider, as in the configuration.
    #[serde(default)]
    pub provider: String,
    /// Name of the filer, as in its reports.
    pub filer: String,
    /// The SEC's number for the filer (CIK); 0 if unknown.
    #[serde(default)]
    pub cik: u32,
    /// The kind of filer, which determines whether a listed share equals a share of the reports.
    #[serde(default)]
    pub filer_kind: FilerKind,
    /// True if several listed securities of the filer may be classes of its shares. Its number of shares and its earnings per share may
    /// count those of another class.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_share_classes: bool,
    /// Currency of the amounts; `None` without figures.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// Fiscal quarters, newest first.
    #[serde(default)]
    pub quarters: Vec<FinancialPeriod>,
    /// Fiscal years, newest first.
    #[serde(default)]
    pub years: Vec<FinancialPeriod>,
    /// The newest number of shares outstanding of all reports.
    #[serde(default)]
    pub shares: Option<SharesOutstanding>,
}

/// Kinds of filer, by the form of their annual report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FilerKind {
    /// A US filer, with annual reports on form 10-K.
    #[default]
    Domestic,
    /// A Canadian filer, with annual reports on form 40-F. The share itself is listed in the United States.
    Canadian,
    /// A foreign filer, with annual reports on form 20-F. The listed security may be a depositary receipt for several
    /// shares or a part of a share; the reports do not state the ratio in a standard form.
    Foreign,
}

/// The figures of a fiscal quarter or year. Amounts are in the currency of [`Fundamentals`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FinancialPeriod {
    /// First day.
    pub start: Date,
    /// Last day.
    pub end: Date,
    /// Fiscal year, as the company numbers it.
    pub fiscal_year: i16,
    /// Fiscal quarter, 1 to 4; `None` for a year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarter: Option<u8>,
    /// The newest report with figures of this period.
    pub report: ReportReference,
    /// True if a later report changed a figure of this period.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_restated: bool,
    /// Total revenue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revenue: Option<Figure>,
    /// Net income attributable to the shareholders of the company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net_income: Option<Figure>,
    /// Diluted earnings per share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diluted_eps: Option<Figure>,
    /// Net cash from operating activities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operating_cash_flow: Option<Figure>,
    /// Payments for property, plant and equipment; positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capital_expenditure: Option<Figure>,
    /// Equity of the shareholders at the end of the period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equity: Option<Figure>,
    /// Number of shares outstanding: from the report's cover page, otherwise at the end of the period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<Figure>,
}

/// A figure with its origin.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The value.
    pub value: f64,
    /// Filing date of the first report in the units of the value: of the report that contains it, or of a later one that shows a split
    /// for which the value is adjusted.
    #[serde(rename = "filed")]
    pub units_since: Date,
    /// True if it is a difference of reported figures, such as a fourth quarter (year minus three quarters).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_computed: bool,
}

/// A reference to a filed report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ReportReference {
    /// Filing date.
    pub filed: Date,
    /// The SEC's accession number, such as `0000320193-25-000079`; empty if there is none.
    #[serde(default)]
    pub accession: String,
    /// Form, such as `10-K`.
    pub form: String,
}

/// A number of shares outstanding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SharesOutstanding {
    /// Number of shares.
    pub value: f64,
    /// Day of the count.
    pub as_of: Date,
    /// The report that states the number.
    pub report: ReportReference,
}

impl FinancialPeriod {
    /// Returns the free cash flow: operating cash flow minus capital expenditure.
    pub fn free_cash_flow(&self) -> Option<f64> {
        let (cash, spent) = (self.operating_cash_flow?, self.capital_expenditure?);
        Some(cash.value - spent.value)
    }

    /// Returns net income in percent of revenue.
    pub fn net_margin(&self) -> Option<f64> {
        let (income, revenue) = (self.net_income?.value, self.revenue?.value);
        (revenue > 0.0).then(|| 100.0 * income / revenue)
    }
}

impl Fundamentals {
    /// Creates fundamentals without figures, for a filer without reports in XBRL.
    pub fn empty(cik: u32) -> Self {
        Self {
            provider: String::new(),
            filer: String::new(),
            cik,
            filer_kind: FilerKind::default(),
            has_share_classes: false,
            currency: None,
            quarters: Vec::new(),
            years: Vec::new(),
            shares: None,
        }
    }

    /// Returns true if there are no figures.
    pub fn is_empty(&self) -> bool {
        self.quarters.is_empty() && self.years.is_empty() && self.shares.is_none()
    }

    /// Returns true if one listed share is certainly one share of the reports.
    pub fn is_share_listed(&self) -> bool {
        self.filer_kind != FilerKind::Foreign && !self.has_share_classes
    }

    /// Returns the fundamentals with earnings per share and numbers of shares adjusted for splits (of the listed share)
    /// after the filing of each figure and until `today`. Later reports are already adjusted, as are figures for splits that later
    /// reports show. Splits of a security that may be a depositary receipt do not apply to its shares.
    #[must_use]
    pub fn adjusted_for(mut self, splits: &[Split], today: Date) -> Self {
        if self.filer_kind == FilerKind::Foreign {
            return self;
        }
        let factor = |filed: Date| -> f64 {
            let later = splits
                .iter()
                .filter(|split| split.date > filed && split.date <= today);
            later
                .map(|split| split.numerator / split.denominator)
                .filter(|factor| factor.is_finite() && *factor > 0.0)
                .product()
        };
        for period in self.quarters.iter_mut().chain(&mut self.years) {
            if let Some(eps) = &mut period.diluted_eps {
                eps.value /= factor(eps.units_since);
            }
            if let Some(shares) = &mut period.shares {
                shares.value *= factor(shares.units_since);
            }
        }
        if let Some(shares) = &mut self.shares {
            shares.value *= factor(shares.report.filed);
        }
        self
    }
}
