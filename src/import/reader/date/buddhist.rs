//! Years of the Buddhist calendar, which is used in Thailand. The Buddhist year 2568 is the
//! Gregorian year 2025.

use std::borrow::Cow;

/// Difference between the Buddhist and the Gregorian calendar, in years.
const CALENDAR_OFFSET: u32 = 543;
/// The Buddhist years of the Gregorian years 1900 to 2100. Prices never have Gregorian years in
/// this range.
const BUDDHIST_YEARS: std::ops::RangeInclusive<u32> =
    1_900 + CALENDAR_OFFSET..=2_100 + CALENDAR_OFFSET;

/// Finds a Buddhist year in a date. Returns its byte position and the Gregorian year.
fn find(cell: &str) -> Option<(usize, u32)> {
    // The text after a colon belongs to the time.
    let date = cell.split(':').next()?.as_bytes();
    let is_digit = |index: usize| date.get(index).is_some_and(u8::is_ascii_digit);
    (0..date.len()).find_map(|index| {
        if index > 0 && is_digit(index - 1) {
            return None;
        }
        let digits = (index..date.len())
            .take_while(|index| is_digit(*index))
            .count();
        // A date of eight digits such as 25681125 starts with the year.
        if digits != 4 && digits != 8 {
            return None;
        }
        let year: u32 = cell.get(index..index + 4)?.parse().ok()?;
        BUDDHIST_YEARS
            .contains(&year)
            .then(|| (index, year - CALENDAR_OFFSET))
    })
}

/// Returns true if a date has a year of the Buddhist calendar.
pub(super) fn is_buddhist(cell: &str) -> bool {
    find(cell).is_some()
}

/// Replaces a Buddhist year with the Gregorian year. This must happen before the date is parsed,
/// because February 29 exists in the Buddhist year 2567 but not in a Gregorian year 2567.
pub(super) fn to_gregorian(cell: Cow<'_, str>) -> Cow<'_, str> {
    match find(&cell) {
        Some((index, year)) => format!("{}{year}{}", &cell[..index], &cell[index + 4..]).into(),
        None => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buddhist_years_are_found_anywhere_in_a_date() {
        for (cell, gregorian) in [
            ("25/11/2568", "25/11/2025"),
            ("29-02-2567 16:30", "29-02-2024 16:30"),
            ("2568-11-25", "2025-11-25"),
            ("25681125", "20251125"),
            ("25 พฤศจิกายน 2568", "25 พฤศจิกายน 2025"),
        ] {
            assert_eq!(to_gregorian(cell.into()), gregorian);
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
