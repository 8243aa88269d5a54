//! Fundamentals of three filers, worked out by hand.

mod apple_like;
mod foreign;
mod quarters;
mod shares;
mod splits;
mod valuation;

use jiff::civil::Date;

use super::{
    FinancialPeriod, Fundamentals, ReportReference,
    concept::Concept,
    fact::{CompanyFacts, Fact, Unit},
};

/// Facts under construction, in the notation of the SEC.
#[derive(Default)]
struct Reports(Vec<Fact>);

/// A report: form, filing date, fiscal year and period of the report (`FY` or `Q1` to `Q3`).
#[derive(Clone, Copy)]
struct Report(&'static str, &'static str, i16, &'static str);

impl Reports {
    /// Adds values of one tag in one report: pairs of `start..end` or `end` and a value.
    fn add(&mut self, report: Report, tag: &str, unit: &str, values: &[(&str, f64)]) {
        let Report(form, filed, fiscal_year, period) = report;
        let (taxonomy, tag) = tag.split_once('/').unwrap();
        let (concept, tag_rank) = Concept::of_tag(taxonomy, tag).unwrap();
        for (span, value) in values {
            let (start, end) = match span.split_once("..") {
                Some((start, end)) => (Some(day(start)), day(end)),
                None => (None, day(span)),
            };
            self.0.push(Fact {
                concept,
                tag_rank,
                unit: Unit::parse(unit).unwrap(),
                start,
                end,
                value: *value,
                report: ReportReference {
                    form: form.to_owned(),
                    filed: day(filed),
                    accession: format!("0000000001-{filed}"),
                },
                fiscal_year: Some(fiscal_year),
                fiscal_quarter: period.strip_prefix('Q').and_then(|q| q.parse().ok()),
            });
        }
    }

    fn fundamentals(self) -> Fundamentals {
        Fundamentals::from_facts(&CompanyFacts {
            cik: 1,
            name: "Example Inc.".to_owned(),
            facts: self.0,
        })
    }
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

/// Returns one row of a table: period, revenue, net income, diluted EPS, operating cash flow, free cash flow, equity and shares,
/// with `-` for missing figures and `*` after computed ones.
fn row(period: &FinancialPeriod) -> String {
    let name = match period.quarter {
        Some(quarter) => format!("{} Q{quarter}", period.fiscal_year),
        None => format!("{} FY", period.fiscal_year),
    };
    let figure = |figure: Option<super::Figure>| match figure {
        Some(figure) if figure.is_computed => format!("{}*", short(figure.value)),
        Some(figure) => short(figure.value),
        None => "-".to_owned(),
    };
    let free = period.free_cash_flow().map_or("-".to_owned(), short);
    [
        name,
        period.end.to_string(),
        figure(period.revenue),
        figure(period.net_income),
        figure(period.diluted_eps),
        figure(period.operating_cash_flow),
        free,
        figure(period.equity),
        figure(period.shares),
        period.report.form.clone(),
        period.report.filed.to_string(),
    ]
    .join(" ")
}

/// Formats a number with at most two decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn table(periods: &[FinancialPeriod]) -> Vec<String> {
    periods.iter().map(row).collect()
}
