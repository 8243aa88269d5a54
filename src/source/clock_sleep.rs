//! Resting until something is due by a clock that may be set meanwhile.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::{Instant, sleep};

use crate::domain::Clock;

/// How often the clock is read during a rest.
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_secs(15);
/// A clock that is so much further than the time that passed was set: a board without one of its own is minutes to years
/// behind until the network is there.
const SET_FORWARD: SignedDuration = SignedDuration::from_secs(30);
/// A clock that goes back by so much was set; by less it is being slowed down.
const SET_BACK: SignedDuration = SignedDuration::from_secs(2);

/// Rests for `pause`, or until `clock` is set: what was due at a time of the day is due at another moment then.
pub(crate) async fn sleep_unless_clock_set(clock: &dyn Clock, pause: Duration) {
    let (began, started) = (Instant::now(), clock.now());
    let mut last = started;
    loop {
        let left = pause.saturating_sub(began.elapsed());
        if left.is_zero() {
            return;
        }
        sleep(left.min(CLOCK_CHECK_INTERVAL)).await;
        let now = clock.now();
        if was_set(started, last, now, began.elapsed()) {
            tracing::info!("clock: it was set; what is due is reckoned again");
            return;
        }
        last = now;
    }
}

/// Returns true if a clock that said `started`, then `last`, and says `now` after `passed` was set meanwhile.
fn was_set(started: Timestamp, last: Timestamp, now: Timestamp, passed: Duration) -> bool {
    let passed = SignedDuration::try_from(passed).unwrap_or(SignedDuration::MAX);
    let ahead = now.duration_since(started).saturating_sub(passed);
    ahead > SET_FORWARD || last.duration_since(now) > SET_BACK
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::testing::ManualClock;

    /// How long a rest of an hour lasts where the clock moves by so many seconds after its first minute.
    async fn rested(moved: i64) -> Duration {
        let clock = Arc::new(ManualClock::new("2026-11-27T13:00:00Z".parse().unwrap()));
        let began = Instant::now();
        let resting = tokio::spawn({
            let clock = Arc::clone(&clock);
            async move { sleep_unless_clock_set(&*clock, Duration::from_secs(3_600)).await }
        });
        sleep(Duration::from_secs(61)).await;
        clock.advance(moved);
        resting.await.unwrap();
        began.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_ends_a_rest_and_one_that_is_adjusted_does_not() {
        for moved in [1_800, 86_400 * 365, -1_800] {
            let rested = rested(moved).await;
            assert!(rested < Duration::from_secs(90), "{moved}: {rested:?}");
        }
        for moved in [0, 20, -1] {
            assert_eq!(rested(moved).await, Duration::from_secs(3_600), "{moved}");
        }
    }
}
