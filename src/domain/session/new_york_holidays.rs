//! Holidays and early closes of the New York exchanges.
//!
//! Sources: NYSE Rule 7.2 and the exchange's list of past closings, complete from 1998. Days are day numbers, see
//! [`super::civil`].

use super::civil::{civil_from_days, days_from_civil, last_weekday, nth_weekday, weekday};

const MONDAY: i64 = 1;
const THURSDAY: i64 = 4;
const FRIDAY: i64 = 5;
const SATURDAY: i64 = 6;
const SUNDAY: i64 = 7;

/// Closures that follow no rule: year, month, day, reason.
const UNSCHEDULED_CLOSURES: [(i64, i64, i64, &str); 10] = [
    (2001, 9, 11, "Attacks of September 11"),
    (2001, 9, 12, "Attacks of September 11"),
    (2001, 9, 13, "Attacks of September 11"),
    (2001, 9, 14, "Attacks of September 11"),
    (2004, 6, 11, "Day of Mourning for Ronald Reagan"),
    (2007, 1, 2, "Day of Mourning for Gerald Ford"),
    (2012, 10, 29, "Hurricane Sandy"),
    (2012, 10, 30, "Hurricane Sandy"),
    (2018, 12, 5, "Day of Mourning for George H. W. Bush"),
    (2025, 1, 9, "Day of Mourning for Jimmy Carter"),
];

/// Early closes that follow no rule: year, month, day.
const UNSCHEDULED_EARLY_CLOSES: [(i64, i64, i64); 2] = [(1999, 12, 31), (2003, 12, 26)];

/// Returns the name of the stock exchange's holiday; `None` if the exchange is open. `day` must be a weekday.
pub(super) fn stock_holiday(day: i64) -> Option<&'static str> {
    let (year, month, date) = civil_from_days(day);
    let scheduled = match month {
        1 if is_new_years_day(day) => Some("New Year's Day"),
        1 if year >= 1998 && day == nth_weekday(year, 1, MONDAY, 3) => {
            Some("Martin Luther King Jr. Day")
        }
        2 if day == nth_weekday(year, 2, MONDAY, 3) => Some("Washington's Birthday"),
        3 | 4 if day == good_friday(year) => Some("Good Friday"),
        5 if day == last_weekday(year, 5, MONDAY) => Some("Memorial Day"),
        6 if year >= 2022 && day == observed_day(days_from_civil(year, 6, 19)) => {
            Some("Juneteenth")
        }
        7 if day == observed_day(days_from_civil(year, 7, 4)) => Some("Independence Day"),
        9 if day == nth_weekday(year, 9, MONDAY, 1) => Some("Labor Day"),
        11 if day == thanksgiving(year) => Some("Thanksgiving Day"),
        12 if day == observed_day(days_from_civil(year, 12, 25)) => Some("Christmas Day"),
        _ => None,
    };
    scheduled.or_else(|| {
        UNSCHEDULED_CLOSURES
            .iter()
            .find(|(y, m, d, _)| (*y, *m, *d) == (year, month, date))
            .map(|(.., reason)| *reason)
    })
}

/// Returns the name of the futures exchange's holiday; `None` if the exchange is open. On the other holidays of the stock
/// exchange, futures close early.
pub(super) fn futures_holiday(day: i64) -> Option<&'static str> {
    let (year, month, _) = civil_from_days(day);
    match month {
        1 if is_new_years_day(day) => Some("New Year's Day"),
        3 | 4 if day == good_friday(year) => Some("Good Friday"),
        12 if day == observed_day(days_from_civil(year, 12, 25)) => Some("Christmas Day"),
        _ => None,
    }
}

/// Returns true if the stock exchange closes at 13:00 on this trading day.
pub(super) fn closes_early(day: i64) -> bool {
    let (year, month, date) = civil_from_days(day);
    match (month, date) {
        (11, _) => day == thanksgiving(year) + 1,
        // On a Friday, 24 December is the observed holiday itself.
        (12, 24) => weekday(day) <= THURSDAY,
        (7, 3) => {
            // On the eve of a Thursday holiday only since 2013; before, the Friday after it closed early.
            weekday(day) <= THURSDAY && (weekday(day) != THURSDAY - 1 || year >= 2013)
        }
        (7, 5) => weekday(day) == FRIDAY && year < 2013,
        _ => UNSCHEDULED_EARLY_CLOSES.contains(&(year, month, date)),
    }
}

/// Returns true for 1 January, and for Monday, 2 January. A New Year's Day on Saturday does not move to Friday, because
/// companies close the books of the old year on its last weekday.
fn is_new_years_day(day: i64) -> bool {
    let (_, month, date) = civil_from_days(day);
    month == 1 && (date == 1 || (date == 2 && weekday(day) == MONDAY))
}

/// Moves a holiday from Saturday to Friday and from Sunday to Monday.
fn observed_day(day: i64) -> i64 {
    match weekday(day) {
        SATURDAY => day - 1,
        SUNDAY => day + 1,
        _ => day,
    }
}

fn thanksgiving(year: i64) -> i64 {
    nth_weekday(year, 11, THURSDAY, 4)
}

/// Returns Good Friday, two days before Easter Sunday. Source: anonymous Gregorian algorithm ("Nature", 20 April
/// 1876), in the form of Meeus, "Astronomical Algorithms", chapter 8.
pub(super) fn good_friday(year: i64) -> i64 {
    let golden = year % 19;
    let (century, of_century) = (year / 100, year % 100);
    let correction = (century + 8) / 25;
    let moon_drift = (century - correction + 1) / 3;
    let epact = (19 * golden + century - century / 4 - moon_drift + 15) % 30;
    let to_sunday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - epact - of_century % 4) % 7;
    let late = (golden + 11 * epact + 22 * to_sunday) / 451;
    let march_based = epact + to_sunday - 7 * late + 114;
    days_from_civil(year, march_based / 31, march_based % 31 + 1) - 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> i64 {
        super::super::civil::day_number(text.parse().unwrap())
    }

    #[test]
    fn good_friday_follows_easter() {
        for friday in [
            "1998-04-10",
            "2000-04-21",
            "2008-03-21",
            "2011-04-22",
            "2016-03-25",
            "2024-03-29",
            "2025-04-18",
            "2026-04-03",
            "2027-03-26",
            "2038-04-23",
        ] {
            assert_eq!(stock_holiday(day(friday)), Some("Good Friday"), "{friday}");
        }
    }

    #[test]
    fn early_closes_follow_the_rules_of_their_year() {
        for (date, early) in [
            ("1999-12-31", true),
            ("2002-07-03", false),
            ("2002-07-05", true),
            ("2003-12-26", true),
            ("2012-07-03", true),
            ("2013-07-03", true),
            ("2013-07-05", false),
            ("2019-07-03", true),
            ("2024-07-03", true),
            ("2025-07-03", true),
            ("2026-07-02", false),
            ("2025-11-28", true),
            ("2026-11-27", true),
            ("2026-11-26", false),
            ("2025-12-24", true),
            ("2026-12-24", true),
            ("2025-12-26", false),
            ("2025-12-31", false),
        ] {
            assert_eq!(closes_early(day(date)), early, "{date}");
        }
    }
}
