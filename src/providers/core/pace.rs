//! When one of several addresses is asked again: at its own pace while it answers, with pauses that
//! double while it does not.

use crate::source::SourceError;

/// Longest pause of an address that fails, in seconds.
const LONGEST_PAUSE: i64 = 6 * 3_600;

/// When an address is asked again, and how it has been doing.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    /// Unix seconds.
    due: i64,
    /// When `due` was set.
    set: i64,
    failures: u32,
    /// It asked for its pause itself.
    paused: bool,
}

impl Pace {
    /// When it is asked again, as of `now`: at once, where the clock was set back since that was
    /// reckoned. In Unix seconds.
    pub(crate) fn due(&self, now: i64) -> i64 {
        if self.set > now { 0 } else { self.due }
    }

    /// Failures in a row.
    pub(crate) fn failures(&self) -> u32 {
        self.failures
    }

    /// It answered, and is asked again after `every` seconds.
    pub(crate) fn succeeded(&mut self, now: i64, every: i64) {
        self.failures = 0;
        self.paused = false;
        self.wait(now, every);
    }

    /// It is asked again at once, unless it asked for a pause itself.
    pub(crate) fn due_at_once(&mut self) {
        if !self.paused {
            self.due = 0;
        }
    }

    /// Doubles the usual pause of `every` seconds with every failure.
    pub(crate) fn failed(&mut self, now: i64, every: i64, error: &SourceError) {
        let doubled = every.saturating_mul(1 << self.failures.min(10));
        let asked_for = match error {
            SourceError::Throttled {
                retry_after: Some(pause),
                ..
            } => i64::try_from(pause.as_secs()).unwrap_or(LONGEST_PAUSE),
            _ => 0,
        };
        self.failures += 1;
        self.paused = matches!(error, SourceError::Throttled { .. });
        self.wait(now, doubled.min(LONGEST_PAUSE.max(every)).max(asked_for));
    }

    fn wait(&mut self, now: i64, seconds: i64) {
        self.set = now;
        self.due = now.saturating_add(seconds);
    }
}
