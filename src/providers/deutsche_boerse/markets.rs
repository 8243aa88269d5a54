//! The exchanges of Deutsche Börse, and the kinds of ticker that are requested there.

use crate::{
    domain::{
        identity::Isin,
        ticker::TickerKind::{self, Bond, Etf, Fund, Stock},
    },
    providers::core::venues::{self, Venue},
    source::TickerInfo,
};

/// The kinds of ticker that are requested.
pub(super) const KINDS: &[TickerKind] = &[Stock, Etf, Fund, Bond];

/// The exchanges.
pub(super) const VENUES: &[Venue] = &[
    Venue::new(".DE", &["XETR"], "Xetra", "Europe/Berlin", "EUR"),
    Venue::new(".F", &["XFRA"], "Frankfurt", "Europe/Berlin", "EUR"),
];

/// Returns the ISIN of a bond, which has no code at the exchange: the symbol consists of the ISIN and the suffix (`DE0001102580.F`).
pub(super) fn isin_of(symbol: &str) -> Option<Isin> {
    let (code, _) = venues::find(VENUES, symbol)?;
    code.parse().ok()
}

/// Returns a well-known stock at Xetra, for the probe and tests.
pub(super) fn sap() -> TickerInfo {
    venues::example(VENUES, "SAP.DE", "SAP SE", "DE0007164600")
}

/// Returns a German government bond in Frankfurt, for tests.
#[cfg(test)]
pub(super) fn bond() -> TickerInfo {
    TickerInfo {
        kind: Bond,
        quotation: crate::domain::quotation::Quotation::Percent,
        ..venues::example(VENUES, "DE0001102580.F", "Bund 2032", "DE0001102580")
    }
}
