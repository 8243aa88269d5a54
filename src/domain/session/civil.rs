//! Date arithmetic on day numbers. Day 0 is 1970-01-01.
//!
//! The sample market computes hundreds of thousands of sessions. The checked date types of a calendar library are too
//! slow for that.

use jiff::civil::Date;

/// Seconds per day.
pub(super) const DAY: i64 = 86_400;

/// Converts year, month (1 to 12) and day of the Gregorian calendar to a day number.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
pub(super) const fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Converts a day number to year, month and day; the inverse of [`days_from_civil`].
///
/// Source: the same paper, `civil_from_days`.
pub(super) const fn civil_from_days(day: i64) -> (i64, i64, i64) {
    let days_since_year_0 = day + 719_468;
    let era = days_since_year_0.div_euclid(146_097);
    let day_of_era = days_since_year_0.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + (month <= 2) as i64;
    (year, month, day)
}

/// Returns the weekday: 1 for Monday to 7 for Sunday.
pub(super) const fn weekday(day: i64) -> i64 {
    (day + 3).rem_euclid(7) + 1
}

/// Returns the `n`th `target` weekday of a month: for Thanksgiving, the fourth Thursday of November, `target` and `n`
/// are 4. Both count from 1.
pub(super) const fn nth_weekday(year: i64, month: i64, target: i64, n: i64) -> i64 {
    let first = days_from_civil(year, month, 1);
    first + (target - weekday(first)).rem_euclid(7) + 7 * (n - 1)
}

/// Returns the last `target` weekday of a month.
pub(super) const fn last_weekday(year: i64, month: i64, target: i64) -> i64 {
    let fifth = nth_weekday(year, month, target, 5);
    if civil_from_days(fifth).1 == month {
        fifth
    } else {
        fifth - 7
    }
}

/// Moves a Saturday or Sunday to the next Monday; returns other days unchanged.
pub(super) fn weekend_to_monday(day: i64) -> i64 {
    match weekday(day) {
        6 => day + 2,
        7 => day + 1,
        _ => day,
    }
}

/// Converts a date to a day number.
pub(super) fn day_number(date: Date) -> i64 {
    days_from_civil(
        i64::from(date.year()),
        i64::from(date.month()),
        i64::from(date.day()),
    )
}

/// Converts a day number to a date, clamped to the range of the calendar library.
pub(super) fn to_date(day: i64) -> Date {
    let (year, month, day_of_month) = civil_from_days(day);
    Date::new(
        i16::try_from(year).unwrap_or(i16::MAX),
        month as i8,
        day_of_month as i8,
    )
    .unwrap_or(if day < 0 { Date::MIN } else { Date::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_numbers_match_the_calendar_library_for_a_century() {
        let mut expected = jiff::civil::date(1970, 1, 1);
        for day in 0..36_525 {
            assert_eq!(to_date(day), expected);
            assert_eq!(day_number(expected), day);
            assert_eq!(
                weekday(day),
                i64::from(expected.weekday().to_monday_one_offset())
            );
            expected = expected.tomorrow().unwrap();
        }
    }

    #[test]
    fn nth_and_last_weekdays_of_a_month_are_computed() {
        assert_eq!(
            to_date(nth_weekday(2026, 11, 4, 4)).day(),
            26,
            "Thanksgiving"
        );
        assert_eq!(to_date(last_weekday(2026, 5, 1)).day(), 25, "Memorial Day");
        assert_eq!(
            to_date(last_weekday(2021, 5, 1)).day(),
            31,
            "a fifth Monday"
        );
    }
}
