//! Sleeping until a time of day, by a clock that may be set meanwhile.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::{Instant, sleep};

use crate::domain::Clock;

/// How often the clock is read during a sleep.
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_secs(15);
/// A clock that advanced by this much more than the elapsed time was set. Single-board computers without a battery-backed clock are
/// minutes to years behind until the network is up.
const SET_FORWARD: SignedDuration = SignedDuration::from_secs(30);
/// A clock that went back by this much was set; smaller steps are adjustments.
const SET_BACK: SignedDuration = SignedDuration::from_secs(2);

/// Sleeps for `pause`, or until `clock` is set: times of day are then due at other moments.
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
            tracing::info!("clock: the system clock was set, rescheduling");
            return;
        }
        last = now;
    }
}

/// Returns true if the clock was set: it read `started`, then `last`, and reads `now` after `passed`.
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

    /// Duration of a one-hour sleep if the clock is moved by `moved` seconds after the first minute.
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
    async fn setting_the_clock_ends_a_sleep_and_adjusting_it_does_not() {
        for moved in [1_800, 86_400 * 365, -1_800] {
            let rested = rested(moved).await;
            assert!(rested < Duration::from_secs(90), "{moved}: {rested:?}");
        }
        for moved in [0, 20, -1] {
            assert_eq!(rested(moved).await, Duration::from_secs(3_600), "{moved}");
        }
    }
}
