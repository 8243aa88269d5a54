//! Eastern Time (New York), by rule.
//!
//! Daylight saving time since 2007 (Energy Policy Act of 2005): second Sunday of March to first Sunday of November;
//! 1987 to 2006: first Sunday of April to last Sunday of October. Both change at 2:00. Earlier years use the time
//! zone database.

use jiff::{Timestamp, tz::TimeZone};

use super::civil::{DAY, civil, last_weekday, nth_weekday};

const STANDARD: i64 = -5 * 3_600;
const DAYLIGHT: i64 = -4 * 3_600;
const SUNDAY: i64 = 7;

/// Returns the days on which daylight saving time begins and ends.
fn daylight(year: i64) -> (i64, i64) {
    if year >= 2007 {
        (
            nth_weekday(year, 3, SUNDAY, 2),
            nth_weekday(year, 11, SUNDAY, 1),
        )
    } else {
        (
            nth_weekday(year, 4, SUNDAY, 1),
            last_weekday(year, 10, SUNDAY),
        )
    }
}

/// Returns the offset of New York's local time from UTC at `unix`, in seconds.
pub(super) fn offset_at(unix: i64) -> i64 {
    // The changes are months from New Year, so standard time gives the right year.
    let year = civil((unix + STANDARD).div_euclid(DAY)).0;
    if year < 1987 {
        return database_offset(unix);
    }
    let (begins, ends) = daylight(year);
    let two_in_the_morning = 2 * 3_600;
    let is_daylight = unix >= begins * DAY + two_in_the_morning - STANDARD
        && unix < ends * DAY + two_in_the_morning - DAYLIGHT;
    if is_daylight { DAYLIGHT } else { STANDARD }
}

/// Converts a local time in New York to Unix seconds. Exact except in the two nights of change, when no market opens
/// or closes.
pub(super) fn unix(day: i64, second: i64) -> i64 {
    let as_standard = day * DAY + second - STANDARD;
    day * DAY + second - offset_at(as_standard)
}

/// Returns the local time at `unix`: day number, and second of the day.
pub(super) fn wall(unix: i64) -> (i64, i64) {
    let local = unix + offset_at(unix);
    (local.div_euclid(DAY), local.rem_euclid(DAY))
}

fn database_offset(unix: i64) -> i64 {
    let zone = TimeZone::get("America/New_York").ok();
    let at = Timestamp::from_second(unix).ok();
    zone.zip(at)
        .map_or(STANDARD, |(zone, at)| zone.to_offset(at).seconds().into())
}

#[cfg(test)]
mod tests {
    use super::{super::civil::day_of, *};

    #[test]
    fn the_rule_agrees_with_the_time_zone_database_for_every_hour_from_1985_to_2040() {
        let hours = (day_of(1985, 1, 1) * 24)..(day_of(2041, 1, 1) * 24);
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
            let day = day_of(year, month, date);
            let nine_thirty = 9 * 3_600 + 1_800;
            assert_eq!(unix(day, nine_thirty), day * DAY + utc_hour * 3_600 + 1_800);
            assert_eq!(wall(unix(day, nine_thirty)), (day, nine_thirty));
        }
    }
}
