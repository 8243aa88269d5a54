//! Compression of a column of integers.
//!
//! Each value is Rice coded (R. F. Rice, "Some Practical Universal Noiseless Coding Techniques",
//! JPL 79-22, 1979): the lowest k bits are stored unchanged and the remaining bits in unary. k
//! follows the mean of the previous values, as in JPEG-LS (Weinberger, Seroussi, Sapiro, "The
//! LOCO-I Lossless Image Compression Algorithm", IEEE Transactions on Image Processing 9(8), 2000),
//! and so adapts to quiet and volatile periods.

use super::bits::{BitReader, BitWriter, unzigzag, zigzag};

/// Length of the unary part that marks an escaped value, which follows in 64 bits.
const ESCAPE: u32 = 20;
/// Stored in place of the initial k for a column of zeros; no values follow.
const ZEROS: u64 = 63;
/// When `count` reaches this number, `sum` and `count` are halved, so that recent values have more
/// weight in the mean.
const HALVE_AT: u64 = 16;
/// Weight of the initial k in the mean, as a number of values.
const INITIAL_WEIGHT: u64 = 3;

/// The running mean from which the Rice parameter k is derived.
struct Rice {
    sum: u64,
    count: u64,
}

impl Rice {
    fn new(k: u64) -> Self {
        Self {
            sum: INITIAL_WEIGHT << k,
            count: INITIAL_WEIGHT,
        }
    }

    /// Approximates the best k for a geometric distribution, log2(mean · ln 2), by the smallest k
    /// with 2^k ≥ ⅔ · mean.
    fn k(&self) -> u32 {
        let (sum, count) = (self.sum.saturating_mul(2), self.count * 3);
        // Align the highest set bits of count and sum; k is that shift, or one more. This avoids a
        // division, which would take longer than the rest of the loop.
        let k = count.leading_zeros().saturating_sub(sum.leading_zeros());
        k + u32::from(count << k < sum)
    }

    fn record(&mut self, value: u64) {
        self.sum = self.sum.saturating_add(value);
        self.count += 1;
        if self.count == HALVE_AT {
            self.sum /= 2;
            self.count /= 2;
        }
    }
}

/// Appends a column of values with magnitudes below 2^60.
pub(super) fn put(out: &mut BitWriter, values: &[i64]) {
    let signed = values.iter().any(|value| *value < 0);
    let to_unsigned = |value: i64| {
        if signed { zigzag(value) } else { value as u64 }
    };
    out.put(u64::from(signed), 1);
    let total: u128 = values
        .iter()
        .map(|value| u128::from(to_unsigned(*value)))
        .sum();
    if total == 0 {
        out.put(ZEROS, 6);
        return;
    }
    let mean = (total / values.len() as u128) as u64;
    let start = u64::from(mean.max(1).ilog2()).min(60);
    out.put(start, 6);
    let mut rice = Rice::new(start);
    for value in values {
        let (value, k) = (to_unsigned(*value), rice.k());
        let unary = value >> k;
        if unary < u64::from(ESCAPE) {
            let ones = unary as u32;
            out.put((1 << (ones + 1)) - 2, ones + 1);
            out.put(value & ((1 << k) - 1), k);
        } else {
            out.put((1 << ESCAPE) - 1, ESCAPE);
            out.put(value, 64);
        }
        rice.record(value);
    }
}

/// Reads `count` values that [`put`] wrote. Returns `None` if the bits end early.
pub(super) fn take(bits: &mut BitReader, count: usize) -> Option<Vec<i64>> {
    let signed = bits.take(1)? == 1;
    let start = bits.take(6)?;
    if start == ZEROS {
        return Some(vec![0; count]);
    }
    let mut rice = Rice::new(start.min(60));
    let mut values = Vec::with_capacity(count);
    for _ in 0..count {
        let k = rice.k();
        let ones = bits.ones(ESCAPE)?;
        let value = if ones < ESCAPE {
            u64::from(ones).checked_shl(k)? | bits.take(k)?
        } else {
            bits.take(64)?
        };
        rice.record(value);
        values.push(if signed {
            unzigzag(value)
        } else {
            value.cast_signed()
        });
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(values: &[i64]) -> usize {
        let (mut writer, mut bytes) = (BitWriter::default(), Vec::new());
        put(&mut writer, values);
        writer.finish(&mut bytes);
        assert_eq!(
            take(&mut BitReader::new(&bytes), values.len()).as_deref(),
            Some(values)
        );
        bytes.len()
    }

    #[test]
    fn columns_of_any_magnitude_round_trip() {
        let mut rng = fastrand::Rng::with_seed(11);
        for bits in 0..59 {
            for signed in [false, true] {
                let values: Vec<i64> = (0..200)
                    .map(|_| {
                        // One value in 256 is an outlier.
                        let magnitude_bits = if rng.u8(..) == 0 { 58 } else { bits };
                        let value = rng.i64(0..=(1 << magnitude_bits));
                        if signed && rng.bool() { -value } else { value }
                    })
                    .collect();
                round_trip(&values);
            }
        }
        round_trip(&[]);
        round_trip(&[-1]);
    }

    #[test]
    fn zeros_take_one_byte_and_noise_takes_its_entropy() {
        assert_eq!(round_trip(&[0; 1_000]), 1);
        let mut rng = fastrand::Rng::with_seed(5);
        // Exponential with a mean of 1,000: the entropy is log2(e · 1,000) = 11.4 bits.
        let values: Vec<i64> = (0..10_000)
            .map(|_| (-rng.f64().max(1e-9).ln() * 1_000.0) as i64)
            .collect();
        let bits = round_trip(&values) as f64 * 8.0 / 10_000.0;
        assert!(bits < 11.8, "{bits} bits per value");
    }
}
