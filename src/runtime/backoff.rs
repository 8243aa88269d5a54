//! Exponential back-off for retries.

use std::time::Duration;

/// Exponential back-off with full jitter: returns a uniformly random share of `base · 2^failures`, capped at `max`. The jitter
/// keeps clients that failed together from retrying together.
pub(crate) fn full_jitter(
    base: Duration,
    max: Duration,
    failures: u32,
    random: &mut fastrand::Rng,
) -> Duration {
    let ceiling = base.saturating_mul(1 << failures.min(20)).min(max);
    ceiling.mul_f64(random.f64())
}
