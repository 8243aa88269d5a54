//! Eastern Time (New York), computed by rule, which is faster than the time zone database.
//!
//! Daylight saving time lasts from the second Sunday of March to the first Sunday of November since 2007 (Energy Policy
//! Act of 2005), and from the first Sunday of April to the last Sunday of October from 1987 to 2006. The clock changes
//! at 2:00. Years before 1987 use the time zone database.

use jiff::{Timestamp, tz::TimeZone};

use super::civil::{DAY, last_weekday, nth_weekday};

/// Offset of standard time from UTC in seconds.
const STANDARD: i64 = -5 * 3_600;
/// Offset of daylight saving time from UTC in seconds.
const DAYLIGHT: i64 = -4 * 3_600;
const SUNDAY: i64 = 7;

/// First year of the rule.
const FIRST_YEAR: i64 = 1987;
/// Number of years in [`DAYLIGHT_SAVING`]; later ones are computed each time.
const KNOWN_YEARS: usize = 120;
/// Average length of a year in seconds.
const YEAR: i64 = 31_556_952;

/// Start and end of daylight saving time in Unix seconds, by years since the first.
static DAYLIGHT_SAVING: [(i64, i64); KNOWN_YEARS] = {
    let mut years = [(0, 0); KNOWN_YEARS];
    let (mut index, mut year) = (0, FIRST_YEAR);
    while index < KNOWN_YEARS {
        years[index] = daylight_saving(year);
        index += 1;
        year += 1;
    }
    years
};

/// Returns the start and the end of a year's daylight saving time in Unix seconds.
const fn daylight_saving(year: i64) -> (i64, i64) {
    let (first_day, last_day) = if year >= 2007 {
        (
            nth_weekday(year, 3, SUNDAY, 2),
            nth_weekday(year, 11, SUNDAY, 1),
        )
    } else {
        (
            nth_weekday(year, 4, SUNDAY, 1),
            last_weekday(year, 10, SUNDAY),
        )
    };
    let change = 2 * 3_600;
    (
        first_day * DAY + change - STANDARD,
        last_day * DAY + change - DAYLIGHT,
    )
}

/// Returns the offset of New York's local time from UTC at `unix` (Unix seconds), in seconds.
pub(super) fn offset_at(unix: i64) -> i64 {
    // The estimated year may be wrong for a few days around New Year, which is in standard time by the rule of both years.
    let year = 1970 + unix.div_euclid(YEAR);
    let Ok(index) = usize::try_from(year - FIRST_YEAR) else {
        return database_offset(unix);
    };
    let known = DAYLIGHT_SAVING.get(index).copied();
    let (start, end) = known.unwrap_or_else(|| daylight_saving(year));
    if (start..end).contains(&unix) {
        DAYLIGHT
    } else {
        STANDARD
    }
}

/// Converts a local time in New York to Unix seconds. May be off by an hour in the two nights when the clock changes; no
/// market opens or closes then.
pub(super) fn to_unix(day: i64, second: i64) -> i64 {
    let as_standard = day * DAY + second - STANDARD;
    day * DAY + second - offset_at(as_standard)
}

/// Returns the local time at `unix` (Unix seconds): the day number and the second of the day.
pub(super) fn local_time(unix: i64) -> (i64, i64) {
    let local = unix + offset_at(unix);
    (local.div_euclid(DAY), local.rem_euclid(DAY))
}

/// Returns the offset according to the time zone database.
fn database_offset(unix: i64) -> i64 {
    let zone = TimeZone::get("America/New_York").ok();
    let at = Timestamp::from_second(unix).ok();
    zone.zip(at)
        .map_or(STANDARD, |(zone, at)| zone.to_offset(at).seconds().into())
}

#[cfg(test)]
mod tests {
    use super::{super::civil::days_from_civil, *};

    #[test]
    fn offset_matches_the_time_zone_database_for_every_hour_from_1985_to_2040() {
        let hours = (days_from_civil(1985, 1, 1) * 24)..(days_from_civil(2041, 1, 1) * 24);
        let zone = TimeZone::get("America/New_York").unwrap();
        for hour in hours {
            for unix in [hour * 3_600 - 1, hour * 3_600] {
                let at = Timestamp::from_second(unix).unwrap();
                let expected = i64::from(zone.to_offset(at).seconds());
                assert_eq!(offset_at(unix), expected, "{at}");
            }
        }
    }

    #[test]
    fn opening_hours_keep_local_time_across_both_dst_changes() {
        for (year, month, date, utc_hour) in [
            (2026, 3, 6, 14),
            (2026, 3, 9, 13),
            (2026, 10, 30, 13),
            (2026, 11, 2, 14),
        ] {
            let day = days_from_civil(year, month, date);
            let nine_thirty = 9 * 3_600 + 1_800;
            assert_eq!(
                to_unix(day, nine_thirty),
                day * DAY + utc_hour * 3_600 + 1_800
            );
            assert_eq!(local_time(to_unix(day, nine_thirty)), (day, nine_thirty));
        }
    }
}
