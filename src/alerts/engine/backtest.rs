//! What an alert would have reported of the bars that are stored.

use super::rule::{Baseline, Rule};
use crate::domain::{
    Timestamp,
    alert::{Alert, AlertFrequency, AlertKind, Condition, FiredAlert, Term},
    bar::Interval,
};

/// After this time nothing more is waited for that may have happened before, in seconds.
const LONGEST_WAIT: i64 = 3_600;

/// The bars that tell what became of all conditions of an alert, their lengths ascending; empty where none do for one of them:
/// they hold no articles, no volume of the last 24 hours at any moment, no yearly range of their time, and not what happened
/// within the hours of a day.
pub(crate) fn judged_on(alert: &Alert) -> Vec<Interval> {
    let terms: Option<Vec<_>> = alert.terms().map(|term| judged_by(&term)).collect();
    let terms = terms.unwrap_or_default();
    let all = Interval::ALL.into_iter();
    all.filter(|interval| terms.contains(interval)).collect()
}

/// Those that tell of one condition.
pub(crate) fn judged_by(term: &Term) -> Option<Interval> {
    let percent = term.condition == Condition::PercentChange;
    match term.kind {
        AlertKind::News | AlertKind::Event => None,
        AlertKind::Technical => term.interval,
        AlertKind::Volume => percent.then_some(Interval::Day),
        AlertKind::Price => (!percent || term.hours() >= 24).then_some(Interval::Day),
    }
}

/// What `alert` would have reported from `from` to `now` if it had been watched, every time. The bars of `known` are those of
/// [`judged_on`], ascending, and begin so long before `from` that its value is known by then.
pub(crate) fn backtest(
    alert: &Alert,
    known: &Baseline,
    from: Timestamp,
    now: Timestamp,
) -> Vec<FiredAlert> {
    let intervals = judged_on(alert);
    let bars = |interval: &Interval| &known.bars[*interval as usize];
    let firsts = intervals.iter().filter_map(|it| bars(it).first());
    let Some(first) = firsts.min_by_key(|bar| bar.start) else {
        return vec![];
    };
    let since = Timestamp::from_second(first.start).unwrap_or(from);
    let watched = Alert {
        active: true,
        frequency: AlertFrequency::Always,
        created_at: since,
        since: Some(since),
        last_fired_at: None,
        fired_side: None,
        gathered: None,
        snoozed_until: None,
        expires_at: None,
        ..alert.clone()
    };
    // As if the program had been away since then.
    let (mut rule, mut outcomes) = Rule::resumed(watched, known, now);
    for interval in &intervals {
        outcomes.extend(rule.bars(*interval, bars(interval), now));
    }
    let settled = now.as_second().saturating_add(LONGEST_WAIT);
    outcomes.extend(rule.sweep(Timestamp::from_second(settled).unwrap_or(now)));
    let reports = outcomes.into_iter().filter_map(|outcome| outcome.report);
    reports.filter(|report| report.at >= from).collect()
}
