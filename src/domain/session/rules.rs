//! Rules for holidays and early closes: fixed dates, Easter, the nth weekday of a month.

use super::{
    civil::{civil, day_of, nth_weekday, weekday},
    new_york_holidays::good_friday,
    phase::clock,
};

const MONDAY: i64 = 1;
const FRIDAY: i64 = 5;
const SATURDAY: i64 = 6;
const SUNDAY: i64 = 7;

/// An annual holiday with its name.
#[derive(Debug)]
pub(super) enum Rule {
    /// A date (month, day) that is not moved from a weekend.
    Fixed(i64, i64, &'static str),
    /// A date that moves from a weekend to Monday.
    OrMonday(i64, i64, &'static str),
    /// A date that moves from Sunday to Monday.
    SundayToMonday(i64, i64, &'static str),
    /// A number of days after Easter Sunday.
    Easter(i64, &'static str),
    /// The nth Monday of a month: (month, n).
    Monday(i64, i64, &'static str),
    /// Any other rule: returns the name if the day is a holiday.
    By(fn(i64) -> Option<&'static str>),
}

impl Rule {
    /// Returns the name if `day` is this holiday.
    pub(super) fn name(&self, day: i64) -> Option<&'static str> {
        let (year, month, _) = civil(day);
        let (is_it, name) = match *self {
            Self::Fixed(m, d, name) => (day == day_of(year, m, d), name),
            Self::OrMonday(m, d, name) => (day == or_monday(day_of(year, m, d)), name),
            Self::SundayToMonday(m, d, name) => {
                let date = day_of(year, m, d);
                (day == date + i64::from(weekday(date) == SUNDAY), name)
            }
            Self::Easter(after, name) => (day == easter(year) + after, name),
            Self::Monday(m, n, name) => {
                (month == m && day == nth_weekday(year, m, MONDAY, n), name)
            }
            Self::By(rule) => return rule(day),
        };
        is_it.then_some(name)
    }
}

fn easter(year: i64) -> i64 {
    good_friday(year) + 2
}

/// Returns the day, or the next Monday for a weekend.
fn or_monday(day: i64) -> i64 {
    match weekday(day) {
        SATURDAY => day + 2,
        SUNDAY => day + 1,
        _ => day,
    }
}

/// Christmas Day and Boxing Day, each moved to the next free weekday.
pub(super) fn christmas_and_boxing_day(day: i64) -> Option<&'static str> {
    let (year, month, _) = civil(day);
    if month != 12 {
        return None;
    }
    let (christmas, boxing) = super::major_exchanges::christmas_days(year);
    if day == christmas {
        Some("Christmas Day")
    } else {
        (day == boxing).then_some("Boxing Day")
    }
}

/// New Year's Day and the day after (New Zealand), each moved to the next free weekday.
pub(super) fn new_year_and_day_after(day: i64) -> Option<&'static str> {
    let (year, month, date) = civil(day);
    if month != 1 || date > 4 {
        return None;
    }
    let first = day_of(year, 1, 1);
    // If the 1st is a Sunday, the 2nd is a Monday and the 1st moves to Tuesday.
    let (first, second) = match weekday(first) {
        FRIDAY => (first, first + 3),
        SATURDAY => (first + 2, first + 3),
        SUNDAY => (first + 2, first + 1),
        _ => (first, first + 1),
    };
    (day == first || day == second).then_some("New Year Holidays")
}

/// The Monday before 25 May (Canada).
pub(super) fn victoria_day(day: i64) -> Option<&'static str> {
    let (_, month, date) = civil(day);
    (month == 5 && weekday(day) == MONDAY && (18..25).contains(&date)).then_some("Victoria Day")
}

/// The Friday between 19 and 25 June (Sweden, Finland).
pub(super) fn midsummer_eve(day: i64) -> Option<&'static str> {
    let (_, month, date) = civil(day);
    (month == 6 && weekday(day) == FRIDAY && (19..26).contains(&date)).then_some("Midsummer Eve")
}

/// Returns `early` on 24 and 31 December.
fn on_both_eves(day: i64, early: i64) -> Option<i64> {
    let (_, month, date) = civil(day);
    (month == 12 && (date == 24 || date == 31)).then_some(early)
}

/// Returns `early` on the last weekday before Christmas Day and before New Year's Day.
fn on_last_days(day: i64, early: i64) -> Option<i64> {
    super::major_exchanges::london_closes_early(day).then_some(early)
}

/// Euronext in Paris, Amsterdam and Brussels.
pub(super) fn euronext_close(day: i64) -> Option<i64> {
    on_both_eves(day, clock(14, 5))
}

/// Euronext in Lisbon, on a clock an hour behind.
pub(super) fn lisbon_close(day: i64) -> Option<i64> {
    on_both_eves(day, clock(13, 5))
}

pub(super) fn madrid_close(day: i64) -> Option<i64> {
    on_both_eves(day, clock(14, 0))
}

pub(super) fn london_close(day: i64) -> Option<i64> {
    on_last_days(day, clock(12, 30))
}

pub(super) fn xetra_close(day: i64) -> Option<i64> {
    super::major_exchanges::xetra_closes_early(day).then_some(clock(14, 0))
}

/// The last trading day of the year, as in Frankfurt.
pub(super) fn vienna_close(day: i64) -> Option<i64> {
    super::major_exchanges::xetra_closes_early(day).then_some(clock(14, 15))
}

pub(super) fn toronto_close(day: i64) -> Option<i64> {
    let (_, month, date) = civil(day);
    (month == 12 && date == 24).then_some(clock(13, 0))
}

pub(super) fn sydney_close(day: i64) -> Option<i64> {
    on_last_days(day, clock(14, 10))
}

pub(super) fn auckland_close(day: i64) -> Option<i64> {
    on_last_days(day, clock(12, 45))
}

/// Hong Kong and Singapore: the morning only on the eves of Christmas and New Year.
pub(super) fn morning_on_eves(day: i64) -> Option<i64> {
    on_both_eves(day, clock(12, 0))
}

/// 12:30 on the eve of Republic Day.
pub(super) fn istanbul_close(day: i64) -> Option<i64> {
    let (_, month, date) = civil(day);
    (month == 10 && date == 28).then_some(clock(12, 30))
}

/// 13:00 on the eves of Epiphany, Good Friday, Labor Day, Ascension Day and All Saints' Day.
pub(super) fn stockholm_close(day: i64) -> Option<i64> {
    let (year, month, date) = civil(day);
    let from_easter = day - easter(year);
    // All Saints' Day is the Saturday between 31 October and 6 November.
    let saints = weekday(day) == FRIDAY && (month == 10 && date >= 30 || month == 11 && date <= 5);
    let is_eve = matches!((month, date), (1, 5) | (4, 30)) || matches!(from_easter, -3 | 38);
    (is_eve || saints).then_some(clock(13, 0))
}

/// 13:00 on the Wednesday before Easter.
pub(super) fn oslo_close(day: i64) -> Option<i64> {
    (day == easter(civil(day).0) - 4).then_some(clock(13, 0))
}

/// Early close on the last day of the trading week: Friday since January 2026, before that Sunday.
pub(super) fn tel_aviv_close(day: i64) -> Option<i64> {
    match weekday(day) {
        FRIDAY => Some(clock(13, 50)),
        SUNDAY => Some(clock(15, 40)),
        _ => None,
    }
}

/// The fourth Friday after Easter, a Danish holiday until 2023.
pub(super) fn great_prayer_day(day: i64) -> Option<&'static str> {
    let year = civil(day).0;
    (year < 2024 && day == easter(year) + 26).then_some("Great Prayer Day")
}
