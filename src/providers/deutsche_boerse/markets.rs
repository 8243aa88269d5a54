//! The exchanges of Deutsche Börse, and the kinds of ticker that are requested there.

use crate::{
    domain::ticker::TickerKind::{self, Etf, Fund, Stock},
    providers::core::venues::{self, Venue},
    source::TickerInfo,
};

/// The kinds of ticker that are requested.
pub(super) const KINDS: &[TickerKind] = &[Stock, Etf, Fund];

/// The exchanges.
pub(super) const VENUES: &[Venue] = &[
    Venue::new(".DE", &["XETR"], "Xetra", "Europe/Berlin", "EUR"),
    Venue::new(".F", &["XFRA"], "Frankfurt", "Europe/Berlin", "EUR"),
];

/// Returns a well-known stock at Xetra, for the probe and tests.
pub(super) fn sap() -> TickerInfo {
    venues::example(VENUES, "SAP.DE", "SAP SE", "DE0007164600")
}
