//! Pseudorandom numbers as a function of their position.
//!
//! Every number is addressed by stream and position, never drawn in sequence: this makes a price a
//! pure function of seed, ticker and time.

use std::{f64::consts::TAU, sync::LazyLock};

/// The odd constant of Weyl sequences, 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// Standard deviations at which draws are cut off: a real market would halt before.
const MAX_DEVIATIONS: f64 = 5.0;
/// Number of slices in a precomputed table.
const TABLE_SLICES: usize = 256;

/// Returns the number at `position` of `stream`. A number can serve as a stream.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014), whose
/// generator can start at any position.
pub(super) fn draw(stream: u64, position: u64) -> u64 {
    let mut x = stream.wrapping_add(position.wrapping_add(1).wrapping_mul(GOLDEN));
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Returns the stream of a name (FNV-1a, then mixed).
pub(super) fn named(seed: u64, name: &str) -> u64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    draw(draw(seed, 0), hash)
}

/// Converts to a number strictly between 0 and 1.
pub(super) fn unit(draw: u64) -> f64 {
    ((draw >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}

/// Converts to a nearly normal number with mean 0, standard deviation 1 and limit 3.5: the sum of
/// the four 16-bit parts. Cheap, since there are millions of positions in a session.
pub(super) fn noise(draw: u64) -> f64 {
    const MEAN: f64 = 2.0 * 65_535.0;
    /// A uniform 16-bit number has variance (2³² − 1) / 12.
    const DEVIATION: f64 = 37_837.228;
    let sum = (draw & 0xffff) + (draw >> 16 & 0xffff) + (draw >> 32 & 0xffff) + (draw >> 48);
    (sum as f64 - MEAN) / DEVIATION
}

/// Converts to Student's t with four degrees of freedom, scaled to standard deviation 1: fat tails,
/// like daily returns.
///
/// Source: Bailey, "Polar Generation of Random Variates with the t-Distribution" (1994).
pub(super) fn fat_tailed(draw: u64) -> f64 {
    let radius_at = ((draw >> 32) as f64 + 0.5) / 4_294_967_296.0;
    let angle_at = (draw & 0xffff_ffff) as f64 / 4_294_967_296.0;
    let radius = (4.0 * (1.0 / radius_at.sqrt() - 1.0)).sqrt();
    // Four degrees of freedom have variance 2.
    let t = radius * (TAU * angle_at).cos() / std::f64::consts::SQRT_2;
    t.clamp(-MAX_DEVIATIONS, MAX_DEVIATIONS)
}

/// Returns noise that changes slowly over time: nearly normal values at multiples of `period`, with a smooth transition
/// in between.
pub(super) fn slow_noise(stream: u64, at: i64, period: i64) -> f64 {
    let node = at.div_euclid(period);
    let part = at.rem_euclid(period) as f64 / period as f64;
    let eased = part * part * (3.0 - 2.0 * part);
    let value = |node: i64| noise(draw(stream, node as u64));
    value(node) + (value(node + 1) - value(node)) * eased
}

/// Evaluates `f` at the middles of 256 equal slices of (0, 1).
fn tabulate(f: impl Fn(f64) -> f64) -> [f64; TABLE_SLICES] {
    std::array::from_fn(|i| f((i as f64 + 0.5) / TABLE_SLICES as f64))
}

/// Returns −2 ln u for one of 256 slices of a uniform u, from which the extreme of a Brownian
/// bridge is drawn.
pub(super) fn bridge_extreme(slice: u8) -> f64 {
    static VALUES: LazyLock<[f64; TABLE_SLICES]> = LazyLock::new(|| tabulate(|u| -2.0 * u.ln()));
    VALUES[usize::from(slice)]
}

/// Returns a log-normal factor with mean 1 for one of 256 slices: the relative volume of five minutes.
pub(super) fn volume_factor(slice: u8) -> f64 {
    /// Standard deviation of the logarithm.
    const DEVIATION: f64 = 0.5;
    static VALUES: LazyLock<[f64; TABLE_SLICES]> = LazyLock::new(|| {
        tabulate(|u| (DEVIATION * quantile(u) - DEVIATION * DEVIATION / 2.0).exp())
    });
    VALUES[usize::from(slice)]
}

/// Approximates the normal quantile. Source: Shore, "Simple Approximations for the Inverse
/// Cumulative Function" (1982); within 0.02 for the table's arguments.
fn quantile(u: f64) -> f64 {
    let upper = |u: f64| 5.555_6 * (1.0 - ((1.0 - u) / u).powf(0.118_6));
    if u >= 0.5 { upper(u) } else { -upper(1.0 - u) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the mean, variance and kurtosis of many draws.
    fn mean_variance_and_kurtosis(convert: impl Fn(u64) -> f64) -> (f64, f64, f64) {
        const COUNT: u64 = 200_000;
        let values: Vec<f64> = (0..COUNT).map(|i| convert(draw(7, i))).collect();
        let mean = values.iter().sum::<f64>() / COUNT as f64;
        let central_moment =
            |power: i32| values.iter().map(|v| (v - mean).powi(power)).sum::<f64>() / COUNT as f64;
        let variance = central_moment(2);
        (mean, variance, central_moment(4) / variance.powi(2))
    }

    #[test]
    fn draws_have_the_documented_mean_deviation_and_tails() {
        let (mean, variance, kurtosis) = mean_variance_and_kurtosis(noise);
        assert!(
            mean.abs() < 0.01 && (variance - 1.0).abs() < 0.02,
            "{mean} {variance}"
        );
        assert!((kurtosis - 2.7).abs() < 0.1, "{kurtosis}");
        let (mean, variance, kurtosis) = mean_variance_and_kurtosis(fat_tailed);
        assert!(
            mean.abs() < 0.02 && (variance - 0.95).abs() < 0.1,
            "{mean} {variance}"
        );
        assert!(kurtosis > 5.0, "{kurtosis}");
        let (mean, variance, _) = mean_variance_and_kurtosis(unit);
        assert!((mean - 0.5).abs() < 0.005 && (variance - 1.0 / 12.0).abs() < 0.002);
    }

    #[test]
    fn neighbouring_draws_are_independent() {
        let lagged: f64 = (0..100_000)
            .map(|i| noise(draw(3, i)) * noise(draw(3, i + 1)))
            .sum::<f64>()
            / 1e5;
        assert!(lagged.abs() < 0.01, "{lagged}");
    }

    #[test]
    fn volume_factors_average_one_and_have_a_long_tail() {
        let values: Vec<f64> = (0..=255).map(volume_factor).collect();
        let mean = values.iter().sum::<f64>() / 256.0;
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
        assert!(values[255] > 3.0 && values[0] > 0.0);
    }
}
