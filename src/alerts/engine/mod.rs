//! The alert engine: evaluates alerts on every quote, finished bar and article. It is pure: no I/O, no clock, no locks.
//!
//! An alert fires when its value *crosses* into its condition. If the condition is already met when the alert is created, it
//! first has to become false. `measure` computes the value (`technical` on bars, with `domain::indicators`), `threshold`
//! detects crossings and ignores hovering, `rule` is one alert and limits how often it reports, `registry` holds all rules by
//! symbol, `split_guard` holds prices back until a possible split is confirmed, `downtime` collects the bars of the time the
//! program was not running, `backtest` evaluates past bars, and `sentence` writes the texts.

mod backtest;
mod downtime;
mod event;
mod measure;
mod registry;
mod rule;
mod sentence;
mod split_guard;
mod technical;
#[cfg(test)]
mod tests;
mod threshold;

pub(crate) use self::backtest::{backtest, backtest_interval, backtest_intervals};
pub(crate) use self::{
    event::{EventContext, UpcomingEvent},
    measure::needed_bars,
    rule::Baseline,
};
pub(crate) use self::{
    registry::Registry,
    sentence::{list_is_gone, restated, watched},
};
use crate::domain::alert::{Alert, FiredAlert};

/// An alert's new state after an evaluation, and its report.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// The alert in its new state.
    pub(crate) alert: Alert,
    /// The report; `None` while a daily summary collects.
    pub(crate) report: Option<FiredAlert>,
}
