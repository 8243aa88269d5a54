//! Dates of three numbers, with a year of four digits at their end or of two digits anywhere.

use jiff::civil::Date;

use super::kind::DateOrder;

/// Three numbers: `31/1/2024`, `31.1.2024`, `1/31/24`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triple {
    first: i16,
    second: i16,
    third: i16,
    /// The last is a year of four digits.
    pub(super) has_full_year: bool,
    /// Nobody puts points behind a month that comes first.
    pub(super) is_dotted: bool,
}

impl Triple {
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

    /// The date that it is in this order, if it is one.
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

    /// Whether it is the same date in either order of day and month.
    pub(super) fn is_same_in(self, one: DateOrder, other: DateOrder) -> bool {
        self.date(one) == self.date(other)
    }
}

/// A year of two digits lies between 1970 and 2069.
fn century(year: i16) -> i16 {
    if year < 70 { 2000 + year } else { 1900 + year }
}

/// A year of two or four digits.
pub(super) fn full_year(text: &str) -> Option<i16> {
    let year: i16 = text.parse().ok()?;
    match text.len() {
        4 => Some(year),
        2 => Some(century(year)),
        _ => None,
    }
}

/// The parts of a date of three numbers.
pub(super) fn three(date: &str) -> Option<[&str; 3]> {
    // 251124: a short year, and nothing between.
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
