//! Rate limit on the messages that a client sends over a live connection.

use tokio::time::Instant;

/// Maximum burst of messages. A page that switches between two long lists sends thousands of subscriptions at once.
const BURST: f64 = 4_096.0;
/// Maximum number of messages per second on average.
const PER_SECOND: f64 = 100.0;

/// A token bucket, which is full at the start. Each message takes a token.
#[derive(Debug)]
pub(super) struct TokenBucket {
    tokens: f64,
    updated_at: Instant,
}

impl TokenBucket {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            tokens: BURST,
            updated_at: now,
        }
    }

    /// Takes a token; returns `false` if the bucket is empty.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let refill = now.duration_since(self.updated_at).as_secs_f64() * PER_SECOND;
        self.tokens = (self.tokens + refill).min(BURST) - 1.0;
        self.updated_at = now;
        self.tokens >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn messages_beyond_the_burst_are_refused_until_tokens_refill() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(start);
        let accepted = (0..10_000).take_while(|_| bucket.take(start)).count();
        assert_eq!(accepted, 4_096);
        assert!(bucket.take(start + Duration::from_secs(1)));
    }

    #[test]
    fn a_steady_rate_is_never_refused() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(start);
        assert!((0..100_000_u64).all(|n| bucket.take(start + Duration::from_millis(n * 10))));
    }
}
