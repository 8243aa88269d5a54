//! Exponential back-off for retries.

use std::time::Duration;

/// Returns the delay before a retry by exponential back-off with full jitter: a uniformly random
/// fraction of `base · 2^failures`, which is limited to `max`. The jitter prevents clients that
/// failed together from retrying together.
pub(crate) fn full_jitter(
    base: Duration,
    max: Duration,
    failures: u32,
    random: &mut fastrand::Rng,
) -> Duration {
    let max_delay = base.saturating_mul(1 << failures.min(20)).min(max);
    max_delay.mul_f64(random.f64())
}
