//! Which figures can belong to one ticker.

use crate::domain::ticker::TickerKind;

/// Prices of one ticker that belong together differ by this factor at most; further apart, one of
/// them is in another unit or an error.
const MOST_APART: f64 = 50.0;

/// Whether a price of the same ticker can stand beside `price`. Of one below nothing no factor says
/// how far away another is.
pub(crate) fn is_near(kind: TickerKind, value: f64, price: f64) -> bool {
    let is_within = || value <= price * MOST_APART && price <= value * MOST_APART;
    kind.can_cost(value) && (value < 0.0 || price < 0.0 || is_within())
}

/// Whether a change, in percent, stays within what prices can be apart.
pub(super) fn is_change(percent: f64) -> bool {
    let factor = 1.0 + percent / 100.0;
    (1.0 / MOST_APART..=MOST_APART).contains(&factor)
}
