//! Alerts with several conditions, which must be met at the same time.

use jiff::Timestamp;

use super::{Moment, Rule, part::FinishedPart};
use crate::alerts::engine::{
    Outcome,
    technical::FinishedBar,
    threshold::{Crossing, Measurement},
};

impl Rule {
    /// Returns true for an alert with more than one condition.
    pub(super) fn is_joined(&self) -> bool {
        self.parts.len() > 1
    }

    /// Updates one condition with a measurement. Returns the crossing, if any.
    pub(super) fn apply_measurement(
        &mut self,
        part: usize,
        measurement: Measurement,
    ) -> Option<Crossing> {
        let update = self.parts[part].update(&measurement, self.alert.last_fired_at);
        let side = update.crossed?;
        if update.rearmed && self.all_met == Some(true) {
            // The change counts from another close in a new session, so all conditions are rearmed.
            self.all_met = Some(false);
        }
        Some(Crossing {
            part,
            side,
            measurement,
        })
    }

    /// Returns whether all conditions are met; `None` if some are unknown and the others are met.
    pub(super) fn all_conditions_met(&self) -> Option<bool> {
        let mut all = Some(true);
        for part in &self.parts {
            match part.is_met() {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }

    /// Updates whether all conditions are met. Returns true if they were not all met before and are now.
    pub(super) fn update_all_met(&mut self) -> bool {
        let before = self.all_met;
        self.all_met = self.all_conditions_met().or(before);
        before == Some(false) && self.all_met == Some(true)
    }

    /// Evaluates indicators on finished bars. Bars with the same end are evaluated together. The bars of an alert with several
    /// conditions are queued until the downtime is evaluated.
    pub(super) fn evaluate_finished(&mut self, mut finished: Vec<FinishedPart>) -> Vec<Outcome> {
        if self.is_joined() {
            finished.sort_by_key(|(_, bar)| bar.end);
            if self.downtime.is_some() {
                self.queued.extend(finished);
                return vec![];
            }
        }
        let mut outcomes = vec![];
        for together in finished.chunk_by(|(_, one), (_, other)| one.end == other.end) {
            let mut crossing = None;
            for (part, bar) in together {
                crossing = self.apply_finished_bar(*part, bar).or(crossing);
            }
            let bar = &together[0].1;
            let moment = Moment {
                at: Timestamp::from_second(bar.end).unwrap_or(Timestamp::UNIX_EPOCH),
                price: bar.close,
                late: self.resumed.is_some_and(|resumed| bar.end < resumed),
            };
            outcomes.extend(self.evaluate(crossing, moment));
        }
        outcomes
    }

    /// Updates one condition with a finished bar. Returns the crossing, if any.
    pub(super) fn apply_finished_bar(
        &mut self,
        part: usize,
        bar: &FinishedBar,
    ) -> Option<Crossing> {
        let condition = &mut self.parts[part];
        if bar.corrects {
            condition.trigger = condition.before;
        } else {
            condition.before = condition.trigger;
        }
        self.apply_measurement(part, bar.measurement?)
    }
}
