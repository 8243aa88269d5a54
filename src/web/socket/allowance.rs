//! Rate limit on messages from a live connection.

use tokio::time::Instant;

/// Maximum burst of messages: a page switching from one long list to another.
const BURST: f64 = 4_096.0;
/// Sustained messages per second.
const PER_SECOND: f64 = 100.0;

/// A token bucket that starts full.
#[derive(Debug)]
pub(super) struct Allowance {
    left: f64,
    at: Instant,
}

impl Allowance {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            left: BURST,
            at: now,
        }
    }

    /// Takes one token; returns `false` if none is left.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let refill = now.duration_since(self.at).as_secs_f64() * PER_SECOND;
        self.left = (self.left + refill).min(BURST) - 1.0;
        self.at = now;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_flood_is_refused_and_tokens_refill_with_time() {
        let start = Instant::now();
        let mut allowance = Allowance::new(start);
        let said = (0..10_000).take_while(|_| allowance.take(start)).count();
        assert_eq!(said, 4_096);
        assert!(allowance.take(start + Duration::from_secs(1)));
    }

    #[test]
    fn a_steady_rate_is_never_refused() {
        let start = Instant::now();
        let mut allowance = Allowance::new(start);
        assert!((0..100_000_u64).all(|n| allowance.take(start + Duration::from_millis(n * 10))));
    }
}
