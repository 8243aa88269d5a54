//! Limits and arithmetic of prices.

use jiff::Timestamp;

/// Largest plausible price, in any currency or in points.
pub(super) const MAX_PRICE: f64 = 1e10;
/// Seconds that a source's clock may be ahead of ours. The limit is above one hour, because a clock that ignores
/// daylight saving time is off by an hour.
const MAX_CLOCK_LEAD_SECONDS: i64 = 2 * 3_600;

/// Returns true for a plausible price: at most [`MAX_PRICE`], not zero, and negative only if `may_be_negative`.
pub(super) fn is_plausible_price(price: f64, may_be_negative: bool) -> bool {
    let absolute = if may_be_negative { price.abs() } else { price };
    absolute > 0.0 && absolute <= MAX_PRICE
}

/// Maximum number of decimals shown.
pub(crate) const MAX_DECIMALS: u8 = 12;
/// Prices below this absolute value are shown with at least [`SMALL_PRICE_DIGITS`] significant digits.
const SMALL_PRICE: f64 = 0.1;
const SMALL_PRICE_DIGITS: i32 = 3;

/// Returns the number of decimals to show: `quoted_decimals`, or more for small prices.
pub(crate) fn shown_decimals(price: f64, quoted_decimals: u8) -> u8 {
    let absolute = price.abs();
    let required = if absolute > 0.0 && absolute < SMALL_PRICE {
        // Example: 0.0000000135 has the exponent -8 and needs 3 - 1 + 8 = 10 decimals.
        let exponent = absolute.log10().floor() as i32;
        SMALL_PRICE_DIGITS - 1 - exponent
    } else {
        0
    };
    let required = u8::try_from(required).unwrap_or(MAX_DECIMALS);
    required.max(quoted_decimals).min(MAX_DECIMALS)
}

/// Returns true if `as_of` is so far ahead of `now` that differing clocks do not explain it.
pub(crate) fn is_from_the_future(as_of: Timestamp, now: Timestamp) -> bool {
    as_of.as_second() > now.as_second().saturating_add(MAX_CLOCK_LEAD_SECONDS)
}

/// Rounds `value` to a number of decimals. Never returns negative zero.
pub(crate) fn rounded(value: f64, decimals: u8) -> f64 {
    let factor = 10_f64.powi(i32::from(decimals));
    let rounded = (value * factor).round() / factor;
    // If the product overflows, the number is so large that it has no decimals.
    if rounded.is_finite() {
        // Adding zero turns -0 into 0.
        rounded + 0.0
    } else {
        value
    }
}

/// Rounds `value` to 15 significant digits. This removes binary rounding errors: 80.54 pence become 0.8054 pounds, not
/// 0.8054000000000001.
pub(crate) fn round_to_15_digits(value: f64) -> f64 {
    let text = format!("{value:.14e}");
    text.parse().unwrap_or(value)
}

/// Converts an amount to whole units of a currency. `subunits` is the number of subunits in a unit: 100 for pence, 1 if
/// the amount is already in whole units.
pub(crate) fn in_whole_units(amount: f64, subunits: f64) -> f64 {
    // An amount in whole units must not be rounded.
    if subunits.to_bits() == 1_f64.to_bits() {
        amount
    } else {
        round_to_15_digits(amount / subunits)
    }
}

/// Returns the ratio of the larger to the smaller price, which is at least 1. Returns 1 unless both are positive.
pub(crate) fn price_ratio(a: f64, b: f64) -> f64 {
    if a > 0.0 && b > 0.0 {
        (a / b).max(b / a)
    } else {
        1.0
    }
}

/// Returns the change from `base` to `price` in percent; `None` if `base` is missing, not finite or not positive.
pub(crate) fn percent_change(base: Option<f64>, price: f64) -> Option<f64> {
    base.filter(|base| base.is_finite() && *base > 0.0)
        .map(|base| (price / base - 1.0) * 100.0)
        .filter(|percent| percent.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_in_subunits_keep_their_digits() {
        for pence in [
            80.54, 14.55, 0.1, 8_052.5, 1.005, 1_234.56, 0.000_3, 99_999.99,
        ] {
            let pounds = in_whole_units(pence, 100.0);
            // Division by 100 moves the decimal point and keeps the digits.
            let (digits, exponent) = digits_and_exponent(pence);
            let expected: f64 = format!("{digits}e{}", exponent - 2).parse().unwrap();
            assert_eq!(pounds.to_string(), expected.to_string(), "{pence}");
        }
        assert_eq!(in_whole_units(80.54, 100.0).to_string(), "0.8054");
        assert_eq!(in_whole_units(1_234.5, 1_000.0).to_string(), "1.2345");
        let exact = 0.1 + 0.2;
        assert_eq!(in_whole_units(exact, 1.0).to_bits(), exact.to_bits());
        assert_eq!(round_to_15_digits(80.54 / 100.0).to_string(), "0.8054");
        assert!(round_to_15_digits(f64::NAN).is_nan());
        assert!(round_to_15_digits(f64::INFINITY).is_infinite());
    }

    /// Splits a number into its printed digits (without the point) and a power of ten: 80.54 is 8054 × 10⁻².
    fn digits_and_exponent(value: f64) -> (String, i32) {
        let text = value.to_string();
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        (
            format!("{whole}{fraction}"),
            -i32::try_from(fraction.len()).unwrap(),
        )
    }

    #[test]
    fn small_price_keeps_three_significant_digits() {
        let cases = [
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
        for (price, quoted, expected) in cases {
            assert_eq!(shown_decimals(price, quoted), expected, "{price}");
        }
    }
}
