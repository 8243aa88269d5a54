//! The wall clock: the one place where time comes from. Everybody else is handed a [`Clock`].

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::domain::clock::Clock;

/// The wall clock, or one that runs beside it at a fixed distance.
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
    reason = "the one place where time comes from"
)]
fn wall() -> Timestamp {
    Timestamp::now()
}

/// A clock that shows `start` now, or the time there is.
pub(crate) fn starting_at(start: Option<Timestamp>) -> Arc<dyn Clock> {
    let ahead = start.map_or(SignedDuration::ZERO, |start| start.duration_since(wall()));
    Arc::new(WallClock { ahead })
}
