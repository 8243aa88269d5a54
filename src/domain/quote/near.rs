//! Which figures can belong to one ticker.

use crate::domain::price::is_price;

/// Prices of one ticker that belong together differ by this factor at most; further apart, one of
/// them is in another unit or an error.
const MOST_APART: f64 = 50.0;

/// Whether a price of the same ticker can stand beside `price`.
pub(super) fn is_near(value: f64, price: f64) -> bool {
    is_price(value) && value <= price * MOST_APART && price <= value * MOST_APART
}

/// Whether a change, in percent, stays within what prices can be apart.
pub(super) fn is_change(percent: f64) -> bool {
    let factor = 1.0 + percent / 100.0;
    (1.0 / MOST_APART..=MOST_APART).contains(&factor)
}
