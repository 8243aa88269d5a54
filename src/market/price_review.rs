//! Unconfirmed and rejected prices of a ticker; in memory only.

use crate::domain::{
    Timestamp,
    quote::{Doubt, UnconfirmedPrice},
};

/// An unconfirmed or rejected price, as shown to users.
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
    pub(crate) unconfirmed: Option<UnconfirmedPrice>,
    /// Extended-hours price that waits for confirmation.
    pub(crate) unconfirmed_extended: Option<UnconfirmedPrice>,
    /// Time at which the newest accepted price was received.
    pub(crate) accepted_at: Option<Timestamp>,
    /// Factor by which the price moved when an unconfirmed price was last confirmed.
    last_move: Option<f64>,
    /// Time since which a split is possible: the time of the first accepted opening price far from the previous close.
    possible_split_since: Option<Timestamp>,
    /// Last unconfirmed or rejected price; `None` after a later price was accepted.
    pub(crate) last: Option<DoubtedPrice>,
}

impl PriceReview {
    /// Records an unconfirmed or rejected price. Returns true if there was none before.
    pub(crate) fn record_doubt(
        &mut self,
        provider: &str,
        doubt: Doubt,
        awaits_confirmation: bool,
        now: Timestamp,
    ) -> bool {
        let reason = if awaits_confirmation {
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
        if self.unconfirmed.is_some() {
            self.last_move = previous.map(|previous| price / previous);
        }
        self.unconfirmed = None;
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

    /// Returns the factor by which the price moved when an unconfirmed price was last confirmed.
    pub(crate) fn last_move(&self) -> Option<f64> {
        self.last_move
    }

    /// Records an accepted extended-hours price. An unconfirmed regular price still waits for confirmation.
    pub(crate) fn record_accepted_extended(&mut self) {
        self.unconfirmed_extended = None;
        if self.unconfirmed.is_none() {
            self.last = None;
        }
    }
}
