//! Parsing of cells that consist of digits only: compact dates and Unix timestamps.

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
};

use super::kind::When;

/// Numbers up to this one are read as seconds since 1970. It is a time in the year 2103.
const MAX_SECONDS: u64 = 4_200_000_000;
/// Minimum number of digits of a Unix timestamp. A shorter number is a row number, a year, a
/// spreadsheet day number or a date of six digits. As seconds, it would be a time in January 1970.
const MIN_DIGITS: usize = 7;

/// Parses `20240102`, `202401020930`, `20240102093000`, and Unix timestamps in seconds,
/// milliseconds, microseconds or nanoseconds. The unit of a timestamp follows from the size of the
/// number, or is milliseconds if `are_milliseconds` is true.
pub(super) fn digits(cell: &str, are_milliseconds: bool) -> Option<When> {
    let (whole, fraction) = cell.split_once('.').unwrap_or((cell, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = whole.trim_start_matches('-');
    if unsigned.is_empty()
        || !is_number(unsigned)
        || whole.len() - unsigned.len() > 1
        || !is_number(fraction)
    {
        return None;
    }
    if fraction.is_empty()
        && let Some(when) = compact(whole)
    {
        return Some(when);
    }
    let number: i64 = whole.parse().ok()?;
    // A number of eight digits that is not a date is invalid.
    if unsigned.len() < MIN_DIGITS || whole.len() == 8 {
        return None;
    }
    let size = number.unsigned_abs();
    let unit: i128 = match size {
        _ if are_milliseconds => 1_000_000,
        ..=MAX_SECONDS => 1_000_000_000,
        _ if size <= MAX_SECONDS * 1_000 => 1_000_000,
        _ if size <= MAX_SECONDS * 1_000_000 => 1_000,
        _ => 1,
    };
    let timestamp = Timestamp::from_nanosecond(i128::from(number) * unit).ok()?;
    Some(When::Epoch(timestamp))
}

/// Returns true if the cell is a spreadsheet day number, such as 45985 for 2025-11-24.
pub(in crate::import::reader) fn is_spreadsheet_day(cell: &str) -> bool {
    let whole = cell.split('.').next().unwrap_or_default();
    whole.len() == 5
        && whole
            .parse()
            .is_ok_and(|day: u32| (15_000..80_000).contains(&day))
}

/// Parses a compact date of 8 digits, or a compact date with a time of 12 or 14 digits.
fn compact(cell: &str) -> Option<When> {
    let digits_at = |range: std::ops::Range<usize>| cell.get(range)?.parse::<i16>().ok();
    let date = || {
        let (year, month, day) = (digits_at(0..4)?, digits_at(4..6)?, digits_at(6..8)?);
        Date::new(year, month as i8, day as i8).ok()
    };
    let date_time = |seconds: i16| -> Option<DateTime> {
        let date = date().filter(|date| (1900..2100).contains(&date.year()))?;
        let time = Time::new(
            digits_at(8..10)? as i8,
            digits_at(10..12)? as i8,
            seconds as i8,
            0,
        )
        .ok()?;
        Some(date.to_datetime(time))
    };
    match cell.len() {
        8 => date().map(When::Day),
        // As milliseconds, this number would be a time in the 1970s that is not a whole minute, so
        // no bar starts then.
        12 if cell.parse::<i64>().ok()? % 60_000 != 0 => date_time(0).map(When::Local),
        14 => date_time(digits_at(12..14)?).map(When::Local),
        _ => None,
    }
}
