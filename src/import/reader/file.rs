//! A file of prices: its rows, what its columns hold, and how its cells are written.

use std::collections::HashMap;

use csv::StringRecord;

use super::{
    column::Column,
    date::DateEvidence,
    decimal::DecimalEvidence,
    decode::{Text, behind_directives, decode},
    end::End,
    error::{LineError, at},
    format::{ReadOptions, Style},
    header::{Columns, Writer},
    items::Items,
    json, layout,
    number::number,
    text::{Numbered, price_records},
};
use crate::{import::input::Input, store::Progress};

/// Lines between two that the progress is told of.
const STEP: u64 = 1_024;
/// Lines at the beginning that may say how the file is written.
const DIRECTIVES: usize = 60;

/// A file of prices, understood as far as its cells go.
#[derive(Debug)]
pub(in crate::import) struct PriceFile {
    body: Body,
    pub(super) columns: Columns,
    pub(super) options: ReadOptions,
    pub(super) style: Style,
    /// What stands behind it is no table: `Downloaded from …`.
    last_line: u64,
    has_several_symbols: bool,
    /// Sentences about what was assumed.
    pub(in crate::import) notes: Vec<String>,
    /// Name of the exchange's zone, where the file says it.
    pub(in crate::import) exchange_zone: Option<String>,
}

#[derive(Debug)]
enum Body {
    Text {
        text: Text,
        separator: u8,
        skip: usize,
    },
    /// Rows of a JSON text.
    Items(Vec<StringRecord>),
    /// A JSON list, and the places of the fields of its items.
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
                // Lines that say something about the file stand before the values.
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
                    let (place, item) = item?;
                    let mut row = json::row(names, &item);
                    let mut position = csv::Position::new();
                    position.set_byte(place);
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
    /// Reads every row once, for how the file is written. `progress` hears of the first half of the work.
    pub(in crate::import) fn open(
        input: Input,
        options: &ReadOptions,
        progress: Progress,
    ) -> Result<Self, LineError> {
        let (text, note) = decode(input)?;
        let head = text.head();
        let mut options = options.clone();
        for (line, directive) in (1..).zip(head.lines().take(DIRECTIVES)) {
            if directive.trim_start().starts_with('#') {
                options = options
                    .with_directive(directive.trim())
                    .map_err(|reason| at(line, reason))?;
            }
        }
        let mut file = if behind_directives(&head).starts_with(['[', '{']) {
            Self::of_json(text, options)?
        } else {
            Self::of_text(text, options)?
        };
        file.notes.extend(note);
        file.decide(progress)
            .map_err(|error| file.wrong(error.line, error.reason))?;
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
                let columns = Columns::said(order);
                if !table.fits(&columns) {
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
        let lone = columns.lone_value.as_ref();
        let notes = lone.map(|title| format!("the column '{title}' was taken for the close"));
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

    /// Decides by all of its rows how the file is written.
    fn decide(&mut self, progress: Progress) -> Result<(), LineError> {
        let mut dates = DateEvidence::default();
        let mut numbers = DecimalEvidence::default();
        let mut has_volume = false;
        let mut has_equity = false;
        let mut whole: Option<bool> = None;
        let mut first_line = None;
        let mut end = End::default();
        let mut symbol: Option<String> = None;
        for row in self.body.rows() {
            let (line, cells) = row?;
            self.tell(progress, 0, line, &cells);
            end.observe(line, &cells, self.columns.cell(&cells, Column::Date));
            if end.is_behind() {
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
                    whole = Some(whole.unwrap_or(true) && is_whole);
                }
            }
        }
        if let Some((last_line, words)) = end.found() {
            self.last_line = last_line;
            self.notes.push(format!("'{words}' at the end is no row"));
        }
        let may_be_scaled = self.columns.writer == Writer::Database || self.is_like_lean();
        if may_be_scaled && whole == Some(true) && self.options.price_scale.is_none() {
            return Err(at(
                first_line.unwrap_or(0),
                "every price is a whole number, as in files of LEAN (10000 times the price) and Databento (1000000000 times); say --price-scale with that number, or --price-scale 1 where the prices are as they stand",
            ));
        }
        if let Some(date) = dates.buddhist_date() {
            self.notes.push(format!(
                "the year of '{date}' and of all other dates was read as one of the Buddhist calendar, which is 543 ahead"
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

    /// LEAN writes 'yyyymmdd hh:mm' and no titles.
    fn is_like_lean(&self) -> bool {
        let is_lean = |row: &StringRecord| {
            let date = self.columns.cell(row, Column::Date);
            date.len() == 14 && date.as_bytes()[8] == b' ' && date.as_bytes()[11] == b':'
        };
        self.columns.is_inferred
            && matches!(self.body.rows().next(), Some(Ok((_, row))) if is_lean(&row))
    }

    /// Every row of values with its line, or its place in a list.
    pub(in crate::import) fn rows(&self) -> impl Iterator<Item = Result<Numbered, LineError>> + '_ {
        let is_behind = |row: &Result<Numbered, LineError>| matches!(row, Ok((line, _)) if *line > self.last_line);
        self.body.rows().take_while(move |row| !is_behind(row))
    }

    /// A dividend or a split that stands between the bars, as on Yahoo's page.
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

    /// An error in a row of this file.
    pub(in crate::import) fn wrong(&self, line: u64, reason: impl Into<String>) -> LineError {
        LineError {
            is_item: matches!(self.body, Body::Items(_) | Body::List { .. }),
            ..at(line, reason)
        }
    }

    /// Whether the columns name the ticker of each row.
    pub(in crate::import) fn has_symbols(&self) -> bool {
        self.columns.has(Column::Symbol)
    }

    /// The ticker that a person named for the whole file; nobody can name several that way.
    pub(in crate::import) fn named_symbol(&self) -> Option<&str> {
        let named = self.options.symbol.as_deref();
        named.filter(|_| !self.has_several_symbols)
    }

    /// What a person said about the file, its own first lines included.
    pub(in crate::import) fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// Why a row of more cells than titles is no row: a comma before the decimals split a number.
    pub(super) fn is_split(&self, cells: &StringRecord) -> Option<String> {
        let is_comma = matches!(
            self.body,
            Body::Text {
                separator: b',',
                ..
            }
        );
        (is_comma && self.columns.is_longer(cells)).then(|| {
            format!(
                "it has {} cells, and {} columns are named; does a comma stand before decimals without quotes around the number?",
                cells.len(),
                self.columns.titles()
            )
        })
    }

    /// Tells how far a reading is, of two.
    pub(super) fn tell(&self, progress: Progress, before: u64, line: u64, cells: &StringRecord) {
        if line.is_multiple_of(STEP) {
            let at = cells.position().map_or(line, csv::Position::byte);
            progress(u64::midpoint(before, at), self.bytes());
        }
    }

    /// How much there is to read: bytes of a text, items of a list.
    pub(super) fn bytes(&self) -> u64 {
        self.body.bytes()
    }
}
