//! Lengths of reporting periods. Fiscal years have 52 or 53 weeks or twelve months; quarters have 12 to 17 weeks.

use jiff::civil::Date;

/// Number of days by which the dates of one period may differ between reports.
pub(super) const DATE_TOLERANCE: i64 = 3;

/// The length of a reporting period. Reports state income and cash flows for the quarter and from the start of the
/// fiscal year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SpanLength {
    Quarter,
    TwoQuarters,
    ThreeQuarters,
    Year,
}

impl SpanLength {
    /// Returns the length of the period from `start` to `end`, both inclusive; `None` for other lengths, such as a month.
    pub(super) fn of(start: Date, end: Date) -> Option<Self> {
        match days(start, end) + 1 {
            75..=125 => Some(Self::Quarter),
            160..=205 => Some(Self::TwoQuarters),
            240..=295 => Some(Self::ThreeQuarters),
            350..=380 => Some(Self::Year),
            _ => None,
        }
    }
}

/// Returns the number of days from `from` to `to`.
pub(super) fn days(from: Date, to: Date) -> i64 {
    to.duration_since(from).as_hours() / 24
}

/// Returns true if two dates are the same except for [`DATE_TOLERANCE`].
pub(super) fn is_same_day(one: Date, other: Date) -> bool {
    days(one, other).abs() <= DATE_TOLERANCE
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn years_of_52_and_53_weeks_and_quarters_of_12_to_17_weeks_are_recognized() {
        use SpanLength::{Quarter, ThreeQuarters, TwoQuarters, Year};
        let start = date(2024, 9, 29);
        let of_weeks = |weeks: i64| {
            let end = start.checked_add(jiff::Span::new().days(7 * weeks - 1));
            SpanLength::of(start, end.unwrap())
        };
        let expected = [
            (12, Some(Quarter)),
            (13, Some(Quarter)),
            (14, Some(Quarter)),
            (16, Some(Quarter)),
            (17, Some(Quarter)),
            (24, Some(TwoQuarters)),
            (26, Some(TwoQuarters)),
            (28, Some(TwoQuarters)),
            (36, Some(ThreeQuarters)),
            (39, Some(ThreeQuarters)),
            (40, Some(ThreeQuarters)),
            (52, Some(Year)),
            (53, Some(Year)),
            (4, None),
            (104, None),
        ];
        for (weeks, length) in expected {
            assert_eq!(of_weeks(weeks), length, "{weeks} weeks");
        }
    }
}
