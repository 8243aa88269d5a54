//! The values of one tag by quarter and year. If several reports state a value, the newest filing counts. Quarters that no
//! report states are differences of longer periods: a fourth quarter is the year minus three quarters.

use jiff::{ToSpan as _, civil::Date};

use super::{
    Figure, ReportReference,
    fact::Fact,
    implied_splits::ImpliedSplits,
    span::{SpanLength, days, is_same_day},
};

/// Number of days by which the starts of two periods of one fiscal year may differ.
const START_TOLERANCE: i64 = 7;
/// Difference of two values, relative to the larger one, above which the later one is a restatement. Smaller differences come
/// from rounding.
const RESTATED: f64 = 0.001;
/// Like [`RESTATED`], for a value that is adjusted for a split.
const RESTATED_ACROSS_SPLIT: f64 = 0.05;

/// A value for a period or, if `start` equals `end`, for a day.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PeriodValue {
    pub(super) start: Date,
    pub(super) end: Date,
    pub(super) value: f64,
    /// The newest report that states the value, or the longer period from which it is computed.
    pub(super) report: ReportReference,
    /// Filing date of the first report in the units of the value: that of `report`, or of a later one if a split is applied.
    pub(super) units_since: Date,
    /// True if it is a difference of stated values.
    pub(super) is_computed: bool,
    /// True if an earlier report stated another value, in the same units.
    pub(super) is_restated: bool,
}

impl PeriodValue {
    /// Returns the value as a figure.
    pub(super) fn figure(&self) -> Figure {
        Figure {
            value: self.value,
            units_since: self.units_since,
            is_computed: self.is_computed,
        }
    }

    /// Returns the value of the part of this period after `earlier`, which has the same start; `None` if that part is
    /// not a quarter.
    fn quarter_after(&self, earlier: &Self) -> Option<Self> {
        let is_same_start = days(self.start, earlier.start).abs() <= START_TOLERANCE;
        let start = earlier.end.checked_add(1.day()).ok()?;
        let is_quarter = SpanLength::of(start, self.end) == Some(SpanLength::Quarter);
        (is_same_start && is_quarter).then(|| Self {
            start,
            end: self.end,
            value: self.value - earlier.value,
            report: self.report.clone(),
            units_since: self.units_since,
            is_computed: true,
            is_restated: self.is_restated || earlier.is_restated,
        })
    }
}

/// The values of one tag for quarters and years, ascending by end.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Series {
    pub(super) quarters: Vec<PeriodValue>,
    pub(super) years: Vec<PeriodValue>,
}

impl Series {
    /// Computes the series of one tag from its facts in one unit, adjusted for splits.
    pub(super) fn of(facts: &[&Fact], splits: &ImpliedSplits) -> Self {
        let of_length = |length| {
            let facts = facts.iter().copied().filter(|fact| {
                let start = fact.start.unwrap_or(fact.end);
                SpanLength::of(start, fact.end) == Some(length)
            });
            newest_values(facts, splits)
        };
        let mut quarters = of_length(SpanLength::Quarter);
        let years = of_length(SpanLength::Year);
        // From the start of a fiscal year, by increasing length.
        let cumulative = [
            quarters.clone(),
            of_length(SpanLength::TwoQuarters),
            of_length(SpanLength::ThreeQuarters),
            years.clone(),
        ];
        for lengths in cumulative.windows(2) {
            let (shorter, longer) = (&lengths[0], &lengths[1]);
            let differences = longer.iter().filter_map(|whole| {
                let differences = shorter.iter().filter_map(|part| whole.quarter_after(part));
                differences.max_by_key(|quarter| quarter.report.filed)
            });
            add_missing(&mut quarters, differences.collect());
        }
        let fourth: Vec<_> = years
            .iter()
            .filter_map(|year| fourth_quarter(year, &quarters))
            .collect();
        add_missing(&mut quarters, fourth);
        Self { quarters, years }
    }
}

/// Returns the value of each period or day from the newest filing, ascending by end and adjusted for splits. All facts have the same
/// length.
pub(super) fn newest_values<'a>(
    facts: impl Iterator<Item = &'a Fact>,
    splits: &ImpliedSplits,
) -> Vec<PeriodValue> {
    let mut facts: Vec<&Fact> = facts.collect();
    facts.sort_by(|a, b| (a.end, &a.report).cmp(&(b.end, &b.report)));
    let mut values: Vec<PeriodValue> = Vec::new();
    for fact in facts {
        let (adjusted, units_since) = splits.adjust(fact);
        let value = PeriodValue {
            start: fact.start.unwrap_or(fact.end),
            end: fact.end,
            value: adjusted,
            report: fact.report.clone(),
            units_since,
            is_computed: false,
            is_restated: false,
        };
        match values.last_mut() {
            Some(known) if is_same_day(known.end, value.end) => {
                let is_restated = known.is_restated || is_restatement(known, &value);
                if known.report <= value.report {
                    *known = value;
                }
                known.is_restated = is_restated;
            }
            _ => values.push(value),
        }
    }
    values
}

/// Returns true if two values of one period differ by more than rounding. A value that is adjusted for a split was rounded before.
fn is_restatement(one: &PeriodValue, other: &PeriodValue) -> bool {
    let is_adjusted = [one, other]
        .iter()
        .any(|value| value.units_since != value.report.filed);
    let tolerance = if is_adjusted {
        RESTATED_ACROSS_SPLIT
    } else {
        RESTATED
    };
    let largest = one.value.abs().max(other.value.abs());
    (one.value - other.value).abs() > tolerance * largest
}

/// Returns the year minus its first three quarters if they follow each other from its start.
fn fourth_quarter(year: &PeriodValue, quarters: &[PeriodValue]) -> Option<PeriodValue> {
    let mut rest = year.clone();
    for _ in 0..3 {
        let first = quarters.iter().find(|quarter| {
            days(rest.start, quarter.start).abs() <= START_TOLERANCE && quarter.end < year.end
        })?;
        rest = PeriodValue {
            start: first.end.checked_add(1.day()).ok()?,
            value: rest.value - first.value,
            is_restated: rest.is_restated || first.is_restated,
            is_computed: true,
            ..rest
        };
    }
    let is_quarter = SpanLength::of(rest.start, rest.end) == Some(SpanLength::Quarter);
    is_quarter.then_some(rest)
}

/// Adds the quarters that end on a day on which no known quarter ends.
fn add_missing(quarters: &mut Vec<PeriodValue>, more: Vec<PeriodValue>) {
    for quarter in more {
        if !quarters
            .iter()
            .any(|known| is_same_day(known.end, quarter.end))
        {
            quarters.push(quarter);
        }
    }
    quarters.sort_by_key(|quarter| quarter.end);
}
