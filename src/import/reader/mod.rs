//! Reads price files: CSV with or without a header, and JSON. Supports the formats of Yahoo,
//! yfinance, Stooq, Nasdaq, Investing.com, pandas, banks, brokers, exchanges and spreadsheets.
//!
//! The date and number formats are determined from all lines before the bars are read. A file whose
//! formats remain ambiguous is rejected. Errors have line numbers, so that the user can fix them.
//! The command `import bars` rejects a file with an invalid line; the import folder skips the line.
//! Both use this reader.

mod column;
mod column_names;
mod csv;
mod date;
mod decimal;
mod decode;
mod error;
mod format;
mod header;
mod infer_columns;
mod items;
mod json;
mod layout;
mod money;
mod number;
mod price_file;
mod row;
mod sorted_runs;
mod table;
mod table_end;
mod title;
mod titles;
mod when;
mod zone;

use std::io::Read;

use self::error::at;
pub(super) use self::{
    csv::records,
    date::{DateEvidence, DateStyle, When},
    decimal::DecimalEvidence,
    decode::{Text, decode},
    items::Items,
    number::{is_empty_cell, money_of, number},
    price_file::PriceFile,
    row::{LineContent, Row},
    table::{ParsedFile, Table},
    title::normalize_title,
};
pub use self::{
    date::DateOrder,
    format::{ReadOptions, Series},
    header::ColumnOrder,
    money::Money,
    number::DecimalMark,
    table::ParsedBars,
    zone::time_zone,
};
pub(crate) use self::{error::LineError, format::price_scale};
use crate::{import::input::Input, store::Progress};

/// Maximum number of invalid lines. Reading stops when it is reached.
const MAX_ERRORS: usize = 10_000;

/// Reads the bars of one ticker from CSV or JSON. `progress` receives the number of bytes that were
/// read.
pub fn parse_bars(
    reader: impl Read,
    series: &Series,
    options: &ReadOptions,
    progress: Progress,
) -> Result<ParsedBars, Vec<LineError>> {
    let input = Input::from_stream(reader, u64::MAX - 1)
        .map_err(|error| vec![at(0, format!("the file cannot be read: {error}"))])?;
    let file = PriceFile::open(input, options, progress).map_err(|error| vec![error])?;
    parse_price_file(&file, series, progress).map(ParsedBars::from)
}

/// Reads the bars of an open price file. The file must contain only one ticker.
pub(super) fn parse_price_file(
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
        let content = match row.read(series) {
            Ok(content) => content,
            Err(reason) => {
                errors.push(file.error_at(line, reason));
                if errors.len() >= MAX_ERRORS {
                    return Err(errors);
                }
                continue;
            }
        };
        if matches!(content, LineContent::Bar(..)) && row.symbol() != symbol {
            if !symbol.is_empty() {
                let reason = format!(
                    "the file contains more than one ticker, {symbol} and {}; put it into the import folder, with a name that starts with 'bars'",
                    row.symbol()
                );
                return Err(vec![file.error_at(line, reason)]);
            }
            row.symbol().clone_into(&mut symbol);
        }
        if let Err(reason) = table.add(line, content) {
            errors.push(file.error_at(line, reason));
        }
    }
    progress(file.bytes(), file.bytes());
    table.finish(errors, file.notes.clone(), |line, reason| {
        file.error_at(line, reason)
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
    fn corrupt_files_cause_no_panic_and_bars_are_sorted() {
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
                            .all(|bar| bar.is_valid(|price| price.is_finite() && price > 0.0))
                    );
                }
            }
        });
    }
}
