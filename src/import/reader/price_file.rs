//! The price file (CSV or JSON), with its rows, columns and cell formats.

use std::collections::HashMap;

use csv::StringRecord;

use super::{
    column::Column,
    csv::{Numbered, price_records},
    date::DateEvidence,
    decimal::DecimalEvidence,
    decode::{Text, decode, skip_leading_directives},
    error::{LineError, at},
    format::{ReadOptions, Style},
    header::{Columns, Writer},
    items::Items,
    json, layout,
    number::number,
    table_end::TableEnd,
};
use crate::{import::input::Input, store::Progress};

/// Number of lines between two progress reports.
const PROGRESS_LINES: u64 = 1_024;
/// Number of lines at the beginning of a file that may contain directives.
const MAX_DIRECTIVE_LINES: usize = 60;

/// An open price file with its columns and cell formats.
#[derive(Debug)]
pub(in crate::import) struct PriceFile {
    body: Body,
    pub(super) columns: Columns,
    pub(super) options: ReadOptions,
    pub(super) style: Style,
    /// Line of the last row. Text such as `Downloaded from` and a date may follow it.
    last_line: u64,
    has_several_symbols: bool,
    /// Notes about assumptions that were made.
    pub(in crate::import) notes: Vec<String>,
    /// Time zone of the exchange, if it follows from the file.
    pub(in crate::import) exchange_zone: Option<String>,
}

#[derive(Debug)]
enum Body {
    Text {
        text: Text,
        separator: u8,
        skip: usize,
    },
    /// Rows of a small JSON text.
    Items(Vec<StringRecord>),
    /// A JSON list that is read item by item. `names` contains the column of each field.
    List {
        text: Text,
        names: HashMap<String, usize>,
    },
}

impl Body {
    fn rows(&self) -> Box<dyn Iterator<Item = Result<Numbered, LineError>> + '_> {
        match self {
            Self::Text {
                text,
                separator,
                skip,
            } => Box::new(price_records(text.reader(), *separator).skip(*skip).filter(|row| {
                // Directive lines before the values are skipped.
                !matches!(row, Ok((_, row)) if row.get(0).is_some_and(|cell| cell.starts_with('#')))
            })),
            Self::Items(items) => Box::new((1..).zip(items.iter().cloned()).map(Ok)),
            Self::List { text, names } => {
                let reader = match text.json_reader() {
                    Ok(reader) => reader,
                    Err(error) => return Box::new(std::iter::once(Err(error))),
                };
                let items = (1..).zip(Items::of(reader));
                Box::new(items.map(|(number, item)| {
                    let (byte_position, item) = item?;
                    let mut row = json::row(names, &item);
                    let mut position = csv::Position::new();
                    position.set_byte(byte_position);
                    row.set_position(Some(position));
                    Ok((number, row))
                }))
            }
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Text { text, .. } | Self::List { text, .. } => text.bytes(),
            Self::Items(items) => items.len() as u64,
        }
    }
}

impl PriceFile {
    /// Opens a file and reads all rows once to determine the cell formats. `progress` receives the
    /// first half of the whole progress.
    pub(in crate::import) fn open(
        input: Input,
        options: &ReadOptions,
        progress: Progress,
    ) -> Result<Self, LineError> {
        let (text, note) = decode(input)?;
        let beginning = text.beginning();
        let mut options = options.clone();
        for (line, directive) in (1..).zip(beginning.lines().take(MAX_DIRECTIVE_LINES)) {
            if directive.trim_start().starts_with('#') {
                options = options
                    .with_directive(directive.trim())
                    .map_err(|reason| at(line, reason))?;
            }
        }
        let mut file = if skip_leading_directives(&beginning).starts_with(['[', '{']) {
            Self::of_json(text, options)?
        } else {
            Self::of_text(text, options)?
        };
        file.notes.extend(note);
        file.determine_formats(progress)
            .map_err(|error| file.error_at(error.line, error.reason))?;
        Ok(file)
    }

    fn of_text(text: Text, options: ReadOptions) -> Result<Self, LineError> {
        let layout = layout::find(&text, &options)?;
        let body = Body::Text {
            text,
            separator: layout.separator,
            skip: layout.skip,
        };
        Ok(Self::new(body, layout.columns, options))
    }

    fn of_json(text: Text, options: ReadOptions) -> Result<Self, LineError> {
        let table = json::read(&text)?;
        let mut columns = match &options.columns {
            Some(order) if table.titles.is_none() => {
                let columns = Columns::from_order(order);
                if !table.has_dates_in(&columns) {
                    return Err(at(
                        0,
                        "no item has a date in the column that --columns names",
                    ));
                }
                columns
            }
            _ => table.columns().map_err(|reason| at(0, reason))?,
        };
        if let Some(word) = &table.currency {
            columns.money = columns.money.or(super::money::Money::parse(word));
        }
        let body = if table.is_sample {
            Body::List {
                text,
                names: table.names,
            }
        } else {
            Body::Items(table.rows)
        };
        let mut file = Self::new(body, columns, options);
        file.exchange_zone = table.zone;
        Ok(file)
    }

    fn new(body: Body, columns: Columns, options: ReadOptions) -> Self {
        let single_value = columns.single_value.as_ref();
        let notes = single_value.map(|title| format!("used the column '{title}' as the close"));
        Self {
            body,
            last_line: u64::MAX,
            has_several_symbols: false,
            notes: notes.into_iter().collect(),
            exchange_zone: columns.exchange_zone.map(str::to_owned),
            columns,
            options,
            style: Style::default(),
        }
    }

    /// Determines the cell formats by reading all rows.
    fn determine_formats(&mut self, progress: Progress) -> Result<(), LineError> {
        let mut dates = DateEvidence::default();
        let mut numbers = DecimalEvidence::default();
        let mut has_volume = false;
        let mut has_equity = false;
        let mut are_whole: Option<bool> = None;
        let mut first_line = None;
        let mut end = TableEnd::default();
        let mut symbol: Option<String> = None;
        for row in self.body.rows() {
            let (line, cells) = row?;
            self.report_progress(progress, 0, line, &cells);
            end.observe(line, &cells, self.columns.cell(&cells, Column::Date));
            if end.is_below_table() {
                continue;
            }
            if self.is_event(&cells) {
                continue;
            }
            first_line.get_or_insert(line);
            let cell = |column| self.columns.cell(&cells, column);
            let name = symbol.get_or_insert_with(|| cell(Column::Symbol).to_owned());
            self.has_several_symbols |= name != cell(Column::Symbol);
            dates.observe(line, cell(Column::Date));
            for column in Column::NUMBERS {
                numbers.observe(line, cell(column));
            }
            cells.iter().for_each(|cell| numbers.observe_percent(cell));
            has_volume |= cell(Column::Volume)
                .bytes()
                .any(|byte| (b'1'..=b'9').contains(&byte));
            has_equity |= cell(Column::Series).eq_ignore_ascii_case("EQ");
            for column in Column::PRICES {
                let price = cell(column);
                if !price.is_empty() {
                    let is_whole = price.len() >= 4 && price.bytes().all(|c| c.is_ascii_digit());
                    are_whole = Some(are_whole.unwrap_or(true) && is_whole);
                }
            }
        }
        if let Some((last_line, text)) = end.finish() {
            self.last_line = last_line;
            self.notes
                .push(format!("ignored '{text}' after the last row"));
        }
        let may_be_scaled = self.columns.writer == Writer::Database || self.is_like_lean();
        if may_be_scaled && are_whole == Some(true) && self.options.price_scale.is_none() {
            return Err(at(
                first_line.unwrap_or(0),
                "every price is a whole number, as in files of LEAN (10000 times the price) and Databento (1000000000 times); specify --price-scale with that number, or --price-scale 1 if the prices are not scaled",
            ));
        }
        if let Some(date) = dates.buddhist_date() {
            self.notes.push(format!(
                "read the year of '{date}' and of all other dates as a year of the Buddhist calendar (543 ahead)"
            ));
        }
        let is_comma_separated = match &self.body {
            Body::Text { separator, .. } => *separator == b',',
            Body::Items(_) | Body::List { .. } => true,
        };
        self.style = Style {
            dates: dates.decide(
                self.options.date_order,
                self.columns.dates_are_milliseconds,
                !self.has_several_symbols,
            )?,
            decimal_mark: match self.options.decimal_mark {
                Some(mark) => mark,
                None => numbers.decide(is_comma_separated)?,
            },
            volume_is_unknown: !has_volume,
            only_equity: has_equity,
        };
        Ok(())
    }

    /// Returns true if the file looks like a file of LEAN, which has no header and dates of the
    /// form `yyyymmdd hh:mm`.
    fn is_like_lean(&self) -> bool {
        let is_lean = |row: &StringRecord| {
            let date = self.columns.cell(row, Column::Date);
            date.len() == 14 && date.as_bytes()[8] == b' ' && date.as_bytes()[11] == b':'
        };
        self.columns.is_inferred
            && matches!(self.body.rows().next(), Some(Ok((_, row))) if is_lean(&row))
    }

    /// Returns all rows. Each row has its line number, or its number in a JSON list.
    pub(in crate::import) fn rows(&self) -> impl Iterator<Item = Result<Numbered, LineError>> + '_ {
        let is_after_table = |row: &Result<Numbered, LineError>| matches!(row, Ok((line, _)) if *line > self.last_line);
        self.body.rows().take_while(move |row| !is_after_table(row))
    }

    /// Returns true if a row is a dividend or a split between the bars, as in tables copied from
    /// Yahoo.
    pub(super) fn is_event(&self, cells: &StringRecord) -> bool {
        const WORDS: [&str; 4] = ["dividend", "split", "distribution", "capital gain"];
        let has_close = number(
            self.columns.cell(cells, Column::Close),
            self.style.decimal_mark,
        )
        .is_ok();
        !has_close
            && cells.iter().skip(1).any(|cell| {
                let cell = cell.to_ascii_lowercase();
                cell.len() < 80 && WORDS.iter().any(|word| cell.contains(word))
            })
    }

    /// Creates an error for a row.
    pub(in crate::import) fn error_at(&self, line: u64, reason: impl Into<String>) -> LineError {
        LineError {
            is_item: matches!(self.body, Body::Items(_) | Body::List { .. }),
            ..at(line, reason)
        }
    }

    /// Returns true if a column names the ticker of each row.
    pub(in crate::import) fn has_symbols(&self) -> bool {
        self.columns.has(Column::Symbol)
    }

    /// Returns the symbol that the user specified for the file, or `None` if the file contains
    /// several tickers.
    pub(in crate::import) fn specified_symbol(&self) -> Option<&str> {
        let symbol = self.options.symbol.as_deref();
        symbol.filter(|_| !self.has_several_symbols)
    }

    /// Returns the options of the user, including those from directive lines.
    pub(in crate::import) fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// Returns an error message if a row has more cells than the header. An unquoted decimal comma
    /// may have split a number into two cells.
    pub(super) fn extra_cells_error(&self, cells: &StringRecord) -> Option<String> {
        let is_comma = matches!(
            self.body,
            Body::Text {
                separator: b',',
                ..
            }
        );
        (is_comma && self.columns.has_extra_cells(cells)).then(|| {
            format!(
                "{} cells, but only {} columns; is a number with a decimal comma missing its quotes?",
                cells.len(),
                self.columns.titles()
            )
        })
    }

    /// Reports the progress of one of the two passes over the file. `first_pass` is 0 in the first
    /// pass and the size of the file in the second.
    pub(super) fn report_progress(
        &self,
        progress: Progress,
        first_pass: u64,
        line: u64,
        cells: &StringRecord,
    ) {
        if line.is_multiple_of(PROGRESS_LINES) {
            let position = cells.position().map_or(line, csv::Position::byte);
            progress(u64::midpoint(first_pass, position), self.bytes());
        }
    }

    /// Returns the size of the file in bytes, or in items for a small JSON text.
    pub(super) fn bytes(&self) -> u64 {
        self.body.bytes()
    }
}
