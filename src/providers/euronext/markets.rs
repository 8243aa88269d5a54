//! Euronext's exchanges, and the kinds of ticker that are requested there.

use crate::{
    domain::ticker::TickerKind::{self, Etf, Fund, Stock},
    providers::core::venues::{self, Venue},
    source::TickerInfo,
};

/// The kinds of ticker that are requested.
pub(super) const KINDS: &[TickerKind] = &[Stock, Etf, Fund];

/// The exchanges, each with its main market, that for funds and that for small companies.
pub(super) const VENUES: &[Venue] = &[
    Venue::new(
        ".PA",
        &["XPAR", "ALXP"],
        "Euronext Paris",
        "Europe/Paris",
        "EUR",
    ),
    Venue::new(
        ".AS",
        &["XAMS"],
        "Euronext Amsterdam",
        "Europe/Amsterdam",
        "EUR",
    ),
    Venue::new(
        ".BR",
        &["XBRU", "ALXB"],
        "Euronext Brussels",
        "Europe/Brussels",
        "EUR",
    ),
    Venue::new(
        ".LS",
        &["XLIS", "ALXL"],
        "Euronext Lisbon",
        "Europe/Lisbon",
        "EUR",
    ),
    Venue::new(
        ".IR",
        &["XMSM", "XESM"],
        "Euronext Dublin",
        "Europe/Dublin",
        "EUR",
    ),
    Venue::new(
        ".MI",
        &["MTAA", "ETFP", "EXGM"],
        "Borsa Italiana",
        "Europe/Rome",
        "EUR",
    ),
    Venue::new(".OL", &["XOSL", "MERK"], "Oslo", "Europe/Oslo", "NOK"),
];

/// Returns a well-known stock in Paris, for the probe and tests.
pub(super) fn lvmh() -> TickerInfo {
    venues::example(VENUES, "MC.PA", "LVMH", "FR0000121014")
}
