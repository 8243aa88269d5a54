//! The conditions of a rule and their state.

use crate::{
    alerts::engine::{
        measure::{Measure, needed_by},
        technical::{FinishedBar, Technical},
        threshold::{Measurement, Trigger},
    },
    domain::{
        Timestamp,
        alert::{Side, Term},
        bar::Interval,
        session::Calendar,
    },
};

/// A condition and its state.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) term: Term,
    pub(super) measure: Measure,
    pub(super) trigger: Trigger,
    /// The state of the trigger before the newest finished bar, which may be corrected.
    pub(super) before: Trigger,
    /// The interval of the stored bars that the condition needs, if any.
    needs: Option<Interval>,
}

/// A finished bar and the index of the condition that it belongs to.
pub(super) type FinishedPart = (usize, FinishedBar);

/// The state of a rule before the first quote that did not wait for the bars of the downtime. The bars are evaluated from this
/// state when they are received.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) parts: Vec<Part>,
    pub(super) all_met: Option<bool>,
    /// The time of that quote (Unix seconds).
    pub(super) at: i64,
}

/// The result of a measurement.
#[derive(Debug, Clone, Copy)]
pub(super) struct TriggerUpdate {
    /// The new side, if the condition became true.
    pub(super) crossed: Option<Side>,
    /// Whether the condition was rearmed before this measurement.
    pub(super) rearmed: bool,
}

impl Part {
    pub(super) fn new(term: Term, calendar: Calendar) -> Self {
        Self {
            term,
            measure: Measure::of(&term, calendar),
            trigger: Trigger::default(),
            before: Trigger::default(),
            needs: needed_by(&term).map(|(interval, _)| interval),
        }
    }

    /// Updates the trigger with a measurement. `last_fired` is the last report of the alert.
    pub(super) fn update(
        &mut self,
        measurement: &Measurement,
        last_fired: Option<Timestamp>,
    ) -> TriggerUpdate {
        let last_fired = last_fired.map(Timestamp::as_second);
        let rearms_from = measurement.rearms_from;
        let rearmed = rearms_from.is_some_and(|since| last_fired < Some(since));
        if rearmed {
            self.trigger.rearm();
        }
        TriggerUpdate {
            crossed: self.trigger.evaluate(measurement, self.term.condition),
            rearmed,
        }
    }

    /// Returns whether the condition is met; `None` before the first measurement.
    pub(super) fn is_met(&self) -> Option<bool> {
        self.trigger.is_met(self.term.condition)
    }

    /// Returns true if the condition needs stored bars of this interval.
    pub(super) fn needs(&self, interval: Interval) -> bool {
        self.needs == Some(interval)
    }

    /// The technical indicator, if the condition has one.
    pub(super) fn technical(&mut self) -> Option<&mut Technical> {
        match &mut self.measure {
            Measure::Technical(technical) => Some(technical),
            Measure::Price(_)
            | Measure::Volume(_)
            | Measure::Change(_)
            | Measure::Distance(_)
            | Measure::Gap(_)
            | Measure::Cost(_)
            | Measure::Nothing => None,
        }
    }

    /// Sets the average cost of a unit. If it changed, the next measurement only says whether the condition is met, without a report.
    pub(super) fn set_cost(&mut self, average: Option<f64>) {
        if self.measure.set_cost(average) {
            self.trigger = Trigger::default();
            self.before = Trigger::default();
        }
    }

    /// The threshold of a price condition; `None` for other conditions.
    pub(super) fn level(&self) -> Option<f64> {
        match self.measure {
            Measure::Price(level) => Some(level),
            Measure::Cost(cost) => cost.level(),
            Measure::Volume(_)
            | Measure::Change(_)
            | Measure::Distance(_)
            | Measure::Gap(_)
            | Measure::Technical(_)
            | Measure::Nothing => None,
        }
    }
}
