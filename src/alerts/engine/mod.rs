//! The alert engine: evaluates alerts on every quote, finished bar and article. The engine uses no I/O, clock or locks.
//!
//! An alert fires when its value *crosses* the threshold so that the condition becomes true. A condition that is already met
//! when the alert is created must first become false.
//!
//! - `measure` computes the value of a condition from quotes, `technical` from bars (with `domain::indicators`).
//! - `threshold` detects crossings and ignores a value that hovers around the threshold.
//! - `rule` is one alert and limits how often it reports; `registry` contains all rules by symbol.
//! - `split_guard` withholds prices until a possible split is confirmed.
//! - `downtime` collects the bars of the time during which the program was not running.
//! - `backtest` evaluates past bars, and `sentence` writes the texts of the reports.

mod backtest;
mod downtime;
mod event;
mod holdings;
mod measure;
mod registry;
mod rule;
mod screen;
mod sentence;
mod split_guard;
mod technical;
#[cfg(test)]
mod tests;
mod threshold;

pub(crate) use self::backtest::{backtest, backtest_interval, backtest_intervals};
pub(crate) use self::{
    event::{EventContext, UpcomingEvent},
    holdings::DayChange,
    measure::needed_bars,
    rule::Baseline,
    screen::{ScreenMember, WatchedScreen},
};
pub(crate) use self::{
    registry::Registry,
    sentence::{adjusted_for_split, list_deleted, watched},
};
use crate::domain::alert::{Alert, FiredAlert};

/// An alert's new state after an evaluation, and its report.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// The alert in its new state.
    pub(crate) alert: Alert,
    /// The report; `None` if the report was added to a pending daily summary.
    pub(crate) report: Option<FiredAlert>,
}
