//! How much a live connection may say.

use tokio::time::Instant;

/// Messages that may come at once: a page that leaves a long list for another one.
const BURST: f64 = 4_096.0;
/// Messages that may come every second for ever.
const PER_SECOND: f64 = 100.0;

/// A token bucket: full at first, refilled with time.
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

    /// Takes one message's worth; `false` when nothing is left.
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
    fn a_flood_runs_out_and_patience_refills() {
        let start = Instant::now();
        let mut allowance = Allowance::new(start);
        let said = (0..10_000).take_while(|_| allowance.take(start)).count();
        assert_eq!(said, 4_096);
        assert!(allowance.take(start + Duration::from_secs(1)));
    }

    #[test]
    fn a_steady_pace_goes_on_for_ever() {
        let start = Instant::now();
        let mut allowance = Allowance::new(start);
        assert!((0..100_000_u64).all(|n| allowance.take(start + Duration::from_millis(n * 10))));
    }
}
