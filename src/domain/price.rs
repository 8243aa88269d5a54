//! Which numbers can be a price, and which times one can have.

use jiff::Timestamp;

/// No price, in any currency or in points, is further from nothing than this one.
const HIGHEST_PRICE: f64 = 1e10;
/// How far ahead of our clock a source's may be before we stop believing it, in seconds: more than
/// an hour, which is what a zone or summer time mistaken on our side amounts to.
const MOST_AHEAD: i64 = 2 * 3_600;

/// Whether a price can be one: of a size that exists, and positive unless it may be `negative`.
pub(super) fn is_price(price: f64, negative: bool) -> bool {
    let size = if negative { price.abs() } else { price };
    size > 0.0 && size <= HIGHEST_PRICE
}

/// Digits after the point that anything is shown with at most.
pub(crate) const MOST_DECIMALS: u8 = 12;
/// A price below this one, in size, keeps `SMALL_DIGITS` digits that are not leading zeros.
const SMALL: f64 = 0.1;
const SMALL_DIGITS: i32 = 3;

/// Digits after the point that `price` is shown with: `quoted`, and more where they would hide what a small price is.
pub(crate) fn shown_decimals(price: f64, quoted: u8) -> u8 {
    let size = price.abs();
    let needed = if size > 0.0 && size < SMALL {
        // -8 for 0.0000000135, which needs ten digits.
        SMALL_DIGITS - 1 - size.log10().floor() as i32
    } else {
        0
    };
    let needed = u8::try_from(needed).unwrap_or(MOST_DECIMALS);
    needed.max(quoted).min(MOST_DECIMALS)
}

/// Whether `as_of` lies further ahead of `now` than clocks differ.
pub(crate) fn is_from_the_future(as_of: Timestamp, now: Timestamp) -> bool {
    as_of.as_second() > now.as_second().saturating_add(MOST_AHEAD)
}

/// `value` with so many digits after the point; zero has no sign.
pub(crate) fn rounded(value: f64, digits: u8) -> f64 {
    let factor = 10_f64.powi(i32::from(digits));
    let rounded = (value * factor).round() / factor;
    // A number too large for that has no such digits anyway.
    if rounded.is_finite() {
        rounded + 0.0
    } else {
        value
    }
}

/// `value` as the decimal number that is meant, of at most 15 significant digits: 80.54 pence are 0.8054 pounds, not
/// 0.8054000000000001.
pub(crate) fn decimal(value: f64) -> f64 {
    let written = format!("{value:.14e}");
    written.parse().unwrap_or(value)
}

/// An amount of which `parts` make a whole unit, as 100 pence make a pound, in whole units.
pub(crate) fn in_whole_units(amount: f64, parts: f64) -> f64 {
    // Most are quoted in whole units, and stay what they are to the last bit.
    if parts.to_bits() == 1_f64.to_bits() {
        amount
    } else {
        decimal(amount / parts)
    }
}

/// How many times the larger of two prices is above the other; 1 where one of them is not above zero.
pub(crate) fn apart(one: f64, other: f64) -> f64 {
    if one > 0.0 && other > 0.0 {
        (one / other).max(other / one)
    } else {
        1.0
    }
}

/// Percent from `before` to `now`; `None` when `before` is missing or not finite, or no price that a
/// part could be of: zero or less.
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
    fn amounts_in_parts_of_a_unit_have_the_digits_that_were_quoted() {
        for pence in [
            80.54, 14.55, 0.1, 8_052.5, 1.005, 1_234.56, 0.000_3, 99_999.99,
        ] {
            let pounds = in_whole_units(pence, 100.0);
            // The decimal point moves by two: the same digits, written exactly.
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

    /// The digits of a number as it is written, without its point, and the power of ten that they are to be multiplied by.
    fn pence_parts(value: f64) -> (String, i32) {
        let written = value.to_string();
        let (whole, rest) = written.split_once('.').unwrap_or((&written, ""));
        (
            format!("{whole}{rest}"),
            -i32::try_from(rest.len()).unwrap(),
        )
    }

    #[test]
    fn a_small_price_keeps_three_digits_that_say_something_and_others_their_own() {
        let shown = [
            (0.000_000_013_5, 2, 10),
            (0.000_008_52, 2, 8),
            (0.016_1, 2, 4),
            (0.016_1, 6, 6),
            (-0.05, 2, 4),
            (0.36, 2, 2),
            (311.81, 2, 2),
            (0.0, 2, 2),
            (1e-20, 2, MOST_DECIMALS),
        ];
        for (price, quoted, expected) in shown {
            assert_eq!(shown_decimals(price, quoted), expected, "{price}");
        }
    }
}
