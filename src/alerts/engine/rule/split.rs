//! Adjusts a rule for a split of its ticker.

use jiff::Timestamp;

use super::Rule;
use crate::domain::{session::Calendar, split::Split};

impl Rule {
    /// The calendar of the ticker's exchange.
    pub(in crate::alerts::engine) fn calendar(&self) -> Calendar {
        self.calendar
    }

    /// Adjusts thresholds and state for a split. `unadjusted_price` is the last evaluated price if it was from before the split.
    pub(in crate::alerts::engine) fn split(
        &mut self,
        split: &Split,
        unadjusted_price: Option<f64>,
        now: Timestamp,
    ) {
        let split_time = split.effective_at(self.calendar);
        let ratio = split.ratio();
        let was_known_in_time = unadjusted_price.is_some();
        let snapshot = self.snapshot.as_mut();
        let snapshot_parts = snapshot.map(|snapshot| &mut snapshot.parts);
        let parts = self.parts.iter_mut();
        for part in parts.chain(snapshot_parts.into_iter().flatten()) {
            part.measure
                .adjust_for_split(ratio, split_time, was_known_in_time);
        }
        if let (Some(downtime), Some(price)) = (&mut self.downtime, unadjusted_price) {
            downtime.adjust_for_split(ratio, split_time, price);
        }
        self.adjust_thresholds(split, now);
    }

    /// Adjusts the thresholds for a split, once, after it has taken effect.
    pub(super) fn adjust_thresholds(&mut self, split: &Split, now: Timestamp) {
        if !self.alert.is_due_for(split, self.calendar, now) {
            return;
        }
        self.alert = self.alert.adjusted_for_split(split);
        let terms: Vec<_> = self.alert.terms().collect();
        let snapshot = self.snapshot.as_mut();
        let snapshot_parts = snapshot.map(|snapshot| &mut snapshot.parts[..]);
        let all_parts = [Some(&mut self.parts[..]), snapshot_parts];
        for parts in all_parts.into_iter().flatten() {
            for (part, term) in parts.iter_mut().zip(&terms) {
                part.term = *term;
                part.measure.set_threshold(term);
            }
        }
    }
}
