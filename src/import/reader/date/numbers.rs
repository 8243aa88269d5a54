//! Dates of three numbers, with a year of four digits last or of two digits anywhere.

use jiff::civil::Date;

use super::kind::DateOrder;

/// A numeric date: `31/1/2024`, `31.1.2024`, `1/31/24`.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumericDate {
    first: i16,
    second: i16,
    third: i16,
    /// True if the last number is a year of four digits.
    pub(super) has_full_year: bool,
    /// True if dots separate the numbers; then the month never comes first.
    pub(super) is_dotted: bool,
}

impl NumericDate {
    pub(super) fn of(date: &str) -> Option<Self> {
        let [first, second, third] = three(date)?;
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
            century(year)
        };
        Date::new(year, month as i8, day as i8).ok()
    }

    /// Returns true if both orders give the same date.
    pub(super) fn is_same_in(self, one: DateOrder, other: DateOrder) -> bool {
        self.date(one) == self.date(other)
    }
}

/// Expands a year of two digits to 1970–2069.
fn century(year: i16) -> i16 {
    if year < 70 { 2000 + year } else { 1900 + year }
}

/// Parses a year of two or four digits.
pub(super) fn full_year(text: &str) -> Option<i16> {
    let year: i16 = text.parse().ok()?;
    match text.len() {
        4 => Some(year),
        2 => Some(century(year)),
        _ => None,
    }
}

/// Splits a date into its three numbers.
pub(super) fn three(date: &str) -> Option<[&str; 3]> {
    // 251124: a short year, without separators.
    if date.len() == 6 && date.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some([&date[..2], &date[2..4], &date[4..]]);
    }
    let sign = ['/', '.', '-']
        .into_iter()
        .find(|sign| date.contains(*sign))?;
    let mut parts = date.split(sign).map(str::trim);
    let three = [parts.next()?, parts.next()?, parts.next()?];
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let rest = parts.find(|part| !part.is_empty());
    (rest.is_none() && three.iter().all(digits)).then_some(three)
}
