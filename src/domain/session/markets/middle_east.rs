//! Exchanges in the Middle East, most with a trading week from Sunday to Thursday, and Dhaka.

use super::market::{DEFAULT_MARKET, Market, monday_to_friday};
use crate::domain::session::{
    civil::{days_from_civil, weekday},
    phase::time_of_day,
    rules,
};

fn sunday_to_thursday(day: i64) -> bool {
    weekday(day) <= 4 || weekday(day) == 7
}

/// Sunday to Thursday until the end of 2025, Monday to Friday from 5 January 2026.
fn tel_aviv_week(day: i64) -> bool {
    if day < days_from_civil(2026, 1, 5) {
        sunday_to_thursday(day)
    } else {
        monday_to_friday(day)
    }
}

/// Sunday to Thursday until the end of 2021, Monday to Friday from 3 January 2022.
fn emirates_week(day: i64) -> bool {
    if day < days_from_civil(2022, 1, 1) {
        sunday_to_thursday(day)
    } else {
        monday_to_friday(day)
    }
}

pub(super) static MARKETS: [Market; 10] = [
    Market {
        code: "XSAU",
        zones: &["Asia/Riyadh"],
        names: &["SAU", "Saudi", "Tadawul"],
        suffixes: &["SR"],
        trading_week: sunday_to_thursday,
        hours: Some((time_of_day(10, 0), time_of_day(15, 0))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XTAE",
        zones: &["Asia/Jerusalem", "Asia/Tel_Aviv", "Israel"],
        names: &["TLV", "Tel Aviv"],
        suffixes: &["TA"],
        trading_week: tel_aviv_week,
        hours: Some((time_of_day(9, 59), time_of_day(17, 15))),
        early_close_rule: rules::tel_aviv_close,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XKUW",
        zones: &["Asia/Kuwait"],
        names: &["KUW", "Kuwait"],
        suffixes: &["KW"],
        trading_week: sunday_to_thursday,
        hours: Some((time_of_day(9, 0), time_of_day(12, 40))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "DSMD",
        zones: &["Asia/Qatar"],
        names: &["DOH", "Qatar"],
        suffixes: &["QA"],
        trading_week: sunday_to_thursday,
        hours: Some((time_of_day(9, 30), time_of_day(13, 15))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XCAI",
        zones: &["Africa/Cairo"],
        names: &["CAI", "Cairo", "EGX", "Egypt"],
        suffixes: &["CA"],
        trading_week: sunday_to_thursday,
        hours: Some((time_of_day(10, 0), time_of_day(14, 30))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XDFM",
        zones: &["Asia/Dubai"],
        names: &["DFM", "Dubai", "ADX", "XADS", "Abu Dhabi"],
        suffixes: &["AE", "AD"],
        trading_week: emirates_week,
        hours: Some((time_of_day(10, 0), time_of_day(15, 0))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XMUS",
        zones: &["Asia/Muscat"],
        names: &["MSX", "Muscat"],
        trading_week: sunday_to_thursday,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XBAH",
        zones: &["Asia/Bahrain"],
        names: &["Bahrain"],
        trading_week: sunday_to_thursday,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XAMM",
        zones: &["Asia/Amman"],
        names: &["Amman"],
        trading_week: sunday_to_thursday,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XDHA",
        zones: &["Asia/Dhaka"],
        names: &["Dhaka", "DSE"],
        trading_week: sunday_to_thursday,
        ..DEFAULT_MARKET
    },
];
