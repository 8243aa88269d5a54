//! Conversion of prices and volumes to integers or bit patterns.

use super::bits::{BitReader, BitWriter};

/// Powers of ten by number of decimal places. All are exact in an `f64`.
const POWERS: [f64; 16] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];
/// Integers below 2^53 are exact in an `f64`.
const EXACT_LIMIT: f64 = 9_007_199_254_740_992.0;

/// A number of decimal places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal(u8);

impl Decimal {
    /// Returns `None` for more than 15 places.
    pub(super) fn new(places: u8) -> Option<Self> {
        (usize::from(places) < POWERS.len()).then_some(Self(places))
    }

    /// Returns the smallest number of places that restores every value bit for bit, or `None` if no
    /// number does, for example for 1/3, NaN or −0.
    pub(super) fn fitting(mut values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let mut decimal = Self(0);
        for value in values.clone() {
            while !decimal.fits(value) {
                decimal = Self::new(decimal.0 + 1)?;
            }
        }
        // A large value may no longer fit after a later value needed more places.
        values.all(|value| decimal.fits(value)).then_some(decimal)
    }

    fn fits(self, value: f64) -> bool {
        let whole = (value * POWERS[usize::from(self.0)]).round();
        whole.abs() < EXACT_LIMIT && self.to_float(whole as i64).to_bits() == value.to_bits()
    }

    pub(super) fn places(self) -> u8 {
        self.0
    }

    /// Converts `value` to an integer in units of the last place.
    pub(super) fn to_integer(self, value: f64) -> i64 {
        (value * POWERS[usize::from(self.0)]).round() as i64
    }

    /// The reverse of [`Decimal::to_integer`]. Both operands are exact, so the quotient is the `f64`
    /// nearest to the decimal, which is also the result of parsing it.
    pub(super) fn to_float(self, whole: i64) -> f64 {
        whole as f64 / POWERS[usize::from(self.0)]
    }
}

/// Returns the greatest common divisor; `gcd(0, b) = b`.
pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Appends each bit pattern as the XOR with the previous one (Gorilla, section 4.1.2, but without
/// reusing windows).
pub(super) fn put_xor(out: &mut BitWriter, patterns: impl Iterator<Item = u64>) {
    let mut previous = 0;
    for pattern in patterns {
        let difference = pattern ^ previous;
        previous = pattern;
        if difference == 0 {
            out.put(0, 1);
            continue;
        }
        let (leading, trailing) = (difference.leading_zeros(), difference.trailing_zeros());
        let length = 64 - leading - trailing;
        out.put(1, 1);
        out.put(u64::from(leading), 6);
        out.put(u64::from(length - 1), 6);
        out.put(difference >> trailing, length);
    }
}

/// Reads bit patterns that [`put_xor`] wrote.
pub(super) fn take_xor(bits: &mut BitReader, count: usize) -> Option<Vec<u64>> {
    let mut previous = 0;
    let mut patterns = Vec::with_capacity(count);
    for _ in 0..count {
        if bits.take(1)? == 1 {
            let leading = bits.take(6)? as u32;
            let length = bits.take(6)? as u32 + 1;
            let trailing = 64_u32.checked_sub(leading + length)?;
            previous ^= bits.take(length)? << trailing;
        }
        patterns.push(previous);
    }
    Some(patterns)
}
