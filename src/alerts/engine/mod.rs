//! The alert engine: judges alerts on every quote, every finished bar and every article, by rules that
//! need nothing but their arguments. It knows no disk, no clock and no lock.
//!
//! An alert fires when its value *comes to* meet the condition: one that is met already when it is
//! made waits until it was not. `measure` computes the value (`technical` on bars, by `domain::indicators`),
//! `threshold` tells a crossing from hovering, `rule` decides how often an alert reports, `downtime`
//! gathers the bars of the time while the program was away, `backtest` judges those of the past year, `sentence` is what a person reads.

mod backtest;
mod downtime;
mod measure;
mod occasion;
mod registry;
mod rule;
mod sentence;
mod technical;
#[cfg(test)]
mod tests;
mod threshold;
mod waiting;

pub(crate) use self::backtest::{backtest, judged_by, judged_on};
pub(crate) use self::{
    measure::needed_bars,
    occasion::{Coming, Occasion},
    rule::Baseline,
};
pub(crate) use self::{
    registry::Registry,
    sentence::{list_is_gone, restated, watched},
};
use crate::domain::alert::{Alert, FiredAlert};

/// An alert's state after its condition was met, and what it reports. A daily summary that gathers
/// reports nothing yet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// The alert as it is now.
    pub(crate) alert: Alert,
    /// What everybody is told.
    pub(crate) report: Option<FiredAlert>,
}
