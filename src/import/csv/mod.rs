//! Files of bars: comma-, semicolon- or tab-separated text with a header line, as Yahoo, yfinance,
//! Stooq, Nasdaq, Investing.com, pandas, banks and spreadsheets write them.
//!
//! A file is read whole or not at all: one wrong line, and nothing of it is used. What is wrong
//! is said line by line, so that a person can mend it. How the file writes dates and numbers is
//! decided from all of its lines first; what might be meant in two ways is refused, not guessed.

mod date;
mod error;
mod format;
mod header;
mod number;
mod row;
mod seen;
mod table;
mod text;

use std::io::Read;

use csv::StringRecord;

pub(crate) use self::error::LineError;
use self::{
    date::DateEvidence,
    error::at,
    format::Style,
    header::{Column, Columns},
    number::DecimalEvidence,
    row::Row,
    table::Table,
    text::{Text, unreadable},
};
pub use self::{date::DateOrder, format::BarsFormat, number::DecimalMark, table::Parsed};

pub(super) use self::text::line_of;
use crate::store::Progress;

/// Lines between two that the progress is told of.
const STEP: u64 = 1_024;

/// Reads a file of bars; `progress` hears of its bytes.
pub fn parse_bars_csv(
    reader: impl Read,
    format: BarsFormat,
    progress: Progress,
) -> Result<Parsed, Vec<LineError>> {
    let text = Text::read(reader).map_err(|error| vec![error])?;
    let (columns, header_lines) = Columns::read(&text).map_err(|error| vec![error])?;
    // Every line is read twice: for how the file is written, and for what it says.
    let half_done = |before: u64, record: &StringRecord| {
        let position = record.position();
        if let Some(position) = position.filter(|position| position.record().is_multiple_of(STEP)) {
            progress(u64::midpoint(before, position.byte()), text.bytes());
        }
    };
    let style = style_of(&text, &columns, header_lines, format, |record| {
        half_done(0, record);
    });
    let style = style.map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut table = Table::new(format.interval);
    for record in text.records().skip(header_lines) {
        let (line, cells) = record.map_err(|error| vec![unreadable(&error)])?;
        half_done(text.bytes(), &cells);
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
    progress(text.bytes(), text.bytes());
    table.finish(errors)
}

/// How all lines together show that the file is written.
fn style_of(
    text: &Text,
    columns: &Columns,
    header_lines: usize,
    format: BarsFormat,
    heard: impl Fn(&StringRecord),
) -> Result<Style, LineError> {
    let mut dates = DateEvidence::default();
    let mut numbers = DecimalEvidence::default();
    for record in text.records().skip(header_lines) {
        let (line, cells) = record.map_err(|error| unreadable(&error))?;
        heard(&cells);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{bar::Interval, session::Calendar},
        testing::mangle::mangle,
    };

    #[test]
    fn broken_files_are_no_panic_and_bars_are_in_order() {
        let files = std::fs::read_dir("tests/fixtures/bars").unwrap();
        let files: Vec<Vec<u8>> = files
            .map(|file| std::fs::read(file.unwrap().path()).unwrap())
            .collect();
        let samples: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
        mangle("import-bars", &samples, |file| {
            for interval in Interval::ALL {
                let format = BarsFormat::new(interval, Calendar::NewYork);
                if let Ok(parsed) = parse_bars_csv(file, format, &|_, _| ()) {
                    let bars = &parsed.bars;
                    assert!(!bars.is_empty() && bars.is_sorted_by(|a, b| a.start < b.start));
                    assert!(
                        bars.iter()
                            .all(|bar| bar.close.is_finite() && bar.close > 0.0)
                    );
                }
            }
        });
    }
}
