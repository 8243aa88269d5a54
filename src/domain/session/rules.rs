//! Rules for holidays and early closes: fixed dates, days relative to Easter, the nth Monday of a month.
//!
//! A function for a holiday returns its name if `day` is the holiday. A function `…_close` returns the close of a day that
//! ends early, in seconds since local midnight, and `None` on other days. Days are day numbers, see [`super::civil`].

use super::{
    civil::{civil_from_days, days_from_civil, nth_weekday, weekday, weekend_to_monday},
    new_york_holidays::good_friday,
    phase::time_of_day,
};

const MONDAY: i64 = 1;
const FRIDAY: i64 = 5;
const SATURDAY: i64 = 6;
const SUNDAY: i64 = 7;

/// The rule of an annual holiday, with the holiday's name.
#[derive(Debug)]
pub(super) enum HolidayRule {
    /// A date (month, day) that does not move from a weekend.
    Fixed(i64, i64, &'static str),
    /// A date (month, day) that moves from a weekend to Monday.
    WeekendToMonday(i64, i64, &'static str),
    /// A date (month, day) that moves from Sunday to Monday.
    SundayToMonday(i64, i64, &'static str),
    /// A number of days after Easter Sunday.
    DaysAfterEaster(i64, &'static str),
    /// The nth Monday of a month (month, n).
    NthMonday(i64, i64, &'static str),
    /// Any other rule: a function that returns the name if the day is a holiday.
    Custom(fn(i64) -> Option<&'static str>),
}

impl HolidayRule {
    /// Returns the name of the holiday if it is on `day`.
    pub(super) fn name_on(&self, day: i64) -> Option<&'static str> {
        let (year, month, _) = civil_from_days(day);
        let (is_holiday, name) = match *self {
            Self::Fixed(m, d, name) => (day == days_from_civil(year, m, d), name),
            Self::WeekendToMonday(m, d, name) => {
                (day == weekend_to_monday(days_from_civil(year, m, d)), name)
            }
            Self::SundayToMonday(m, d, name) => {
                let date = days_from_civil(year, m, d);
                (day == date + i64::from(weekday(date) == SUNDAY), name)
            }
            Self::DaysAfterEaster(after, name) => (day == easter(year) + after, name),
            Self::NthMonday(m, n, name) => {
                (month == m && day == nth_weekday(year, m, MONDAY, n), name)
            }
            Self::Custom(rule) => return rule(day),
        };
        is_holiday.then_some(name)
    }
}

/// Returns Easter Sunday.
fn easter(year: i64) -> i64 {
    good_friday(year) + 2
}

/// Christmas Day and Boxing Day, each moved to the next free weekday.
pub(super) fn christmas_and_boxing_day(day: i64) -> Option<&'static str> {
    let (year, month, _) = civil_from_days(day);
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

/// New Year's Day and 2 January (New Zealand), each moved to the next free weekday.
pub(super) fn new_year_and_2_january(day: i64) -> Option<&'static str> {
    let (year, month, date) = civil_from_days(day);
    if month != 1 || date > 4 {
        return None;
    }
    let first = days_from_civil(year, 1, 1);
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
    let (_, month, date) = civil_from_days(day);
    (month == 5 && weekday(day) == MONDAY && (18..25).contains(&date)).then_some("Victoria Day")
}

/// The Friday between 19 and 25 June (Sweden, Finland).
pub(super) fn midsummer_eve(day: i64) -> Option<&'static str> {
    let (_, month, date) = civil_from_days(day);
    (month == 6 && weekday(day) == FRIDAY && (19..26).contains(&date)).then_some("Midsummer Eve")
}

/// Returns `close` on Christmas Eve and New Year's Eve.
fn close_on_both_eves(day: i64, close: i64) -> Option<i64> {
    let (_, month, date) = civil_from_days(day);
    (month == 12 && (date == 24 || date == 31)).then_some(close)
}

/// Returns `close` on the last weekday before Christmas Day and before New Year's Day.
fn close_on_last_weekdays(day: i64, close: i64) -> Option<i64> {
    super::major_exchanges::london_closes_early(day).then_some(close)
}

/// 14:05 on both eves: Euronext in Paris, Amsterdam and Brussels.
pub(super) fn euronext_close(day: i64) -> Option<i64> {
    close_on_both_eves(day, time_of_day(14, 5))
}

/// 13:05 on both eves: the same moment as in Paris, an hour behind.
pub(super) fn lisbon_close(day: i64) -> Option<i64> {
    close_on_both_eves(day, time_of_day(13, 5))
}

pub(super) fn madrid_close(day: i64) -> Option<i64> {
    close_on_both_eves(day, time_of_day(14, 0))
}

pub(super) fn london_close(day: i64) -> Option<i64> {
    close_on_last_weekdays(day, time_of_day(12, 30))
}

pub(super) fn xetra_close(day: i64) -> Option<i64> {
    super::major_exchanges::xetra_closes_early(day).then_some(time_of_day(14, 0))
}

/// 14:15 on the last trading day of the year, the same day as in Frankfurt.
pub(super) fn vienna_close(day: i64) -> Option<i64> {
    super::major_exchanges::xetra_closes_early(day).then_some(time_of_day(14, 15))
}

pub(super) fn toronto_close(day: i64) -> Option<i64> {
    let (_, month, date) = civil_from_days(day);
    (month == 12 && date == 24).then_some(time_of_day(13, 0))
}

pub(super) fn sydney_close(day: i64) -> Option<i64> {
    close_on_last_weekdays(day, time_of_day(14, 10))
}

pub(super) fn auckland_close(day: i64) -> Option<i64> {
    close_on_last_weekdays(day, time_of_day(12, 45))
}

/// 12:00 on both eves (Hong Kong, Singapore).
pub(super) fn noon_close_on_eves(day: i64) -> Option<i64> {
    close_on_both_eves(day, time_of_day(12, 0))
}

/// 12:30 on the eve of Republic Day.
pub(super) fn istanbul_close(day: i64) -> Option<i64> {
    let (_, month, date) = civil_from_days(day);
    (month == 10 && date == 28).then_some(time_of_day(12, 30))
}

/// 13:00 on the eves of Epiphany, Good Friday, Labor Day, Ascension Day and All Saints' Day.
pub(super) fn stockholm_close(day: i64) -> Option<i64> {
    let (year, month, date) = civil_from_days(day);
    let days_after_easter = day - easter(year);
    // All Saints' Day is the Saturday between 31 October and 6 November.
    let is_all_saints_eve =
        weekday(day) == FRIDAY && (month == 10 && date >= 30 || month == 11 && date <= 5);
    let is_other_eve =
        matches!((month, date), (1, 5) | (4, 30)) || matches!(days_after_easter, -3 | 38);
    (is_other_eve || is_all_saints_eve).then_some(time_of_day(13, 0))
}

/// 13:00 on the Wednesday before Easter.
pub(super) fn oslo_close(day: i64) -> Option<i64> {
    (day == easter(civil_from_days(day).0) - 4).then_some(time_of_day(13, 0))
}

/// 13:50 on Fridays and 15:40 on Sundays. Fridays are trading days since January 2026; before, Sundays were.
pub(super) fn tel_aviv_close(day: i64) -> Option<i64> {
    match weekday(day) {
        FRIDAY => Some(time_of_day(13, 50)),
        SUNDAY => Some(time_of_day(15, 40)),
        _ => None,
    }
}

/// The fourth Friday after Easter, a Danish holiday until 2023.
pub(super) fn great_prayer_day(day: i64) -> Option<&'static str> {
    let year = civil_from_days(day).0;
    (year < 2024 && day == easter(year) + 26).then_some("Great Prayer Day")
}
