//! Files of bars: comma-, semicolon- or tab-separated text with a header line, as Yahoo, yfinance,
//! Stooq, Nasdaq, Investing.com, pandas, banks and spreadsheets write them.
//!
//! A file is read whole or not at all: one wrong line, and nothing of it is used. What is wrong
//! is said line by line, so that a person can mend it. How the file writes dates and numbers is
//! decided from all of its lines first; what might be meant in two ways is refused, not guessed.

mod date;
mod header;
mod number;
mod row;
mod table;
mod text;

use std::{fmt, io::Read};

pub use self::{date::DateOrder, number::DecimalMark};
use self::{
    date::{DateEvidence, DateStyle},
    header::{Column, Columns},
    number::DecimalEvidence,
    row::Row,
    table::Table,
    text::{Text, unreadable},
};
use crate::domain::{
    bar::{Bar, Interval},
    session::Calendar,
};

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

/// A cell that shows how its file is written.
#[derive(Debug)]
struct Seen {
    line: u64,
    cell: String,
}

impl Seen {
    fn new(line: u64, cell: &str) -> Self {
        Self {
            line,
            cell: cell.to_owned(),
        }
    }
}

/// What a file is, and how it is written where that is known.
#[derive(Debug, Clone, Copy)]
pub struct BarsFormat {
    /// Length of a bar.
    pub interval: Interval,
    /// When the ticker trades: times of day without an offset are those of its exchange.
    pub calendar: Calendar,
    /// The order of day, month and year; found out from the file when `None`.
    pub date_order: Option<DateOrder>,
    /// The sign before the decimals; found out from the file when `None`.
    pub decimal_mark: Option<DecimalMark>,
}

impl BarsFormat {
    /// A file that shows itself how it is written.
    pub fn new(interval: Interval, calendar: Calendar) -> Self {
        Self {
            interval,
            calendar,
            date_order: None,
            decimal_mark: None,
        }
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

/// How the cells of a file are written.
#[derive(Debug, Clone, Copy)]
struct Style {
    dates: DateStyle,
    decimal_mark: DecimalMark,
}

/// Reads a file of bars.
pub fn parse_bars_csv(reader: impl Read, format: BarsFormat) -> Result<Parsed, Vec<LineError>> {
    let text = Text::read(reader).map_err(|error| vec![error])?;
    let (columns, header_lines) = Columns::read(&text).map_err(|error| vec![error])?;
    let style = style_of(&text, &columns, header_lines, format).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut table = Table::new(format.interval);
    for record in text.records().skip(header_lines) {
        let (line, cells) = record.map_err(|error| vec![unreadable(&error)])?;
        let row = Row {
            cells: &cells,
            columns: &columns,
            style,
            format,
        };
        if let Err(reason) = row.bar().and_then(|bar| table.add(line, bar)) {
            errors.push(at(line, reason));
        }
    }
    table.finish(errors)
}

/// How all lines together show that the file is written.
fn style_of(
    text: &Text,
    columns: &Columns,
    header_lines: usize,
    format: BarsFormat,
) -> Result<Style, LineError> {
    let mut dates = DateEvidence::default();
    let mut numbers = DecimalEvidence::default();
    for record in text.records().skip(header_lines) {
        let (line, cells) = record.map_err(|error| unreadable(&error))?;
        dates.observe(line, columns.cell(&cells, Column::Date));
        for column in Column::NUMBERS {
            numbers.observe(line, columns.cell(&cells, column));
        }
    }
    Ok(Style {
        dates: dates.decide(format.date_order, columns.dates_are_milliseconds())?,
        decimal_mark: match format.decimal_mark {
            Some(mark) => mark,
            None => numbers.decide(text.separator())?,
        },
    })
}
