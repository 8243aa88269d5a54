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
    /// Time at which the price was received.
    pub(crate) at: Timestamp,
}

/// The results of the plausibility checks of a ticker's prices.
#[derive(Debug, Clone, Default)]
pub(crate) struct PriceReview {
    /// Regular price that waits for confirmation.
    pub(crate) held: Option<HeldPrice>,
    /// Extended-hours price that waits for confirmation.
    pub(crate) held_extended: Option<HeldPrice>,
    /// Time at which the newest accepted price was received.
    pub(crate) accepted_at: Option<Timestamp>,
    /// Factor by which the price moved when a held price was last confirmed.
    last_move: Option<f64>,
    /// Time since which a split is possible: the time of the first accepted opening price far from the previous close.
    possible_split_since: Option<Timestamp>,
    /// Last held or rejected price; `None` after a later price was accepted.
    pub(crate) last: Option<DoubtedPrice>,
}

impl PriceReview {
    /// Records a held or rejected price. Returns true if there was none before.
    pub(crate) fn record_doubt(
        &mut self,
        provider: &str,
        doubt: Doubt,
        is_held: bool,
        now: Timestamp,
    ) -> bool {
        let reason = if is_held {
            format!("Not shown until a second price confirms it: {doubt}.")
        } else {
            format!("Rejected: {doubt}.")
        };
        let doubted = DoubtedPrice {
            provider: provider.to_owned(),
            reason,
            at: now,
        };
        self.last.replace(doubted).is_none()
    }

    /// Records an accepted regular price; `previous` is the accepted price before.
    pub(crate) fn record_accepted(&mut self, previous: Option<f64>, price: f64, now: Timestamp) {
        if self.held.is_some() {
            self.last_move = previous.map(|previous| price / previous);
        }
        self.held = None;
        self.last = None;
        self.accepted_at = Some(now);
    }

    /// Records that a session opened far from the previous close, which may mean a split.
    pub(crate) fn record_possible_split(&mut self, now: Timestamp) {
        self.possible_split_since.get_or_insert(now);
    }

    /// Clears a possible split after daily bars arrived: the response would have contained the split.
    pub(crate) fn clear_possible_split(&mut self) {
        self.possible_split_since = None;
    }

    /// Returns the time since which the ticker may have been split; `None` if there is no sign of a split.
    pub(crate) fn possible_split_since(&self) -> Option<Timestamp> {
        self.possible_split_since
    }

    /// Returns the factor by which the price moved when a held price was last confirmed.
    pub(crate) fn last_move(&self) -> Option<f64> {
        self.last_move
    }

    /// Records an accepted extended-hours price. A held regular price still waits for confirmation.
    pub(crate) fn record_accepted_extended(&mut self) {
        self.held_extended = None;
        if self.held.is_none() {
            self.last = None;
        }
    }
}
