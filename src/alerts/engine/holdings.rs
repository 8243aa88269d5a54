//! The input of alerts on all holdings: the change of their value on a trading day.

use jiff::{Timestamp, civil::Date};

/// The change of the value of the holdings on a trading day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct DayChange {
    /// The newest day on which one of the tickers was traded, at its exchange.
    pub(crate) day: Date,
    /// The change on that day, in percent of the value before it.
    pub(crate) percent: f64,
    /// True if a price jumped as after a split. The split may be reported a little later.
    pub(crate) may_be_split: bool,
}

/// What an alert on the day's change remembers.
#[derive(Debug, Default)]
pub(super) struct HoldingsState {
    /// The newest change.
    pub(super) change: Option<DayChange>,
    /// The time since which a price looks like one after a split.
    pub(super) jump_since: Option<Timestamp>,
}
