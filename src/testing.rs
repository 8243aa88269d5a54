//! What tests need from inside the crate and no other code does.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

use crate::domain::clock::Clock;

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that shows `at` (to the millisecond).
    pub fn new(at: Timestamp) -> Self {
        Self(AtomicI64::new(at.as_millisecond()))
    }

    /// Moves the clock to `at`.
    pub fn set(&self, at: Timestamp) {
        self.0.store(at.as_millisecond(), Ordering::SeqCst);
    }

    /// Moves the clock by `seconds`, backwards when negative.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}
