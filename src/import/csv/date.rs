//! Dates and times as files write them, and the order in which a file puts day, month and year.

use std::fmt;

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
    fmt::temporal::{DateTimeParser, Pieces, PiecesOffset},
    tz::TimeZone,
};

use super::{
    error::{LineError, at},
    seen::Seen,
};

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
    pub fn parse(word: &str) -> Option<Self> {
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

/// What the dates of a file show of their style.
#[derive(Debug, Default)]
pub(super) struct DateEvidence {
    day_first: Option<Seen>,
    month_first: Option<Seen>,
    /// One that is a date in either order, and no point stands in it.
    either: Option<(Seen, YearLast)>,
    seconds: Option<Seen>,
    milliseconds: Option<Seen>,
    dotted: bool,
}

impl DateEvidence {
    /// Looks at one date.
    pub(super) fn observe(&mut self, line: u64, cell: &str) {
        if let Some(Digits::Epoch(number)) = digits(cell) {
            let unit = if number.unsigned_abs() >= MILLISECONDS_FROM {
                &mut self.milliseconds
            } else {
                &mut self.seconds
            };
            unit.get_or_insert_with(|| Seen::new(line, cell));
            return;
        }
        let date = without_time(cell).and_then(|(date, _)| YearLast::of(date));
        let Some(date) = date else { return };
        let seen = || Seen::new(line, cell);
        match (date.first, date.second) {
            (13.., ..=12) => {
                self.day_first.get_or_insert_with(seen);
            }
            (..=12, 13..) => {
                self.month_first.get_or_insert_with(seen);
            }
            _ if date.dotted => self.dotted = true,
            (first, second) if first != second => {
                self.either.get_or_insert_with(|| (seen(), date));
            }
            _ => {}
        }
    }

    /// The style of the file, unless its dates contradict each other or might be read in two ways.
    /// `order` is what a person said; `milliseconds` what the column is called.
    pub(super) fn decide(
        self,
        order: Option<DateOrder>,
        milliseconds: bool,
    ) -> Result<DateStyle, LineError> {
        let milliseconds = milliseconds || self.milliseconds_only()?;
        let order = order.map_or_else(|| self.order(), Ok)?;
        Ok(DateStyle {
            order,
            milliseconds,
        })
    }

    fn milliseconds_only(&self) -> Result<bool, LineError> {
        match (&self.seconds, &self.milliseconds) {
            (Some(seconds), Some(milliseconds)) => Err(at(
                milliseconds.line.max(seconds.line),
                format!(
                    "'{}' in line {} counts seconds since 1970 and '{}' in line {} milliseconds",
                    seconds.cell, seconds.line, milliseconds.cell, milliseconds.line
                ),
            )),
            (_, milliseconds) => Ok(milliseconds.is_some()),
        }
    }

    fn order(&self) -> Result<DateOrder, LineError> {
        match (&self.day_first, &self.month_first, &self.either) {
            (Some(day), Some(month), _) => Err(at(
                day.line.max(month.line),
                format!(
                    "'{}' in line {} has its day first and '{}' in line {} its month",
                    day.cell, day.line, month.cell, month.line
                ),
            )),
            (None, Some(_), _) => Ok(DateOrder::MonthDayYear),
            (None, None, Some((seen, date))) if !self.dotted => Err(ambiguous(seen, *date)),
            _ => Ok(DateOrder::DayMonthYear),
        }
    }
}

fn ambiguous(seen: &Seen, date: YearLast) -> LineError {
    let long = |day, month| {
        Date::new(date.year, month, day).map_or_else(
            |_| seen.cell.clone(),
            |date| date.strftime("%B %-d, %Y").to_string(),
        )
    };
    at(
        seen.line,
        format!(
            "'{}' may be {} or {}, and no other line settles it; say --date-order dmy or --date-order mdy",
            seen.cell,
            long(date.first, date.second),
            long(date.second, date.first)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const DMY: DateStyle = DateStyle {
        order: DateOrder::DayMonthYear,
        milliseconds: false,
    };
    const MDY: DateStyle = DateStyle {
        order: DateOrder::MonthDayYear,
        milliseconds: false,
    };

    fn day(text: &str) -> When {
        When::Day(text.parse().unwrap())
    }

    #[test]
    fn dates_are_read_in_the_usual_forms() {
        for cell in [
            "2024-01-02",
            "20240102",
            "1/2/2024",
            "01/02/2024",
            "2024/01/02",
            "2024.1.2",
            "Jan 2, 2024",
            "January 2, 2024",
            "2 Jan 2024",
            "02-Jan-2024",
            "02-JAN-2024",
            "2. Januar 2024",
        ] {
            assert_eq!(MDY.when(cell), Some(day("2024-01-02")), "{cell}");
        }
        for cell in ["2/1/2024", "02.01.2024", "02-01-2024"] {
            assert_eq!(DMY.when(cell), Some(day("2024-01-02")), "{cell}");
        }
        for cell in [
            "",
            "2024",
            "13/1/2024",
            "1/2/24",
            "20241301",
            "2024-02-30",
            "yesterday",
            "17",
            "Foo 2, 2024",
            "Jan Feb 2024",
            "1/2/2024 noon",
            "1/2/2024 13:00 PM",
        ] {
            assert_eq!(MDY.when(cell), None, "{cell}");
        }
    }

    /// Every day of four years, with a leap day, in every form: what is written is read.
    #[test]
    fn every_day_comes_back_from_every_form() {
        let first: Date = "2023-01-01".parse().unwrap();
        for date in first.series(jiff::Span::new().days(1)).take(4 * 366) {
            for (style, form) in [
                (DMY, "%d/%m/%Y"),
                (DMY, "%d.%m.%Y"),
                (DMY, "%-d-%-m-%Y"),
                (MDY, "%m/%d/%Y"),
                (MDY, "%-m/%-d/%Y"),
                (DMY, "%Y-%m-%d"),
                (MDY, "%Y%m%d"),
                (DMY, "%Y/%m/%d"),
                (DMY, "%b %-d, %Y"),
                (MDY, "%d-%b-%Y"),
                (MDY, "%-d %B %Y"),
            ] {
                let cell = date.strftime(form).to_string();
                assert_eq!(style.when(&cell), Some(When::Day(date)), "{cell}");
            }
        }
    }

    #[test]
    fn moments_keep_the_wall_clock_they_were_written_in() {
        let moment = |utc: &str, local: &str| {
            Some(When::Moment(utc.parse().unwrap(), local.parse().unwrap()))
        };
        for (cell, utc, local) in [
            (
                "2022-06-06 00:00:00+01:00",
                "2022-06-05T23:00:00Z",
                "2022-06-06T00:00",
            ),
            (
                "2024-01-02T14:30:00Z",
                "2024-01-02T14:30:00Z",
                "2024-01-02T14:30",
            ),
            (
                "2024-01-02T09:30:00-0500",
                "2024-01-02T14:30:00Z",
                "2024-01-02T09:30",
            ),
            ("1704205800", "2024-01-02T14:30:00Z", "2024-01-02T14:30"),
            ("1704205800.0", "2024-01-02T14:30:00Z", "2024-01-02T14:30"),
        ] {
            assert_eq!(MDY.when(cell), moment(utc, local), "{cell}");
        }
        let local = Some(When::Local("2024-01-02T09:30".parse().unwrap()));
        for cell in [
            "2024-01-02 09:30",
            "2024-01-02T09:30:00",
            "1/2/2024 9:30",
            "1/2/2024 9:30 AM",
            "Jan 2, 2024 9:30",
        ] {
            assert_eq!(MDY.when(cell), local, "{cell}");
        }
        let evening = Some(When::Local("2024-01-02T16:05".parse().unwrap()));
        assert_eq!(MDY.when("1/2/2024 4:05 PM"), evening);
        assert_eq!(MDY.when_joined("1/2/2024", "160500"), evening);
        assert_eq!(MDY.when_joined("1/2/2024", "16:05"), evening);
    }

    fn decided(cells: &[&str]) -> Result<DateStyle, String> {
        let mut evidence = DateEvidence::default();
        for (line, cell) in (2..).zip(cells) {
            evidence.observe(line, cell);
        }
        let decided = evidence.decide(None, false);
        decided.map_err(|error| error.to_string())
    }

    #[test]
    fn one_day_above_twelve_settles_the_order_of_the_file() {
        assert_eq!(decided(&["01/02/2024", "13/02/2024"]), Ok(DMY));
        assert_eq!(decided(&["01/02/2024", "02/13/2024"]), Ok(MDY));
        assert_eq!(
            decided(&["01.02.2024"]),
            Ok(DMY),
            "points stand behind days"
        );
        assert_eq!(
            decided(&["01/01/2024"]),
            Ok(DMY),
            "the same in either order"
        );
    }

    #[test]
    fn dates_that_may_be_meant_in_two_orders_are_refused_with_both() {
        assert_eq!(
            decided(&["01/01/2025", "01/02/2025", "01/03/2025"]),
            Err(
                "line 3: '01/02/2025' may be February 1, 2025 or January 2, 2025, and no other line settles it; \
                say --date-order dmy or --date-order mdy"
                    .into()
            )
        );
        assert_eq!(
            decided(&["13/02/2025", "02/14/2025"]),
            Err(
                "line 3: '13/02/2025' in line 2 has its day first and '02/14/2025' in line 3 its month"
                    .into()
            )
        );
    }

    #[test]
    fn seconds_and_milliseconds_are_told_apart_by_file_and_never_mixed() {
        let utc = |style: DateStyle, cell| match style.when(cell) {
            Some(When::Moment(moment, _)) => moment.to_string(),
            other => panic!("{other:?}"),
        };
        let milliseconds = decided(&["1704205800000"]).unwrap();
        assert_eq!(utc(milliseconds, "1704205800000"), "2024-01-02T14:30:00Z");
        assert_eq!(
            decided(&["1704205800", "1704292200000"]),
            Err(
                "line 3: '1704205800' in line 2 counts seconds since 1970 and '1704292200000' in line 3 milliseconds"
                    .into()
            )
        );
    }
}
