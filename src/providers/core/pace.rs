//! When one of several addresses is asked again: at its own pace while it answers, with pauses that
//! double while it does not. One that asks to slow down is given the pauses of any other source.

use crate::source::{SourceError, schedule};

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

    /// Doubles the usual pause of `every` seconds with every failure. Who asks to slow down says for how
    /// long, or for a short while first.
    pub(crate) fn failed(&mut self, now: i64, every: i64, error: &SourceError) {
        self.paused = matches!(error, SourceError::Throttled { .. });
        let pause = if self.paused {
            let pause = schedule::pause(error, self.failures, &mut fastrand::Rng::new());
            i64::try_from(pause.as_secs()).unwrap_or(LONGEST_PAUSE)
        } else {
            let doubled = every.saturating_mul(1 << self.failures.min(10));
            doubled.min(LONGEST_PAUSE.max(every))
        };
        self.failures += 1;
        self.wait(now, pause);
    }

    fn wait(&mut self, now: i64, seconds: i64) {
        self.set = now;
        self.due = now.saturating_add(seconds);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn slow_down(seconds: Option<u64>) -> SourceError {
        SourceError::Throttled {
            status: 429,
            retry_after: seconds.map(Duration::from_secs),
        }
    }

    #[test]
    fn an_address_that_asks_to_slow_down_comes_back_when_it_says_or_soon() {
        let mut pace = Pace::default();
        pace.failed(0, 900, &slow_down(None));
        assert_eq!(pace.due(0), 30);
        pace.failed(0, 900, &slow_down(Some(60)));
        assert_eq!(pace.due(0), 60);
        pace.due_at_once();
        assert_eq!(pace.due(0), 60, "it asked for its pause");
        pace.failed(0, 900, &slow_down(Some(7_200)));
        assert_eq!(pace.due(0), 7_200);
        for _ in 0..40 {
            pace.failed(0, 900, &slow_down(None));
            assert!((30..=900).contains(&pace.due(0)), "{}", pace.due(0));
        }
    }

    #[test]
    fn the_pauses_of_an_address_that_fails_double_up_to_six_hours() {
        let mut pace = Pace::default();
        let pauses = [900, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600];
        for expected in pauses {
            pace.failed(0, 900, &SourceError::Status(500));
            assert_eq!(pace.due(0), expected);
        }
        pace.due_at_once();
        assert_eq!(pace.due(0), 0);
    }
}
