//! Financial reports of the simulated companies: figures by calendar quarter, with the earnings per share of the earnings
//! calendar, and the filings that contain them. The filings have no real accession numbers and no links.

use std::collections::BTreeMap;

use jiff::{ToSpan as _, civil::Date};

use super::{
    earnings::simulated_eps,
    noise::{draw, named, noise, unit},
};
use crate::{
    catalogue::{Catalogue, EarningsTemplate},
    domain::{
        currency::Currency,
        fundamentals::{
            Fundamentals, ReportReference,
            concept::Concept,
            fact::{CompanyFacts, Fact, Unit},
            filing::{Filing, newest_filings, title},
        },
        session::Calendar,
        ticker::{Profile, TickerKind},
    },
};

/// Number of fiscal years before the current one.
const YEARS: i16 = 6;
/// Number of days from the end of a quarter to its report.
const REPORT_DELAY: i32 = 32;

/// The fundamentals and filings of one company.
pub(super) struct Reports {
    pub(super) symbol: String,
    pub(super) fundamentals: Fundamentals,
    pub(super) filings: Vec<Filing>,
}

/// Returns the reports of every company in the earnings calendar until `today`.
pub(super) fn reports(seed: u64, catalogue: &Catalogue, today: Date) -> Vec<Reports> {
    let profiles: BTreeMap<&str, &Profile> = catalogue
        .instruments
        .iter()
        .map(|instrument| (&*instrument.profile.symbol, &instrument.profile))
        .collect();
    let reports = catalogue.earnings.iter().filter_map(|template| {
        let profile = profiles.get(&*template.symbol)?;
        let is_company = profile.kind == TickerKind::Stock && profile.currency == Currency::USD;
        is_company.then(|| Company::new(seed, template, profile).reports(today))
    });
    reports.collect()
}

/// A simulated company.
struct Company<'a> {
    template: &'a EarningsTemplate,
    profile: &'a Profile,
    seed: u64,
    stream: u64,
    shares: f64,
    /// Net income ÷ revenue in a usual quarter.
    margin: f64,
}

/// The figures of a quarter.
struct Quarter {
    year: i16,
    number: u8,
    start: Date,
    end: Date,
    filed: Date,
    eps: f64,
    income: f64,
    revenue: f64,
    operating_cash_flow: f64,
    capital_expenditure: f64,
    equity: f64,
}

impl<'a> Company<'a> {
    fn new(seed: u64, template: &'a EarningsTemplate, profile: &'a Profile) -> Self {
        let stream = draw(named(seed, &template.symbol), 0x7265_706f);
        Self {
            template,
            profile,
            seed,
            stream,
            shares: profile.units.unwrap_or(1e9),
            margin: 0.06 + 0.22 * unit(draw(stream, 1)),
        }
    }

    fn reports(&self, today: Date) -> Reports {
        let first = today.year() - YEARS;
        let quarters = (first..=today.year())
            .flat_map(|year| (1..=4).filter_map(move |number| self.quarter(year, number)));
        let quarters: Vec<Quarter> = quarters.filter(|quarter| quarter.filed <= today).collect();
        let mut facts = Vec::new();
        for (index, quarter) in quarters.iter().enumerate() {
            let since_january =
                &quarters[index + 1 - usize::from(quarter.number).min(index + 1)..=index];
            self.add_facts(&mut facts, quarter, since_january);
        }
        let company = CompanyFacts {
            cik: 0,
            name: self.profile.name.clone(),
            facts,
        };
        Reports {
            symbol: self.template.symbol.clone(),
            fundamentals: Fundamentals::from_facts(&company),
            filings: newest_filings(quarters.iter().rev().take(16).flat_map(filings).collect()),
        }
    }

    /// Returns the figures of a calendar quarter.
    fn quarter(&self, year: i16, number: u8) -> Option<Quarter> {
        let start = Date::new(year, i8::try_from(number).ok()? * 3 - 2, 1).ok()?;
        let end = start.checked_add(2.months()).ok()?.last_of_month();
        let filed = end.checked_add(REPORT_DELAY.days()).ok()?;
        let filed = Calendar::NewYork
            .trading_days(filed..filed.checked_add(10.days()).ok()?)
            .next()?;
        let quarter_stream = draw(
            self.stream,
            u64::try_from(year).unwrap_or_default() * 4 + u64::from(number),
        );
        let random_factor =
            |position, share: f64| 1.0 + share * noise(draw(quarter_stream, position));
        let eps = simulated_eps(self.seed, self.template, filed);
        let income = millions(eps * self.shares);
        let revenue = millions(income.abs() / (self.margin * random_factor(1, 0.04)));
        let operating_cash_flow = millions(income.abs() * 1.25 * random_factor(2, 0.08));
        let years = f64::from(year - 2020) + f64::from(number) / 4.0;
        Some(Quarter {
            year,
            number,
            start,
            end,
            filed,
            eps,
            income,
            revenue,
            operating_cash_flow,
            capital_expenditure: millions(operating_cash_flow * 0.3 * random_factor(3, 0.1)),
            equity: millions(
                self.shares
                    * self.template.eps_base.abs()
                    * (14.0 + 10.0 * unit(draw(self.stream, 2)) + years),
            ),
        })
    }

    /// Adds the facts of the report on a quarter. As in real reports, the one on the fourth quarter states the whole year
    /// instead, and all state cash flows since January.
    fn add_facts(&self, facts: &mut Vec<Fact>, quarter: &Quarter, since_january: &[Quarter]) {
        let is_annual = quarter.number == 4;
        let report = ReportReference {
            filed: quarter.filed,
            accession: format!("sample-{}-{}", quarter.year, quarter.number),
            form: form(quarter.number).to_owned(),
        };
        let mut add = |concept, unit, start: Option<Date>, end, value| {
            facts.push(Fact {
                concept,
                tag_rank: 0,
                unit,
                start,
                end,
                value,
                report: report.clone(),
                fiscal_year: Some(quarter.year),
                fiscal_quarter: (!is_annual).then_some(quarter.number),
            });
        };
        let (money, per_share) = (Unit::Money(Currency::USD), Unit::PerShare(Currency::USD));
        let (start, end) = (Some(quarter.start), quarter.end);
        // If the first report is in the middle of a year, the figures of the quarters before it are unknown.
        let is_complete = since_january.len() == usize::from(quarter.number);
        let january = since_january.first().map(|first| first.start);
        let sum = |value: fn(&Quarter) -> f64| since_january.iter().map(value).sum::<f64>();
        let is_annual_total = is_annual && is_complete;
        let from = if is_annual_total { january } else { start };
        let reported_value = |value: fn(&Quarter) -> f64| {
            if is_annual_total {
                sum(value)
            } else {
                value(quarter)
            }
        };
        if is_annual_total || !is_annual {
            add(
                Concept::Revenue,
                money,
                from,
                end,
                reported_value(|quarter| quarter.revenue),
            );
            add(
                Concept::NetIncome,
                money,
                from,
                end,
                reported_value(|quarter| quarter.income),
            );
            let eps = (reported_value(|quarter| quarter.eps) * 100.0).round() / 100.0;
            add(Concept::DilutedEps, per_share, from, end, eps);
        }
        if is_complete {
            add(
                Concept::OperatingCashFlow,
                money,
                january,
                end,
                sum(|quarter| quarter.operating_cash_flow),
            );
            add(
                Concept::CapitalExpenditure,
                money,
                january,
                end,
                sum(|quarter| quarter.capital_expenditure),
            );
        }
        add(Concept::Equity, money, None, end, quarter.equity);
        add(
            Concept::Shares,
            Unit::Shares,
            None,
            quarter.filed,
            self.shares,
        );
    }
}

fn form(quarter: u8) -> &'static str {
    if quarter == 4 { "10-K" } else { "10-Q" }
}

/// Returns the filings after a quarter: the report itself, a current report with the results, and a proxy statement after the
/// fourth quarter.
fn filings(quarter: &Quarter) -> Vec<Filing> {
    let filing = |form: &str, filed: Date, items: &str, period: Option<Date>| Filing {
        accession: format!("sample-{}-{}-{form}", quarter.year, quarter.number),
        form: form.to_owned(),
        filed,
        accepted: None,
        period,
        title: title(form, items, ""),
        url: String::new(),
    };
    let mut filings = vec![
        filing(form(quarter.number), quarter.filed, "", Some(quarter.end)),
        filing("8-K", quarter.filed, "2.02,9.01", None),
    ];
    if quarter.number == 4 {
        filings.push(filing("DEF 14A", quarter.filed, "", None));
    }
    filings
}

fn millions(amount: f64) -> f64 {
    (amount / 1e6).round() * 1e6
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn every_company_of_the_calendar_has_eight_quarters_five_years_and_filings() {
        let catalogue = Catalogue::embedded().unwrap();
        for today in [date(2026, 11, 20), date(2026, 1, 2), date(2027, 3, 15)] {
            let all = reports(1, &catalogue, today);
            assert!(all.len() >= 20, "{}", all.len());
            for company in all {
                let symbol = &company.symbol;
                let fundamentals = &company.fundamentals;
                assert_eq!(fundamentals.quarters.len(), 8, "{symbol}");
                assert_eq!(fundamentals.years.len(), 5, "{symbol}");
                for quarter in &fundamentals.quarters {
                    let has_all = quarter.revenue.is_some()
                        && quarter.diluted_eps.is_some()
                        && quarter.free_cash_flow().is_some()
                        && quarter.equity.is_some();
                    assert!(has_all, "{symbol} {quarter:?}");
                    assert!(quarter.report.filed <= today);
                }
                assert!(fundamentals.twelve_months().is_some());
                assert!(company.filings.len() >= 30);
            }
        }
    }

    #[test]
    fn same_seed_and_day_give_the_same_reports() {
        let catalogue = Catalogue::embedded().unwrap();
        let today = date(2026, 11, 20);
        let fundamentals = |seed| reports(seed, &catalogue, today).swap_remove(0).fundamentals;
        assert_eq!(fundamentals(1), fundamentals(1));
        assert_ne!(fundamentals(1), fundamentals(2));
    }
}
