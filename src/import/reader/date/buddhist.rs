//! Years of the Buddhist calendar, used in Thailand: 2568 is 2025.

use std::borrow::Cow;

/// Difference between the two calendars, in years.
const CALENDAR_OFFSET: u32 = 543;
/// Years 1900 to 2100 in the Buddhist calendar. No file has such years of the Gregorian calendar.
const BUDDHIST_YEARS: std::ops::RangeInclusive<u32> =
    1_900 + CALENDAR_OFFSET..=2_100 + CALENDAR_OFFSET;

/// Returns the byte position of a Buddhist year in a date, and its Gregorian year.
fn find(cell: &str) -> Option<(usize, u32)> {
    // What follows a colon belongs to the time.
    let date = cell.split(':').next()?.as_bytes();
    let is_digit = |at: usize| date.get(at).is_some_and(u8::is_ascii_digit);
    (0..date.len()).find_map(|at| {
        if at > 0 && is_digit(at - 1) {
            return None;
        }
        let digits = (at..date.len()).take_while(|at| is_digit(*at)).count();
        // 25681125 starts with its year.
        if digits != 4 && digits != 8 {
            return None;
        }
        let year: u32 = cell.get(at..at + 4)?.parse().ok()?;
        BUDDHIST_YEARS
            .contains(&year)
            .then(|| (at, year - CALENDAR_OFFSET))
    })
}

/// Returns true if a date has a year of the Buddhist calendar.
pub(super) fn is_buddhist(cell: &str) -> bool {
    find(cell).is_some()
}

/// Replaces a Buddhist year by the Gregorian one. This must happen before parsing: February 29
/// exists in 2567 BE only.
pub(super) fn to_gregorian(cell: Cow<'_, str>) -> Cow<'_, str> {
    match find(&cell) {
        Some((at, year)) => format!("{}{year}{}", &cell[..at], &cell[at + 4..]).into(),
        None => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_543_ahead_are_found_anywhere_in_a_date() {
        for (cell, usual) in [
            ("25/11/2568", "25/11/2025"),
            ("29-02-2567 16:30", "29-02-2024 16:30"),
            ("2568-11-25", "2025-11-25"),
            ("25681125", "20251125"),
            ("25 พฤศจิกายน 2568", "25 พฤศจิกายน 2025"),
        ] {
            assert_eq!(to_gregorian(cell.into()), usual);
            assert!(is_buddhist(cell), "{cell}");
        }
        for cell in [
            "25/11/2025",
            "2025-11-25T09:30:00.2568",
            "1764028800",
            "2568112500",
            "256811",
            "25.11.68",
            "",
            "12568-1-1",
        ] {
            assert!(!is_buddhist(cell), "{cell}");
        }
    }
}
