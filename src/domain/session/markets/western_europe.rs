//! Exchanges in western Europe.

use super::market::{
    ASSUMPTION, BOXING_DAY, CHRISTMAS, CHRISTMAS_EVE, DEFAULT_MARKET, EASTER_MONDAY, GOOD_FRIDAY,
    LABOR_DAY, Market, NEW_YEAR, NEW_YEARS_EVE,
};
use crate::domain::session::{
    major_exchanges,
    phase::time_of_day,
    rules::{self, HolidayRule},
};

const EURONEXT_RULES: &[HolidayRule] = &[
    NEW_YEAR,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    LABOR_DAY,
    CHRISTMAS,
    BOXING_DAY,
];

const EURONEXT: Market = Market {
    hours: Some((time_of_day(9, 0), time_of_day(17, 30))),
    rules: EURONEXT_RULES,
    early_close_rule: rules::euronext_close,
    has_complete_rules: true,
    ..DEFAULT_MARKET
};

pub(super) static MARKETS: [Market; 10] = [
    Market {
        code: "XLON",
        zones: &["Europe/London"],
        names: &["LSE", "IOB", "London"],
        suffixes: &["L", "IL"],
        hours: Some((time_of_day(8, 0), time_of_day(16, 30))),
        name_with_wrong_hours: Some("LSE"),
        rules: &[HolidayRule::Custom(major_exchanges::london_holiday)],
        early_close_rule: rules::london_close,
        has_complete_rules: true,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XETR",
        zones: &["Europe/Berlin"],
        names: &["XETRA", "GER"],
        suffixes: &["DE"],
        hours: Some((time_of_day(9, 0), time_of_day(17, 30))),
        name_with_wrong_hours: Some("XETRA"),
        rules: &[HolidayRule::Custom(major_exchanges::xetra_holiday)],
        early_close_rule: rules::xetra_close,
        has_complete_rules: true,
        ..DEFAULT_MARKET
    },
    // Frankfurt's floor and the regional exchanges, which trade until late in the evening on the same days as Xetra.
    Market {
        code: "XFRA",
        zones: &["Europe/Berlin"],
        names: &[
            "FRA",
            "STU",
            "MUN",
            "DUS",
            "HAM",
            "HAN",
            "BER",
            "Frankfurt",
            "Stuttgart",
            "Munich",
            "Dusseldorf",
            "Düsseldorf",
            "Hamburg",
            "Hannover",
            "Hanover",
            "Berlin",
        ],
        suffixes: &["F", "SG", "MU", "DU", "HM", "HA", "BE"],
        hours: Some((time_of_day(8, 0), time_of_day(22, 0))),
        rules: &[HolidayRule::Custom(major_exchanges::xetra_holiday)],
        early_close_rule: rules::xetra_close,
        has_complete_rules: true,
        ..DEFAULT_MARKET
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
        hours: Some((time_of_day(8, 0), time_of_day(16, 30))),
        early_close_rule: rules::lisbon_close,
        ..EURONEXT
    },
    Market {
        code: "XDUB",
        zones: &["Europe/Dublin"],
        names: &["ISE", "Irish", "Dublin"],
        suffixes: &["IR"],
        hours: Some((time_of_day(8, 0), time_of_day(16, 30))),
        rules: EURONEXT_RULES,
        early_close_rule: rules::london_close,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XMIL",
        zones: &["Europe/Rome"],
        names: &["MIL", "Milan", "BIT"],
        suffixes: &["MI"],
        hours: Some((time_of_day(9, 0), time_of_day(17, 30))),
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
        has_complete_rules: true,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XMAD",
        zones: &["Europe/Madrid"],
        names: &["MCE", "Madrid"],
        suffixes: &["MC"],
        early_close_rule: rules::madrid_close,
        ..EURONEXT
    },
];
