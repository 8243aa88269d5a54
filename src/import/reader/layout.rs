//! Finds the header line and the separator of a CSV text.

use csv::StringRecord;

use super::{
    column::Column,
    csv::{Numbered, price_records},
    decode::{Text, skip_leading_directives},
    error::{LineError, at},
    format::ReadOptions,
    header::{Columns, yfinance_header},
    infer_columns,
    number::{DecimalMark, number},
};
use crate::domain::currency::Currency;

/// Number of lines in which the header is searched for.
const MAX_HEADER_LINES: usize = 60;
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
const HEADER_HINT: &str = "add a header line with at least Date and Close, or specify --columns time,open,high,low,close,volume";

const FIXED_WIDTH_ERROR: &str = "fixed-width files, such as B3's COTAHIST, are not supported; save the lines of one share as CSV with the columns date, open, high, low, close and volume";

/// The separator and the columns of a CSV text.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) separator: u8,
    pub(super) columns: Columns,
    /// Number of records before the first row.
    pub(super) skip: usize,
}

/// Finds the first line whose titles include a date and a close. If no line does, infers the
/// columns from the rows.
pub(super) fn find(text: &Text, options: &ReadOptions) -> Result<Layout, LineError> {
    if text.beginning().trim().is_empty() {
        return Err(at(1, "the file is empty"));
    }
    let mut beginnings = Vec::with_capacity(SEPARATORS.len());
    for separator in SEPARATORS {
        let records: Result<Vec<Numbered>, LineError> = price_records(text.reader(), separator)
            .take(MAX_HEADER_LINES)
            .collect();
        beginnings.push((separator, records?));
    }
    let found: Vec<Layout> = if let Some(order) = &options.columns {
        let columns = Columns::from_order(order);
        let layouts = beginnings.iter().map(|(separator, records)| {
            let skip = records
                .iter()
                .position(|(_, row)| has_date_and_number(&columns, row))?;
            Some(layout(*separator, columns.clone(), skip))
        });
        layouts.flatten().collect()
    } else {
        let layouts: Result<Vec<_>, _> = beginnings
            .iter()
            .map(|(separator, records)| find_header(*separator, records))
            .collect();
        layouts?.into_iter().flatten().collect()
    };
    let first = found
        .into_iter()
        .min_by_key(|layout| (layout.skip, std::cmp::Reverse(layout.columns.titles())));
    match (first, &options.columns) {
        (Some(layout), _) => Ok(layout),
        (None, Some(_)) => Err(at(
            1,
            "no line has a date and a close in the columns that --columns names",
        )),
        (None, None) => infer_layout(text, &beginnings).unwrap_or_else(|| {
            Err(
                if is_fixed_width(skip_leading_directives(&text.beginning())) {
                    at(1, FIXED_WIDTH_ERROR)
                } else {
                    missing_header_error(&beginnings)
                },
            )
        }),
    }
}

fn layout(separator: u8, columns: Columns, skip: usize) -> Layout {
    Layout {
        separator,
        columns,
        skip,
    }
}

fn find_header(separator: u8, records: &[Numbered]) -> Result<Option<Layout>, LineError> {
    for (index, (line, row)) in records.iter().enumerate() {
        let next_rows: Vec<&StringRecord> = records[index..]
            .iter()
            .take(3)
            .map(|(_, row)| row)
            .collect();
        let error_in_line = |reason| at(*line, reason);
        if let Some(names) = yfinance_header(&next_rows).map_err(error_in_line)? {
            let columns = Columns::of(&names).map_err(error_in_line)?;
            return Ok(Some(layout(separator, columns, index + 3)));
        }
        if let Ok(columns) = Columns::of(row) {
            // If the header has only a date and one other title, a row with a date and a number
            // must follow.
            let next = records.get(index + 1);
            let is_table = columns.single_value.is_none()
                || next.is_some_and(|(_, row)| has_date_and_number(&columns, row));
            if is_table {
                return Ok(Some(layout(separator, columns, index + 1)));
            }
        }
    }
    Ok(None)
}

/// Returns true if a row has a date and a number in these columns.
fn has_date_and_number(columns: &Columns, row: &StringRecord) -> bool {
    let close = columns.cell(row, Column::Close);
    let is_number = |mark| number(close, mark).is_ok();
    infer_columns::is_date(columns.cell(row, Column::Date))
        && (is_number(DecimalMark::Point) || is_number(DecimalMark::Comma))
}

/// Infers the layout of a text without a header. Returns `None` if the rows do not look like bars.
fn infer_layout(
    text: &Text,
    beginnings: &[(u8, Vec<Numbered>)],
) -> Option<Result<Layout, LineError>> {
    // Directive lines are skipped, as when the rows are read.
    let is_value = |(_, row): &&Numbered| !row.get(0).is_some_and(|cell| cell.starts_with('#'));
    let widest = |(separator, records): &(u8, Vec<Numbered>)| {
        let widths = records.iter().filter(is_value).map(|(_, row)| row.len());
        (widths.min().unwrap_or(0), *separator)
    };
    let (_, separator) = beginnings
        .iter()
        .map(widest)
        .max_by_key(|(width, _)| *width)?;
    // The order of the columns is inferred from more rows than the header is searched in.
    let rows: Result<Vec<Numbered>, LineError> =
        price_records(text.reader(), separator).take(500).collect();
    let rows = match rows {
        Ok(rows) => rows,
        Err(error) => return Some(Err(error)),
    };
    let values = || rows.iter().filter(is_value);
    let row_values: Vec<&StringRecord> = values().map(|(_, row)| row).collect();
    let line = values().next().map_or(1, |(line, _)| *line);
    let columns = infer_columns::infer(&row_values)?;
    Some(
        columns
            .map(|columns| layout(separator, columns, 0))
            .map_err(|reason| at(line, reason)),
    )
}

/// Returns true if a text has fixed-width columns, that is, long lines of equal length without
/// separators.
fn is_fixed_width(records: &str) -> bool {
    const MIN_WIDTH: usize = 40;
    let mut lines: Vec<&str> = records.lines().collect();
    // The last line may be cut off.
    if lines.len() > 2 {
        lines.pop();
    }
    let width = lines.first().map_or(0, |line| line.chars().count());
    let is_separator = |c: char| {
        SEPARATORS
            .iter()
            .any(|separator| c == char::from(*separator))
    };
    width >= MIN_WIDTH
        && lines.len() > 1
        && lines
            .iter()
            .all(|line| line.chars().count() == width && !line.contains(is_separator))
}

/// Returns the error for a text without a header. It explains what is missing in the line that is
/// most like a header.
fn missing_header_error(beginnings: &[(u8, Vec<Numbered>)]) -> LineError {
    let rank = |reason: &str| match reason {
        "no column is called date" => 2,
        "no column is called close" => 1,
        _ => 0,
    };
    let reasons = beginnings.iter().flat_map(|(_, records)| {
        records.iter().filter_map(|(line, row)| {
            let reason = Columns::of(row).err()?;
            Some((rank(&reason), *line, reason, row))
        })
    });
    let best_line =
        reasons.min_by_key(|(rank, line, _, row)| (*rank, *line, usize::MAX - row.len()));
    let Some((rank, line, reason, row)) = best_line else {
        return at(1, format!("no column is called date: {HEADER_HINT}"));
    };
    let currencies = row.iter().filter(|cell| Currency::in_use(cell).is_some());
    match rank {
        0 => at(line, reason),
        1 if currencies.count() >= 2 => at(
            line,
            "each column contains the exchange rates of a currency; import them through the import folder, as a file 'rates' with the columns base, quote, rate and date, or specify --columns date,close for the first currency, --columns date,skip,close for the second",
        ),
        _ => at(line, format!("{reason}: {HEADER_HINT}")),
    }
}
