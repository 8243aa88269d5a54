//! Adjusts a rule for a split of its ticker.

use jiff::Timestamp;

use super::Rule;
use crate::domain::{session::Calendar, split::Split};

impl Rule {
    /// The calendar of the ticker's exchange.
    pub(in crate::alerts::engine) fn calendar(&self) -> Calendar {
        self.calendar
    }

    /// Adjusts thresholds and state for a split. `known` is the last evaluated price if it was in old units.
    pub(in crate::alerts::engine) fn split(
        &mut self,
        split: &Split,
        known: Option<f64>,
        now: Timestamp,
    ) {
        let begins = split.begins(self.calendar);
        let ratio = split.ratio();
        let snapshot = self.snapshot.as_mut();
        let seen = snapshot.map(|snapshot| &mut snapshot.parts);
        for part in self.parts.iter_mut().chain(seen.into_iter().flatten()) {
            part.measure.restate(ratio, begins, known.is_some());
        }
        if let (Some(downtime), Some(known)) = (&mut self.downtime, known) {
            downtime.restate(ratio, begins, known);
        }
        self.count_split(split, now);
    }

    /// Adjusts the thresholds, once per split that has taken effect.
    pub(super) fn count_split(&mut self, split: &Split, now: Timestamp) {
        if !self.alert.is_due_for(split, self.calendar, now) {
            return;
        }
        self.alert = self.alert.restated(split);
        let terms: Vec<_> = self.alert.terms().collect();
        let snapshot = self.snapshot.as_mut();
        let seen = snapshot.map(|snapshot| &mut snapshot.parts[..]);
        for parts in [Some(&mut self.parts[..]), seen].into_iter().flatten() {
            for (part, term) in parts.iter_mut().zip(&terms) {
                part.term = *term;
                part.measure.set_threshold(term);
            }
        }
    }
}
