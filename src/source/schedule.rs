//! When a source is asked again: at its own pace while all is well, with growing and
//! jittered pauses while it is not.

use std::{
    panic::{AssertUnwindSafe, resume_unwind},
    time::Duration,
};

use futures_util::FutureExt as _;
use tokio::sync::watch;

use super::{Context, Source, SourceError, clock_sleep};
use crate::runtime::backoff::full_jitter;

/// Pause after a first failure.
const BASE_DELAY: Duration = Duration::from_secs(5);
/// Pause while our own clock is behind.
const CLOCK_BEHIND_DELAY: Duration = Duration::from_secs(60);
/// Longest pause.
const MAX_DELAY: Duration = Duration::from_secs(15 * 60);

/// Runs a source until `stopped` turns true. A panic in it is recorded as a failure and goes on to
/// the supervisor, which makes the source anew.
///
/// The pauses of failures are drawn from the system's entropy: two servers that lose a provider at
/// the same moment do not come back to it together.
pub async fn run(source: Box<dyn Source>, context: Context, stopped: watch::Receiver<bool>) {
    run_with(source, context, stopped, fastrand::Rng::new()).await;
}

/// [`run`] with pauses from `random`.
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
            let error = SourceError::Shape("the program failed on it".to_owned());
            context.health.failed(now, &error, Duration::ZERO);
            resume_unwind(panic)
        });
        let pausing = match outcome {
            Ok(pause) => {
                context.health.succeeded(now, pause);
                // What is due is reckoned by the clock: it is due at another time once that is set.
                clock_sleep::sleep_unless_clock_set(&*context.clock, pause).boxed()
            }
            Err(SourceError::Stopping) => return,
            Err(error) => {
                let failures = context.health.read().consecutive_failures;
                let rest = pause(&error, failures, &mut random);
                context.health.failed(now, &error, rest);
                tokio::time::sleep(rest).boxed()
            }
        };
        tokio::select! {
            () = pausing => {}
            () = async { let _ = stopped.wait_for(|stopped| *stopped).await; } => return,
        }
    }
}

/// Exponential back-off with jitter, but never sooner than the source asked for, and never at once.
pub(crate) fn pause(
    error: &SourceError,
    failures_before: u32,
    random: &mut fastrand::Rng,
) -> Duration {
    let jittered =
        full_jitter(BASE_DELAY, MAX_DELAY, failures_before, random).max(Duration::from_secs(1));
    match error {
        SourceError::Throttled { retry_after, .. } => {
            // A throttled source is asked later than a broken one, even where it names no time.
            jittered
                .max(retry_after.unwrap_or(BASE_DELAY * 6))
                .min(Duration::from_secs(24 * 3_600))
        }
        // Nothing is wrong with the source, and the clock may be set at any moment.
        SourceError::ClockBehind(_) => CLOCK_BEHIND_DELAY,
        SourceError::NotAllowed { rest, .. } => jittered.max(*rest),
        SourceError::Feed(_, error) | SourceError::Price(_, error) => {
            pause(error, failures_before, random)
        }
        _ => jittered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_quarter_of_an_hour() {
        let mut random = fastrand::Rng::with_seed(7);
        let error = SourceError::Status(500);
        let mut longest = |failures| {
            (0..200)
                .map(|_| pause(&error, failures, &mut random))
                .max()
                .unwrap()
        };
        assert!(longest(0) <= BASE_DELAY);
        assert!(longest(3) > BASE_DELAY * 6 && longest(3) <= BASE_DELAY * 8);
        assert!(longest(40) <= MAX_DELAY);
    }

    #[test]
    fn a_source_that_names_a_time_is_given_it() {
        let mut random = fastrand::Rng::with_seed(7);
        let error = SourceError::Throttled {
            status: 429,
            retry_after: Some(Duration::from_secs(600)),
        };
        assert!(pause(&error, 0, &mut random) >= Duration::from_secs(600));
        let feed = SourceError::Feed("wire".to_owned(), Box::new(error));
        assert!(pause(&feed, 0, &mut random) >= Duration::from_secs(600));
    }
}
