//! The prices of a ticker that were not believed, in memory only.

use crate::domain::{
    Timestamp,
    quote::{Doubt, HeldPrice},
};

/// A price that was held or refused, for people to read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct UnbelievedPrice {
    /// Name of the provider.
    pub(crate) provider: String,
    /// Why, in one sentence.
    pub(crate) reason: String,
    /// When it was received.
    pub(crate) at: Timestamp,
}

/// What waits for confirmation, and what was not believed last.
#[derive(Debug, Clone, Default)]
pub(crate) struct Doubts {
    /// The regular price that waits for a second one.
    pub(crate) held: Option<HeldPrice>,
    /// The same of a price from outside regular hours.
    pub(crate) held_extended: Option<HeldPrice>,
    /// When the newest believed price was received.
    pub(crate) taken_at: Option<Timestamp>,
    /// By which factor the believed price moved last when it moved far.
    moved_by: Option<f64>,
    /// Since when a price is known that opened far from the last close.
    perhaps_split: Option<Timestamp>,
    /// The price that was not believed last; `None` once a believed one came after it.
    pub(crate) last: Option<UnbelievedPrice>,
}

impl Doubts {
    /// Notes a price that is held or refused. Returns true if none was before.
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
        let unbelieved = UnbelievedPrice {
            provider: provider.to_owned(),
            reason,
            at: now,
        };
        self.last.replace(unbelieved).is_none()
    }

    /// Notes that a regular price was believed after the one `before`.
    pub(crate) fn believed(&mut self, before: Option<f64>, price: f64, now: Timestamp) {
        if self.held.is_some() {
            self.moved_by = before.map(|before| price / before);
        }
        self.held = None;
        self.last = None;
        self.taken_at = Some(now);
    }

    /// Notes that a session opened far from the last close.
    pub(crate) fn opened_far(&mut self, now: Timestamp) {
        self.perhaps_split.get_or_insert(now);
    }

    /// Notes that daily bars came, with which a split would have come.
    pub(crate) fn bars_came(&mut self) {
        self.perhaps_split = None;
    }

    /// Since when the ticker may have been split.
    pub(crate) fn perhaps_split(&self) -> Option<Timestamp> {
        self.perhaps_split
    }

    /// By which factor the believed price moved when a held price was confirmed last.
    pub(crate) fn moved_by(&self) -> Option<f64> {
        self.moved_by
    }

    /// Notes that a price from outside regular hours was believed. A regular price that is held goes on waiting.
    pub(crate) fn believed_extended(&mut self) {
        self.held_extended = None;
        if self.held.is_none() {
            self.last = None;
        }
    }
}
