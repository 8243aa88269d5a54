//! Dates and times as files write them, and the order in which a file puts day, month and year.

mod evidence;

use std::fmt;

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
    fmt::temporal::{DateTimeParser, Pieces, PiecesOffset},
    tz::TimeZone,
};

pub(super) use self::evidence::DateEvidence;

/// Epoch numbers from here on are milliseconds: as seconds they would lie in the year 5138.
const MILLISECONDS_FROM: u64 = 100_000_000_000;

/// The first three letters of each month, in English and German.
const MONTHS: [&[&str]; 12] = [
    &["jan"],
    &["feb"],
    &["mar", "mär", "mrz"],
    &["apr"],
    &["may", "mai"],
    &["jun"],
    &["jul"],
    &["aug"],
    &["sep"],
    &["oct", "okt"],
    &["nov"],
    &["dec", "dez"],
];

/// The order of day, month and year in dates of three numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// `31/01/2024`
    DayMonthYear,
    /// `01/31/2024`
    MonthDayYear,
    /// `2024/01/31`
    YearMonthDay,
}

impl DateOrder {
    /// Reads `dmy`, `mdy` or `ymd`.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        match word {
            "dmy" => Some(Self::DayMonthYear),
            "mdy" => Some(Self::MonthDayYear),
            "ymd" => Some(Self::YearMonthDay),
            _ => None,
        }
    }
}

impl fmt::Display for DateOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DayMonthYear => "day, month, year",
            Self::MonthDayYear => "month, day, year",
            Self::YearMonthDay => "year, month, day",
        })
    }
}

/// When a bar is: a day, or a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum When {
    /// A date without a time of day.
    Day(Date),
    /// A time on a wall clock of the exchange.
    Local(DateTime),
    /// A moment, with the wall clock it was written in.
    Moment(Timestamp, DateTime),
}

impl When {
    fn of(date: Date, time: Option<Time>) -> Self {
        time.map_or(Self::Day(date), |time| Self::Local(date.to_datetime(time)))
    }
}

/// How a file writes its dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DateStyle {
    /// Of dates that end with their year.
    order: DateOrder,
    /// Whether numbers count milliseconds since 1970, not seconds.
    milliseconds: bool,
}

impl DateStyle {
    /// Reads `2024-01-02`, `20240102`, `1/2/2024`, `2.1.2024`, `Jan 2, 2024`, an ISO date-time with
    /// or without an offset, or seconds or milliseconds since 1970.
    pub(super) fn when(self, cell: &str) -> Option<When> {
        digits(cell)
            .and_then(|digits| self.of_digits(digits))
            .or_else(|| self.year_last(cell))
            .or_else(|| year_first(cell))
            .or_else(|| named_month(cell))
            .or_else(|| iso(cell))
    }

    /// A date from one column and a time of day from another.
    pub(super) fn when_joined(self, date: &str, time: &str) -> Option<When> {
        let Some(When::Day(day)) = self.when(date) else {
            return None;
        };
        match time_of_day(time) {
            Some(time) => Some(When::Local(day.to_datetime(time))),
            None => iso(&format!("{day} {time}")),
        }
    }

    fn of_digits(self, digits: Digits) -> Option<When> {
        let moment = match digits {
            Digits::Day(date) => return Some(When::Day(date)),
            Digits::Epoch(number) if self.milliseconds => Timestamp::from_millisecond(number),
            Digits::Epoch(number) => Timestamp::from_second(number),
        };
        let moment = moment.ok()?;
        let utc = moment.to_zoned(TimeZone::UTC).datetime();
        Some(When::Moment(moment, utc))
    }

    fn year_last(self, cell: &str) -> Option<When> {
        let (date, time) = without_time(cell)?;
        let YearLast {
            first,
            second,
            year,
            ..
        } = YearLast::of(date)?;
        let (day, month) = match self.order {
            DateOrder::DayMonthYear => (first, second),
            DateOrder::MonthDayYear => (second, first),
            DateOrder::YearMonthDay => return None,
        };
        Some(When::of(Date::new(year, month, day).ok()?, time))
    }
}

/// A cell of nothing but digits.
#[derive(Debug, Clone, Copy)]
enum Digits {
    Day(Date),
    Epoch(i64),
}

fn digits(cell: &str) -> Option<Digits> {
    // Some exports write epochs as decimals: 1704205800.0
    let cell = cell.strip_suffix(".0").unwrap_or(cell);
    let number: i64 = cell.parse().ok()?;
    if cell.len() == 8 && number > 0 {
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
        let date = Date::new(year as i16, month as i8, day as i8);
        return date.ok().map(Digits::Day);
    }
    // Shorter ones are a year, or a row number: no moment.
    (cell.trim_start_matches('-').len() >= 5).then_some(Digits::Epoch(number))
}

/// Three numbers that end with a year of four digits: `31/1/2024`, `31.1.2024`, `31-1-2024`.
#[derive(Debug, Clone, Copy)]
struct YearLast {
    first: i8,
    second: i8,
    year: i16,
    /// Nobody puts points behind a month that comes first.
    dotted: bool,
}

impl YearLast {
    fn of(date: &str) -> Option<Self> {
        let [first, second, year] = three(date)?;
        (year.len() == 4 && first.len() <= 2 && second.len() <= 2).then_some(Self {
            first: first.parse().ok()?,
            second: second.parse().ok()?,
            year: year.parse().ok()?,
            dotted: date.contains('.'),
        })
    }
}

/// `2024/1/31` and `2024.01.31`; with lines it is ISO's.
fn year_first(cell: &str) -> Option<When> {
    let (date, time) = without_time(cell)?;
    let [year, month, day] = three(date)?;
    if year.len() != 4 {
        return None;
    }
    let date = Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    Some(When::of(date.ok()?, time))
}

/// The parts of a date of three numbers.
fn three(date: &str) -> Option<[&str; 3]> {
    let sign = ['/', '.', '-']
        .into_iter()
        .find(|sign| date.contains(*sign))?;
    let mut parts = date.split(sign);
    let three = [parts.next()?, parts.next()?, parts.next()?];
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (parts.next().is_none() && three.iter().all(digits)).then_some(three)
}

/// `Jan 2, 2024`, `2 January 2024`, `02-Jan-2024`.
fn named_month(cell: &str) -> Option<When> {
    let (date, time) = without_time(cell)?;
    let parts: Vec<&str> = date
        .split([' ', ',', '.', '-', '/'])
        .filter(|part| !part.is_empty())
        .collect();
    let [first, second, year] = parts[..] else {
        return None;
    };
    let (month, day) = match (month_of(first), month_of(second)) {
        (Some(month), None) => (month, second),
        (None, Some(month)) => (month, first),
        _ => return None,
    };
    if year.len() != 4 {
        return None;
    }
    let date = Date::new(year.parse().ok()?, month, day.parse().ok()?);
    Some(When::of(date.ok()?, time))
}

fn month_of(word: &str) -> Option<i8> {
    if !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let start: String = word.to_lowercase().chars().take(3).collect();
    let at = MONTHS
        .iter()
        .position(|names| names.contains(&start.as_str()));
    at.map(|at| at as i8 + 1)
}

/// The date of a cell, and the time of day behind it if there is one. `None` when what stands behind
/// the date is no time.
fn without_time(cell: &str) -> Option<(&str, Option<Time>)> {
    let Some(colon) = cell.find(':') else {
        return Some((cell, None));
    };
    let space = cell[..colon].rfind(' ')?;
    let time = time_of_day(cell[space..].trim())?;
    Some((cell[..space].trim_end_matches([',', ' ']), Some(time)))
}

/// `9:30`, `09:30:00`, `093000` or `4:00 PM`.
fn time_of_day(text: &str) -> Option<Time> {
    if text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{}:{}:{}", &text[..2], &text[2..4], &text[4..])
            .parse()
            .ok();
    }
    let lower = text.to_ascii_lowercase();
    let (clock, afternoon) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(clock), _) => (clock.trim_end(), Some(false)),
        (_, Some(clock)) => (clock.trim_end(), Some(true)),
        _ => (lower.as_str(), None),
    };
    let clock = if clock.as_bytes().get(1) == Some(&b':') {
        format!("0{clock}")
    } else {
        clock.to_owned()
    };
    // Jiff would read over an offset, which moves the moment.
    let plain = |c: char| c.is_ascii_digit() || ":.".contains(c);
    let time: Time = clock.chars().all(plain).then(|| clock.parse().ok())??;
    let Some(afternoon) = afternoon else {
        return Some(time);
    };
    if !(1..=12).contains(&time.hour()) {
        return None;
    }
    let hour = time.hour() % 12 + if afternoon { 12 } else { 0 };
    time.with().hour(hour).build().ok()
}

fn iso(cell: &str) -> Option<When> {
    let pieces: Pieces = DateTimeParser::new().parse_pieces(cell).ok()?;
    let Some(time) = pieces.time() else {
        return Some(When::Day(pieces.date()));
    };
    let local = pieces.date().to_datetime(time);
    let offset = match pieces.offset() {
        None => return Some(When::Local(local)),
        Some(PiecesOffset::Numeric(numeric)) => numeric.offset(),
        Some(_) => jiff::tz::Offset::UTC,
    };
    let moment = offset.to_timestamp(local).ok()?;
    Some(When::Moment(moment, local))
}

#[cfg(test)]
mod tests;
