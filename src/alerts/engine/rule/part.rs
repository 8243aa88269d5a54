//! One condition under watch.

use crate::{
    alerts::engine::{
        measure::{Measure, needed_by},
        technical::{Finished, Technical},
        threshold::{Measurement, Trigger},
    },
    domain::{
        Timestamp,
        alert::{Side, Term},
        bar::Interval,
        session::Calendar,
    },
};

/// A condition with what it has seen.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) term: Term,
    pub(super) measure: Measure,
    pub(super) trigger: Trigger,
    /// The trigger as it was before the newest finished bar, which may be corrected.
    pub(super) before: Trigger,
    /// The length of the bars that it needs besides quotes.
    needs: Option<Interval>,
}

/// What one condition finished measuring, and which one it is.
pub(super) type FinishedPart = (usize, Finished);

/// What became of a condition with a measurement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    pub(super) crossed: Option<Side>,
    /// It counts anew from this measurement on, also where it was met before.
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

    /// Takes one measurement of an alert that fired last at `last_fired`.
    pub(super) fn take(
        &mut self,
        measurement: &Measurement,
        last_fired: Option<Timestamp>,
    ) -> Taken {
        let last_fired = last_fired.map(Timestamp::as_second);
        let opens = measurement.rearms_from;
        let rearmed = opens.is_some_and(|open| last_fired < Some(open));
        if rearmed {
            self.trigger.rearm();
        }
        Taken {
            crossed: self.trigger.evaluate(measurement, self.term.condition),
            rearmed,
        }
    }

    /// Whether it is met; `None` before that is known.
    pub(super) fn holds(&self) -> Option<bool> {
        self.trigger.holds(self.term.condition)
    }

    /// Whether it needs stored bars of this length.
    pub(super) fn needs(&self, interval: Interval) -> bool {
        self.needs == Some(interval)
    }

    /// Its indicator, if it is one of finished bars.
    pub(super) fn technical(&mut self) -> Option<&mut Technical> {
        match &mut self.measure {
            Measure::Technical(technical) => Some(technical),
            Measure::Price(_)
            | Measure::Volume(_)
            | Measure::Change(_)
            | Measure::Distance(_)
            | Measure::Gap(_)
            | Measure::Nothing => None,
        }
    }

    /// The price that it waits for, if it is one.
    pub(super) fn level(&self) -> Option<f64> {
        match self.measure {
            Measure::Price(level) => Some(level),
            Measure::Volume(_)
            | Measure::Change(_)
            | Measure::Distance(_)
            | Measure::Gap(_)
            | Measure::Technical(_)
            | Measure::Nothing => None,
        }
    }
}
