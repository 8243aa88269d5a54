//! XBRL facts: single values of filed reports.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::{
    ReportReference,
    concept::Concept,
    span::{SpanLength, is_same_day},
};
use crate::domain::currency::Currency;

/// The facts of one filer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CompanyFacts {
    /// The SEC's number for the filer (CIK); 0 if unknown.
    pub cik: u32,
    /// Name of the filer.
    pub name: String,
    /// The facts, in any order.
    pub facts: Vec<Fact>,
}

/// A value that a report states for a period or a day.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The concept of its tag.
    pub concept: Concept,
    /// Rank of the tag among the tags of the concept; 0 is preferred.
    pub tag_rank: u8,
    /// Unit of the value.
    pub unit: Unit,
    /// First day of the period; `None` for a value on one day.
    pub start: Option<Date>,
    /// Last day of the period, or the day.
    pub end: Date,
    /// The value.
    pub value: f64,
    /// The report that states it.
    pub report: ReportReference,
    /// Fiscal year of the report, which may be later than the fiscal year of the fact.
    pub fiscal_year: Option<i16>,
    /// Fiscal quarter of the report, 1 to 4; `None` for an annual report.
    pub fiscal_quarter: Option<u8>,
}

/// Units of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// An amount of money.
    Money(Currency),
    /// An amount of money per share.
    PerShare(Currency),
    /// A number of shares.
    Shares,
}

impl Unit {
    /// Parses the name of a unit: `USD`, `USD/shares` or `shares`; `None` for others.
    pub fn parse(name: &str) -> Option<Self> {
        match name.split_once('/') {
            None if name == "shares" => Some(Self::Shares),
            None => Currency::parse(name).map(Self::Money),
            Some((currency, "shares")) => Currency::parse(currency).map(Self::PerShare),
            Some(_) => None,
        }
    }

    /// Returns the currency of an amount.
    fn currency(self) -> Option<Currency> {
        match self {
            Self::Money(currency) | Self::PerShare(currency) => Some(currency),
            Self::Shares => None,
        }
    }

    /// Returns true if values of `concept` have this unit in reports in `currency`.
    pub(super) fn suits(self, concept: Concept, currency: Currency) -> bool {
        self == match concept {
            Concept::Shares => Self::Shares,
            Concept::DilutedEps => Self::PerShare(currency),
            _ => Self::Money(currency),
        }
    }
}

/// Number of years before the newest fact within which the reporting currency is determined.
const CURRENCY_YEARS: i64 = 5;

/// Returns the currency of the reports: that of the newest full year, because a filer may have changed it. Reports of foreign filers
/// often translate the newest year to dollars for convenience; of two currencies of that year, it is the one with values for most
/// periods of the last years.
pub(super) fn reporting_currency(facts: &[Fact]) -> Option<Currency> {
    let newest = facts.iter().map(|fact| fact.end).max()?;
    let is_recent = |fact: &&Fact| super::span::days(fact.end, newest) <= CURRENCY_YEARS * 366;
    let mut periods: BTreeMap<Currency, BTreeSet<(Concept, Date, bool)>> = BTreeMap::new();
    for fact in facts.iter().filter(is_recent) {
        let length = fact.start.and_then(|start| SpanLength::of(start, fact.end));
        let is_counted = matches!(length, Some(SpanLength::Year | SpanLength::Quarter));
        if let Some(currency) = fact.unit.currency().filter(|_| is_counted) {
            let is_year = length == Some(SpanLength::Year);
            let period = (fact.concept, fact.end, is_year);
            periods.entry(currency).or_default().insert(period);
        }
    }
    let years = periods
        .values()
        .flatten()
        .filter(|(_, _, is_year)| *is_year);
    let newest_year = years.map(|(_, end, _)| *end).max();
    let best = periods.into_iter().max_by_key(|(currency, periods)| {
        let newest = periods.iter().map(|(_, end, _)| *end).max();
        let has_newest_year = periods.iter().any(|(_, end, is_year)| {
            *is_year && newest_year.is_some_and(|year| is_same_day(*end, year))
        });
        (
            has_newest_year,
            periods.len(),
            newest,
            *currency == Currency::USD,
        )
    });
    best.map(|(currency, _)| currency)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_money_money_per_share_or_shares() {
        let yuan = Currency::parse("CNY").unwrap();
        assert_eq!(Unit::parse("CNY"), Some(Unit::Money(yuan)));
        assert_eq!(Unit::parse("CNY/shares"), Some(Unit::PerShare(yuan)));
        assert_eq!(Unit::parse("shares"), Some(Unit::Shares));
        for other in ["pure", "USD/ads", "", "usd", "/shares"] {
            assert_eq!(Unit::parse(other), None, "{other}");
        }
    }
}
