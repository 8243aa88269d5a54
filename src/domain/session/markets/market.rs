//! What is known of an exchange, and what many have in common.

use crate::domain::session::{
    civil::{civil, weekday},
    listed::{self, Listed},
    rules::Rule,
};

/// An exchange, or several in one country that keep the same days and hours.
#[derive(Debug)]
pub(in crate::domain::session) struct Market {
    /// Its Market Identifier Code (ISO 10383), under which the list of days has it.
    pub(in crate::domain::session) code: &'static str,
    /// Time zones that are its own, its usual one first.
    pub(in crate::domain::session) zones: &'static [&'static str],
    /// What else it is called: codes and names of Yahoo, other MICs.
    pub(super) names: &'static [&'static str],
    /// What its symbols end with at Yahoo.
    pub(super) suffixes: &'static [&'static str],
    /// Whether it usually trades on the weekday of a day.
    pub(super) week: fn(i64) -> bool,
    /// Opening and close of a usual day, where they are known.
    pub(in crate::domain::session) hours: Option<(i64, i64)>,
    /// Its name at Yahoo, whose word about its hours is wrong: the hours above count.
    pub(in crate::domain::session) fixed_hours_of: Option<&'static str>,
    /// A break in the middle of the day.
    pub(in crate::domain::session) lunch: Option<(i64, i64)>,
    pub(super) rules: &'static [Rule],
    /// When it closes on a short day that a rule foretells.
    pub(super) early: fn(i64) -> Option<i64>,
    /// Whether the rules tell all holidays; otherwise the list does, for its years.
    pub(super) is_ruled: bool,
}

impl Market {
    /// Whether it trades on a day, as far as its week, its rules and the list tell.
    pub(in crate::domain::session) fn trades(&self, day: i64) -> bool {
        match listed::of(self.code, day) {
            Some(Listed::Open) => true,
            _ => (self.week)(day) && self.holiday(day).is_none(),
        }
    }

    /// Whether the weekday of a day is one of its usual trading days.
    pub(in crate::domain::session) fn is_in_week(&self, day: i64) -> bool {
        (self.week)(day)
    }

    /// Why it is closed on a day of its week.
    pub(in crate::domain::session) fn holiday(&self, day: i64) -> Option<&'static str> {
        if !(self.week)(day) {
            return None;
        }
        if let Some(Listed::Closed(reason)) = listed::of(self.code, day) {
            return Some(reason);
        }
        self.rules.iter().find_map(|rule| rule.name(day))
    }

    /// When it closes on a short day.
    pub(in crate::domain::session) fn early_close(&self, day: i64) -> Option<i64> {
        match listed::of(self.code, day) {
            Some(Listed::Until(second)) => Some(second),
            _ => (self.early)(day),
        }
    }

    /// Whether all its holidays of a day's year are known.
    pub(in crate::domain::session) fn knows_holidays(&self, day: i64) -> bool {
        self.is_ruled || listed::is_complete(self.code, civil(day).0)
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

/// What markets have in common; each names what is its own.
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
