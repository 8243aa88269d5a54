//! Exchanges in the Middle East, which have other trading weeks.

use super::market::{Market, USUAL, monday_to_friday};
use crate::domain::session::{
    civil::{day_of, weekday},
    phase::clock,
    rules,
};

fn sunday_to_thursday(day: i64) -> bool {
    weekday(day) <= 4 || weekday(day) == 7
}

/// Sunday to Thursday until the end of 2025, Monday to Friday from 5 January 2026.
fn tel_aviv_week(day: i64) -> bool {
    if day < day_of(2026, 1, 5) {
        sunday_to_thursday(day)
    } else {
        monday_to_friday(day)
    }
}

/// Sunday to Thursday until the end of 2021, Monday to Friday from 3 January 2022.
fn emirates_week(day: i64) -> bool {
    if day < day_of(2022, 1, 1) {
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
        week: sunday_to_thursday,
        hours: Some((clock(10, 0), clock(15, 0))),
        ..USUAL
    },
    Market {
        code: "XTAE",
        zones: &["Asia/Jerusalem", "Asia/Tel_Aviv", "Israel"],
        names: &["TLV", "Tel Aviv"],
        suffixes: &["TA"],
        week: tel_aviv_week,
        hours: Some((clock(9, 59), clock(17, 15))),
        early: rules::tel_aviv_close,
        ..USUAL
    },
    Market {
        code: "XKUW",
        zones: &["Asia/Kuwait"],
        names: &["KUW", "Kuwait"],
        suffixes: &["KW"],
        week: sunday_to_thursday,
        hours: Some((clock(9, 0), clock(12, 40))),
        ..USUAL
    },
    Market {
        code: "DSMD",
        zones: &["Asia/Qatar"],
        names: &["DOH", "Qatar"],
        suffixes: &["QA"],
        week: sunday_to_thursday,
        hours: Some((clock(9, 30), clock(13, 15))),
        ..USUAL
    },
    Market {
        code: "XCAI",
        zones: &["Africa/Cairo"],
        names: &["CAI", "Cairo", "EGX", "Egypt"],
        suffixes: &["CA"],
        week: sunday_to_thursday,
        hours: Some((clock(10, 0), clock(14, 30))),
        ..USUAL
    },
    Market {
        code: "XDFM",
        zones: &["Asia/Dubai"],
        names: &["DFM", "Dubai", "ADX", "XADS", "Abu Dhabi"],
        suffixes: &["AE", "AD"],
        week: emirates_week,
        hours: Some((clock(10, 0), clock(15, 0))),
        ..USUAL
    },
    Market {
        code: "XMUS",
        zones: &["Asia/Muscat"],
        names: &["MSX", "Muscat"],
        week: sunday_to_thursday,
        ..USUAL
    },
    Market {
        code: "XBAH",
        zones: &["Asia/Bahrain"],
        names: &["Bahrain"],
        week: sunday_to_thursday,
        ..USUAL
    },
    Market {
        code: "XAMM",
        zones: &["Asia/Amman"],
        names: &["Amman"],
        week: sunday_to_thursday,
        ..USUAL
    },
    Market {
        code: "XDHA",
        zones: &["Asia/Dhaka"],
        names: &["Dhaka", "DSE"],
        week: sunday_to_thursday,
        ..USUAL
    },
];
