//! Exchanges in Asia.

use super::market::{DEFAULT_MARKET, Market};
use crate::domain::session::{
    civil::days_from_civil,
    major_exchanges,
    phase::time_of_day,
    rules::{self, HolidayRule},
};

/// 15:00 until 1 November 2024; since then, Tokyo closes at 15:30.
fn tokyo_close(day: i64) -> Option<i64> {
    (day < days_from_civil(2024, 11, 5)).then_some(time_of_day(15, 0))
}

pub(super) static MARKETS: [Market; 11] = [
    Market {
        code: "XTKS",
        zones: &["Asia/Tokyo"],
        names: &["Tokyo", "JPX", "OSA"],
        suffixes: &["T"],
        hours: Some((time_of_day(9, 0), time_of_day(15, 30))),
        name_with_wrong_hours: Some("Tokyo"),
        lunch: Some((time_of_day(11, 30), time_of_day(12, 30))),
        rules: &[HolidayRule::Custom(major_exchanges::tokyo_holiday)],
        early_close_rule: tokyo_close,
        has_complete_rules: true,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XHKG",
        zones: &["Asia/Hong_Kong"],
        names: &["HKG", "HKSE", "Hong Kong"],
        suffixes: &["HK"],
        hours: Some((time_of_day(9, 30), time_of_day(16, 0))),
        lunch: Some((time_of_day(12, 0), time_of_day(13, 0))),
        early_close_rule: rules::noon_close_on_eves,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XSHG",
        zones: &["Asia/Shanghai"],
        names: &["SHH", "SHZ", "Shanghai", "Shenzhen", "XSHE"],
        suffixes: &["SS", "SZ", "SH"],
        hours: Some((time_of_day(9, 30), time_of_day(15, 0))),
        lunch: Some((time_of_day(11, 30), time_of_day(13, 0))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XKRX",
        zones: &["Asia/Seoul"],
        names: &["KSC", "KSE", "KOE", "KOSDAQ", "XKOS"],
        suffixes: &["KS", "KQ"],
        hours: Some((time_of_day(9, 0), time_of_day(15, 30))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XTAI",
        zones: &["Asia/Taipei"],
        names: &["TAI", "Taiwan", "TWO", "Taipei Exchange", "ROCO"],
        suffixes: &["TW", "TWO"],
        hours: Some((time_of_day(9, 0), time_of_day(13, 30))),
        ..DEFAULT_MARKET
    },
    // The lunch break was reintroduced in November 2017, six years after it had been abolished.
    Market {
        code: "XSES",
        zones: &["Asia/Singapore"],
        names: &["SES", "SGX", "Singapore"],
        suffixes: &["SI"],
        hours: Some((time_of_day(9, 0), time_of_day(17, 0))),
        lunch: Some((time_of_day(12, 0), time_of_day(13, 0))),
        early_close_rule: rules::noon_close_on_eves,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XKLS",
        zones: &["Asia/Kuala_Lumpur"],
        names: &["KLS", "Kuala Lumpur"],
        suffixes: &["KL"],
        hours: Some((time_of_day(9, 0), time_of_day(17, 0))),
        lunch: Some((time_of_day(12, 30), time_of_day(14, 30))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XIDX",
        zones: &["Asia/Jakarta"],
        names: &["JKT", "Jakarta"],
        suffixes: &["JK"],
        ..DEFAULT_MARKET
    },
    Market {
        code: "XBKK",
        zones: &["Asia/Bangkok"],
        names: &["SET", "Thailand"],
        suffixes: &["BK"],
        hours: Some((time_of_day(10, 0), time_of_day(16, 30))),
        lunch: Some((time_of_day(12, 30), time_of_day(14, 0))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XPHS",
        zones: &["Asia/Manila"],
        names: &["PHS", "Philippine", "Philippines"],
        suffixes: &["PS"],
        hours: Some((time_of_day(9, 30), time_of_day(15, 0))),
        lunch: Some((time_of_day(12, 0), time_of_day(13, 0))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XBOM",
        zones: &["Asia/Kolkata", "Asia/Calcutta"],
        names: &["NSI", "NSE", "BSE", "XNSE", "Bombay"],
        suffixes: &["NS", "BO"],
        hours: Some((time_of_day(9, 15), time_of_day(15, 30))),
        ..DEFAULT_MARKET
    },
];
