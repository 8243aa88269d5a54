//! Files of bars, as Yahoo, yfinance, Stooq, Nasdaq, Investing.com, pandas, banks, brokers, exchanges and spreadsheets
//! write them: text with or without titles, and JSON.
//!
//! A file is read whole or not at all: one wrong line, and nothing of it is used. What is wrong
//! is said line by line, so that a person can mend it. How the file writes dates and numbers is
//! decided from all of its lines first; what might be meant in two ways is refused, not guessed.
//! Both importers read with this.

mod column;
mod date;
mod decimal;
mod decode;
mod end;
mod error;
mod file;
mod format;
mod header;
mod items;
mod json;
mod layout;
mod money;
mod names;
mod number;
mod order;
mod row;
mod runs;
mod seen;
mod table;
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
    table::Parsed,
    zone::time_zone,
};
pub(super) use self::{
    decode::{Text, decode},
    file::PriceFile,
    items::Items,
    row::{Outcome, Row},
    table::{ParsedFile, Table},
    text::records,
};
pub(crate) use self::{error::LineError, format::price_scale};
use crate::{import::input::Input, store::Progress};

/// Wrong lines after which a file is not read on.
const MAX_ERRORS: usize = 10_000;

/// Reads the bars of one ticker; `progress` hears of the bytes.
pub fn parse_bars(
    reader: impl Read,
    series: &Series,
    options: &ReadOptions,
    progress: Progress,
) -> Result<Parsed, Vec<LineError>> {
    let input = Input::of_stream(reader, u64::MAX - 1)
        .map_err(|error| vec![at(0, format!("the file cannot be read: {error}"))])?;
    let file = PriceFile::open(input, options, progress).map_err(|error| vec![error])?;
    parse_file(&file, series, progress).map(Parsed::from)
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
        file.tell(progress, file.bytes(), line, &cells);
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
        if matches!(outcome, Outcome::Bar(..)) && row.symbol() != symbol {
            if !symbol.is_empty() {
                let reason = format!(
                    "the file holds more than one ticker, {symbol} and {}; the import folder takes such a file, under a name that begins with 'bars'",
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
    fn broken_files_are_no_panic_and_bars_are_in_order() {
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
