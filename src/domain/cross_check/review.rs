//! Reviews the closes of all sources of a ticker.

use jiff::{Timestamp, civil::Date};

use super::{
    compare::{Comparison, Mismatch, Tolerance, compare},
    record::{CloseReport, CrossCheck, Figure, Fill, Finding, FindingKind, RejectedClose},
};
use crate::domain::{
    bar::{Bar, Close},
    session::{Calendar, exchange_date},
};

/// The result of a review.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Review {
    /// Differences, newest first.
    pub(crate) findings: Vec<Finding>,
    /// Bars of other sources for sessions that the preferred source lacks or reports wrongly, ascending.
    pub(crate) fills: Vec<(Fill, Bar)>,
}

/// Reviews the closes of a ticker. `has_closed` returns true if the session that starts at a time (Unix seconds) had been closed
/// long enough at another time for every source to have its close.
pub(crate) fn review(
    check: &CrossCheck,
    tolerance: Tolerance,
    has_closed: impl Fn(i64, Timestamp) -> bool,
) -> Review {
    let preferred = check
        .preferred
        .as_deref()
        .and_then(|name| check.report(name));
    let Some(preferred) = preferred.filter(|report| !report.bars.is_empty()) else {
        return Review::default();
    };
    let mut result = Review::default();
    let mut others = Vec::new();
    let is_other = |report: &&CloseReport| report.source != preferred.source;
    for report in check.reports.iter().filter(is_other) {
        let comparison = compare(&closes(preferred), &closes(report), tolerance);
        match comparison.mismatch {
            Some(mismatch) => result
                .findings
                .push(mismatch_finding(preferred, report, mismatch)),
            None => others.push((report, comparison)),
        }
    }
    for start in compared_starts(&others) {
        let vote = Vote {
            start,
            preferred,
            others: others
                .iter()
                .filter_map(|(report, _)| Some((*report, report.bar(start)?)))
                .collect(),
            tolerance,
        };
        vote.decide(&mut result, &has_closed);
    }
    result
        .findings
        .sort_by_key(|finding| std::cmp::Reverse(finding.date));
    result.fills.sort_by_key(|(fill, _)| fill.start);
    result
}

fn closes(report: &CloseReport) -> Vec<Close> {
    let bars = report.bars.iter();
    bars.map(|bar| (bar.start, bar.close)).collect()
}

/// Returns the starts of sessions that differ, or that are missing from the preferred source, ascending.
fn compared_starts(others: &[(&CloseReport, Comparison)]) -> Vec<i64> {
    let mut starts: Vec<i64> = others
        .iter()
        .flat_map(|(_, comparison)| {
            let differences = comparison.differences.iter().map(|one| one.start);
            differences.chain(comparison.only_second.iter().copied())
        })
        .collect();
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// The bars that the sources report for one session.
struct Vote<'a> {
    start: i64,
    preferred: &'a CloseReport,
    /// The other sources that have the session.
    others: Vec<(&'a CloseReport, &'a Bar)>,
    tolerance: Tolerance,
}

impl Vote<'_> {
    fn decide(&self, result: &mut Review, has_closed: &impl Fn(i64, Timestamp) -> bool) {
        let Some((first_other, first_bar)) = self.others.first().copied() else {
            return;
        };
        let own = self.preferred.bar(self.start);
        let Some(own) = own else {
            // The preferred source may not have the newest session yet.
            if has_closed(self.start, self.preferred.at) {
                result
                    .fills
                    .push((self.fill(first_other, None), *first_bar));
                result
                    .findings
                    .push(self.finding(FindingKind::MissingSession, &first_other.source));
            }
            return;
        };
        let agrees = |bar: &Bar| self.tolerance.accepts(own.close, bar.close);
        let dissenting: Vec<_> = self.others.iter().filter(|(_, bar)| !agrees(bar)).collect();
        let is_alone = dissenting.len() == self.others.len() && dissenting.len() >= 2;
        let is_unanimous = dissenting
            .iter()
            .all(|(_, bar)| self.tolerance.accepts(bar.close, first_bar.close));
        if is_alone && is_unanimous {
            let rejected = RejectedClose {
                source: self.preferred.source.clone(),
                close: own.close,
            };
            result
                .fills
                .push((self.fill(first_other, Some(rejected)), *first_bar));
            result
                .findings
                .push(self.finding(FindingKind::OutvotedClose, &first_other.source));
        } else {
            result
                .findings
                .push(self.finding(FindingKind::Close, &self.preferred.source));
        }
    }

    fn fill(&self, source: &CloseReport, rejected: Option<RejectedClose>) -> Fill {
        Fill {
            start: self.start,
            source: source.source.clone(),
            rejected,
        }
    }

    fn finding(&self, kind: FindingKind, used: &str) -> Finding {
        let own = figure(self.preferred, self.preferred.bar(self.start));
        let others = self
            .others
            .iter()
            .map(|(report, bar)| figure(report, Some(bar)));
        Finding {
            kind,
            date: date_of(self.start),
            figures: std::iter::once(own).chain(others).collect(),
            used: Some(used.to_owned()),
        }
    }
}

fn figure(report: &CloseReport, bar: Option<&Bar>) -> Figure {
    Figure {
        source: report.source.clone(),
        value: bar.map(|bar| bar.close),
        at: report.at,
        date: None,
    }
}

fn mismatch_finding(preferred: &CloseReport, other: &CloseReport, mismatch: Mismatch) -> Finding {
    let kind = match mismatch {
        Mismatch::Split { .. } => FindingKind::Split,
        Mismatch::Units { .. } => FindingKind::Units,
        Mismatch::Adjustment { .. } => FindingKind::Adjustment,
        Mismatch::ShiftedDay { .. } => FindingKind::ShiftedDay,
    };
    let start = mismatch.last();
    Finding {
        kind,
        date: date_of(start),
        figures: vec![
            figure(preferred, preferred.bar(start)),
            figure(other, other.bar(start)),
        ],
        used: Some(preferred.source.clone()),
    }
}

/// Returns the date of a daily bar, which starts at midnight UTC of the exchange's date.
fn date_of(start: i64) -> Date {
    exchange_date(
        Calendar::Always,
        Timestamp::from_second(start).unwrap_or_default(),
    )
}
