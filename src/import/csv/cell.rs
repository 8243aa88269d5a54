//! What stands in one cell of a file: a number, a date, or nothing.

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
    fmt::temporal::{DateTimeParser, Pieces, PiecesOffset},
    tz::TimeZone,
};

/// How files say that there is no value.
const NOTHING: [&str; 7] = ["", "null", "nan", "n/a", "na", "none", "-"];
/// Epoch numbers above this are milliseconds: as seconds they would lie in the year 5138.
const MILLISECONDS_FROM: i64 = 100_000_000_000;

/// Whether the cell is one of the ways to say nothing.
pub(super) fn is_nothing(cell: &str) -> bool {
    NOTHING.iter().any(|word| cell.eq_ignore_ascii_case(word))
}

/// A number, such as `187.15`, `1,469.25`, `$12`, `3.5M` or `1e6`. Reasons complete the sentence
/// 'the close …'.
pub(super) fn number(cell: &str, separator: u8) -> Result<f64, String> {
    let wrong = || format!("'{cell}' is not a number");
    let bare = cell.trim_start_matches('$');
    let (bare, factor) = match bare.as_bytes().last() {
        Some(b'K' | b'k') => (&bare[..bare.len() - 1], 1e3),
        Some(b'M' | b'm') => (&bare[..bare.len() - 1], 1e6),
        Some(b'B' | b'b') => (&bare[..bare.len() - 1], 1e9),
        _ => (bare, 1.0),
    };
    let digits = without_thousands(bare, separator).ok_or_else(|| {
        format!("'{cell}' is not a number with a decimal point and commas between thousands")
    })?;
    let value: f64 = digits.parse().map_err(|_| wrong())?;
    // '1e999' parses to infinity, and 'inf' is a word Rust knows.
    if value.is_finite() {
        Ok(value * factor)
    } else {
        Err(format!("'{cell}' is not a finite number"))
    }
}

/// Removes commas between groups of three digits; `None` when commas stand anywhere else. In a
/// file that is not separated by commas, '1,234' may as well mean 1.234, and is refused.
fn without_thousands(text: &str, separator: u8) -> Option<String> {
    if !text.contains(',') {
        return Some(text.to_owned());
    }
    let (whole, fraction) = text
        .split_once('.')
        .map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
    let groups: Vec<&str> = whole.split(',').collect();
    let grouped = groups[0].trim_start_matches(['-', '+']).len() <= 3
        && !groups[0].is_empty()
        && groups[1..].iter().all(|group| group.len() == 3)
        && !fraction.is_some_and(|fraction| fraction.contains(','));
    let certain = separator == b',' || fraction.is_some() || groups.len() > 2;
    (grouped && certain).then(|| text.replace(',', ""))
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

/// Reads `2024-01-02`, `20240102`, `1/2/2024`, an ISO date-time with or without an offset, or
/// seconds or milliseconds since 1970.
pub(super) fn when(cell: &str) -> Option<When> {
    number_of_digits(cell)
        .or_else(|| slashed(cell))
        .or_else(|| iso(cell))
}

fn number_of_digits(cell: &str) -> Option<When> {
    // Some exports write epochs as decimals: 1704205800.0
    let cell = cell.strip_suffix(".0").unwrap_or(cell);
    let number: i64 = cell.parse().ok()?;
    if cell.len() == 8 && number > 0 {
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
        return Date::new(year as i16, month as i8, day as i8)
            .ok()
            .map(When::Day);
    }
    if cell.trim_start_matches('-').len() < 5 {
        // A year, or a row number: no moment.
        return None;
    }
    let moment = if number.abs() >= MILLISECONDS_FROM {
        Timestamp::from_millisecond(number)
    } else {
        Timestamp::from_second(number)
    }
    .ok()?;
    let utc = moment.to_zoned(TimeZone::UTC).datetime();
    Some(When::Moment(moment, utc))
}

/// Month, day, year; with a time of day behind a space, if any.
fn slashed(cell: &str) -> Option<When> {
    let (date, time) = cell
        .split_once(' ')
        .map_or((cell, None), |(date, time)| (date, Some(time)));
    let mut parts = date.split('/');
    let (month, day, year) = (parts.next()?, parts.next()?, parts.next()?);
    if year.len() != 4 || parts.next().is_some() {
        return None;
    }
    let date = Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()?;
    match time {
        None => Some(When::Day(date)),
        Some(time) => {
            let time: jiff::civil::Time = pad_hour(time).parse().ok()?;
            Some(When::Local(date.to_datetime(time)))
        }
    }
}

/// `9:30` → `09:30`.
fn pad_hour(time: &str) -> String {
    if time.as_bytes().get(1) == Some(&b':') {
        format!("0{time}")
    } else {
        time.to_owned()
    }
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
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (cell, value) in [
            ("187.15", 187.15),
            ("1469.250000", 1469.25),
            ("1,469.25", 1469.25),
            ("12,345,678", 12_345_678.0),
            ("$187.15", 187.15),
            ("8.5M", 8_500_000.0),
            ("2K", 2_000.0),
            ("1.5e3", 1_500.0),
            ("-3", -3.0),
        ] {
            assert_eq!(number(cell, b','), Ok(value), "{cell}");
        }
        for cell in [
            "12,34", "1,2345", "inf", "1e999", "12 34", "abc", ",5", "1.2.3", "$",
        ] {
            assert!(number(cell, b',').is_err(), "{cell}");
        }
    }

    #[test]
    fn a_decimal_comma_is_refused_and_never_multiplied_by_a_thousand() {
        assert!(number("1,234", b';').is_err(), "1.234 or 1234?");
        assert!(number("187,15", b';').is_err());
        assert_eq!(number("1,234.5", b';'), Ok(1234.5));
        assert_eq!(number("1,234,567", b'\t'), Ok(1_234_567.0));
    }

    #[test]
    fn dates_are_read_in_the_usual_forms() {
        let day = |text: &str| Some(When::Day(text.parse().unwrap()));
        for cell in ["2024-01-02", "20240102", "1/2/2024", "01/02/2024"] {
            assert_eq!(when(cell), day("2024-01-02"), "{cell}");
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
        ] {
            assert_eq!(when(cell), None, "{cell}");
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
            ("1704205800000", "2024-01-02T14:30:00Z", "2024-01-02T14:30"),
            ("1704205800.0", "2024-01-02T14:30:00Z", "2024-01-02T14:30"),
        ] {
            assert_eq!(when(cell), moment(utc, local), "{cell}");
        }
        let local = Some(When::Local("2024-01-02T09:30".parse().unwrap()));
        for cell in ["2024-01-02 09:30", "2024-01-02T09:30:00", "1/2/2024 9:30"] {
            assert_eq!(when(cell), local, "{cell}");
        }
    }
}
