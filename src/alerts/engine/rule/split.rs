//! One alert across a split of its ticker.

use jiff::Timestamp;

use super::Rule;
use crate::domain::{session::Calendar, split::Split};

impl Rule {
    /// When the alert's ticker trades.
    pub(in crate::alerts::engine) fn calendar(&self) -> Calendar {
        self.calendar
    }

    /// Restates what the alert waits for, and what it has seen: `known` was the last price in old units, where that is
    /// what it saw.
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

    /// Restates what the alert waits for, once for each split that has taken effect.
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
                part.measure.wait_for(term);
            }
        }
    }
}
