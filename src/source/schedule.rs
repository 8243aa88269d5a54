//! Runs sources. After a success, each source determines its delay; after failures, the delays increase and have jitter.

use std::{
    panic::{AssertUnwindSafe, resume_unwind},
    time::Duration,
};

use futures_util::FutureExt as _;
use tokio::sync::watch;

use super::{Context, Source, SourceError, clock_sleep};
use crate::runtime::backoff::full_jitter;

/// The maximum delay after the first failure.
const BASE_DELAY: Duration = Duration::from_secs(5);
/// The delay while the server's clock is behind.
const CLOCK_BEHIND_DELAY: Duration = Duration::from_secs(60);
/// The maximum delay after repeated failures.
const MAX_DELAY: Duration = Duration::from_secs(15 * 60);

/// Runs a source until `stopped` becomes true. A panic is recorded as a failure and passed to the supervisor, which creates the source
/// again.
///
/// Delays are random per process, so that two servers that lose a provider at the same time do not retry together.
pub async fn run(source: Box<dyn Source>, context: Context, stopped: watch::Receiver<bool>) {
    run_with(source, context, stopped, fastrand::Rng::new()).await;
}

/// Like [`run`], with delays from `random`.
pub async fn run_with(
    mut source: Box<dyn Source>,
    context: Context,
    mut stopped: watch::Receiver<bool>,
    mut random: fastrand::Rng,
) {
    loop {
        let refresh = AssertUnwindSafe(source.refresh(&context)).catch_unwind();
        let outcome = tokio::select! {
            outcome = refresh => outcome,
            () = async { let _ = stopped.wait_for(|stopped| *stopped).await; } => return,
        };
        let now = context.clock.now();
        let outcome = outcome.unwrap_or_else(|panic| {
            let error =
                SourceError::InvalidResponse("Marketdeck panicked while reading it".to_owned());
            context.health.failed(now, &error, Duration::ZERO);
            resume_unwind(panic)
        });
        let pause_future = match outcome {
            Ok(pause) => {
                context.health.succeeded(now, pause);
                // After the clock is set, a refresh at a time of day is due at another moment.
                clock_sleep::sleep_unless_clock_set(&*context.clock, pause).boxed()
            }
            Err(SourceError::Stopping) => return,
            Err(error) => {
                let failures = context.health.read().consecutive_failures;
                let delay = retry_delay(&error, failures, &mut random);
                context.health.failed(now, &error, delay);
                tokio::time::sleep(delay).boxed()
            }
        };
        tokio::select! {
            () = pause_future => {}
            () = async { let _ = stopped.wait_for(|stopped| *stopped).await; } => return,
        }
    }
}

/// Returns the delay after a failure: exponential backoff with jitter, at least the delay that the source asked for, and at least one
/// second.
pub(crate) fn retry_delay(
    error: &SourceError,
    failures_before: u32,
    random: &mut fastrand::Rng,
) -> Duration {
    let jittered =
        full_jitter(BASE_DELAY, MAX_DELAY, failures_before, random).max(Duration::from_secs(1));
    match error {
        SourceError::Throttled { retry_after, .. } => {
            // Without `Retry-After`, a throttled source is also retried later than a failing one.
            jittered
                .max(retry_after.unwrap_or(BASE_DELAY * 6))
                .min(Duration::from_secs(24 * 3_600))
        }
        // The source works, and the clock may be corrected at any time.
        SourceError::ClockBehind(_) => CLOCK_BEHIND_DELAY,
        SourceError::AccessDenied { delay, .. } => jittered.max(*delay),
        SourceError::Feed(_, error) | SourceError::Price(_, error) => {
            retry_delay(error, failures_before, random)
        }
        _ => jittered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_increase_up_to_fifteen_minutes() {
        let mut random = fastrand::Rng::with_seed(7);
        let error = SourceError::Status(500);
        let mut longest = |failures| {
            (0..200)
                .map(|_| retry_delay(&error, failures, &mut random))
                .max()
                .unwrap()
        };
        assert!(longest(0) <= BASE_DELAY);
        assert!(longest(3) > BASE_DELAY * 6 && longest(3) <= BASE_DELAY * 8);
        assert!(longest(40) <= MAX_DELAY);
    }

    #[test]
    fn retry_after_is_respected() {
        let mut random = fastrand::Rng::with_seed(7);
        let error = SourceError::Throttled {
            status: 429,
            retry_after: Some(Duration::from_secs(600)),
        };
        assert!(retry_delay(&error, 0, &mut random) >= Duration::from_secs(600));
        let feed = SourceError::Feed("wire".to_owned(), Box::new(error));
        assert!(retry_delay(&feed, 0, &mut random) >= Duration::from_secs(600));
    }
}
