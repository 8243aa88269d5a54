//! Files of bars: comma-, semicolon- or tab-separated text with a header line, as Yahoo, Stooq,
//! Nasdaq, pandas and spreadsheets write them.
//!
//! A file is read whole or not at all: one wrong line, and nothing of it is used. What is wrong
//! is said line by line, so that a person can mend it.

mod cell;
mod header;

use std::{collections::BTreeMap, fmt, io::Read};

use csv::{ReaderBuilder, StringRecord};
use jiff::tz::TimeZone;

use self::{
    cell::{When, is_nothing, number, when},
    header::{Column, Columns},
};
use crate::domain::{
    bar::{Bar, Interval},
    session::{Calendar, exchange_date},
};

/// Files larger than this are refused: two centuries of days are 5 MB.
const MOST_BYTES: u64 = 256 << 20;

/// One thing that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Counted from 1; 0 for what concerns the whole file.
    pub line: u64,
    /// Half a sentence.
    pub reason: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.reason),
            line => write!(f, "line {line}: {}", self.reason),
        }
    }
}

fn at(line: u64, reason: impl Into<String>) -> LineError {
    LineError {
        line,
        reason: reason.into(),
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// Ascending by start; never empty.
    pub bars: Vec<Bar>,
    /// Rows without any price, as some sources write for holidays.
    pub without_prices: usize,
}

/// Reads a file of bars. Times of day without an offset are those of the `calendar`'s exchange.
pub fn parse_bars_csv(
    reader: impl Read,
    interval: Interval,
    calendar: Calendar,
) -> Result<Parsed, Vec<LineError>> {
    let text = text_of(reader).map_err(|error| vec![error])?;
    let separator = separator_of(text.lines().next().unwrap_or_default());
    let mut rows = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut errors = Vec::new();
    let mut columns = None;
    let mut table = Table::new(interval);
    for row in rows.records() {
        let row = row.map_err(|error| vec![unreadable(&error)])?;
        let line = row.position().map_or(0, csv::Position::line);
        let Some(columns) = &columns else {
            columns = Some(Columns::of(&row).map_err(|reason| vec![at(line, reason)])?);
            continue;
        };
        let row = Row {
            cells: &row,
            columns,
            separator,
            interval,
            calendar,
        };
        if let Err(reason) = row.bar().and_then(|bar| table.add(line, bar)) {
            errors.push(at(line, reason));
        }
    }
    if columns.is_none() {
        return Err(vec![at(1, "the file is empty")]);
    }
    table.finish(errors)
}

fn text_of(reader: impl Read) -> Result<String, LineError> {
    let mut bytes = Vec::new();
    reader
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| at(0, format!("the file cannot be read: {error}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(at(0, "the file is larger than 256 MB"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good]
            .split(|byte| *byte == b'\n')
            .count() as u64;
        at(line, "the file is not UTF-8 text")
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// The separator that stands most often in the header.
fn separator_of(header: &str) -> u8 {
    let count = |separator: u8| header.bytes().filter(|byte| *byte == separator).count();
    [b',', b';', b'\t']
        .into_iter()
        .rev()
        .max_by_key(|separator| count(*separator))
        .unwrap_or(b',')
}

fn unreadable(error: &csv::Error) -> LineError {
    let line = error.position().map_or(0, csv::Position::line);
    at(line, format!("the line cannot be read: {error}"))
}

/// One line, to be understood.
struct Row<'a> {
    cells: &'a StringRecord,
    columns: &'a Columns,
    separator: u8,
    interval: Interval,
    calendar: Calendar,
}

impl Row<'_> {
    /// The bar of the line; `None` for a line without any price.
    fn bar(&self) -> Result<Option<Bar>, String> {
        let prices = [Column::Open, Column::High, Column::Low, Column::Close];
        if prices.iter().all(|price| is_nothing(self.cell(*price))) {
            // Its date must be right nevertheless: else this is no line of bars at all.
            return self.start().map(|_| None);
        }
        let start = self.start()?;
        let close = self.price(Column::Close)?;
        let or_close = |column| {
            if self.columns.has(column) {
                self.price(column)
            } else {
                Ok(close)
            }
        };
        let bar = Bar {
            start,
            open: or_close(Column::Open)?,
            high: or_close(Column::High)?,
            low: or_close(Column::Low)?,
            close,
            volume: self.volume()?,
        };
        if bar.high < bar.low {
            return Err(format!(
                "the high {} is below the low {}",
                bar.high, bar.low
            ));
        }
        Ok(Some(bar))
    }

    fn cell(&self, column: Column) -> &str {
        self.columns.cell(self.cells, column)
    }

    fn price(&self, column: Column) -> Result<f64, String> {
        let cell = self.cell(column);
        if is_nothing(cell) {
            return Err(format!("the {column} is missing"));
        }
        let price = number(cell, self.separator).map_err(|why| format!("the {column} {why}"))?;
        if price > 0.0 {
            Ok(price)
        } else {
            Err(format!("the {column} {cell} is not above zero"))
        }
    }

    fn volume(&self) -> Result<f64, String> {
        let cell = self.cell(Column::Volume);
        if is_nothing(cell) {
            return Ok(0.0);
        }
        let volume = number(cell, self.separator).map_err(|why| format!("the volume {why}"))?;
        if volume >= 0.0 {
            // Not the −0 of some exports, which compares equal and prints differently.
            Ok(volume.abs())
        } else {
            Err(format!("the volume {cell} is negative"))
        }
    }

    /// Unix seconds of the bar's start.
    fn start(&self) -> Result<i64, String> {
        let (date, time) = (self.cell(Column::Date), self.cell(Column::Time));
        let cell = if time.is_empty() {
            date.to_owned()
        } else {
            joined(date, time)
        };
        let when = when(&cell).ok_or_else(|| {
            format!("'{cell}' is not a date such as 2024-01-31, 20240131 or 1/31/2024")
        })?;
        if self.interval == Interval::Day {
            day_of(when, self.calendar)
        } else {
            moment_of(when, self.calendar)
        }
        .ok_or_else(|| format!("'{cell}' has no time of day, which bars of this length need"))
    }
}

/// A date and a time of day from two columns: `20240102` and `153000`, or any that ISO knows.
fn joined(date: &str, time: &str) -> String {
    let compact = time.len() == 6 && time.bytes().all(|byte| byte.is_ascii_digit());
    let time = if compact {
        format!("{}:{}:{}", &time[..2], &time[2..4], &time[4..])
    } else {
        time.to_owned()
    };
    match when(date) {
        Some(When::Day(day)) => format!("{day} {time}"),
        _ => format!("{date} {time}"),
    }
}

fn zone_of(calendar: Calendar) -> TimeZone {
    match calendar {
        Calendar::Always => TimeZone::UTC,
        Calendar::NewYork | Calendar::Futures => {
            TimeZone::get("America/New_York").unwrap_or(TimeZone::UTC)
        }
    }
}

/// 00:00 UTC of the exchange's date. What was written as midnight means its date, in any zone.
fn day_of(when: When, calendar: Calendar) -> Option<i64> {
    let date = match when {
        When::Day(date) => date,
        When::Local(local) => local.date(),
        When::Moment(_, local) if local.time() == jiff::civil::Time::midnight() => local.date(),
        When::Moment(moment, _) => exchange_date(calendar, moment),
    };
    let midnight = date.to_zoned(TimeZone::UTC).ok()?;
    Some(midnight.timestamp().as_second())
}

fn moment_of(when: When, calendar: Calendar) -> Option<i64> {
    match when {
        When::Day(_) => None,
        When::Local(local) => {
            let zoned = local.to_zoned(zone_of(calendar)).ok()?;
            Some(zoned.timestamp().as_second())
        }
        When::Moment(moment, _) => Some(moment.as_second()),
    }
}

/// The bars of a file, by start.
struct Table {
    bars: BTreeMap<i64, (u64, Bar)>,
    without_prices: usize,
    interval: Interval,
}

impl Table {
    fn new(interval: Interval) -> Self {
        Self {
            bars: BTreeMap::new(),
            without_prices: 0,
            interval,
        }
    }

    fn add(&mut self, line: u64, bar: Option<Bar>) -> Result<(), String> {
        let Some(bar) = bar else {
            self.without_prices += 1;
            return Ok(());
        };
        match self.bars.insert(bar.start, (line, bar)) {
            Some((before, other)) if other != bar => Err(format!(
                "line {before} has other values for the same time{}",
                if self.interval == Interval::Day {
                    "; is this a file of shorter bars?"
                } else {
                    ""
                }
            )),
            _ => Ok(()),
        }
    }

    /// The bars, unless anything was wrong.
    fn finish(self, mut errors: Vec<LineError>) -> Result<Parsed, Vec<LineError>> {
        if errors.is_empty() {
            errors.extend(self.too_close());
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        if self.bars.is_empty() {
            return Err(vec![at(1, "no line has a price")]);
        }
        Ok(Parsed {
            bars: self.bars.into_values().map(|(_, bar)| bar).collect(),
            without_prices: self.without_prices,
        })
    }

    /// Bars that start before the one before them has ended: they are not of this interval.
    fn too_close(&self) -> Option<LineError> {
        let mut before = None;
        for (start, (line, _)) in &self.bars {
            if before.is_some_and(|before| start - before < self.interval.seconds()) {
                return Some(at(
                    *line,
                    format!(
                        "the bars are closer together than {}; import them with another interval",
                        self.interval.as_str()
                    ),
                ));
            }
            before = Some(*start);
        }
        None
    }
}
