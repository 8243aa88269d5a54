//! Held and rejected prices of a ticker; in memory only.

use crate::domain::{
    Timestamp,
    quote::{Doubt, HeldPrice},
};

/// A held or rejected price, as shown to users.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DoubtedPrice {
    /// Name of the provider.
    pub(crate) provider: String,
    /// Reason, one sentence.
    pub(crate) reason: String,
    /// When it was received.
    pub(crate) at: Timestamp,
}

/// Prices that wait for confirmation, and the last one that was not accepted.
#[derive(Debug, Clone, Default)]
pub(crate) struct PriceReview {
    /// Regular price that waits for confirmation.
    pub(crate) held: Option<HeldPrice>,
    /// Extended-hours price that waits for confirmation.
    pub(crate) held_extended: Option<HeldPrice>,
    /// When the newest accepted price was received.
    pub(crate) taken_at: Option<Timestamp>,
    /// Factor of the last large move of the accepted price.
    moved_by: Option<f64>,
    /// When a price was first accepted that opened far from the previous close.
    perhaps_split: Option<Timestamp>,
    /// Last price that was not accepted; `None` once a later one was.
    pub(crate) last: Option<DoubtedPrice>,
}

impl PriceReview {
    /// Records a held or rejected price. Returns true if there was none before.
    pub(crate) fn note(
        &mut self,
        provider: &str,
        doubt: Doubt,
        is_held: bool,
        now: Timestamp,
    ) -> bool {
        let reason = if is_held {
            format!("Not shown until a second price confirms it: {doubt}.")
        } else {
            format!("Refused: {doubt}.")
        };
        let unbelieved = DoubtedPrice {
            provider: provider.to_owned(),
            reason,
            at: now,
        };
        self.last.replace(unbelieved).is_none()
    }

    /// Records that a regular price was accepted; `before` is the previous one.
    pub(crate) fn accepted(&mut self, before: Option<f64>, price: f64, now: Timestamp) {
        if self.held.is_some() {
            self.moved_by = before.map(|before| price / before);
        }
        self.held = None;
        self.last = None;
        self.taken_at = Some(now);
    }

    /// Records that a session opened far from the previous close.
    pub(crate) fn opened_far(&mut self, now: Timestamp) {
        self.perhaps_split.get_or_insert(now);
    }

    /// Records that daily bars arrived; a split would have arrived with them.
    pub(crate) fn bars_came(&mut self) {
        self.perhaps_split = None;
    }

    /// Returns since when the ticker may have been split.
    pub(crate) fn perhaps_split(&self) -> Option<Timestamp> {
        self.perhaps_split
    }

    /// Returns the factor by which the price moved when a held price was last confirmed.
    pub(crate) fn moved_by(&self) -> Option<f64> {
        self.moved_by
    }

    /// Records that an extended-hours price was accepted. A held regular price continues to wait.
    pub(crate) fn accepted_extended(&mut self) {
        self.held_extended = None;
        if self.held.is_none() {
            self.last = None;
        }
    }
}
