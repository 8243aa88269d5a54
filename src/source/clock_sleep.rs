//! Sleeps that end early if the system clock is set.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::{Instant, sleep};

use crate::domain::Clock;

/// The interval at which the clock is read during a sleep.
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_secs(15);
/// A clock that runs ahead of the elapsed time by more than this was set. Single-board computers without a battery-backed clock are
/// minutes to years behind until they reach the network.
const MAX_FORWARD_DRIFT: SignedDuration = SignedDuration::from_secs(30);
/// A clock that goes back by more than this was set; smaller steps are adjustments.
const MAX_BACKWARD_STEP: SignedDuration = SignedDuration::from_secs(2);

/// Sleeps for `pause`, or until `clock` is set, because actions at a time of day are then due at another moment.
pub(crate) async fn sleep_unless_clock_set(clock: &dyn Clock, pause: Duration) {
    let (start, start_time) = (Instant::now(), clock.now());
    let mut last = start_time;
    loop {
        let remaining = pause.saturating_sub(start.elapsed());
        if remaining.is_zero() {
            return;
        }
        sleep(remaining.min(CLOCK_CHECK_INTERVAL)).await;
        let now = clock.now();
        if was_set(start_time, last, now, start.elapsed()) {
            tracing::info!("clock: the system clock was set, rescheduling");
            return;
        }
        last = now;
    }
}

/// Returns true if the clock was set. It read `start_time` at first, then `last`, and reads `now` after the time `elapsed`.
fn was_set(start_time: Timestamp, last: Timestamp, now: Timestamp, elapsed: Duration) -> bool {
    let elapsed = SignedDuration::try_from(elapsed).unwrap_or(SignedDuration::MAX);
    let ahead = now.duration_since(start_time).saturating_sub(elapsed);
    ahead > MAX_FORWARD_DRIFT || last.duration_since(now) > MAX_BACKWARD_STEP
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::testing::ManualClock;

    /// Returns the duration of a one-hour sleep if the clock is shifted by `shift` seconds after the first minute.
    async fn sleep_duration(shift: i64) -> Duration {
        let clock = Arc::new(ManualClock::new("2026-11-27T13:00:00Z".parse().unwrap()));
        let start = Instant::now();
        let sleeping = tokio::spawn({
            let clock = Arc::clone(&clock);
            async move { sleep_unless_clock_set(&*clock, Duration::from_secs(3_600)).await }
        });
        sleep(Duration::from_secs(61)).await;
        clock.advance(shift);
        sleeping.await.unwrap();
        start.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn setting_the_clock_ends_a_sleep_and_adjusting_it_does_not() {
        for shift in [1_800, 86_400 * 365, -1_800] {
            let sleep_duration = sleep_duration(shift).await;
            assert!(
                sleep_duration < Duration::from_secs(90),
                "{shift}: {sleep_duration:?}"
            );
        }
        for shift in [0, 20, -1] {
            assert_eq!(
                sleep_duration(shift).await,
                Duration::from_secs(3_600),
                "{shift}"
            );
        }
    }
}
