//! Limits and arithmetic of prices.

use jiff::Timestamp;

/// Largest plausible price, in any currency or in points.
const MAX_PRICE: f64 = 1e10;
/// How far a source's clock may be ahead of ours, in seconds. More than an hour, the error of a mistaken time zone or
/// daylight saving time on our side.
const MAX_CLOCK_LEAD: i64 = 2 * 3_600;

/// Returns true for a plausible price: positive (or `negative` allowed) and at most [`MAX_PRICE`].
pub(super) fn is_price(price: f64, negative: bool) -> bool {
    let size = if negative { price.abs() } else { price };
    size > 0.0 && size <= MAX_PRICE
}

/// Maximum number of decimals shown.
pub(crate) const MAX_DECIMALS: u8 = 12;
/// Prices below this absolute value keep `SMALL_DIGITS` significant digits.
const SMALL: f64 = 0.1;
const SMALL_DIGITS: i32 = 3;

/// Returns the number of decimals to show: `quoted`, or more for small prices.
pub(crate) fn shown_decimals(price: f64, quoted: u8) -> u8 {
    let size = price.abs();
    let needed = if size > 0.0 && size < SMALL {
        // -8 for 0.0000000135, which needs ten digits.
        SMALL_DIGITS - 1 - size.log10().floor() as i32
    } else {
        0
    };
    let needed = u8::try_from(needed).unwrap_or(MAX_DECIMALS);
    needed.max(quoted).min(MAX_DECIMALS)
}

/// Returns true if `as_of` is further ahead of `now` than clocks differ.
pub(crate) fn is_from_the_future(as_of: Timestamp, now: Timestamp) -> bool {
    as_of.as_second() > now.as_second().saturating_add(MAX_CLOCK_LEAD)
}

/// Rounds `value` to `digits` decimals; zero has no sign.
pub(crate) fn rounded(value: f64, digits: u8) -> f64 {
    let factor = 10_f64.powi(i32::from(digits));
    let rounded = (value * factor).round() / factor;
    // A number too large to scale has no decimals anyway.
    if rounded.is_finite() {
        rounded + 0.0
    } else {
        value
    }
}

/// Rounds `value` to 15 significant digits, which removes binary rounding errors: 80.54 pence are 0.8054 pounds, not
/// 0.8054000000000001.
pub(crate) fn decimal(value: f64) -> f64 {
    let written = format!("{value:.14e}");
    written.parse().unwrap_or(value)
}

/// Converts an amount to whole units of a currency; `parts` make one unit (100 pence make a pound).
pub(crate) fn in_whole_units(amount: f64, parts: f64) -> f64 {
    // Most amounts are in whole units and must not change by a bit.
    if parts.to_bits() == 1_f64.to_bits() {
        amount
    } else {
        decimal(amount / parts)
    }
}

/// Returns the ratio of the larger to the smaller price, at least 1; 1 if either is not positive.
pub(crate) fn price_ratio(one: f64, other: f64) -> f64 {
    if one > 0.0 && other > 0.0 {
        (one / other).max(other / one)
    } else {
        1.0
    }
}

/// Returns the change from `before` to `now` in percent; `None` if `before` is missing, not finite, or not positive.
pub(crate) fn percent_change(before: Option<f64>, now: f64) -> Option<f64> {
    before
        .filter(|before| before.is_finite() && *before > 0.0)
        .map(|before| (now / before - 1.0) * 100.0)
        .filter(|percent| percent.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_in_fractional_units_keep_their_digits() {
        for pence in [
            80.54, 14.55, 0.1, 8_052.5, 1.005, 1_234.56, 0.000_3, 99_999.99,
        ] {
            let pounds = in_whole_units(pence, 100.0);
            // Dividing by 100 moves the decimal point: the digits stay the same.
            let (digits, exponent) = pence_parts(pence);
            let expected: f64 = format!("{digits}e{}", exponent - 2).parse().unwrap();
            assert_eq!(pounds.to_string(), expected.to_string(), "{pence}");
        }
        assert_eq!(in_whole_units(80.54, 100.0).to_string(), "0.8054");
        assert_eq!(in_whole_units(1_234.5, 1_000.0).to_string(), "1.2345");
        let exact = 0.1 + 0.2;
        assert_eq!(in_whole_units(exact, 1.0).to_bits(), exact.to_bits());
        assert_eq!(decimal(80.54 / 100.0).to_string(), "0.8054");
        assert!(decimal(f64::NAN).is_nan() && decimal(f64::INFINITY).is_infinite());
    }

    /// Returns the digits of a number as it is printed, without the point, and the power of ten to multiply them by.
    fn pence_parts(value: f64) -> (String, i32) {
        let written = value.to_string();
        let (whole, rest) = written.split_once('.').unwrap_or((&written, ""));
        (
            format!("{whole}{rest}"),
            -i32::try_from(rest.len()).unwrap(),
        )
    }

    #[test]
    fn small_price_keeps_three_significant_digits() {
        let shown = [
            (0.000_000_013_5, 2, 10),
            (0.000_008_52, 2, 8),
            (0.016_1, 2, 4),
            (0.016_1, 6, 6),
            (-0.05, 2, 4),
            (0.36, 2, 2),
            (311.81, 2, 2),
            (0.0, 2, 2),
            (1e-20, 2, MAX_DECIMALS),
        ];
        for (price, quoted, expected) in shown {
            assert_eq!(shown_decimals(price, quoted), expected, "{price}");
        }
    }
}
