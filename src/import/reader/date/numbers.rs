//! Parsing of dates that consist of three numbers. A year of four digits must come last; a year of
//! two digits may come first or last.

use jiff::civil::Date;

use super::kind::DateOrder;

/// A numeric date such as `31/1/2024`, `31.1.2024` or `1/31/24`.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumericDate {
    first: i16,
    second: i16,
    third: i16,
    /// True if the last number is a year of four digits.
    pub(super) has_full_year: bool,
    /// True if dots separate the numbers. The month never comes first in such dates.
    pub(super) is_dotted: bool,
}

impl NumericDate {
    pub(super) fn of(date: &str) -> Option<Self> {
        let [first, second, third] = split_date(date)?;
        let has_full_year = third.len() == 4;
        let is_short = |text: &str| text.len() <= 2;
        let is_date = is_short(first) && is_short(second) && (has_full_year || third.len() == 2);
        is_date.then_some(Self {
            first: first.parse().ok()?,
            second: second.parse().ok()?,
            third: third.parse().ok()?,
            has_full_year,
            is_dotted: date.contains('.'),
        })
    }

    /// Returns the date in this order, if it is valid.
    pub(super) fn date(self, order: DateOrder) -> Option<Date> {
        let Self {
            first,
            second,
            third,
            ..
        } = self;
        let (year, month, day) = match order {
            DateOrder::DayMonthYear => (third, second, first),
            DateOrder::MonthDayYear => (third, first, second),
            DateOrder::YearMonthDay if self.has_full_year => return None,
            DateOrder::YearMonthDay => (first, second, third),
        };
        let year = if self.has_full_year {
            year
        } else {
            expand_short_year(year)
        };
        Date::new(year, month as i8, day as i8).ok()
    }

    /// Returns true if both orders give the same date.
    pub(super) fn gives_same_date(self, one: DateOrder, other: DateOrder) -> bool {
        self.date(one) == self.date(other)
    }
}

/// Expands a year of two digits to a year from 1970 to 2069.
fn expand_short_year(year: i16) -> i16 {
    if year < 70 { 2000 + year } else { 1900 + year }
}

/// Parses a year of two or four digits.
pub(super) fn full_year(text: &str) -> Option<i16> {
    let year: i16 = text.parse().ok()?;
    match text.len() {
        4 => Some(year),
        2 => Some(expand_short_year(year)),
        _ => None,
    }
}

/// Splits a date into its three numbers.
pub(super) fn split_date(date: &str) -> Option<[&str; 3]> {
    // A date of six digits such as 251124 has no separators.
    if date.len() == 6 && date.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some([&date[..2], &date[2..4], &date[4..]]);
    }
    let separator = ['/', '.', '-']
        .into_iter()
        .find(|separator| date.contains(*separator))?;
    let mut parts = date.split(separator).map(str::trim);
    let numbers = [parts.next()?, parts.next()?, parts.next()?];
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let rest = parts.find(|part| !part.is_empty());
    (rest.is_none() && numbers.iter().all(is_number)).then_some(numbers)
}
