//! Assembles fundamentals from the facts of a filer.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{
    Figure, FilerKind, FinancialPeriod, Fundamentals, MAX_QUARTERS, MAX_YEARS, ReportReference,
    SharesOutstanding,
    concept::Concept,
    fact::{CompanyFacts, Fact, reporting_currency},
    implied_splits::ImpliedSplits,
    series::{PeriodValue, Series, newest_values},
    span::{DATE_TOLERANCE, SpanLength, days, is_same_day},
};
use crate::domain::currency::Currency;

/// The concepts that show a filer's fiscal periods.
const PERIOD_CONCEPTS: [Concept; 4] = [
    Concept::Revenue,
    Concept::NetIncome,
    Concept::DilutedEps,
    Concept::OperatingCashFlow,
];
/// Maximum number of days between the ends of the oldest and the newest quarter. Older quarters are left out.
const QUARTER_DAYS: i64 = 740;
/// Like [`QUARTER_DAYS`], for years.
const YEAR_DAYS: i64 = 5 * 366 - 100;
/// Rank of the cover page's tag among the tags of [`Concept::Shares`].
const COVER_PAGE: u8 = 0;
/// Maximum number of days from a count of shares to the end of the newest period: a year and a few weeks.
const MAX_COUNT_AGE: i64 = 400;
/// Maximum ratio, in either direction, of a count of shares and the number that net income ÷ earnings per share of the newest period
/// yields. Dilution, offerings and buybacks explain no larger one.
const MAX_COUNT_RATIO: f64 = 1.75;
/// Earnings per share below this are too much rounded to yield a number of shares.
const MIN_EPS: f64 = 0.05;
/// Days in a year of 52 weeks.
const WEEKS_52: i64 = 364;

impl Fundamentals {
    /// Computes the fundamentals of a filer. They are empty if there are no facts that Marketdeck reads.
    pub fn from_facts(company: &CompanyFacts) -> Self {
        let mut fundamentals = Self {
            filer: company.name.clone(),
            filer_kind: filer_kind(&company.facts),
            ..Self::empty(company.cik)
        };
        let shares = newest_shares(&company.facts);
        let Some(currency) = reporting_currency(&company.facts) else {
            fundamentals.shares = shares;
            return fundamentals;
        };
        let figures = Figures::of(&company.facts, currency);
        fundamentals.shares = shares.filter(|shares| figures.is_plausible_count(shares));
        let year_ends = FiscalYears::of(&company.facts, &figures);
        let years = newest(figures.years(), MAX_YEARS, YEAR_DAYS);
        let quarters = newest(figures.quarters(), MAX_QUARTERS, QUARTER_DAYS);
        fundamentals.years = years
            .into_iter()
            .map(|span| figures.period(span, year_ends.label_of_year(span.end), None))
            .collect();
        fundamentals.quarters = quarters
            .into_iter()
            .map(|span| {
                let (year, quarter) = year_ends.label_of_quarter(span, &company.facts);
                figures.period(span, year, Some(quarter))
            })
            .collect();
        let has_figures = !(fundamentals.years.is_empty() && fundamentals.quarters.is_empty());
        fundamentals.currency = has_figures.then_some(currency);
        fundamentals
    }
}

/// The first and last day of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    start: Date,
    end: Date,
}

impl Span {
    fn of(value: &PeriodValue) -> Self {
        Self {
            start: value.start,
            end: value.end,
        }
    }
}

/// Returns the newest periods, newest first: at most `count`, within `max_days` of the newest.
fn newest(mut spans: Vec<Span>, count: usize, max_days: i64) -> Vec<Span> {
    spans.sort_by_key(|span| span.end);
    spans.reverse();
    spans.dedup_by(|earlier, later| is_same_day(earlier.end, later.end));
    let last = spans.first().map(|span| span.end);
    spans.retain(|span| last.is_some_and(|last| days(span.end, last) <= max_days));
    spans.truncate(count);
    spans
}

/// The values of all concepts in one currency, by tag, preferred tags first.
struct Figures {
    series: BTreeMap<(Concept, u8), Series>,
    instants: BTreeMap<(Concept, u8), Vec<PeriodValue>>,
    /// The last day of the newest period of each report, by accession number.
    report_ends: BTreeMap<String, Date>,
    /// Splits, for which the values are adjusted.
    splits: ImpliedSplits,
}

impl Figures {
    fn of(facts: &[Fact], currency: Currency) -> Self {
        let mut by_tag: BTreeMap<(Concept, u8), Vec<&Fact>> = BTreeMap::new();
        for fact in facts {
            if fact.unit.suits(fact.concept, currency) && fact.value.is_finite() {
                let tag = (fact.concept, fact.tag_rank);
                by_tag.entry(tag).or_default().push(fact);
            }
        }
        let splits = ImpliedSplits::of(facts, currency);
        let (mut series, mut instants) = (BTreeMap::new(), BTreeMap::new());
        for (tag, facts) in by_tag {
            if tag.0.is_instant() {
                instants.insert(tag, newest_values(facts.into_iter(), &splits));
            } else {
                series.insert(tag, Series::of(&facts, &splits));
            }
        }
        Self {
            series,
            instants,
            report_ends: report_ends(facts.iter().filter(|fact| is_of_period(fact, None))),
            splits,
        }
    }

    /// Returns the series of a concept, preferred tags first.
    fn of_concept(&self, concept: Concept) -> impl Iterator<Item = &Series> {
        let tags = self.series.range((concept, 0)..=(concept, u8::MAX));
        tags.map(|(_, series)| series)
    }

    fn years(&self) -> Vec<Span> {
        let series = PERIOD_CONCEPTS
            .into_iter()
            .flat_map(|concept| self.of_concept(concept));
        series
            .flat_map(|series| series.years.iter().map(Span::of))
            .collect()
    }

    fn quarters(&self) -> Vec<Span> {
        let series = PERIOD_CONCEPTS
            .into_iter()
            .flat_map(|concept| self.of_concept(concept));
        series
            .flat_map(|series| series.quarters.iter().map(Span::of))
            .collect()
    }

    /// Returns the value of a concept for a period, from the preferred tag that has one.
    fn value(&self, concept: Concept, span: Span, is_quarter: bool) -> Option<&PeriodValue> {
        self.of_concept(concept).find_map(|series| {
            let values = if is_quarter {
                &series.quarters
            } else {
                &series.years
            };
            values.iter().find(|value| is_same_day(value.end, span.end))
        })
    }

    /// Returns the equity at the end of a period.
    fn equity(&self, end: Date) -> Option<&PeriodValue> {
        let tags = self
            .instants
            .range((Concept::Equity, 0)..=(Concept::Equity, u8::MAX));
        tags.into_iter()
            .find_map(|(_, values)| values.iter().find(|value| is_same_day(value.end, end)))
    }

    /// Returns the number of shares that the report of a period states: on its cover page, which counts them on a day after
    /// the period, otherwise in its balance sheet.
    fn shares(&self, end: Date) -> Option<&PeriodValue> {
        let tags = self
            .instants
            .range((Concept::Shares, 0)..=(Concept::Shares, u8::MAX));
        tags.into_iter().find_map(|((_, rank), values)| {
            let is_of_period = |value: &&PeriodValue| {
                let report_end = self.report_ends.get(&value.report.accession);
                let is_of_report = report_end.is_some_and(|last| is_same_day(*last, end));
                let is_counted =
                    (*rank == COVER_PAGE && is_of_report) || is_same_day(value.end, end);
                is_counted && value.value > 0.0
            };
            values.iter().rfind(is_of_period)
        })
    }

    /// Returns the figures of a fiscal year, or of a quarter if `quarter` is given.
    fn period(&self, span: Span, fiscal_year: i16, quarter: Option<u8>) -> FinancialPeriod {
        let is_quarter = quarter.is_some();
        let value = |concept| self.value(concept, span, is_quarter);
        let income = value(Concept::NetIncome);
        let flows = [
            value(Concept::Revenue),
            income,
            value(Concept::DilutedEps).filter(|eps| self.is_plausible_eps(eps, income)),
            value(Concept::OperatingCashFlow),
            value(Concept::CapitalExpenditure),
        ];
        let equity = self.equity(span.end);
        let known = || flows.iter().flatten().chain(&equity);
        let report = known().map(|value| &value.report).max().cloned();
        let figure = |value: Option<&PeriodValue>| value.map(PeriodValue::figure);
        let [
            revenue,
            net_income,
            diluted_eps,
            operating_cash_flow,
            capital_expenditure,
        ] = flows.map(figure);
        FinancialPeriod {
            start: span.start,
            end: span.end,
            fiscal_year,
            quarter,
            report: report.unwrap_or_else(|| ReportReference {
                filed: span.end,
                accession: String::new(),
                form: String::new(),
            }),
            is_restated: known().any(|value| value.is_restated),
            revenue,
            net_income,
            diluted_eps,
            operating_cash_flow,
            capital_expenditure: capital_expenditure.map(|spent| Figure {
                value: spent.value.abs(),
                ..spent
            }),
            equity: figure(equity),
            shares: figure(self.shares(span.end)),
        }
    }

    /// Returns false if the earnings per share of the newest period are of another number of shares: the count may be of one class
    /// of shares only, in other units than stated, or from before a split.
    fn is_plausible_count(&self, shares: &SharesOutstanding) -> bool {
        if self.splits.is_after(shares.report.filed) {
            return false;
        }
        let ends = |is_quarter| {
            let earnings = self.of_concept(Concept::DilutedEps);
            let values = earnings.flat_map(move |series| {
                if is_quarter {
                    &series.quarters
                } else {
                    &series.years
                }
            });
            let stated = values.filter(|value| !value.is_computed);
            stated.map(move |value| (Span::of(value), is_quarter))
        };
        let counts = ends(true)
            .chain(ends(false))
            .filter_map(|(span, is_quarter)| {
                let eps = self.value(Concept::DilutedEps, span, is_quarter)?.value;
                let income = self.value(Concept::NetIncome, span, is_quarter)?.value;
                let count = income / eps;
                (eps.abs() >= MIN_EPS && count > 0.0).then_some((span.end, count))
            });
        counts.max_by_key(|(end, _)| *end).is_none_or(|(_, count)| {
            (1.0 / MAX_COUNT_RATIO..=MAX_COUNT_RATIO).contains(&(shares.value / count))
        })
    }

    /// Returns true if computed earnings per share of a fourth quarter agree with its net income. They don't if the number
    /// of shares changed by a split during the year, because reports of earlier quarters count old shares.
    fn is_plausible_eps(&self, eps: &PeriodValue, income: Option<&PeriodValue>) -> bool {
        if !eps.is_computed {
            return true;
        }
        let year = Span::of(eps);
        let of_year = |concept| self.value(concept, year, false).map(|value| value.value);
        let (Some(income), Some(income_of_year), Some(eps_of_year)) = (
            income.map(|income| income.value),
            of_year(Concept::NetIncome),
            of_year(Concept::DilutedEps),
        ) else {
            return true;
        };
        let shares = income_of_year / eps_of_year;
        if !shares.is_finite() || shares <= 0.0 {
            return true;
        }
        let expected = income / shares;
        let tolerance = 0.02 + 0.15 * expected.abs().max(eps_of_year.abs() / 4.0);
        (eps.value - expected).abs() <= tolerance
    }
}

/// Returns the kind of filer, by the form of the newest annual report.
fn filer_kind(facts: &[Fact]) -> FilerKind {
    let forms = ["10-K", "20-F", "40-F"];
    let is_annual = |fact: &&Fact| forms.iter().any(|form| fact.report.form.starts_with(form));
    let newest = facts
        .iter()
        .filter(is_annual)
        .max_by_key(|fact| fact.report.filed);
    match newest.map_or("", |fact| &fact.report.form) {
        form if form.starts_with("20-F") => FilerKind::Foreign,
        form if form.starts_with("40-F") => FilerKind::Canadian,
        _ => FilerKind::Domestic,
    }
}

/// Returns the newest number of shares outstanding: from a cover page, otherwise from a balance sheet. Many filers with several classes of
/// shares once stated a total, and now state the classes only, which are not read.
fn newest_shares(facts: &[Fact]) -> Option<SharesOutstanding> {
    let is_of_any_period = |fact: &&Fact| is_of_period(fact, None);
    let newest_end = facts.iter().filter(is_of_any_period).map(|fact| fact.end);
    let newest_end = newest_end.max();
    let is_count = |fact: &&Fact| {
        newest_end.is_none_or(|newest| days(fact.end, newest) <= MAX_COUNT_AGE)
            && fact.concept == Concept::Shares
            && fact.unit == super::fact::Unit::Shares
            && fact.value.is_finite()
            && fact.value > 0.0
    };
    let newest = facts.iter().filter(is_count).max_by(|a, b| {
        let order = |fact: &Fact| {
            (
                fact.report.filed,
                std::cmp::Reverse(fact.tag_rank),
                fact.end,
            )
        };
        order(a).cmp(&order(b))
    })?;
    Some(SharesOutstanding {
        value: newest.value,
        as_of: newest.end,
        report: newest.report.clone(),
    })
}

/// The ends of a filer's fiscal years with their numbers.
struct FiscalYears {
    /// Start, end and number of each year, ascending.
    years: Vec<(Span, i16)>,
}

impl FiscalYears {
    fn of(facts: &[Fact], figures: &Figures) -> Self {
        let mut spans = newest(figures.years(), usize::MAX, i64::MAX);
        spans.reverse();
        let stated: Vec<_> = spans
            .iter()
            .map(|span| stated_year(facts, span.end))
            .collect();
        // A year without a stated number is numbered like the newest year with one.
        let pairs = || spans.iter().zip(&stated);
        let offset = pairs()
            .rev()
            .find_map(|(span, stated)| Some((*stated)? - year_of(span.end)));
        let usual = |span: &Span| year_of(span.end) + offset.unwrap_or(0);
        let mut labels: Vec<i16> = pairs()
            .map(|(span, stated)| stated.unwrap_or_else(|| usual(span)))
            .collect();
        if !labels.is_sorted_by(|one, next| one < next) {
            labels = spans.iter().map(usual).collect();
        }
        Self {
            years: spans.into_iter().zip(labels).collect(),
        }
    }

    /// Returns the number of the fiscal year that ends on a day.
    fn label_of_year(&self, end: Date) -> i16 {
        let known = self
            .years
            .iter()
            .find(|(span, _)| is_same_day(span.end, end));
        known.map_or(year_of(end), |(_, label)| *label)
    }

    /// Returns the fiscal year and the number of a quarter.
    fn label_of_quarter(&self, quarter: Span, facts: &[Fact]) -> (i16, u8) {
        let number = |start: Date, length: i64| {
            let elapsed = days(start, quarter.end) + 1;
            (elapsed as f64 / (length as f64 / 4.0))
                .round()
                .clamp(1.0, 4.0) as u8
        };
        let is_within = |span: &Span| {
            days(span.start, quarter.start) >= -DATE_TOLERANCE
                && days(quarter.end, span.end) >= -DATE_TOLERANCE
        };
        if let Some((span, label)) = self.years.iter().find(|(span, _)| is_within(span)) {
            return (*label, number(span.start, days(span.start, span.end) + 1));
        }
        let before = self
            .years
            .iter()
            .rev()
            .find(|(span, _)| span.end < quarter.end);
        if let Some((span, label)) = before {
            // The quarter belongs to a later year, whose report is not filed yet.
            let elapsed = days(span.end, quarter.end) - 1;
            let skipped = elapsed / (WEEKS_52 + DATE_TOLERANCE);
            let start = span
                .end
                .saturating_add(jiff::Span::new().days(1 + skipped * WEEKS_52));
            let label = label.saturating_add(1 + i16::try_from(skipped).unwrap_or(0));
            return (label, number(start, WEEKS_52));
        }
        if let Some((span, label)) = self.years.first() {
            let missing = days(quarter.end, span.start) / WEEKS_52 + 1;
            let start = span
                .start
                .saturating_sub(jiff::Span::new().days(missing * WEEKS_52));
            let label = label.saturating_sub(i16::try_from(missing).unwrap_or(0));
            return (label, number(start, WEEKS_52));
        }
        stated_quarter(facts, quarter.end).unwrap_or_else(|| {
            let month = u8::try_from(quarter.end.month()).unwrap_or(12);
            (quarter.end.year(), month.div_ceil(3))
        })
    }
}

/// Returns the usual number of a fiscal year. A year of 52 or 53 weeks may end a few days after 31 December.
fn year_of(end: Date) -> i16 {
    let is_start_of_january = end.month() == 1 && end.day() <= 7;
    end.year() - i16::from(is_start_of_january)
}

/// Returns true if a fact is about a fiscal period of `length`, or of any length.
fn is_of_period(fact: &Fact, length: Option<SpanLength>) -> bool {
    let start = fact.start.unwrap_or(fact.end);
    let of_fact = SpanLength::of(start, fact.end);
    PERIOD_CONCEPTS.contains(&fact.concept)
        && of_fact.is_some()
        && (length.is_none() || of_fact == length)
}

/// Returns the last day of the newest period in each report, by accession number.
fn report_ends<'a>(facts: impl Iterator<Item = &'a Fact>) -> BTreeMap<String, Date> {
    let mut ends: BTreeMap<String, Date> = BTreeMap::new();
    for fact in facts {
        match ends.get_mut(&fact.report.accession) {
            Some(last) => *last = (*last).max(fact.end),
            None => drop(ends.insert(fact.report.accession.clone(), fact.end)),
        }
    }
    ends
}

/// Returns the first fact about the period of `length` that ends on `end`. Only reports whose newest period is this one count.
fn first_fact(facts: &[Fact], length: SpanLength, end: Date) -> Option<&Fact> {
    let of_length = || facts.iter().filter(|fact| is_of_period(fact, Some(length)));
    let ends = report_ends(of_length());
    let is_own = |fact: &&Fact| {
        let last = ends.get(&fact.report.accession);
        is_same_day(fact.end, end) && last.is_some_and(|last| is_same_day(*last, end))
    };
    of_length()
        .filter(is_own)
        .min_by_key(|fact| fact.report.filed)
}

/// Returns the number that the company gives to the fiscal year that ends on `end`, from the first report on that year.
fn stated_year(facts: &[Fact], end: Date) -> Option<i16> {
    let first = first_fact(facts, SpanLength::Year, end)?;
    let usual = end.year();
    let stated = first.fiscal_year.filter(|_| first.fiscal_quarter.is_none());
    stated.filter(|year| (usual - 1..=usual).contains(year))
}

/// Returns fiscal year and quarter from the first report on the quarter that ends on `end`.
fn stated_quarter(facts: &[Fact], end: Date) -> Option<(i16, u8)> {
    let first = first_fact(facts, SpanLength::Quarter, end)?;
    Some((first.fiscal_year?, first.fiscal_quarter?))
}
