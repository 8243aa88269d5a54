//! Backoff for reopening the database file.

use std::time::{Duration, Instant};

/// Limits attempts to reopen the file. Opening with a check reads the whole file while all requests
/// wait, so attempts are at least a minute apart, and the delay increases while they fail.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    last_attempt: Option<Instant>,
    failures: u32,
}

impl Backoff {
    const MIN_DELAY: Duration = Duration::from_secs(60);
    const MAX_DELAY: Duration = Duration::from_secs(3_600);

    /// Returns true if an attempt is allowed at `now`, and counts it.
    pub(super) fn try_acquire(&mut self, now: Instant) -> bool {
        let delay = (Self::MIN_DELAY * 2_u32.pow(self.failures.saturating_sub(1).min(6)))
            .min(Self::MAX_DELAY);
        let allowed = self
            .last_attempt
            .is_none_or(|last_attempt| now.saturating_duration_since(last_attempt) >= delay);
        if allowed {
            self.last_attempt = Some(now);
            self.failures += 1;
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_increase_from_a_minute_to_an_hour() {
        let mut backoff = Backoff::default();
        let start = Instant::now();
        let attempts: Vec<u64> = (0..20_000)
            .filter(|second| backoff.try_acquire(start + Duration::from_secs(*second)))
            .collect();
        assert_eq!(
            attempts,
            [
                0, 60, 180, 420, 900, 1_860, 3_780, 7_380, 10_980, 14_580, 18_180
            ]
        );
    }
}
