//! Parsing of dates and times in the formats of price files.

mod buddhist;
mod epoch;
mod evidence;
mod kind;
mod months;
mod numbers;

use std::borrow::Cow;

use jiff::{
    civil::{Date, Time},
    fmt::temporal::{DateTimeParser, Pieces, PiecesOffset},
    tz::Offset,
};

pub(super) use self::epoch::is_spreadsheet_day;
pub use self::kind::DateOrder;
use self::{
    epoch::digits,
    months::{month_of, without_weekday},
    numbers::{NumericDate, full_year},
};
pub(in crate::import) use self::{evidence::DateEvidence, kind::When};
use super::zone::split_zone;

/// The date format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::import) struct DateStyle {
    /// Order of day, month and year in numeric dates.
    order: DateOrder,
    /// True if the title of the column says that numbers are milliseconds since 1970.
    milliseconds: bool,
}

impl DateStyle {
    /// Creates a format with this date order.
    pub(super) fn of(order: DateOrder) -> Self {
        Self {
            order,
            milliseconds: false,
        }
    }

    /// Parses `2024-01-02`, `20240102`, `1/2/2024`, `2.1.24`, `Jan 2, 2024`, `2-Jan-24`, an ISO date-time with or
    /// without an offset, or a Unix timestamp.
    pub(in crate::import) fn when(self, cell: &str) -> Option<When> {
        let cell = &*cleaned(cell);
        if let Some(when) = digits(cell, self.milliseconds) {
            return Some(when);
        }
        let (without_zone, offset) = split_zone(cell);
        let cell = without_weekday(without_zone);
        let parse = || {
            self.numbers(cell)
                .or_else(|| year_first(cell))
                .or_else(|| self.named_month(cell))
                .or_else(|| compact_with_time(cell))
        };
        match offset {
            Some(offset) => parse().or_else(|| iso(cell))?.at_offset(offset),
            None => parse().or_else(|| iso(cell)),
        }
    }

    /// Parses a date from one column and a time of day from another column.
    pub(super) fn when_joined(self, date: &str, time: &str) -> Option<When> {
        let day = match self.when(date)? {
            When::Day(day) => day,
            When::Local(local) if local.time() == Time::midnight() => local.date(),
            _ => return None,
        };
        let (without_zone, offset) = split_zone(time);
        match (time_of_day(without_zone), offset) {
            (Some(time), None) => Some(When::Local(day.to_datetime(time))),
            (Some(time), Some(offset)) => When::Local(day.to_datetime(time)).at_offset(offset),
            (None, _) => iso(&format!("{day} {time}")),
        }
    }

    fn numbers(self, cell: &str) -> Option<When> {
        let (date, time) = without_time(cell)?;
        let date = NumericDate::of(date)?.date(self.order)?;
        Some(When::of(date, time))
    }

    /// Parses `Jan 2, 2024`, `2 January 2024`, `02-Jan-24`. A year of two digits comes first if the
    /// date order is year, month, day.
    fn named_month(self, cell: &str) -> Option<When> {
        let (date, time) = without_time(cell)?;
        let NamedMonthDate {
            month,
            first,
            second,
            is_month_first,
        } = NamedMonthDate::of(date)?;
        let year_first = first.len() == 4
            || (!is_month_first && second.len() <= 2 && self.order == DateOrder::YearMonthDay);
        let (year, day) = if year_first {
            (first, second)
        } else {
            (second, first)
        };
        let date = Date::new(full_year(year)?, month, day.parse().ok()?);
        Some(When::of(date.ok()?, time))
    }
}

/// A date with a month name, and its two numbers as they are written.
struct NamedMonthDate<'a> {
    month: i8,
    first: &'a str,
    second: &'a str,
    is_month_first: bool,
}

impl<'a> NamedMonthDate<'a> {
    fn of(date: &'a str) -> Option<Self> {
        let mut parts = date
            .split([' ', ',', '.', '-', '/'])
            .filter(|part| !part.is_empty() && !["de", "of"].contains(part));
        let parts_of_date = [parts.next()?, parts.next()?, parts.next()?];
        if parts.next().is_some() {
            return None;
        }
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (month, is_month_first, [first, second]) = match parts_of_date.map(month_of) {
            [Some(month), None, None] => (month, true, [parts_of_date[1], parts_of_date[2]]),
            [None, Some(month), None] => (month, false, [parts_of_date[0], parts_of_date[2]]),
            _ => return None,
        };
        let without_suffix = |text: &'a str| text.trim_end_matches(char::is_alphabetic);
        // The day may have a suffix, as in 'Nov 24th, 2025'.
        let first = if is_month_first {
            without_suffix(first)
        } else {
            first
        };
        (is_number(first) && is_number(second)).then_some(Self {
            month,
            first,
            second,
            is_month_first,
        })
    }
}

/// Normalizes a date cell: trims it, replaces no-break spaces and the characters after Japanese and
/// Korean years, months and days, removes the dots in Thai months, and converts a Buddhist year.
fn cleaned(cell: &str) -> Cow<'_, str> {
    buddhist::to_gregorian(normalize_characters(cell.trim()))
}

fn normalize_characters(cell: &str) -> Cow<'_, str> {
    if cell.is_ascii() {
        return cell.into();
    }
    let mut cleaned = String::with_capacity(cell.len());
    for c in cell.chars() {
        match c {
            '年' | '月' | '년' | '월' => cleaned.push('-'),
            '日' | '일' => cleaned.push(' '),
            '.' if cleaned.ends_with(|c| ('\u{e01}'..='\u{e5b}').contains(&c)) => {}
            c if c.is_whitespace() => cleaned.push(' '),
            c => cleaned.push(c),
        }
    }
    // Korean dates have a space after each of these characters.
    cleaned.trim().replace("- ", "-").into()
}

/// Parses `2024/1/31` and `2024.01.31`. A year of three digits is a year of Taiwan's calendar,
/// which counts from 1912.
fn year_first(cell: &str) -> Option<When> {
    let (date, time) = without_time(cell)?;
    let [year, month, day] = numbers::split_date(date)?;
    let first_year = match year.len() {
        4 => 0,
        3 => 1911,
        _ => return None,
    };
    let year: i16 = year.parse().ok()?;
    let date = Date::new(first_year + year, month.parse().ok()?, day.parse().ok()?);
    Some(When::of(date.ok()?, time))
}

/// Parses `20240102 09:30`, `20240102 093000`, `20240102T0930`.
fn compact_with_time(cell: &str) -> Option<When> {
    let (date, time) = cell.split_once([' ', 'T', ';'])?;
    let Some(When::Day(date)) = digits(date, false) else {
        return None;
    };
    let time = match time.trim() {
        time if time.len() == 4 && time.bytes().all(|byte| byte.is_ascii_digit()) => {
            time_of_day(&format!("{time}00"))
        }
        time => time_of_day(time),
    };
    Some(When::Local(date.to_datetime(time?)))
}

/// Splits a cell into its date and its time of day, if it has one. Returns `None` if the text after
/// the date is not a time.
fn without_time(cell: &str) -> Option<(&str, Option<Time>)> {
    let Some(colon) = cell.find(':') else {
        return Some((cell, None));
    };
    let space = cell[..colon].rfind(' ')?;
    let time = time_of_day(cell[space..].trim())?;
    Some((cell[..space].trim_end_matches([',', ' ']), Some(time)))
}

/// Parses `9:30`, `09:30:00`, `093000` or `4:00 PM`.
pub(super) fn time_of_day(text: &str) -> Option<Time> {
    if text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{}:{}:{}", &text[..2], &text[2..4], &text[4..])
            .parse()
            .ok();
    }
    let lower = text.to_ascii_lowercase();
    let (clock, is_pm) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(clock), _) => (clock.trim_end(), Some(false)),
        (_, Some(clock)) => (clock.trim_end(), Some(true)),
        _ => (lower.as_str(), None),
    };
    let clock = if clock.as_bytes().get(1) == Some(&b':') {
        format!("0{clock}")
    } else {
        clock.to_owned()
    };
    // Jiff would ignore an offset and return a wrong time, so such a text is rejected.
    let is_time_char = |c: char| c.is_ascii_digit() || ":.".contains(c);
    let time: Time = clock
        .chars()
        .all(is_time_char)
        .then(|| clock.parse().ok())??;
    let Some(is_pm) = is_pm else {
        return Some(time);
    };
    if !(1..=12).contains(&time.hour()) {
        return None;
    }
    let hour = time.hour() % 12 + if is_pm { 12 } else { 0 };
    time.with().hour(hour).build().ok()
}

fn iso(cell: &str) -> Option<When> {
    let pieces: Pieces = DateTimeParser::new().parse_pieces(cell).ok()?;
    let Some(time) = pieces.time() else {
        return Some(When::Day(pieces.date()));
    };
    let local = pieces.date().to_datetime(time);
    match pieces.offset() {
        None => Some(When::Local(local)),
        Some(PiecesOffset::Numeric(numeric)) => When::Local(local).at_offset(numeric.offset()),
        Some(_) => When::Local(local).at_offset(Offset::UTC),
    }
}

#[cfg(test)]
mod tests;
