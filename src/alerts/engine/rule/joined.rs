//! Alerts with several conditions, which must hold at the same time.

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

    /// Updates one condition with a measurement. Returns the crossing, if there is one.
    pub(super) fn measured(&mut self, part: usize, measurement: Measurement) -> Option<Crossing> {
        let update = self.parts[part].update(&measurement, self.alert.last_fired_at);
        let side = update.crossed?;
        if update.rearmed && self.held == Some(true) {
            // A day that is measured from another close rearms all conditions.
            self.held = Some(false);
        }
        Some(Crossing {
            part,
            side,
            measurement,
        })
    }

    /// Whether all conditions hold; `None` if some are unknown and none is known to be false.
    pub(super) fn all_hold(&self) -> Option<bool> {
        let mut all = Some(true);
        for part in &self.parts {
            match part.holds() {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }

    /// Updates whether all conditions hold. Returns true if they have just become true together.
    pub(super) fn update_held(&mut self) -> bool {
        let before = self.held;
        self.held = self.all_hold().or(before);
        before == Some(false) && self.held == Some(true)
    }

    /// Evaluates indicators on finished bars; bars with the same end are evaluated together. With several conditions they are
    /// queued until the downtime is evaluated.
    pub(super) fn evaluate_finished(&mut self, mut finished: Vec<FinishedPart>) -> Vec<Outcome> {
        if self.is_joined() {
            finished.sort_by_key(|(_, bar)| bar.end);
            if self.downtime.is_some() {
                self.waiting.extend(finished);
                return vec![];
            }
        }
        let mut outcomes = vec![];
        for together in finished.chunk_by(|(_, one), (_, other)| one.end == other.end) {
            let mut crossing = None;
            for (part, bar) in together {
                crossing = self.finished(*part, bar).or(crossing);
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

    /// Updates one condition with a finished bar. Returns the crossing, if there is one.
    pub(super) fn finished(&mut self, part: usize, bar: &FinishedBar) -> Option<Crossing> {
        let known = &mut self.parts[part];
        if bar.corrects {
            known.trigger = known.before;
        } else {
            known.before = known.trigger;
        }
        self.measured(part, bar.measurement?)
    }
}
