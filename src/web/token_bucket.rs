//! A limit on a rate, with bursts.

use tokio::time::Instant;

/// A token bucket, which is full at the start. Each message or request takes a token.
#[derive(Debug)]
pub(in crate::web) struct TokenBucket {
    tokens: f64,
    /// Maximum number of tokens.
    burst: f64,
    /// Number of tokens that are added per second.
    per_second: f64,
    updated_at: Instant,
}

impl TokenBucket {
    pub(in crate::web) fn new(burst: f64, per_second: f64, now: Instant) -> Self {
        Self {
            tokens: burst,
            burst,
            per_second,
            updated_at: now,
        }
    }

    /// Takes a token; returns `false` if the bucket is empty.
    pub(in crate::web) fn take(&mut self, now: Instant) -> bool {
        let tokens = self.tokens_at(now);
        let has_token = tokens >= 1.0;
        self.tokens = if has_token { tokens - 1.0 } else { tokens };
        self.updated_at = now;
        has_token
    }

    /// Returns true if the bucket is full, so that it equals a new one.
    pub(in crate::web) fn is_full(&self, now: Instant) -> bool {
        self.tokens_at(now) >= self.burst
    }

    fn tokens_at(&self, now: Instant) -> f64 {
        let refill = now.duration_since(self.updated_at).as_secs_f64() * self.per_second;
        (self.tokens + refill).min(self.burst)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn messages_beyond_the_burst_are_refused_until_tokens_refill() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(4_096.0, 100.0, start);
        let accepted = (0..10_000).take_while(|_| bucket.take(start)).count();
        assert_eq!(accepted, 4_096);
        assert!(bucket.take(start + Duration::from_secs(1)));
    }

    #[test]
    fn a_steady_rate_is_never_refused() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(4_096.0, 100.0, start);
        assert!((0..100_000_u64).all(|n| bucket.take(start + Duration::from_millis(n * 10))));
    }
}
