//! Splits that the reports themselves show: a later report restates the earnings per share of an earlier period by the ratio of a
//! split, and its net income stays the same. Without another source of splits, figures of older reports would be in other units.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{
    concept::Concept,
    fact::{Fact, Unit},
    span::days,
};
use crate::domain::currency::Currency;

/// The ratios of usual splits. Those of reverse splits are their inverses.
const RATIOS: [f64; 17] = [
    1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 100.0,
];
/// Earnings per share are rounded to cents. The difference is a little larger because of binary fractions.
const ROUNDING: f64 = 0.0051;
/// The relative difference of net income up to which it is unchanged.
const SAME_INCOME: f64 = 0.01;

/// The splits that a filer's reports show.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ImpliedSplits(Vec<ImpliedSplit>);

#[derive(Debug, Clone, Copy, PartialEq)]
struct ImpliedSplit {
    /// New shares per old share.
    ratio: f64,
    /// Filing date of the last report in old units.
    after: Date,
    /// Filing date of the first report in new units.
    since: Date,
}

impl ImpliedSplits {
    /// Finds the splits between the reports in a currency.
    pub(super) fn of(facts: &[Fact], currency: Currency) -> Self {
        let mut found = restatements(facts, currency);
        // Reports that follow each other closely limit the time of a split best.
        found.sort_by_key(|split| days(split.after, split.since));
        let mut splits: Vec<ImpliedSplit> = Vec::new();
        for new in found {
            let is_between =
                |split: &&mut ImpliedSplit| split.after < new.since && new.after < split.since;
            match splits.iter_mut().find(is_between) {
                Some(known) if is_same_ratio(known.ratio, new.ratio) => {
                    known.after = known.after.max(new.after);
                    known.since = known.since.min(new.since);
                }
                // Several splits between two reports.
                Some(_) => {}
                None => splits.push(new),
            }
        }
        Self(splits)
    }

    /// Returns the value of a fact in the units after the splits, and the filing date of the report that first used these units.
    pub(super) fn adjust(&self, fact: &Fact) -> (f64, Date) {
        let filed = fact.report.filed;
        let later = || self.0.iter().filter(|split| split.since > filed);
        let ratio: f64 = later().map(|split| split.ratio).product();
        let since = later().map(|split| split.since).fold(filed, Date::max);
        match fact.concept {
            Concept::DilutedEps => (fact.value / ratio, since),
            Concept::Shares => (fact.value * ratio, since),
            _ => (fact.value, filed),
        }
    }

    /// Returns true if a report after `filed` is in other units.
    pub(super) fn is_after(&self, filed: Date) -> bool {
        self.0.iter().any(|split| split.since > filed)
    }
}

/// Returns a split for each period whose earnings per share two reports state in the ratio of a split.
fn restatements(facts: &[Fact], currency: Currency) -> Vec<ImpliedSplit> {
    let period = |fact: &Fact| (fact.start, fact.end);
    let mut incomes: BTreeMap<_, Vec<&Fact>> = BTreeMap::new();
    let mut earnings: BTreeMap<_, Vec<&Fact>> = BTreeMap::new();
    for fact in facts {
        if fact.unit == Unit::PerShare(currency) && fact.concept == Concept::DilutedEps {
            let of_tag = earnings.entry((fact.tag_rank, period(fact)));
            of_tag.or_default().push(fact);
        }
        if fact.unit == Unit::Money(currency) && fact.concept == Concept::NetIncome {
            let of_report = incomes.entry((fact.report.accession.clone(), period(fact)));
            of_report.or_default().push(fact);
        }
    }
    let has_same_income = |old: &Fact, new: &Fact| {
        let of_report = |fact: &Fact| {
            let key = (fact.report.accession.clone(), period(fact));
            incomes.get(&key).into_iter().flatten()
        };
        of_report(old).any(|old| {
            let mut same_tag = of_report(new).filter(|new| new.tag_rank == old.tag_rank);
            same_tag.any(|new| {
                let largest = old.value.abs().max(new.value.abs());
                (old.value - new.value).abs() <= SAME_INCOME * largest
            })
        })
    };
    let mut found = Vec::new();
    for reported in earnings.values_mut() {
        reported.sort_by(|a, b| a.report.cmp(&b.report));
        for pair in reported.windows(2) {
            let (old, new) = (pair[0], pair[1]);
            let (after, since) = (old.report.filed, new.report.filed);
            if let Some(ratio) = split_ratio(old.value, new.value)
                && after < since
                && has_same_income(old, new)
            {
                found.push(ImpliedSplit {
                    ratio,
                    after,
                    since,
                });
            }
        }
    }
    found
}

/// Returns the only ratio of a split that explains two values of one period; `None` if they are the same or too small to tell.
fn split_ratio(old: f64, new: f64) -> Option<f64> {
    let fits = |ratio: &f64| (old / ratio - new).abs() <= ROUNDING * (1.0 + 1.0 / ratio);
    let inverse = RATIOS.into_iter().map(|ratio| 1.0 / ratio);
    let mut fitting = RATIOS.into_iter().chain(inverse).filter(fits);
    let ratio = fitting.next()?;
    let is_clear = old * new > 0.0 && !fits(&1.0) && fitting.next().is_none();
    is_clear.then_some(ratio)
}

fn is_same_ratio(one: f64, other: f64) -> bool {
    (one / other - 1.0).abs() < 0.001
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ratio_of_a_split_explains_two_values_of_one_period() {
        for (old, new, ratio) in [
            (2.55, 0.64, Some(4.0)),
            (11.93, 1.19, Some(10.0)),
            (-0.12, -1.2, Some(0.1)),
            (-0.02, -0.2, None),
            (-1.21, -12.11, Some(0.1)),
            (3.28, 3.28, None),
            (3.28, 3.27, None),
            (3.28, 2.91, None),
            (0.02, 0.01, None),
            (-0.4, 0.1, None),
            (1.5, 1.0, Some(1.5)),
        ] {
            let found = split_ratio(old, new);
            let is_expected = match (found, ratio) {
                (Some(found), Some(ratio)) => is_same_ratio(found, ratio),
                (found, ratio) => found == ratio,
            };
            assert!(is_expected, "{old} {new}: {found:?}");
        }
    }
}
