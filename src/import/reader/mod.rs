//! Reads files of bars: text with or without a header, and JSON, as written by Yahoo, yfinance, Stooq, Nasdaq,
//! Investing.com, pandas, banks, brokers, exchanges and spreadsheets.
//!
//! A file is read completely or not at all: one invalid line rejects it. Errors are reported by line, so that the user
//! can fix them. Date and number formats are determined from all lines first; ambiguous files are rejected rather than
//! guessed. Both importers (command and folder) use this reader.

mod column;
mod column_names;
mod date;
mod decimal;
mod decode;
mod error;
mod file;
mod format;
mod header;
mod infer_columns;
mod items;
mod json;
mod layout;
mod money;
mod number;
mod row;
mod sorted_runs;
mod table;
mod table_end;
mod text;
mod title;
mod titles;
mod when;
mod zone;

use std::io::Read;

use self::error::at;
pub use self::{
    date::DateOrder,
    format::{ReadOptions, Series},
    header::ColumnOrder,
    money::Money,
    number::DecimalMark,
    table::ParsedBars,
    zone::time_zone,
};
pub(super) use self::{
    decode::{Text, decode},
    file::PriceFile,
    items::Items,
    row::{LineContent, Row},
    table::{ParsedFile, Table},
    text::records,
};
pub(crate) use self::{error::LineError, format::price_scale};
use crate::{import::input::Input, store::Progress};

/// Number of invalid lines after which reading stops.
const MAX_ERRORS: usize = 10_000;

/// Reads the bars of one ticker. `progress` receives the number of bytes.
pub fn parse_bars(
    reader: impl Read,
    series: &Series,
    options: &ReadOptions,
    progress: Progress,
) -> Result<ParsedBars, Vec<LineError>> {
    let input = Input::of_stream(reader, u64::MAX - 1)
        .map_err(|error| vec![at(0, format!("the file cannot be read: {error}"))])?;
    let file = PriceFile::open(input, options, progress).map_err(|error| vec![error])?;
    parse_file(&file, series, progress).map(ParsedBars::from)
}

/// Reads the bars of an opened file as those of one ticker.
pub(super) fn parse_file(
    file: &PriceFile,
    series: &Series,
    progress: Progress,
) -> Result<ParsedFile, Vec<LineError>> {
    let mut errors = Vec::new();
    let mut table = Table::new(series.interval);
    let mut symbol = String::new();
    for row in file.rows() {
        let (line, cells) = row.map_err(|error| vec![error])?;
        file.report_progress(progress, file.bytes(), line, &cells);
        let row = Row::new(file, &cells);
        let outcome = match row.read(series) {
            Ok(outcome) => outcome,
            Err(reason) => {
                errors.push(file.wrong(line, reason));
                if errors.len() >= MAX_ERRORS {
                    return Err(errors);
                }
                continue;
            }
        };
        if matches!(outcome, LineContent::Bar(..)) && row.symbol() != symbol {
            if !symbol.is_empty() {
                let reason = format!(
                    "the file contains more than one ticker, {symbol} and {}; put it into the import folder, with a name that starts with 'bars'",
                    row.symbol()
                );
                return Err(vec![file.wrong(line, reason)]);
            }
            row.symbol().clone_into(&mut symbol);
        }
        if let Err(reason) = table.add(line, outcome) {
            errors.push(file.wrong(line, reason));
        }
    }
    progress(file.bytes(), file.bytes());
    table.finish(errors, file.notes.clone(), |line, reason| {
        file.wrong(line, reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{bar::Interval, ticker::TickerKind},
        testing::fuzz::fuzz,
    };

    #[test]
    fn broken_files_cause_no_panic_and_bars_are_sorted() {
        let files = std::fs::read_dir("tests/fixtures/bars").unwrap();
        let files: Vec<Vec<u8>> = files
            .map(|file| std::fs::read(file.unwrap().path()).unwrap())
            .collect();
        let samples: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
        let options = ReadOptions::default();
        fuzz("import-bars", &samples, |file| {
            for interval in Interval::ALL {
                let series = Series::new(interval, TickerKind::Stock);
                if let Ok(parsed) = parse_bars(file, &series, &options, &|_, _| ()) {
                    let bars = &parsed.bars;
                    assert!(!bars.is_empty() && bars.is_sorted_by(|a, b| a.start < b.start));
                    assert!(
                        bars.iter()
                            .all(|bar| bar.is_sound(|price| price.is_finite() && price > 0.0))
                    );
                }
            }
        });
    }
}
