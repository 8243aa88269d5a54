//! Exchanges in Asia.

use super::market::{Market, USUAL};
use crate::domain::session::{
    civil::day_of,
    major_exchanges,
    phase::clock,
    rules::{self, Rule},
};

/// Tokyo closed at 15:00 until 1 November 2024.
fn tokyo_close(day: i64) -> Option<i64> {
    (day < day_of(2024, 11, 5)).then_some(clock(15, 0))
}

pub(super) static MARKETS: [Market; 11] = [
    Market {
        code: "XTKS",
        zones: &["Asia/Tokyo"],
        names: &["Tokyo", "JPX", "OSA"],
        suffixes: &["T"],
        hours: Some((clock(9, 0), clock(15, 30))),
        fixed_hours_of: Some("Tokyo"),
        lunch: Some((clock(11, 30), clock(12, 30))),
        rules: &[Rule::By(major_exchanges::tokyo)],
        early: tokyo_close,
        is_ruled: true,
        ..USUAL
    },
    Market {
        code: "XHKG",
        zones: &["Asia/Hong_Kong"],
        names: &["HKG", "HKSE", "Hong Kong"],
        suffixes: &["HK"],
        hours: Some((clock(9, 30), clock(16, 0))),
        lunch: Some((clock(12, 0), clock(13, 0))),
        early: rules::morning_on_eves,
        ..USUAL
    },
    Market {
        code: "XSHG",
        zones: &["Asia/Shanghai"],
        names: &["SHH", "SHZ", "Shanghai", "Shenzhen", "XSHE"],
        suffixes: &["SS", "SZ", "SH"],
        hours: Some((clock(9, 30), clock(15, 0))),
        lunch: Some((clock(11, 30), clock(13, 0))),
        ..USUAL
    },
    Market {
        code: "XKRX",
        zones: &["Asia/Seoul"],
        names: &["KSC", "KSE", "KOE", "KOSDAQ", "XKOS"],
        suffixes: &["KS", "KQ"],
        hours: Some((clock(9, 0), clock(15, 30))),
        ..USUAL
    },
    Market {
        code: "XTAI",
        zones: &["Asia/Taipei"],
        names: &["TAI", "Taiwan", "TWO", "Taipei Exchange", "ROCO"],
        suffixes: &["TW", "TWO"],
        hours: Some((clock(9, 0), clock(13, 30))),
        ..USUAL
    },
    // The lunch break was reintroduced in November 2017, six years after it had been abolished.
    Market {
        code: "XSES",
        zones: &["Asia/Singapore"],
        names: &["SES", "SGX", "Singapore"],
        suffixes: &["SI"],
        hours: Some((clock(9, 0), clock(17, 0))),
        lunch: Some((clock(12, 0), clock(13, 0))),
        early: rules::morning_on_eves,
        ..USUAL
    },
    Market {
        code: "XKLS",
        zones: &["Asia/Kuala_Lumpur"],
        names: &["KLS", "Kuala Lumpur"],
        suffixes: &["KL"],
        hours: Some((clock(9, 0), clock(17, 0))),
        lunch: Some((clock(12, 30), clock(14, 30))),
        ..USUAL
    },
    Market {
        code: "XIDX",
        zones: &["Asia/Jakarta"],
        names: &["JKT", "Jakarta"],
        suffixes: &["JK"],
        ..USUAL
    },
    Market {
        code: "XBKK",
        zones: &["Asia/Bangkok"],
        names: &["SET", "Thailand"],
        suffixes: &["BK"],
        hours: Some((clock(10, 0), clock(16, 30))),
        lunch: Some((clock(12, 30), clock(14, 0))),
        ..USUAL
    },
    Market {
        code: "XPHS",
        zones: &["Asia/Manila"],
        names: &["PHS", "Philippine", "Philippines"],
        suffixes: &["PS"],
        hours: Some((clock(9, 30), clock(15, 0))),
        lunch: Some((clock(12, 0), clock(13, 0))),
        ..USUAL
    },
    Market {
        code: "XBOM",
        zones: &["Asia/Kolkata", "Asia/Calcutta"],
        names: &["NSI", "NSE", "BSE", "XNSE", "Bombay"],
        suffixes: &["NS", "BO"],
        hours: Some((clock(9, 15), clock(15, 30))),
        ..USUAL
    },
];
