//! Pauses after failures.

use std::time::Duration;

/// Exponential back-off with full jitter: a uniformly random share of `base`, doubled for each of the
/// `failures` before and `longest` at most. What failed together does not return together.
pub(crate) fn full_jitter(
    base: Duration,
    longest: Duration,
    failures: u32,
    random: &mut fastrand::Rng,
) -> Duration {
    let ceiling = base.saturating_mul(1 << failures.min(20)).min(longest);
    ceiling.mul_f64(random.f64())
}
