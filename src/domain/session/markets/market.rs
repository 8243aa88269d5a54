//! The type for the built-in calendar of an exchange, and holidays that many exchanges share.

use crate::domain::session::{
    civil::{civil_from_days, weekday},
    listed_days::{self, ListedDay},
    rules::HolidayRule,
};

/// Built-in calendar of an exchange, or of several exchanges in one country with the same days and hours.
#[derive(Debug)]
pub(in crate::domain::session) struct Market {
    /// Market Identifier Code (MIC, ISO 10383), the key in `assets/exchange-days.txt`.
    pub(in crate::domain::session) code: &'static str,
    /// IANA names of the time zone, the canonical name first.
    pub(in crate::domain::session) zones: &'static [&'static str],
    /// Other names of the exchange: names and codes at Yahoo, other MICs.
    pub(super) names: &'static [&'static str],
    /// Suffixes of the exchange's symbols at Yahoo.
    pub(super) suffixes: &'static [&'static str],
    /// Returns true if the weekday of a day is a usual trading day.
    pub(super) trading_week: fn(i64) -> bool,
    /// Opening and close of a usual day in seconds since local midnight, if known.
    pub(in crate::domain::session) hours: Option<(i64, i64)>,
    /// Name of the exchange at Yahoo if Yahoo reports wrong hours for it; `hours` then takes precedence.
    pub(in crate::domain::session) name_with_wrong_hours: Option<&'static str>,
    /// Start and end of the lunch break in seconds since local midnight.
    pub(in crate::domain::session) lunch: Option<(i64, i64)>,
    /// Holidays that follow a rule.
    pub(super) rules: &'static [HolidayRule],
    /// Returns the early close of a day in seconds since local midnight, if it follows a rule.
    pub(super) early_close_rule: fn(i64) -> Option<i64>,
    /// True if `rules` cover all holidays. Otherwise holidays are known only for the years in which
    /// `assets/exchange-days.txt` is complete.
    pub(super) has_complete_rules: bool,
}

impl Market {
    /// Returns true if a day has a session according to the trading week, the rules and the list of days.
    pub(in crate::domain::session) fn is_trading_day(&self, day: i64) -> bool {
        match listed_days::find(self.code, day) {
            Some(ListedDay::Open) => true,
            _ => self.is_trading_weekday(day) && self.holiday(day).is_none(),
        }
    }

    /// Returns true if the weekday of a day is a usual trading day.
    pub(in crate::domain::session) fn is_trading_weekday(&self, day: i64) -> bool {
        (self.trading_week)(day)
    }

    /// Returns the name of the holiday on a day; `None` if the exchange is open or the weekday is not a trading day.
    pub(in crate::domain::session) fn holiday(&self, day: i64) -> Option<&'static str> {
        if !self.is_trading_weekday(day) {
            return None;
        }
        if let Some(ListedDay::Closed(name)) = listed_days::find(self.code, day) {
            return Some(name);
        }
        self.rules.iter().find_map(|rule| rule.name_on(day))
    }

    /// Returns the early close of a day in seconds since local midnight; `None` if it does not close early.
    pub(in crate::domain::session) fn early_close(&self, day: i64) -> Option<i64> {
        match listed_days::find(self.code, day) {
            Some(ListedDay::ClosesAt(second)) => Some(second),
            _ => (self.early_close_rule)(day),
        }
    }

    /// Returns true if all holidays of the year of `day` are known.
    pub(in crate::domain::session) fn knows_holidays(&self, day: i64) -> bool {
        self.has_complete_rules || listed_days::is_complete(self.code, civil_from_days(day).0)
    }
}

pub(super) fn monday_to_friday(day: i64) -> bool {
    weekday(day) <= 5
}

/// Rule of an exchange that never closes early.
pub(super) fn no_early_close(_: i64) -> Option<i64> {
    None
}

pub(super) const GOOD_FRIDAY: HolidayRule = HolidayRule::DaysAfterEaster(-2, "Good Friday");
pub(super) const MAUNDY_THURSDAY: HolidayRule = HolidayRule::DaysAfterEaster(-3, "Maundy Thursday");
pub(super) const EASTER_MONDAY: HolidayRule = HolidayRule::DaysAfterEaster(1, "Easter Monday");
pub(super) const ASCENSION: HolidayRule = HolidayRule::DaysAfterEaster(39, "Ascension Day");
pub(super) const WHIT_MONDAY: HolidayRule = HolidayRule::DaysAfterEaster(50, "Whit Monday");
pub(super) const CORPUS_CHRISTI: HolidayRule = HolidayRule::DaysAfterEaster(60, "Corpus Christi");
pub(super) const NEW_YEAR: HolidayRule = HolidayRule::Fixed(1, 1, "New Year's Day");
pub(super) const EPIPHANY: HolidayRule = HolidayRule::Fixed(1, 6, "Epiphany");
pub(super) const LABOR_DAY: HolidayRule = HolidayRule::Fixed(5, 1, "Labor Day");
pub(super) const ASSUMPTION: HolidayRule = HolidayRule::Fixed(8, 15, "Assumption Day");
pub(super) const CHRISTMAS_EVE: HolidayRule = HolidayRule::Fixed(12, 24, "Christmas Eve");
pub(super) const CHRISTMAS: HolidayRule = HolidayRule::Fixed(12, 25, "Christmas Day");
pub(super) const BOXING_DAY: HolidayRule = HolidayRule::Fixed(12, 26, "Boxing Day");
pub(super) const NEW_YEARS_EVE: HolidayRule = HolidayRule::Fixed(12, 31, "New Year's Eve");

/// Default values of a market: Monday to Friday, unknown hours, no holidays.
pub(super) const DEFAULT_MARKET: Market = Market {
    code: "",
    zones: &[],
    names: &[],
    suffixes: &[],
    trading_week: monday_to_friday,
    hours: None,
    name_with_wrong_hours: None,
    lunch: None,
    rules: &[],
    early_close_rule: no_early_close,
    has_complete_rules: false,
};
