//! Date arithmetic on day numbers, counted from 1970-01-01.
//!
//! The sample market needs hundreds of thousands of sessions, for which the checked types of a calendar library are
//! too slow.

use jiff::civil::Date;

/// Seconds per day.
pub(super) const DAY: i64 = 86_400;

/// Converts year, month and day of the Gregorian calendar to a day number.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
pub(super) fn day_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Converts a day number to year, month and day; the inverse of [`day_of`].
///
/// Source: as above, `civil_from_days`.
pub(super) fn civil(day: i64) -> (i64, i64, i64) {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

/// Returns 1 for Monday to 7 for Sunday.
pub(super) fn weekday(day: i64) -> i64 {
    (day + 3).rem_euclid(7) + 1
}

/// Returns the `n`th (from 1) given weekday of a month.
pub(super) fn nth_weekday(year: i64, month: i64, wanted: i64, n: i64) -> i64 {
    let first = day_of(year, month, 1);
    first + (wanted - weekday(first)).rem_euclid(7) + 7 * (n - 1)
}

/// Returns the last given weekday of a month of 30 or 31 days.
pub(super) fn last_weekday(year: i64, month: i64, wanted: i64) -> i64 {
    let fifth = nth_weekday(year, month, wanted, 5);
    if civil(fifth).1 == month {
        fifth
    } else {
        fifth - 7
    }
}

/// Converts a date to a day number.
pub(super) fn number(date: Date) -> i64 {
    day_of(
        i64::from(date.year()),
        i64::from(date.month()),
        i64::from(date.day()),
    )
}

/// Converts a day number to a date, clamped to the range of the calendar library.
pub(super) fn date(day: i64) -> Date {
    let (year, month, day_of_month) = civil(day);
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
            assert_eq!(date(day), expected);
            assert_eq!(number(expected), day);
            assert_eq!(
                weekday(day),
                i64::from(expected.weekday().to_monday_one_offset())
            );
            expected = expected.tomorrow().unwrap();
        }
    }

    #[test]
    fn nth_and_last_weekdays_of_a_month() {
        assert_eq!(date(nth_weekday(2026, 11, 4, 4)).day(), 26, "Thanksgiving");
        assert_eq!(date(last_weekday(2026, 5, 1)).day(), 25, "Memorial Day");
        assert_eq!(date(last_weekday(2021, 5, 1)).day(), 31, "a fifth Monday");
    }
}
