//! Whether all conditions of an alert hold at once.

use jiff::Timestamp;

use super::{Moment, Rule, part::FinishedPart};
use crate::alerts::engine::{
    Outcome,
    technical::Finished,
    threshold::{Crossing, Measurement},
};

impl Rule {
    /// Whether more than one condition must hold.
    pub(super) fn is_joined(&self) -> bool {
        self.parts.len() > 1
    }

    /// Takes a measurement of one condition; the crossing, if it is one.
    pub(super) fn measured(&mut self, part: usize, measurement: Measurement) -> Option<Crossing> {
        let taken = self.parts[part].take(&measurement, self.alert.last_fired_at);
        let side = taken.crossed?;
        if taken.rearmed && self.held == Some(true) {
            // A day that is counted from another close is another occasion for all of them.
            self.held = Some(false);
        }
        Some(Crossing {
            part,
            side,
            measurement,
        })
    }

    /// Whether all conditions hold as far as is known: one that does not is enough to know that they do not.
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

    /// Takes note of whether all conditions hold; true where they have come to do so.
    pub(super) fn come_to_hold(&mut self) -> bool {
        let before = self.held;
        self.held = self.all_hold().or(before);
        before == Some(false) && self.held == Some(true)
    }

    /// Judges what indicators say of finished bars. Those of bars that end together count together, and with several conditions
    /// they wait while a downtime is not judged.
    pub(super) fn judge_finished(&mut self, mut finished: Vec<FinishedPart>) -> Vec<Outcome> {
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
            outcomes.extend(self.judge(crossing, moment));
        }
        outcomes
    }

    /// Takes what one indicator says of a finished bar.
    pub(super) fn finished(&mut self, part: usize, bar: &Finished) -> Option<Crossing> {
        let known = &mut self.parts[part];
        if bar.corrects {
            known.trigger = known.before;
        } else {
            known.before = known.trigger;
        }
        self.measured(part, bar.measurement?)
    }
}
