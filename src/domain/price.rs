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
