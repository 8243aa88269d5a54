//! Exchanges in western Europe.

use super::market::{
    ASSUMPTION, BOXING_DAY, CHRISTMAS, CHRISTMAS_EVE, EASTER_MONDAY, GOOD_FRIDAY, LABOR_DAY,
    Market, NEW_YEAR, NEW_YEARS_EVE, USUAL,
};
use crate::domain::session::{
    major_exchanges,
    phase::clock,
    rules::{self, Rule},
};

const EURONEXT_RULES: &[Rule] = &[
    NEW_YEAR,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    LABOR_DAY,
    CHRISTMAS,
    BOXING_DAY,
];

const EURONEXT: Market = Market {
    hours: Some((clock(9, 0), clock(17, 30))),
    rules: EURONEXT_RULES,
    early: rules::euronext_close,
    is_ruled: true,
    ..USUAL
};

pub(super) static MARKETS: [Market; 9] = [
    Market {
        code: "XLON",
        zones: &["Europe/London"],
        names: &["LSE", "IOB", "London"],
        suffixes: &["L", "IL"],
        hours: Some((clock(8, 0), clock(16, 30))),
        fixed_hours_of: Some("LSE"),
        rules: &[Rule::By(major_exchanges::london)],
        early: rules::london_close,
        is_ruled: true,
        ..USUAL
    },
    Market {
        code: "XETR",
        zones: &["Europe/Berlin"],
        names: &[
            "XETRA", "GER", "XFRA", "FRA", "STU", "MUN", "DUS", "HAM", "BER",
        ],
        suffixes: &["DE", "F", "SG", "MU", "DU", "HM", "BE"],
        hours: Some((clock(9, 0), clock(17, 30))),
        fixed_hours_of: Some("XETRA"),
        rules: &[Rule::By(major_exchanges::xetra)],
        early: rules::xetra_close,
        is_ruled: true,
        ..USUAL
    },
    Market {
        code: "XPAR",
        zones: &["Europe/Paris"],
        names: &["PAR", "Paris", "ENX"],
        suffixes: &["PA", "NX"],
        ..EURONEXT
    },
    Market {
        code: "XAMS",
        zones: &["Europe/Amsterdam"],
        names: &["AMS", "Amsterdam"],
        suffixes: &["AS"],
        ..EURONEXT
    },
    Market {
        code: "XBRU",
        zones: &["Europe/Brussels"],
        names: &["BRU", "Brussels"],
        suffixes: &["BR"],
        ..EURONEXT
    },
    Market {
        code: "XLIS",
        zones: &["Europe/Lisbon"],
        names: &["LIS", "Lisbon"],
        suffixes: &["LS"],
        hours: Some((clock(8, 0), clock(16, 30))),
        early: rules::lisbon_close,
        ..EURONEXT
    },
    Market {
        code: "XDUB",
        zones: &["Europe/Dublin"],
        names: &["ISE", "Irish", "Dublin"],
        suffixes: &["IR"],
        hours: Some((clock(8, 0), clock(16, 30))),
        rules: EURONEXT_RULES,
        early: rules::london_close,
        ..USUAL
    },
    Market {
        code: "XMIL",
        zones: &["Europe/Rome"],
        names: &["MIL", "Milan", "BIT"],
        suffixes: &["MI"],
        hours: Some((clock(9, 0), clock(17, 30))),
        rules: &[
            NEW_YEAR,
            GOOD_FRIDAY,
            EASTER_MONDAY,
            LABOR_DAY,
            ASSUMPTION,
            CHRISTMAS_EVE,
            CHRISTMAS,
            BOXING_DAY,
            NEW_YEARS_EVE,
        ],
        is_ruled: true,
        ..USUAL
    },
    Market {
        code: "XMAD",
        zones: &["Europe/Madrid"],
        names: &["MCE", "Madrid"],
        suffixes: &["MC"],
        early: rules::madrid_close,
        ..EURONEXT
    },
];
