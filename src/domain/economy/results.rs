//! Results of economic events: the published figure and the figure of the previous period, both computed from the levels that the
//! agency publishes.
//!
//! Percent changes follow the method of the Bureau of Labor Statistics: they are computed from the published index numbers and
//! rounded to one decimal (<https://www.bls.gov/cpi/factsheets/calculating-percent-changes.htm>). Changes over 12 months use figures
//! without seasonal adjustment, changes over a month use adjusted ones.

use jiff::{ToSpan as _, civil::Date};

use super::EconomicEvent;
use crate::domain::fixing::{Fixing, Fixings, Series};

/// The name of the decisions of the Federal Open Market Committee in the calendar.
pub const FOMC_DECISION: &str = "FOMC rate decision";
/// The code of the lower end of the target range of the federal funds rate, in percent.
pub const TARGET_LOW: &str = "LOW";
/// The code of the upper end of the target range.
pub const TARGET_HIGH: &str = "HIGH";
/// The code of the effective federal funds rate, in percent.
pub const EFFECTIVE_RATE: &str = "EFFR";

/// Number of days after a decision within which a rate with the new target range is published. The range is valid from the day after
/// the decision.
const DECISION_DAYS: i32 = 7;

/// The unit of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Percent.
    Percent,
    /// Thousands of persons or jobs.
    Thousands,
}

impl Unit {
    /// Returns the name used by the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Percent => "percent",
            Self::Thousands => "thousands",
        }
    }
}

/// A figure, or a range of figures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// The figure, or the lower end of the range.
    pub value: f64,
    /// The upper end of the range; `None` for a single figure.
    pub upper: Option<f64>,
}

/// A figure that an event publishes.
#[derive(Debug, Clone, PartialEq)]
pub struct EconomicResult {
    /// Name of the figure, such as 'Unemployment rate'.
    pub name: &'static str,
    /// Unit of both figures.
    pub unit: Unit,
    /// The published figure; `None` before the publication, and if it is unknown.
    pub actual: Option<Reading>,
    /// The figure of the period before, with later revisions; `None` if it is unknown.
    pub previous: Option<Reading>,
    /// Name of the provider of the newer figure.
    pub provider: String,
}

/// The computation of a figure from the published levels.
#[derive(Debug, Clone, Copy)]
enum Computation {
    /// The level of the month.
    Level,
    /// The difference to the month before.
    Change,
    /// The change in percent since the month before.
    MonthPercent,
    /// The change in percent since the same month of the year before.
    YearPercent,
}

/// A figure of a release.
struct Measure {
    event: &'static str,
    name: &'static str,
    /// The code of the level in [`Series::LaborStatistics`].
    code: &'static str,
    computation: Computation,
    unit: Unit,
}

const fn measure(
    event: &'static str,
    name: &'static str,
    code: &'static str,
    computation: Computation,
    unit: Unit,
) -> Measure {
    Measure {
        event,
        name,
        code,
        computation,
        unit,
    }
}

const CPI: &str = "Consumer Price Index";
const JOBS: &str = "Employment Situation";
const PPI: &str = "Producer Price Index";
const JOLTS: &str = "Job Openings and Labor Turnover";

/// The figures of all releases, the most important one of each release first.
const MEASURES: [Measure; 11] = {
    use Computation::{Change, Level, MonthPercent, YearPercent};
    use Unit::{Percent, Thousands};
    [
        measure(CPI, "12 months", "CPIU", YearPercent, Percent),
        measure(CPI, "Month", "CPIS", MonthPercent, Percent),
        measure(CPI, "Core, 12 months", "CORU", YearPercent, Percent),
        measure(CPI, "Core, month", "CORS", MonthPercent, Percent),
        measure(JOBS, "Nonfarm payrolls, change", "JOBS", Change, Thousands),
        measure(JOBS, "Unemployment rate", "UNEM", Level, Percent),
        measure(
            JOBS,
            "Hourly earnings, 12 months",
            "WAGE",
            YearPercent,
            Percent,
        ),
        measure(
            JOBS,
            "Hourly earnings, month",
            "WAGE",
            MonthPercent,
            Percent,
        ),
        measure(PPI, "12 months", "PPIU", YearPercent, Percent),
        measure(PPI, "Month", "PPIS", MonthPercent, Percent),
        measure(JOLTS, "Job openings", "JOLT", Level, Thousands),
    ]
};

impl EconomicEvent {
    /// Returns the figures that the event publishes, the most important one first. Empty for an event without known figures.
    pub fn results(&self, fixings: &Fixings) -> Vec<EconomicResult> {
        if self.name == FOMC_DECISION {
            return target_range(self.date, fixings).into_iter().collect();
        }
        let Some(month) = self.month() else {
            return Vec::new();
        };
        let measures = MEASURES.iter().filter(|measure| measure.event == self.name);
        measures
            .filter_map(|measure| measure.result(month, fixings))
            .collect()
    }

    /// Returns the first day of the month that a statistic covers; `None` for other periods.
    pub fn month(&self) -> Option<Date> {
        let text = format!("1 {}", self.period.trim());
        Date::strptime("%d %B %Y", text).ok()
    }

    /// Returns the codes of the levels that the event publishes.
    pub(crate) fn level_codes(&self) -> impl Iterator<Item = &'static str> {
        let measures = MEASURES.iter().filter(|measure| measure.event == self.name);
        measures.map(|measure| measure.code)
    }
}

impl Measure {
    fn result(&self, month: Date, fixings: &Fixings) -> Option<EconomicResult> {
        let before = month.checked_sub(1.month()).ok()?;
        let (actual, previous) = (self.reading(month, fixings), self.reading(before, fixings));
        let newest = [month, before].into_iter().zip([actual, previous]);
        let known = newest
            .filter(|(_, reading)| reading.is_some())
            .map(|(date, _)| date);
        let provider = known
            .take(1)
            .find_map(|date| fixing(Series::LaborStatistics, date, fixings))?;
        Some(EconomicResult {
            name: self.name,
            unit: self.unit,
            actual,
            previous,
            provider: provider.provider.clone(),
        })
    }

    fn reading(&self, month: Date, fixings: &Fixings) -> Option<Reading> {
        let level = |months: i32| {
            let month = month.checked_sub(months.months()).ok()?;
            fixing(Series::LaborStatistics, month, fixings)?.value(self.code)
        };
        let percent = |months| Some((level(0)? / level(months)? - 1.0) * 100.0);
        let value = match self.computation {
            Computation::Level => level(0)?,
            Computation::Change => level(0)? - level(1)?,
            Computation::MonthPercent => percent(1)?,
            Computation::YearPercent => percent(12)?,
        };
        let value = (value * 10.0).round() / 10.0;
        value.is_finite().then_some(Reading {
            // No negative zero.
            value: value + 0.0,
            upper: None,
        })
    }
}

/// Returns the fixing of exactly this date.
fn fixing(series: Series, date: Date, fixings: &Fixings) -> Option<&Fixing> {
    fixings.within(series, date..=date).next()
}

/// Returns the target range since a decision and the one before.
fn target_range(decided_on: Date, fixings: &Fixings) -> Option<EconomicResult> {
    let range = |fixing: &Fixing| {
        Some(Reading {
            value: fixing.value(TARGET_LOW)?,
            upper: Some(fixing.value(TARGET_HIGH)?),
        })
    };
    let days = |from: i32, to: i32| {
        let day = |days: i32| decided_on.saturating_add(days.days());
        fixings.within(Series::FederalFunds, day(from)..=day(to))
    };
    let with_range = |fixing| Some((fixing, range(fixing)?));
    let actual = days(1, DECISION_DAYS).find_map(with_range);
    let previous = days(-DECISION_DAYS, 0).rev().find_map(with_range);
    // Long before a decision, the newest range is the one before it.
    let newest = || {
        let newest = fixings.newest(Series::FederalFunds)?;
        with_range(newest).filter(|_| newest.date <= decided_on)
    };
    let previous = previous.or_else(newest);
    let (source, _) = actual.or(previous)?;
    Some(EconomicResult {
        name: "Target range",
        unit: Unit::Percent,
        actual: actual.map(|(_, reading)| reading),
        previous: previous.map(|(_, reading)| reading),
        provider: source.provider.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::fixing::FixingCode;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn put(fixings: &mut Fixings, series: Series, day: &str, values: &[(&str, f64)]) {
        let code = |(code, value): &(&str, f64)| (FixingCode::parse(code).unwrap(), *value);
        let mut fixing = Fixing::new(series, date(day), values.iter().map(code));
        "bls".clone_into(&mut fixing.provider);
        fixings.merge(fixing);
    }

    fn event(name: &str, period: &str, day: &str) -> EconomicEvent {
        EconomicEvent {
            name: name.to_owned(),
            period: period.to_owned(),
            agency: String::new(),
            date: date(day),
            at: None,
            source: None,
            provider: String::new(),
        }
    }

    fn text(results: &[EconomicResult]) -> Vec<String> {
        let number = |reading: Option<Reading>| match reading {
            Some(Reading { value, upper: None }) => value.to_string(),
            Some(Reading {
                value,
                upper: Some(upper),
            }) => format!("{value}-{upper}"),
            None => "?".to_owned(),
        };
        let line = |result: &EconomicResult| {
            let (actual, previous) = (number(result.actual), number(result.previous));
            format!("{}: {actual} after {previous}", result.name)
        };
        results.iter().map(line).collect()
    }

    #[test]
    fn percent_changes_are_rounded_to_one_decimal() {
        let mut fixings = Fixings::default();
        let months = [
            ("2025-09-01", 324.8),
            ("2025-10-01", 325.604),
            ("2026-09-01", 333.979),
            ("2026-10-01", 335.047),
        ];
        for (month, level) in months {
            put(
                &mut fixings,
                Series::LaborStatistics,
                month,
                &[("CPIU", level), ("CPIS", level)],
            );
        }
        let results = event(CPI, "October 2026", "2026-11-10").results(&fixings);
        // 335.047 / 325.604 = 1.02900; 333.979 / 324.8 = 1.02826; 335.047 / 333.979 = 1.00320.
        assert_eq!(
            text(&results),
            ["12 months: 2.9 after 2.8", "Month: 0.3 after ?"]
        );
        assert_eq!(results[0].provider, "bls");
        let next = event(CPI, "November 2026", "2026-12-10").results(&fixings);
        assert_eq!(
            text(&next),
            ["12 months: ? after 2.9", "Month: ? after 0.3"]
        );
        assert!(event(CPI, "", "2026-12-10").results(&fixings).is_empty());
        assert!(
            event("Retail sales", "October 2026", "2026-11-10")
                .results(&fixings)
                .is_empty()
        );
    }

    #[test]
    fn a_month_without_a_figure_does_not_affect_the_other_figures() {
        let mut fixings = Fixings::default();
        put(
            &mut fixings,
            Series::LaborStatistics,
            "2026-08-01",
            &[("JOBS", 159_500.0)],
        );
        put(
            &mut fixings,
            Series::LaborStatistics,
            "2026-09-01",
            &[("JOBS", 159_619.0)],
        );
        put(
            &mut fixings,
            Series::LaborStatistics,
            "2026-10-01",
            &[("UNEM", 4.4)],
        );
        let results = event(JOBS, "October 2026", "2026-11-06").results(&fixings);
        assert_eq!(
            text(&results),
            [
                "Nonfarm payrolls, change: ? after 119",
                "Unemployment rate: 4.4 after ?"
            ]
        );
    }

    #[test]
    fn the_target_range_of_a_decision_is_the_one_valid_from_the_next_day() {
        let mut fixings = Fixings::default();
        let range = [(TARGET_LOW, 3.75), (TARGET_HIGH, 4.0)];
        put(&mut fixings, Series::FederalFunds, "2026-10-28", &range);
        let decision = event(FOMC_DECISION, "October 27–28, 2026", "2026-10-28");
        assert_eq!(
            text(&decision.results(&fixings)),
            ["Target range: ? after 3.75-4"]
        );
        put(
            &mut fixings,
            Series::FederalFunds,
            "2026-10-29",
            &[(EFFECTIVE_RATE, 3.62)],
        );
        let lower = [(TARGET_LOW, 3.5), (TARGET_HIGH, 3.75)];
        put(&mut fixings, Series::FederalFunds, "2026-10-29", &lower);
        assert_eq!(
            text(&decision.results(&fixings)),
            ["Target range: 3.5-3.75 after 3.75-4"]
        );
        let next = event(FOMC_DECISION, "December 8–9, 2026", "2026-12-09");
        assert_eq!(
            text(&next.results(&fixings)),
            ["Target range: ? after 3.5-3.75"]
        );
        let earlier = event(FOMC_DECISION, "June 16–17, 2026", "2026-06-17");
        assert!(earlier.results(&fixings).is_empty());
    }
}
