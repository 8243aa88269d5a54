//! Backtests: what an alert would have reported on stored bars.

use super::rule::{Baseline, Rule};
use crate::domain::{
    Timestamp,
    alert::{Alert, AlertFrequency, AlertKind, Condition, FiredAlert, Term},
    bar::Interval,
};

/// Seconds after which no rule waits for earlier bars any longer.
const MAX_WAIT: i64 = 3_600;

/// The bar intervals on which all conditions of an alert can be backtested, ascending; empty if one of them cannot: stored bars
/// contain no articles, no rolling 24-hour volume, no 52-week range of their time, and no prices within a day.
pub(crate) fn backtest_intervals(alert: &Alert) -> Vec<Interval> {
    let terms: Option<Vec<_>> = alert.terms().map(|term| backtest_interval(&term)).collect();
    let terms = terms.unwrap_or_default();
    let all = Interval::ALL.into_iter();
    all.filter(|interval| terms.contains(interval)).collect()
}

/// The bar interval on which one condition can be backtested.
pub(crate) fn backtest_interval(term: &Term) -> Option<Interval> {
    let percent = term.condition == Condition::PercentChange;
    match term.kind {
        AlertKind::News | AlertKind::Event => None,
        AlertKind::Technical => term.interval,
        AlertKind::Volume => percent.then_some(Interval::Day),
        AlertKind::Price => (!percent || term.hours() >= 24).then_some(Interval::Day),
    }
}

/// The reports that `alert` would have made between `from` and `now` with frequency 'always'. `known` has the bars of
/// [`backtest_intervals`], ascending, and starts early enough before `from` to warm up the indicators.
pub(crate) fn backtest(
    alert: &Alert,
    known: &Baseline,
    from: Timestamp,
    now: Timestamp,
) -> Vec<FiredAlert> {
    let intervals = backtest_intervals(alert);
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
    // Evaluated like a downtime that began with the first bar.
    let (mut rule, mut outcomes) = Rule::resumed(watched, known, now);
    for interval in &intervals {
        outcomes.extend(rule.bars(*interval, bars(interval), now));
    }
    let settled = now.as_second().saturating_add(MAX_WAIT);
    outcomes.extend(rule.sweep(Timestamp::from_second(settled).unwrap_or(now)));
    let reports = outcomes.into_iter().filter_map(|outcome| outcome.report);
    reports.filter(|report| report.at >= from).collect()
}
