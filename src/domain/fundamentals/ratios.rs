//! Valuation ratios from the figures of reports and a price.

use jiff::civil::Date;
use serde::Serialize;

use super::{Figure, FinancialPeriod, Fundamentals, span::days};
use crate::domain::currency::Currency;

/// The figures of twelve months.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwelveMonths {
    /// The periods that the figures cover.
    pub basis: Basis,
    /// Fiscal year of the last period.
    pub fiscal_year: i16,
    /// Last day.
    pub end: Date,
    /// Total revenue.
    pub revenue: Option<f64>,
    /// Net income.
    pub net_income: Option<f64>,
    /// Diluted earnings per share.
    pub diluted_eps: Option<f64>,
    /// Free cash flow.
    pub free_cash_flow: Option<f64>,
    /// Equity on the last day.
    pub equity: Option<f64>,
}

/// The periods of [`TwelveMonths`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The last four quarters.
    FourQuarters,
    /// The last fiscal year.
    FiscalYear,
}

/// Maximum number of days between the ends of two successive quarters; a quarter has 17 weeks at most.
const MAX_QUARTER_DAYS: i64 = 125;
/// Maximum number of days between the ends of two successive fiscal years; a year has 53 weeks at most.
const MAX_YEAR_DAYS: i64 = 380;

impl Fundamentals {
    /// Returns the figures of the last twelve months: of the last four quarters if they are newer than the last fiscal
    /// year and without a gap, otherwise of that year.
    pub fn twelve_months(&self) -> Option<TwelveMonths> {
        let year = self.years.first();
        let newest = self.quarters.first();
        let is_year_newest = match (year, newest) {
            (Some(year), Some(quarter)) => quarter.end <= year.end,
            (year, _) => year.is_some(),
        };
        if !is_year_newest && let Some(sum) = self.quarters.get(..4).and_then(sum_of_quarters) {
            return Some(sum);
        }
        year.map(of_year)
    }

    /// Returns the growth of revenue over twelve months, in percent: of the last four quarters against the four before, or of
    /// the last fiscal year against the one before where [`Fundamentals::twelve_months`] is that year. `None` if a period
    /// is missing or the earlier revenue is not positive.
    pub fn revenue_growth(&self) -> Option<f64> {
        let months = self.twelve_months()?;
        let earlier = match months.basis {
            Basis::FourQuarters => {
                let (last, before) = (self.quarters.get(3)?, self.quarters.get(4..8)?);
                let is_next = days(before.first()?.end, last.end) <= MAX_QUARTER_DAYS;
                sum_of_quarters(before).filter(|_| is_next)?.revenue?
            }
            Basis::FiscalYear => {
                let (last, before) = (self.years.first()?, self.years.get(1)?);
                let is_next = days(before.end, last.end) <= MAX_YEAR_DAYS;
                before.revenue.filter(|_| is_next)?.value
            }
        };
        (earlier > 0.0).then_some(100.0 * (months.revenue? / earlier - 1.0))
    }
}

fn of_year(year: &FinancialPeriod) -> TwelveMonths {
    let value = |figure: Option<Figure>| figure.map(|figure| figure.value);
    TwelveMonths {
        basis: Basis::FiscalYear,
        fiscal_year: year.fiscal_year,
        end: year.end,
        revenue: value(year.revenue),
        net_income: value(year.net_income),
        diluted_eps: value(year.diluted_eps),
        free_cash_flow: year.free_cash_flow(),
        equity: value(year.equity),
    }
}

/// Returns the sums of four quarters, newest first; `None` if a quarter is missing between them or neither revenue nor net
/// income is known for all four.
fn sum_of_quarters(quarters: &[FinancialPeriod]) -> Option<TwelveMonths> {
    let newest = quarters.first()?;
    let has_gap = quarters
        .windows(2)
        .any(|pair| days(pair[1].end, pair[0].end) > MAX_QUARTER_DAYS);
    let sum = |value: fn(&FinancialPeriod) -> Option<f64>| quarters.iter().map(value).sum();
    let revenue: Option<f64> = sum(|quarter| quarter.revenue.map(|figure| figure.value));
    let net_income: Option<f64> = sum(|quarter| quarter.net_income.map(|figure| figure.value));
    if has_gap || (revenue.is_none() && net_income.is_none()) {
        return None;
    }
    Some(TwelveMonths {
        basis: Basis::FourQuarters,
        fiscal_year: newest.fiscal_year,
        end: newest.end,
        revenue,
        net_income,
        diluted_eps: sum(|quarter| quarter.diluted_eps.map(|figure| figure.value)),
        free_cash_flow: sum(FinancialPeriod::free_cash_flow),
        equity: newest.equity.map(|figure| figure.value),
    })
}

/// The price side of ratios.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Valuation {
    /// Price of a listed share.
    pub price: f64,
    /// Currency of the price and the market cap.
    pub currency: Currency,
    /// Value of all shares, if known.
    pub market_cap: Option<f64>,
    /// Units of the reports' currency per unit of `currency`; 1 if they are the same, `None` if the rate is unknown.
    pub rate: Option<f64>,
}

/// The ratios; `None` if a figure is missing or the ratio has no meaning, such as the P/E ratio of a loss.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Ratios {
    /// Price ÷ diluted earnings per share of twelve months.
    pub price_to_earnings: Option<f64>,
    /// True if the price-to-earnings ratio is market cap ÷ net income, because the listed security may not be one share.
    pub is_earnings_ratio_of_market_cap: bool,
    /// Market cap ÷ revenue of twelve months.
    pub price_to_sales: Option<f64>,
    /// Market cap ÷ equity.
    pub price_to_book: Option<f64>,
    /// Free cash flow of twelve months ÷ market cap, percent.
    pub free_cash_flow_yield: Option<f64>,
    /// Net income ÷ revenue of twelve months, percent.
    pub net_margin: Option<f64>,
    /// Net income of twelve months ÷ equity at their end, percent.
    pub return_on_equity: Option<f64>,
}

impl Ratios {
    /// Computes the ratios. `is_share_listed` is true if the listed security is certainly one share as counted in the reports.
    pub fn of(months: &TwelveMonths, valuation: Option<&Valuation>, is_share_listed: bool) -> Self {
        let rate = valuation.and_then(|valuation| valuation.rate);
        // In the currency of the reports.
        let price = valuation
            .zip(rate)
            .map(|(valuation, rate)| valuation.price * rate);
        let cap = valuation
            .zip(rate)
            .and_then(|(valuation, rate)| Some(valuation.market_cap? * rate));
        let of_shares = ratio(price, months.diluted_eps).filter(|_| is_share_listed);
        let of_cap = ratio(cap, months.net_income).filter(|_| !is_share_listed);
        Self {
            price_to_earnings: of_shares.or(of_cap),
            is_earnings_ratio_of_market_cap: of_cap.is_some(),
            price_to_sales: ratio(cap, months.revenue),
            price_to_book: ratio(cap, months.equity),
            free_cash_flow_yield: percent(months.free_cash_flow, cap),
            net_margin: percent(months.net_income, months.revenue),
            return_on_equity: percent(months.net_income, months.equity),
        }
    }
}

/// Returns a ratio of positive values.
fn ratio(part: Option<f64>, whole: Option<f64>) -> Option<f64> {
    let (part, whole) = (part?, whole?);
    (part > 0.0 && whole > 0.0).then(|| part / whole)
}

/// Returns a part, which may be negative, in percent of a positive value.
fn percent(part: Option<f64>, whole: Option<f64>) -> Option<f64> {
    let (part, whole) = (part?, whole?);
    (whole > 0.0).then(|| 100.0 * part / whole)
}
