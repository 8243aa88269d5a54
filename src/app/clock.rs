//! The wall clock. This file alone reads the system's time; all other code takes a [`Clock`].

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::domain::Clock;

/// The wall clock, shifted by a fixed offset.
struct WallClock {
    ahead: SignedDuration,
}

impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        wall().checked_add(self.ahead).unwrap_or(Timestamp::MAX)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the only place that reads the system's time"
)]
fn wall() -> Timestamp {
    Timestamp::now()
}

/// Returns a clock that shows `start` now, or the wall clock if that is `None`.
pub(crate) fn starting_at(start: Option<Timestamp>) -> Arc<dyn Clock> {
    let ahead = start.map_or(SignedDuration::ZERO, |start| start.duration_since(wall()));
    Arc::new(WallClock { ahead })
}
