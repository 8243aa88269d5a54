//! Finds the header line and the separator of a text.

use csv::StringRecord;

use super::{
    column::Column,
    decode::{Text, after_directives},
    error::{LineError, at},
    format::ReadOptions,
    header::{Columns, three_lines},
    infer_columns,
    number::{DecimalMark, number},
    text::{Numbered, price_records},
};
use crate::domain::currency::Currency;

/// Number of lines in which the header is searched.
const MAX_HEADER_LINES: usize = 60;
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
const HEADER_HINT: &str = "add a header line with at least Date and Close, or specify --columns time,open,high,low,close,volume";

const FIXED_WIDTHS: &str = "fixed-width files, such as B3's COTAHIST, are not supported; save the lines of one share as CSV with the columns date, open, high, low, close and volume";

/// Layout of a text.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) separator: u8,
    pub(super) columns: Columns,
    /// Number of records before the first values.
    pub(super) skip: usize,
}

/// Finds the first line that names a date and a close, or infers the columns from the rows.
pub(super) fn find(text: &Text, options: &ReadOptions) -> Result<Layout, LineError> {
    if text.head().trim().is_empty() {
        return Err(at(1, "the file is empty"));
    }
    let mut heads = Vec::with_capacity(SEPARATORS.len());
    for separator in SEPARATORS {
        let head: Result<Vec<Numbered>, LineError> = price_records(text.reader(), separator)
            .take(MAX_HEADER_LINES)
            .collect();
        heads.push((separator, head?));
    }
    let found: Vec<Layout> = if let Some(order) = &options.columns {
        let columns = Columns::from_order(order);
        let layouts = heads.iter().map(|(separator, head)| {
            let skip = head.iter().position(|(_, row)| is_row_of(&columns, row))?;
            Some(layout(*separator, columns.clone(), skip))
        });
        layouts.flatten().collect()
    } else {
        let layouts: Result<Vec<_>, _> = heads
            .iter()
            .map(|(separator, head)| titled(*separator, head))
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
        (None, None) => untitled(text, &heads).unwrap_or_else(|| {
            Err(if is_of_fixed_widths(after_directives(&text.head())) {
                at(1, FIXED_WIDTHS)
            } else {
                missing(&heads)
            })
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

fn titled(separator: u8, head: &[Numbered]) -> Result<Option<Layout>, LineError> {
    for (place, (line, row)) in head.iter().enumerate() {
        let three: Vec<&StringRecord> = head[place..].iter().take(3).map(|(_, row)| row).collect();
        let wrong = |reason| at(*line, reason);
        if let Some(names) = three_lines(&three).map_err(wrong)? {
            let columns = Columns::of(&names).map_err(wrong)?;
            return Ok(Some(layout(separator, columns, place + 3)));
        }
        if let Ok(columns) = Columns::of(row) {
            // Two words may be anything: a date and a number must follow.
            let next = head.get(place + 1);
            let is_table = columns.single_value.is_none()
                || next.is_some_and(|(_, row)| is_row_of(&columns, row));
            if is_table {
                return Ok(Some(layout(separator, columns, place + 1)));
            }
        }
    }
    Ok(None)
}

/// Returns true if a row has a date and a number in these columns.
fn is_row_of(columns: &Columns, row: &StringRecord) -> bool {
    let close = columns.cell(row, Column::Close);
    let is_number = |mark| number(close, mark).is_ok();
    infer_columns::is_date(columns.cell(row, Column::Date))
        && (is_number(DecimalMark::Point) || is_number(DecimalMark::Comma))
}

/// Returns the layout of a text without a header.
fn untitled(text: &Text, heads: &[(u8, Vec<Numbered>)]) -> Option<Result<Layout, LineError>> {
    // Directive lines are skipped when the values are read.
    let is_value = |(_, row): &&Numbered| !row.get(0).is_some_and(|cell| cell.starts_with('#'));
    let widest = |(separator, head): &(u8, Vec<Numbered>)| {
        let widths = head.iter().filter(is_value).map(|(_, row)| row.len());
        (widths.min().unwrap_or(0), *separator)
    };
    let (_, separator) = heads.iter().map(widest).max_by_key(|(width, _)| *width)?;
    // Every row must be a bar; the sample for the order is larger than the head.
    let rows: Result<Vec<Numbered>, LineError> =
        price_records(text.reader(), separator).take(500).collect();
    let rows = match rows {
        Ok(rows) => rows,
        Err(error) => return Some(Err(error)),
    };
    let values = || rows.iter().filter(is_value);
    let only: Vec<&StringRecord> = values().map(|(_, row)| row).collect();
    let line = values().next().map_or(1, |(line, _)| *line);
    let columns = infer_columns::infer(&only)?;
    Some(
        columns
            .map(|columns| layout(separator, columns, 0))
            .map_err(|reason| at(line, reason)),
    )
}

/// Returns true for fixed-width text: long lines of equal length without separators.
fn is_of_fixed_widths(head: &str) -> bool {
    const MIN_WIDTH: usize = 40;
    let mut lines: Vec<&str> = head.lines().collect();
    // The head of a long text may end within a line.
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

/// Explains why no line is a header, with the reason of the line that comes closest.
fn missing(heads: &[(u8, Vec<Numbered>)]) -> LineError {
    let rank = |reason: &str| match reason {
        "no column is called date" => 2,
        "no column is called close" => 1,
        _ => 0,
    };
    let reasons = heads.iter().flat_map(|(_, head)| {
        head.iter().filter_map(|(line, row)| {
            let reason = Columns::of(row).err()?;
            Some((rank(&reason), *line, reason, row))
        })
    });
    let nearest = reasons.min_by_key(|(rank, line, _, row)| (*rank, *line, usize::MAX - row.len()));
    let Some((rank, line, reason, row)) = nearest else {
        return at(1, format!("no column is called date: {HEADER_HINT}"));
    };
    let currencies = row.iter().filter(|cell| Currency::in_use(cell).is_some());
    match rank {
        0 => at(line, reason),
        1 if currencies.count() >= 2 => at(
            line,
            "each column holds the exchange rates of a currency; import them through the import folder, as a file 'rates' with the columns base, quote, rate and date, or specify --columns date,close for the first one, --columns date,skip,close for the second",
        ),
        _ => at(line, format!("{reason}: {HEADER_HINT}")),
    }
}
