//! Exchanges in the Americas, Australia, New Zealand and South Africa.

use super::market::{
    CHRISTMAS, CHRISTMAS_EVE, CORPUS_CHRISTI, DEFAULT_MARKET, EASTER_MONDAY, GOOD_FRIDAY,
    LABOR_DAY, MAUNDY_THURSDAY, Market, NEW_YEAR, NEW_YEARS_EVE,
};
use crate::domain::session::{
    phase::time_of_day,
    rules::{self, HolidayRule},
};

pub(super) static MARKETS: [Market; 7] = [
    Market {
        code: "XTSE",
        zones: &["America/Toronto", "America/Montreal", "America/Vancouver"],
        names: &["TOR", "Toronto", "VAN", "TSXV", "CNQ", "NEO", "XTSX"],
        suffixes: &["TO", "V", "CN", "NE"],
        hours: Some((time_of_day(9, 30), time_of_day(16, 0))),
        rules: &[
            HolidayRule::WeekendToMonday(1, 1, "New Year's Day"),
            HolidayRule::NthMonday(2, 3, "Family Day"),
            GOOD_FRIDAY,
            HolidayRule::Custom(rules::victoria_day),
            HolidayRule::WeekendToMonday(7, 1, "Canada Day"),
            HolidayRule::NthMonday(8, 1, "Civic Holiday"),
            HolidayRule::NthMonday(9, 1, "Labor Day"),
            HolidayRule::NthMonday(10, 2, "Thanksgiving Day"),
            HolidayRule::Custom(rules::christmas_and_boxing_day),
        ],
        early_close_rule: rules::toronto_close,
        has_complete_rules: true,
        ..DEFAULT_MARKET
    },
    Market {
        code: "BVMF",
        zones: &["America/Sao_Paulo"],
        names: &["SAO", "São Paulo", "Sao Paulo"],
        suffixes: &["SA"],
        rules: &[
            NEW_YEAR,
            HolidayRule::DaysAfterEaster(-48, "Carnival"),
            HolidayRule::DaysAfterEaster(-47, "Carnival"),
            GOOD_FRIDAY,
            HolidayRule::Fixed(4, 21, "Tiradentes' Day"),
            LABOR_DAY,
            CORPUS_CHRISTI,
            HolidayRule::Fixed(9, 7, "Independence Day"),
            HolidayRule::Fixed(10, 12, "Our Lady of Aparecida"),
            HolidayRule::Fixed(11, 2, "All Souls' Day"),
            HolidayRule::Fixed(11, 15, "Republic Day"),
            HolidayRule::Fixed(11, 20, "Black Consciousness Day"),
            CHRISTMAS_EVE,
            CHRISTMAS,
            NEW_YEARS_EVE,
        ],
        has_complete_rules: true,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XMEX",
        zones: &["America/Mexico_City"],
        names: &["MEX", "Mexico"],
        suffixes: &["MX"],
        rules: &[
            NEW_YEAR,
            HolidayRule::NthMonday(2, 1, "Constitution Day"),
            HolidayRule::NthMonday(3, 3, "Juárez's Birthday"),
            MAUNDY_THURSDAY,
            GOOD_FRIDAY,
            LABOR_DAY,
            HolidayRule::Fixed(9, 16, "Independence Day"),
            HolidayRule::Fixed(11, 2, "All Souls' Day"),
            HolidayRule::NthMonday(11, 3, "Revolution Day"),
            HolidayRule::Fixed(12, 12, "Bank Employees' Day"),
            CHRISTMAS,
        ],
        has_complete_rules: true,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XBUE",
        zones: &["America/Argentina/Buenos_Aires", "America/Buenos_Aires"],
        names: &["BUE", "Buenos Aires"],
        suffixes: &["BA"],
        hours: Some((time_of_day(11, 0), time_of_day(17, 0))),
        ..DEFAULT_MARKET
    },
    Market {
        code: "XASX",
        zones: &["Australia/Sydney", "Australia/Melbourne"],
        names: &["ASX", "Sydney"],
        suffixes: &["AX", "XA"],
        hours: Some((time_of_day(10, 0), time_of_day(16, 0))),
        rules: &[
            HolidayRule::WeekendToMonday(1, 1, "New Year's Day"),
            HolidayRule::WeekendToMonday(1, 26, "Australia Day"),
            GOOD_FRIDAY,
            EASTER_MONDAY,
            HolidayRule::Fixed(4, 25, "Anzac Day"),
            HolidayRule::NthMonday(6, 2, "King's Birthday"),
            HolidayRule::Custom(rules::christmas_and_boxing_day),
        ],
        early_close_rule: rules::sydney_close,
        has_complete_rules: true,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XNZE",
        zones: &["Pacific/Auckland"],
        names: &["NZE", "NZSE"],
        suffixes: &["NZ"],
        hours: Some((time_of_day(10, 0), time_of_day(16, 45))),
        rules: &[
            HolidayRule::Custom(rules::new_year_and_2_january),
            HolidayRule::WeekendToMonday(2, 6, "Waitangi Day"),
            GOOD_FRIDAY,
            EASTER_MONDAY,
            HolidayRule::WeekendToMonday(4, 25, "Anzac Day"),
            HolidayRule::NthMonday(6, 1, "King's Birthday"),
            HolidayRule::NthMonday(10, 4, "Labor Day"),
            HolidayRule::Custom(rules::christmas_and_boxing_day),
        ],
        early_close_rule: rules::auckland_close,
        ..DEFAULT_MARKET
    },
    Market {
        code: "XJSE",
        zones: &["Africa/Johannesburg"],
        names: &["JNB", "Johannesburg"],
        suffixes: &["JO"],
        hours: Some((time_of_day(9, 0), time_of_day(17, 0))),
        rules: &[
            HolidayRule::SundayToMonday(1, 1, "New Year's Day"),
            HolidayRule::SundayToMonday(3, 21, "Human Rights Day"),
            GOOD_FRIDAY,
            HolidayRule::DaysAfterEaster(1, "Family Day"),
            HolidayRule::SundayToMonday(4, 27, "Freedom Day"),
            HolidayRule::SundayToMonday(5, 1, "Workers' Day"),
            HolidayRule::SundayToMonday(6, 16, "Youth Day"),
            HolidayRule::SundayToMonday(8, 9, "National Women's Day"),
            HolidayRule::SundayToMonday(9, 24, "Heritage Day"),
            HolidayRule::SundayToMonday(12, 16, "Day of Reconciliation"),
            CHRISTMAS,
            HolidayRule::SundayToMonday(12, 26, "Day of Goodwill"),
        ],
        ..DEFAULT_MARKET
    },
];
