//! Where a text names its columns, and what stands between them.

use csv::StringRecord;

use super::{
    column::Column,
    decode::{Text, behind_directives},
    error::{LineError, at},
    format::ReadOptions,
    header::{Columns, three_lines},
    number::{DecimalMark, number},
    order,
    text::{Numbered, price_records},
};
use crate::domain::currency::Currency;

/// Lines in which the titles are looked for.
const PREAMBLE: usize = 60;
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
const ADVICE: &str = "a line above the values must name the columns, at least Date and Close, or --columns time,open,high,low,close,volume says what they hold";

const FIXED_WIDTHS: &str = "every line has the same length and nothing stands between its columns, as in the COTAHIST files of B3; such a file cannot be read: save the lines of one share as CSV with the columns date, open, high, low, close and volume";

/// How a text is laid out.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) separator: u8,
    pub(super) columns: Columns,
    /// Records before the first of the values.
    pub(super) skip: usize,
}

/// Finds the first line that names a date and a close, or the order in which every row is a bar.
pub(super) fn find(text: &Text, options: &ReadOptions) -> Result<Layout, LineError> {
    if text.head().trim().is_empty() {
        return Err(at(1, "the file is empty"));
    }
    let mut heads = Vec::with_capacity(SEPARATORS.len());
    for separator in SEPARATORS {
        let head: Result<Vec<Numbered>, LineError> = price_records(text.reader(), separator)
            .take(PREAMBLE)
            .collect();
        heads.push((separator, head?));
    }
    let found: Vec<Layout> = if let Some(order) = &options.columns {
        let columns = Columns::said(order);
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
            Err(if is_of_fixed_widths(behind_directives(&text.head())) {
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
            let is_table = columns.lone_value.is_none()
                || next.is_some_and(|(_, row)| is_row_of(&columns, row));
            if is_table {
                return Ok(Some(layout(separator, columns, place + 1)));
            }
        }
    }
    Ok(None)
}

/// Whether a row has a date and a number where the columns say so.
fn is_row_of(columns: &Columns, row: &StringRecord) -> bool {
    let close = columns.cell(row, Column::Close);
    let is_number = |mark| number(close, mark).is_ok();
    order::is_date(columns.cell(row, Column::Date))
        && (is_number(DecimalMark::Point) || is_number(DecimalMark::Comma))
}

/// The layout of a text of nothing but values.
fn untitled(text: &Text, heads: &[(u8, Vec<Numbered>)]) -> Option<Result<Layout, LineError>> {
    // Lines that say something about the file are no values, and are passed over when those are read.
    let is_value = |(_, row): &&Numbered| !row.get(0).is_some_and(|cell| cell.starts_with('#'));
    let widest = |(separator, head): &(u8, Vec<Numbered>)| {
        let widths = head.iter().filter(is_value).map(|(_, row)| row.len());
        (widths.min().unwrap_or(0), *separator)
    };
    let (_, separator) = heads.iter().map(widest).max_by_key(|(width, _)| *width)?;
    // Every row must be a bar; the sample of the order is larger than the head.
    let rows: Result<Vec<Numbered>, LineError> =
        price_records(text.reader(), separator).take(500).collect();
    let rows = match rows {
        Ok(rows) => rows,
        Err(error) => return Some(Err(error)),
    };
    let values = || rows.iter().filter(is_value);
    let only: Vec<&StringRecord> = values().map(|(_, row)| row).collect();
    let line = values().next().map_or(1, |(line, _)| *line);
    let columns = order::infer(&only)?;
    Some(
        columns
            .map(|columns| layout(separator, columns, 0))
            .map_err(|reason| at(line, reason)),
    )
}

/// Whether a text is of long lines that are all of one length and have no separator, so that only their places part the columns.
fn is_of_fixed_widths(head: &str) -> bool {
    const SHORTEST: usize = 40;
    let mut lines: Vec<&str> = head.lines().collect();
    // The beginning of a long text may end within a line.
    if lines.len() > 2 {
        lines.pop();
    }
    let width = lines.first().map_or(0, |line| line.chars().count());
    let is_separator = |c: char| {
        SEPARATORS
            .iter()
            .any(|separator| c == char::from(*separator))
    };
    width >= SHORTEST
        && lines.len() > 1
        && lines
            .iter()
            .all(|line| line.chars().count() == width && !line.contains(is_separator))
}

/// Why no line names what is needed, in the words of the line that comes nearest.
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
        return at(1, format!("no column is called date: {ADVICE}"));
    };
    let currencies = row.iter().filter(|cell| Currency::in_use(cell).is_some());
    match rank {
        0 => at(line, reason),
        1 if currencies.count() >= 2 => at(
            line,
            "each column holds the rates of a currency; the import folder takes rates, as a file 'rates' with the columns base, quote, rate and date, and --columns date,close reads the first of them, --columns date,skip,close the second",
        ),
        _ => at(line, format!("{reason}: {ADVICE}")),
    }
}
