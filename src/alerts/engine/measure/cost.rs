//! The price at which a ticker is some percent above or below the amount paid for it.

use crate::domain::{
    alert::{Condition, Term},
    price::price_ratio,
};

/// Share by which a cost may differ because of rounding.
const ROUNDING: f64 = 1e-9;

/// The price at which a ticker is some percent above or below the average cost of a unit.
#[derive(Debug, Clone, Copy)]
pub(in crate::alerts::engine) struct CostLevel {
    /// Average cost of a unit in the ticker's currency; `None` while it is unknown or nothing is held.
    average: Option<f64>,
    /// The level per unit of the cost: 1.1 for 10 % above.
    factor: f64,
}

impl CostLevel {
    /// Creates the measure of a condition above or below the cost, without the cost; `None` without a limit.
    pub(super) fn of(term: &Term) -> Option<Self> {
        let share = term.value? / 100.0;
        Some(Self {
            average: None,
            factor: match term.condition {
                Condition::Below => 1.0 - share,
                Condition::Above | Condition::Crosses | Condition::PercentChange => 1.0 + share,
            },
        })
    }

    /// Sets the average cost of a unit. Returns true if it changed.
    pub(super) fn set(&mut self, average: Option<f64>) -> bool {
        let average = average.filter(|cost| *cost > 0.0);
        let has_changed = match (self.average, average) {
            (Some(before), Some(after)) => price_ratio(before, after) > 1.0 + ROUNDING,
            (before, after) => before.is_some() != after.is_some(),
        };
        if has_changed {
            self.average = average;
        }
        has_changed
    }

    /// Returns the price at the limit; `None` while the cost is unknown.
    pub(in crate::alerts::engine) fn level(self) -> Option<f64> {
        Some(self.average? * self.factor)
    }
}
