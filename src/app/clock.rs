//! The wall clock. Only this file reads the system time. All other code uses a [`Clock`].

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::domain::Clock;

/// The wall clock plus a fixed offset.
struct WallClock {
    offset: SignedDuration,
}

impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        system_time()
            .checked_add(self.offset)
            .unwrap_or(Timestamp::MAX)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the only function that reads the system time"
)]
fn system_time() -> Timestamp {
    Timestamp::now()
}

/// Returns a clock that now shows `start`, or the wall clock if `start` is `None`.
pub(crate) fn starting_at(start: Option<Timestamp>) -> Arc<dyn Clock> {
    let offset = start.map_or(SignedDuration::ZERO, |start| {
        start.duration_since(system_time())
    });
    Arc::new(WallClock { offset })
}
