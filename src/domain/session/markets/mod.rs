//! The exchanges whose week, hours or holidays are known, as data.
//!
//! Sources: the trading calendars and trading hours that the exchanges publish. Hours are those of
//! the cash market for shares, from the opening to the end of continuous trading or of the closing
//! auction, as price services count them.

mod asia;
mod elsewhere;
mod middle_east;
mod northern_europe;
mod western_europe;

use super::{
    civil::{civil, weekday},
    listed::{self, Listed},
    rules::Rule,
};

/// An exchange, or several in one country that keep the same days and hours.
#[derive(Debug)]
pub(super) struct Market {
    /// Its Market Identifier Code (ISO 10383), under which the list of days has it.
    pub(super) code: &'static str,
    /// Time zones that are its own, its usual one first.
    pub(super) zones: &'static [&'static str],
    /// What else it is called: codes and names of Yahoo, other MICs.
    names: &'static [&'static str],
    /// What its symbols end with at Yahoo.
    suffixes: &'static [&'static str],
    /// Whether it usually trades on the weekday of a day.
    week: fn(i64) -> bool,
    /// Opening and close of a usual day, where they are known.
    pub(super) hours: Option<(i64, i64)>,
    /// Its name at Yahoo, whose word about its hours is wrong: the hours above count.
    pub(super) fixed_hours_of: Option<&'static str>,
    /// A break in the middle of the day.
    pub(super) lunch: Option<(i64, i64)>,
    rules: &'static [Rule],
    /// When it closes on a short day that a rule foretells.
    early: fn(i64) -> Option<i64>,
    /// Whether the rules tell all holidays; otherwise the list does, for its years.
    is_ruled: bool,
}

impl Market {
    /// Whether it trades on a day, as far as its week, its rules and the list tell.
    pub(super) fn trades(&self, day: i64) -> bool {
        match listed::of(self.code, day) {
            Some(Listed::Open) => true,
            _ => (self.week)(day) && self.holiday(day).is_none(),
        }
    }

    /// Whether the weekday of a day is one of its usual trading days.
    pub(super) fn is_in_week(&self, day: i64) -> bool {
        (self.week)(day)
    }

    /// Why it is closed on a day of its week.
    pub(super) fn holiday(&self, day: i64) -> Option<&'static str> {
        if !(self.week)(day) {
            return None;
        }
        if let Some(Listed::Closed(reason)) = listed::of(self.code, day) {
            return Some(reason);
        }
        self.rules.iter().find_map(|rule| rule.name(day))
    }

    /// When it closes on a short day.
    pub(super) fn early_close(&self, day: i64) -> Option<i64> {
        match listed::of(self.code, day) {
            Some(Listed::Until(second)) => Some(second),
            _ => (self.early)(day),
        }
    }

    /// Whether all its holidays of a day's year are known.
    pub(super) fn knows_holidays(&self, day: i64) -> bool {
        self.is_ruled || listed::is_complete(self.code, civil(day).0)
    }
}

/// The market of a time zone.
pub(super) fn in_zone(zone: &str) -> Option<&'static Market> {
    all().find(|market| market.zones.contains(&zone))
}

/// The market of a ticker whose time zone is unknown: by the exchange's name or code, or by the end
/// of the symbol as Yahoo spells it (`SAP.DE`).
pub(super) fn named(exchange: Option<&str>, symbol: &str) -> Option<&'static Market> {
    let is_named = |market: &&Market, name: &str| {
        let mut names = market.names.iter().chain([&market.code]);
        names.any(|one| one.eq_ignore_ascii_case(name))
    };
    let by_name = exchange.and_then(|name| all().find(|market| is_named(market, name)));
    by_name.or_else(|| {
        let (plain, suffix) = symbol.split_once('.')?;
        let is_listed = !plain.is_empty() && !suffix.contains('.');
        all().find(|market| is_listed && market.suffixes.contains(&suffix))
    })
}

fn monday_to_friday(day: i64) -> bool {
    weekday(day) <= 5
}

fn never(_: i64) -> Option<i64> {
    None
}

const GOOD_FRIDAY: Rule = Rule::Easter(-2, "Good Friday");
const MAUNDY_THURSDAY: Rule = Rule::Easter(-3, "Maundy Thursday");
const EASTER_MONDAY: Rule = Rule::Easter(1, "Easter Monday");
const ASCENSION: Rule = Rule::Easter(39, "Ascension Day");
const WHIT_MONDAY: Rule = Rule::Easter(50, "Whit Monday");
const CORPUS_CHRISTI: Rule = Rule::Easter(60, "Corpus Christi");
const NEW_YEAR: Rule = Rule::Fixed(1, 1, "New Year's Day");
const EPIPHANY: Rule = Rule::Fixed(1, 6, "Epiphany");
const LABOR_DAY: Rule = Rule::Fixed(5, 1, "Labor Day");
const ASSUMPTION: Rule = Rule::Fixed(8, 15, "Assumption Day");
const CHRISTMAS_EVE: Rule = Rule::Fixed(12, 24, "Christmas Eve");
const CHRISTMAS: Rule = Rule::Fixed(12, 25, "Christmas Day");
const BOXING_DAY: Rule = Rule::Fixed(12, 26, "Boxing Day");
const NEW_YEARS_EVE: Rule = Rule::Fixed(12, 31, "New Year's Eve");

/// What markets have in common; each names what is its own.
const USUAL: Market = Market {
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

/// Every market that is known.
fn all() -> impl Iterator<Item = &'static Market> {
    [
        &western_europe::MARKETS[..],
        &northern_europe::MARKETS,
        &middle_east::MARKETS,
        &asia::MARKETS,
        &elsewhere::MARKETS,
    ]
    .into_iter()
    .flatten()
}

/// Every word by which a market is found.
#[cfg(test)]
pub(super) fn words() -> impl Iterator<Item = String> {
    all().flat_map(|market| {
        let names = market
            .names
            .iter()
            .chain(market.zones)
            .chain([&market.code]);
        let suffixes = market.suffixes.iter().map(|suffix| format!(".{suffix}"));
        names.map(|name| (*name).to_owned()).chain(suffixes)
    })
}
