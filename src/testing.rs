//! Test helpers that need access to private items of the crate.

#[cfg(test)]
pub(crate) mod fuzz;

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

use crate::domain::Clock;
#[cfg(test)]
use crate::domain::{quote::Quote, ticker::TickerId};

/// Returns a quote of ticker 1 with only a price.
#[cfg(test)]
pub(crate) fn quote(price: f64, as_of: Timestamp) -> Quote {
    Quote {
        id: TickerId(1),
        price,
        as_of,
        source: "test".into(),
        previous_close: None,
        is_bar_close: false,
        change_24h: None,
        change_7d: None,
        market_cap: None,
        volume_24h: None,
        day_high: None,
        day_low: None,
        year_high: None,
        year_low: None,
        all_time_high: None,
        supply: None,
        extended: None,
        adjusted_for: None,
    }
}

/// A clock that changes only by calls of its methods.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Creates a clock that shows `at` (to the millisecond).
    pub fn new(at: Timestamp) -> Self {
        Self(AtomicI64::new(at.as_millisecond()))
    }

    /// Sets the clock to `at`.
    pub fn set(&self, at: Timestamp) {
        self.0.store(at.as_millisecond(), Ordering::SeqCst);
    }

    /// Moves the clock forward by `seconds`, or backward if negative.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}
