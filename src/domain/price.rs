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

/// Percent from `before` to `now`; `None` when `before` is missing or not finite, or no price that a
/// part could be of: zero or less.
pub(crate) fn percent_change(before: Option<f64>, now: f64) -> Option<f64> {
    before
        .filter(|before| before.is_finite() && *before > 0.0)
        .map(|before| (now / before - 1.0) * 100.0)
        .filter(|percent| percent.is_finite())
}
