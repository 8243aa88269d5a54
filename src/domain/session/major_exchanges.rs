//! Holidays and early closes of London, Frankfurt and Tokyo, by rule.
//!
//! Sources: trading calendars published by London Stock Exchange, Deutsche Börse (Xetra) and Japan Exchange Group;
//! Japan's Act on National Holidays. Days are day numbers, see [`super::civil`].

use super::{
    civil::{
        civil_from_days, days_from_civil, last_weekday, nth_weekday, weekday, weekend_to_monday,
    },
    new_york_holidays::good_friday,
};

const MONDAY: i64 = 1;
const SUNDAY: i64 = 7;

/// Holidays in London that were added or moved in one year: year, month, day, name.
const LONDON_EXCEPTIONS: [(i64, i64, i64, &str); 8] = [
    (2011, 4, 29, "Royal Wedding"),
    (2012, 6, 4, "Spring Bank Holiday"),
    (2012, 6, 5, "Diamond Jubilee"),
    (2020, 5, 8, "Early May Bank Holiday"),
    (2022, 6, 2, "Spring Bank Holiday"),
    (2022, 6, 3, "Platinum Jubilee"),
    (2022, 9, 19, "State Funeral of Queen Elizabeth II"),
    (2023, 5, 8, "Coronation"),
];

/// Returns the name of the holiday in London; `None` if the exchange is open. `day` must be a weekday.
pub(super) fn london_holiday(day: i64) -> Option<&'static str> {
    let (year, month, date) = civil_from_days(day);
    let exception = LONDON_EXCEPTIONS
        .iter()
        .find(|(y, m, d, _)| (*y, *m, *d) == (year, month, date));
    if let Some((.., name)) = exception {
        return Some(name);
    }
    match month {
        1 if day == weekend_to_monday(days_from_civil(year, 1, 1)) => Some("New Year's Day"),
        3 | 4 if day == good_friday(year) => Some("Good Friday"),
        3 | 4 if day == good_friday(year) + 3 => Some("Easter Monday"),
        5 if year != 2020 && day == nth_weekday(year, 5, MONDAY, 1) => {
            Some("Early May Bank Holiday")
        }
        5 if year != 2012 && year != 2022 && day == last_weekday(year, 5, MONDAY) => {
            Some("Spring Bank Holiday")
        }
        8 if day == last_weekday(year, 8, MONDAY) => Some("Summer Bank Holiday"),
        12 => {
            let (christmas, boxing) = christmas_days(year);
            if day == christmas {
                Some("Christmas Day")
            } else {
                (day == boxing).then_some("Boxing Day")
            }
        }
        _ => None,
    }
}

/// Returns true if London closes at 12:30: on the last trading day before Christmas and before New Year.
pub(super) fn london_closes_early(day: i64) -> bool {
    let (year, month, date) = civil_from_days(day);
    let is_last_weekday_before = |end: i64| (day + 1..end).all(|day| weekday(day) > 5);
    month == 12
        && (date < 25 && is_last_weekday_before(days_from_civil(year, 12, 25))
            || date > 26 && is_last_weekday_before(days_from_civil(year + 1, 1, 1)))
}

/// Returns Christmas Day and Boxing Day, or the weekdays that replace them.
pub(super) fn christmas_days(year: i64) -> (i64, i64) {
    let christmas = days_from_civil(year, 12, 25);
    match weekday(christmas) {
        // Boxing Day is a Saturday.
        5 => (christmas, christmas + 3),
        // Both days are on the weekend; Monday and Tuesday replace them.
        6 => (christmas + 2, christmas + 3),
        // Boxing Day is a Monday; Tuesday replaces Christmas Day.
        SUNDAY => (christmas + 2, christmas + 1),
        _ => (christmas, christmas + 1),
    }
}

/// Returns the name of the holiday in Frankfurt; `None` if the exchange is open. `day` must be a weekday.
pub(super) fn xetra_holiday(day: i64) -> Option<&'static str> {
    let (year, month, date) = civil_from_days(day);
    match (month, date) {
        (1, 1) => Some("New Year's Day"),
        (5, 1) => Some("Labour Day"),
        // Frankfurt has traded on German Unity Day and Whit Monday since 2022.
        (10, 3) if (2014..=2021).contains(&year) => Some("German Unity Day"),
        (5 | 6, _) if year <= 2021 && day == good_friday(year) + 52 => Some("Whit Monday"),
        (12, 24) => Some("Christmas Eve"),
        (12, 25) => Some("Christmas Day"),
        (12, 26) => Some("Boxing Day"),
        (12, 31) => Some("New Year's Eve"),
        (3 | 4, _) if day == good_friday(year) => Some("Good Friday"),
        (3 | 4, _) if day == good_friday(year) + 3 => Some("Easter Monday"),
        _ => None,
    }
}

/// Returns true if Frankfurt closes at 14:00: on the last trading day of the year.
pub(super) fn xetra_closes_early(day: i64) -> bool {
    let (year, month, date) = civil_from_days(day);
    month == 12 && date > 26 && (day + 1..days_from_civil(year, 12, 31)).all(|day| weekday(day) > 5)
}

/// Returns the name of the holiday in Tokyo; `None` if the exchange is open. `day` must be a weekday.
pub(super) fn tokyo_holiday(day: i64) -> Option<&'static str> {
    match civil_from_days(day) {
        (_, 1, 1..=3) => return Some("New Year Holidays"),
        (_, 12, 31) => return Some("Year-end Holiday"),
        _ => {}
    }
    if let Some(name) = national_holiday(day) {
        return Some(name);
    }
    // A holiday on Sunday is observed on the next day that is not a holiday.
    let mut earlier = day - 1;
    while national_holiday(earlier).is_some() {
        if weekday(earlier) == SUNDAY {
            return Some("Substitute Holiday");
        }
        earlier -= 1;
    }
    // A day between two holidays is a holiday.
    let is_between = national_holiday(day - 1).is_some() && national_holiday(day + 1).is_some();
    is_between.then_some("Citizens' Holiday")
}

/// Returns the name of the Japanese national holiday on a day, which may be a Sunday.
fn national_holiday(day: i64) -> Option<&'static str> {
    let (year, month, date) = civil_from_days(day);
    let is_nth_monday = |n| day == nth_weekday(year, month, MONDAY, n);
    Some(match (month, date) {
        (1, 1) => "New Year's Day",
        (1, _) if is_nth_monday(2) => "Coming of Age Day",
        (2, 11) => "National Foundation Day",
        (2, 23) if year >= 2020 => "Emperor's Birthday",
        (3, _) if date == equinox(year, 20.8431) => "Vernal Equinox Day",
        (4, 29) => "Showa Day",
        (4, 30) | (5, 1..=2) | (10, 22) if year == 2019 => "Enthronement",
        (5, 3) => "Constitution Memorial Day",
        (5, 4) => "Greenery Day",
        (5, 5) => "Children's Day",
        // In 2020 and 2021 three holidays moved for the Olympic Games in Tokyo.
        (7, 23) if year == 2020 => "Marine Day",
        (7, 24) if year == 2020 => "Sports Day",
        (8, 10) if year == 2020 => "Mountain Day",
        (7, 22) if year == 2021 => "Marine Day",
        (7, 23) if year == 2021 => "Sports Day",
        (8, 8) if year == 2021 => "Mountain Day",
        (7 | 8 | 10, _) if matches!(year, 2020 | 2021) => return None,
        (7, _) if is_nth_monday(3) => "Marine Day",
        (8, 11) if year >= 2016 => "Mountain Day",
        (9, _) if is_nth_monday(3) => "Respect for the Aged Day",
        (9, _) if date == equinox(year, 23.2488) => "Autumnal Equinox Day",
        (10, _) if is_nth_monday(2) => "Sports Day",
        (11, 3) => "Culture Day",
        (11, 23) => "Labor Thanksgiving Day",
        (12, 23) if (1989..=2018).contains(&year) => "Emperor's Birthday",
        _ => return None,
    })
}

/// Returns the day of the month of an equinox, for 1980 to 2099. `day_in_1980` is that day in 1980, with fraction.
/// Source: approximation formula of the Hydrographic Department of the Japan Coast Guard.
fn equinox(year: i64, day_in_1980: f64) -> i64 {
    let years = year - 1980;
    (day_in_1980 + 0.242_194 * years as f64) as i64 - years.div_euclid(4)
}
