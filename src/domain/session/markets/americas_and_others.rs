//! Exchanges in the Americas, Australia, New Zealand and South Africa.

use super::market::{
    CHRISTMAS, CHRISTMAS_EVE, CORPUS_CHRISTI, EASTER_MONDAY, GOOD_FRIDAY, LABOR_DAY,
    MAUNDY_THURSDAY, Market, NEW_YEAR, NEW_YEARS_EVE, USUAL,
};
use crate::domain::session::{
    phase::clock,
    rules::{self, Rule},
};

pub(super) static MARKETS: [Market; 7] = [
    Market {
        code: "XTSE",
        zones: &["America/Toronto", "America/Montreal", "America/Vancouver"],
        names: &["TOR", "Toronto", "VAN", "TSXV", "CNQ", "NEO", "XTSX"],
        suffixes: &["TO", "V", "CN", "NE"],
        hours: Some((clock(9, 30), clock(16, 0))),
        rules: &[
            Rule::OrMonday(1, 1, "New Year's Day"),
            Rule::Monday(2, 3, "Family Day"),
            GOOD_FRIDAY,
            Rule::By(rules::victoria_day),
            Rule::OrMonday(7, 1, "Canada Day"),
            Rule::Monday(8, 1, "Civic Holiday"),
            Rule::Monday(9, 1, "Labor Day"),
            Rule::Monday(10, 2, "Thanksgiving Day"),
            Rule::By(rules::christmas_and_boxing_day),
        ],
        early: rules::toronto_close,
        is_ruled: true,
        ..USUAL
    },
    Market {
        code: "BVMF",
        zones: &["America/Sao_Paulo"],
        names: &["SAO", "São Paulo", "Sao Paulo"],
        suffixes: &["SA"],
        rules: &[
            NEW_YEAR,
            Rule::Easter(-48, "Carnival"),
            Rule::Easter(-47, "Carnival"),
            GOOD_FRIDAY,
            Rule::Fixed(4, 21, "Tiradentes' Day"),
            LABOR_DAY,
            CORPUS_CHRISTI,
            Rule::Fixed(9, 7, "Independence Day"),
            Rule::Fixed(10, 12, "Our Lady of Aparecida"),
            Rule::Fixed(11, 2, "All Souls' Day"),
            Rule::Fixed(11, 15, "Republic Day"),
            Rule::Fixed(11, 20, "Black Consciousness Day"),
            CHRISTMAS_EVE,
            CHRISTMAS,
            NEW_YEARS_EVE,
        ],
        is_ruled: true,
        ..USUAL
    },
    Market {
        code: "XMEX",
        zones: &["America/Mexico_City"],
        names: &["MEX", "Mexico"],
        suffixes: &["MX"],
        rules: &[
            NEW_YEAR,
            Rule::Monday(2, 1, "Constitution Day"),
            Rule::Monday(3, 3, "Juárez's Birthday"),
            MAUNDY_THURSDAY,
            GOOD_FRIDAY,
            LABOR_DAY,
            Rule::Fixed(9, 16, "Independence Day"),
            Rule::Fixed(11, 2, "All Souls' Day"),
            Rule::Monday(11, 3, "Revolution Day"),
            Rule::Fixed(12, 12, "Bank Employees' Day"),
            CHRISTMAS,
        ],
        is_ruled: true,
        ..USUAL
    },
    Market {
        code: "XBUE",
        zones: &["America/Argentina/Buenos_Aires", "America/Buenos_Aires"],
        names: &["BUE", "Buenos Aires"],
        suffixes: &["BA"],
        hours: Some((clock(11, 0), clock(17, 0))),
        ..USUAL
    },
    Market {
        code: "XASX",
        zones: &["Australia/Sydney", "Australia/Melbourne"],
        names: &["ASX", "Sydney"],
        suffixes: &["AX", "XA"],
        hours: Some((clock(10, 0), clock(16, 0))),
        rules: &[
            Rule::OrMonday(1, 1, "New Year's Day"),
            Rule::OrMonday(1, 26, "Australia Day"),
            GOOD_FRIDAY,
            EASTER_MONDAY,
            Rule::Fixed(4, 25, "Anzac Day"),
            Rule::Monday(6, 2, "King's Birthday"),
            Rule::By(rules::christmas_and_boxing_day),
        ],
        early: rules::sydney_close,
        is_ruled: true,
        ..USUAL
    },
    Market {
        code: "XNZE",
        zones: &["Pacific/Auckland"],
        names: &["NZE", "NZSE"],
        suffixes: &["NZ"],
        hours: Some((clock(10, 0), clock(16, 45))),
        rules: &[
            Rule::By(rules::new_year_and_day_after),
            Rule::OrMonday(2, 6, "Waitangi Day"),
            GOOD_FRIDAY,
            EASTER_MONDAY,
            Rule::OrMonday(4, 25, "Anzac Day"),
            Rule::Monday(6, 1, "King's Birthday"),
            Rule::Monday(10, 4, "Labor Day"),
            Rule::By(rules::christmas_and_boxing_day),
        ],
        early: rules::auckland_close,
        ..USUAL
    },
    Market {
        code: "XJSE",
        zones: &["Africa/Johannesburg"],
        names: &["JNB", "Johannesburg"],
        suffixes: &["JO"],
        hours: Some((clock(9, 0), clock(17, 0))),
        rules: &[
            Rule::SundayToMonday(1, 1, "New Year's Day"),
            Rule::SundayToMonday(3, 21, "Human Rights Day"),
            GOOD_FRIDAY,
            Rule::Easter(1, "Family Day"),
            Rule::SundayToMonday(4, 27, "Freedom Day"),
            Rule::SundayToMonday(5, 1, "Workers' Day"),
            Rule::SundayToMonday(6, 16, "Youth Day"),
            Rule::SundayToMonday(8, 9, "National Women's Day"),
            Rule::SundayToMonday(9, 24, "Heritage Day"),
            Rule::SundayToMonday(12, 16, "Day of Reconciliation"),
            CHRISTMAS,
            Rule::SundayToMonday(12, 26, "Day of Goodwill"),
        ],
        ..USUAL
    },
];
