//! Data of an exchange, and holidays that many have in common.

use crate::domain::session::{
    civil::{civil, weekday},
    listed_days::{self, ListedDay},
    rules::Rule,
};

/// An exchange, or several in one country with the same days and hours.
#[derive(Debug)]
pub(in crate::domain::session) struct Market {
    /// Market Identifier Code (MIC, ISO 10383), used in the list of days.
    pub(in crate::domain::session) code: &'static str,
    /// Its time zones, the main one first.
    pub(in crate::domain::session) zones: &'static [&'static str],
    /// Other names: codes and names at Yahoo, other MICs.
    pub(super) names: &'static [&'static str],
    /// Suffixes of its symbols at Yahoo.
    pub(super) suffixes: &'static [&'static str],
    /// Returns true if it usually trades on the weekday of a day.
    pub(super) week: fn(i64) -> bool,
    /// Opening and close of a usual day, if known.
    pub(in crate::domain::session) hours: Option<(i64, i64)>,
    /// Its name at Yahoo, if the hours reported there are wrong and those above apply.
    pub(in crate::domain::session) fixed_hours_of: Option<&'static str>,
    /// Lunch break.
    pub(in crate::domain::session) lunch: Option<(i64, i64)>,
    pub(super) rules: &'static [Rule],
    /// Early close by rule, in local seconds.
    pub(super) early: fn(i64) -> Option<i64>,
    /// Whether the rules cover all holidays; otherwise the list does, for the years it is complete for.
    pub(super) is_ruled: bool,
}

impl Market {
    /// Returns true if it trades on a day according to its week, its rules and the list.
    pub(in crate::domain::session) fn trades(&self, day: i64) -> bool {
        match listed_days::of(self.code, day) {
            Some(ListedDay::Open) => true,
            _ => (self.week)(day) && self.holiday(day).is_none(),
        }
    }

    /// Returns true if the weekday of a day is a usual trading day.
    pub(in crate::domain::session) fn is_in_week(&self, day: i64) -> bool {
        (self.week)(day)
    }

    /// Returns the holiday on a day of its week.
    pub(in crate::domain::session) fn holiday(&self, day: i64) -> Option<&'static str> {
        if !(self.week)(day) {
            return None;
        }
        if let Some(ListedDay::Closed(reason)) = listed_days::of(self.code, day) {
            return Some(reason);
        }
        self.rules.iter().find_map(|rule| rule.name(day))
    }

    /// Returns the early close of a day, in local seconds.
    pub(in crate::domain::session) fn early_close(&self, day: i64) -> Option<i64> {
        match listed_days::of(self.code, day) {
            Some(ListedDay::Until(second)) => Some(second),
            _ => (self.early)(day),
        }
    }

    /// Returns true if all holidays of the year of `day` are known.
    pub(in crate::domain::session) fn knows_holidays(&self, day: i64) -> bool {
        self.is_ruled || listed_days::is_complete(self.code, civil(day).0)
    }
}

pub(super) fn monday_to_friday(day: i64) -> bool {
    weekday(day) <= 5
}

pub(super) fn never(_: i64) -> Option<i64> {
    None
}

pub(super) const GOOD_FRIDAY: Rule = Rule::Easter(-2, "Good Friday");
pub(super) const MAUNDY_THURSDAY: Rule = Rule::Easter(-3, "Maundy Thursday");
pub(super) const EASTER_MONDAY: Rule = Rule::Easter(1, "Easter Monday");
pub(super) const ASCENSION: Rule = Rule::Easter(39, "Ascension Day");
pub(super) const WHIT_MONDAY: Rule = Rule::Easter(50, "Whit Monday");
pub(super) const CORPUS_CHRISTI: Rule = Rule::Easter(60, "Corpus Christi");
pub(super) const NEW_YEAR: Rule = Rule::Fixed(1, 1, "New Year's Day");
pub(super) const EPIPHANY: Rule = Rule::Fixed(1, 6, "Epiphany");
pub(super) const LABOR_DAY: Rule = Rule::Fixed(5, 1, "Labor Day");
pub(super) const ASSUMPTION: Rule = Rule::Fixed(8, 15, "Assumption Day");
pub(super) const CHRISTMAS_EVE: Rule = Rule::Fixed(12, 24, "Christmas Eve");
pub(super) const CHRISTMAS: Rule = Rule::Fixed(12, 25, "Christmas Day");
pub(super) const BOXING_DAY: Rule = Rule::Fixed(12, 26, "Boxing Day");
pub(super) const NEW_YEARS_EVE: Rule = Rule::Fixed(12, 31, "New Year's Eve");

/// Default values; each market overrides what differs.
pub(super) const USUAL: Market = Market {
    code: "",
    zones: &[],
    names: &[],
    suffixes: &[],
    week: monday_to_friday,
    hours: None,
    fixed_hours_of: None,
    lunch: None,
    rules: &[],
    early: never,
    is_ruled: false,
};
