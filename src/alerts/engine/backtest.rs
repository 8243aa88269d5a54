//! Backtests: evaluates an alert on stored bars and returns the reports that it would have sent.

use super::rule::{Baseline, Rule};
use crate::domain::{
    Timestamp,
    alert::{Alert, AlertFrequency, AlertKind, Condition, FiredAlert, Term},
    bar::Interval,
};

/// Seconds after which a rule stops waiting for bars of its downtime.
const MAX_WAIT: i64 = 3_600;

/// Returns the bar intervals needed to backtest all conditions of an alert, ascending; empty if one of them cannot be
/// backtested. Stored bars contain no articles, no rolling 24-hour volume, no 52-week range as of their time, and no prices
/// within a day.
pub(crate) fn backtest_intervals(alert: &Alert) -> Vec<Interval> {
    let terms: Option<Vec<_>> = alert.terms().map(|term| backtest_interval(&term)).collect();
    let terms = terms.unwrap_or_default();
    let all = Interval::ALL.into_iter();
    all.filter(|interval| terms.contains(interval)).collect()
}

/// Returns the bar interval needed to backtest one condition; `None` if it cannot be backtested.
pub(crate) fn backtest_interval(term: &Term) -> Option<Interval> {
    let percent = term.condition == Condition::PercentChange;
    match term.kind {
        AlertKind::News
        | AlertKind::Event
        | AlertKind::Screen
        | AlertKind::Cost
        | AlertKind::Holdings => None,
        AlertKind::Technical => term.interval,
        AlertKind::Volume => percent.then_some(Interval::Day),
        AlertKind::Price => (!percent || term.hours() >= 24).then_some(Interval::Day),
    }
}

/// Returns the reports that `alert` would have sent between `from` and `now` with the frequency 'always'. `baseline` contains
/// the bars of [`backtest_intervals`], ascending, and starts early enough before `from` to initialize the indicators.
pub(crate) fn backtest(
    alert: &Alert,
    baseline: &Baseline,
    from: Timestamp,
    now: Timestamp,
) -> Vec<FiredAlert> {
    let intervals = backtest_intervals(alert);
    let bars = |interval: &Interval| &baseline.bars[*interval as usize];
    let first_bars = intervals.iter().filter_map(|it| bars(it).first());
    let Some(first) = first_bars.min_by_key(|bar| bar.start) else {
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
        daily_summary: None,
        snoozed_until: None,
        expires_at: None,
        ..alert.clone()
    };
    // The bars are evaluated like those of a downtime that began with the first bar.
    let (mut rule, mut outcomes) = Rule::resumed(watched, baseline, now);
    for interval in &intervals {
        outcomes.extend(rule.bars(*interval, bars(interval), now));
    }
    let wait_end = now.as_second().saturating_add(MAX_WAIT);
    outcomes.extend(rule.sweep(Timestamp::from_second(wait_end).unwrap_or(now)));
    let reports = outcomes.into_iter().filter_map(|outcome| outcome.report);
    reports.filter(|report| report.at >= from).collect()
}
