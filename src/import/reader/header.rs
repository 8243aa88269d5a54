//! Finds the columns of a file by the titles in its header. The columns may be in any order and the
//! titles in any known language.

use csv::StringRecord;
use jiff::tz::{Offset, TimeZone};

use super::{
    column::Column,
    column_names::{MILLISECONDS, NAMES, names_of},
    money::Money,
    title::normalize_title,
    titles::Titles,
};

/// The order of the columns that the user specified, such as `time,open,high,low,close,volume`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnOrder(Vec<Option<Column>>);

impl ColumnOrder {
    /// Parses column names. A column called `-`, `skip` or `none` is ignored.
    pub fn parse(words: &str) -> Result<Self, String> {
        let column = |word: &str| match normalize_title(word).as_str() {
            "" | "skip" | "none" => Ok(None),
            name => {
                let entry = NAMES
                    .iter()
                    .find(|(column, _)| names_of(*column).any(|known| known == name));
                entry
                    .map(|(column, _)| Some(*column))
                    .ok_or_else(|| format!("Unknown column '{}'", word.trim()))
            }
        };
        let columns = words.split([',', ';']).map(column);
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let order = Self(columns);
        order.columns().map(|_| order)
    }

    fn columns(&self) -> Result<Columns, String> {
        let mut columns = Columns::default();
        for (index, column) in self.0.iter().enumerate() {
            let Some(column) = column else { continue };
            if columns.positions[*column as usize].replace(index).is_some() {
                return Err(format!("Two columns are called {column}"));
            }
        }
        columns.complete()
    }
}

/// The program that wrote a file, if it affects how the file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Writer {
    #[default]
    Unknown,
    /// `MetaTrader`, which writes times in the time zone of the broker.
    Broker,
    /// A database that stores prices as integers.
    Database,
}

/// The positions of the columns in a file, and what else its header shows.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns {
    positions: [Option<usize>; NAMES.len()],
    /// Number of titles in the header.
    titles: usize,
    /// Currency that the titles of the price columns name.
    pub(super) money: Option<Money>,
    /// Time zone that the title of the date column names.
    pub(super) zone: Option<TimeZone>,
    /// Time zone of the exchange that uses these titles.
    pub(super) exchange_zone: Option<&'static str>,
    pub(super) dates_are_milliseconds: bool,
    /// The program that wrote the file.
    pub(super) writer: Writer,
    /// True if the order was inferred from the values. Every row must then be consistent with the
    /// order.
    pub(super) is_inferred: bool,
    /// Title of the only column besides the date, which is used as the close.
    pub(super) single_value: Option<String>,
}

impl Columns {
    /// Creates the columns in the order that the user specified.
    pub(super) fn from_order(order: &ColumnOrder) -> Self {
        order.columns().unwrap_or_default()
    }

    /// Creates the inferred columns of a file without a header.
    pub(super) fn inferred(positions: &[(Column, usize)], writer: Writer) -> Self {
        let mut columns = Self {
            is_inferred: true,
            writer,
            ..Self::default()
        };
        for (column, index) in positions {
            columns.positions[*column as usize] = Some(*index);
        }
        columns
    }

    /// Finds the columns by their titles. The error is a sentence without a final period.
    pub(super) fn of(header: &StringRecord) -> Result<Self, String> {
        let titles = Titles::of(header);
        let mut columns = Self {
            positions: NAMES.map(|(column, _)| titles.find(column)),
            titles: header.len(),
            ..Self::default()
        };
        if !columns.has(Column::Volume) {
            columns.positions[Column::Volume as usize] = titles.volume_in_pieces();
        }
        columns.apply_htx_titles(&titles.normalized);
        columns.single_value = columns.find_single_value(&titles.raw);
        let mut columns = columns.complete()?;
        let date_index = columns.positions[Column::Date as usize];
        if let Some(date) = date_index.and_then(|index| titles.normalized.get(index)) {
            columns.dates_are_milliseconds = date == MILLISECONDS;
            if date.contains("utc") || date.contains("gmt") {
                columns.zone = Some(TimeZone::UTC);
            }
        }
        let prices = Column::PRICES.map(|column| columns.positions[column as usize]);
        columns.money = titles.money(prices.into_iter().flatten())?;
        // Only files of Indian exchanges have a column for the series of a share.
        if columns.has(Column::Series) {
            columns.exchange_zone = Some("Asia/Kolkata");
            columns.money = columns.money.or_else(|| Money::parse("INR"));
        }
        let has = |name: &str| titles.normalized.iter().any(|title| title == name);
        if columns.has(Column::TickVolume) && has("spread") {
            columns.writer = Writer::Broker;
        } else if has("rtype") && has("instrumentid") {
            columns.writer = Writer::Database;
        }
        Ok(columns)
    }

    /// Handles the columns of HTX candles. `id` is the time, `amount` is the volume in coins, and
    /// `vol` is the volume in money. Days start at midnight in Singapore.
    fn apply_htx_titles(&mut self, titles: &[String]) {
        let index_of = |name: &str| titles.iter().position(|title| title == name);
        let (Some(id), Some(amount), Some(_)) =
            (index_of("id"), index_of("amount"), index_of("vol"))
        else {
            return;
        };
        let date = self.positions[Column::Date as usize].map(|index| titles[index].as_str());
        // pandas writes row numbers in a first column without a title.
        if self.has(Column::Time) || !matches!(date, None | Some("" | "unnamed0" | "index")) {
            return;
        }
        self.positions[Column::Date as usize] = Some(id);
        self.positions[Column::Volume as usize] = Some(amount);
        self.zone = Some(TimeZone::fixed(Offset::constant(8)));
    }

    /// If the file has only one column in addition to the date, uses that column as the close,
    /// whatever its title is. Files of statistical offices have such columns. Returns the title.
    fn find_single_value(&mut self, titles: &[&str]) -> Option<String> {
        let date = self.positions[Column::Date as usize].filter(|_| titles.len() == 2)?;
        let title = titles[1 - date].trim();
        // A value instead of a title, or a title that does not name prices, is rejected.
        let is_name = title.starts_with(char::is_alphabetic) && !titles[date].trim().is_empty();
        let has_other_columns = self.positions.iter().flatten().count() > 1;
        if has_other_columns || !is_name || is_change(title) {
            return None;
        }
        self.positions[Column::Close as usize] = Some(1 - date);
        Some(title.to_owned())
    }

    fn complete(mut self) -> Result<Self, String> {
        // A 'time' column without a 'date' column also contains the date.
        if !self.has(Column::Date) {
            self.positions[Column::Date as usize] = self.positions[Column::Time as usize].take();
        }
        // If the date column is the Unix timestamp, the file has no separate timestamp column.
        if self.positions[Column::Epoch as usize] == self.positions[Column::Date as usize] {
            self.positions[Column::Epoch as usize] = None;
        }
        for required in [Column::Date, Column::Close] {
            if !self.has(required) {
                return Err(format!("no column is called {required}"));
            }
        }
        let bounds = [Column::Open, Column::High, Column::Low].map(|column| self.has(column));
        if bounds.contains(&true) && bounds.contains(&false) {
            return Err("Open, High and Low must all be present, or none of them".into());
        }
        Ok(self)
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.positions[column as usize].is_some()
    }

    /// Returns the cell of `column`, which is empty if the row is too short or the column is
    /// missing.
    pub(super) fn cell<'a>(&self, row: &'a StringRecord, column: Column) -> &'a str {
        self.positions[column as usize]
            .and_then(|index| row.get(index))
            .unwrap_or_default()
    }

    /// Returns true if a row has more non-empty cells than the header has titles.
    pub(super) fn has_extra_cells(&self, row: &StringRecord) -> bool {
        self.titles > 0
            && row
                .iter()
                .skip(self.titles)
                .any(|cell| !cell.trim().is_empty())
    }

    pub(super) fn titles(&self) -> usize {
        self.titles
    }
}

/// Returns true if a title names changes, shares or counts rather than prices.
fn is_change(title: &str) -> bool {
    const WORDS: [&str; 13] = [
        "change", "chg", "return", "dividend", "split", "volume", "vol", "yield", "count",
        "weight", "share", "perf", "note",
    ];
    let normalized = normalize_title(title);
    title.contains('%') || WORDS.iter().any(|word| normalized.contains(word))
}

/// Returns the column names of a file of yfinance, which has three header lines: the column names
/// and the tickers in either order, and then the title of the date. Returns `None` for other files.
pub(super) fn yfinance_header(first: &[&StringRecord]) -> Result<Option<StringRecord>, String> {
    let [one, two, three] = first else {
        return Ok(None);
    };
    let word = |record: &StringRecord| normalize_title(record.get(0).unwrap_or_default());
    let (names, tickers) = match (word(one).as_str(), word(two).as_str()) {
        ("price", "ticker") => (one, two),
        ("ticker", "price") => (two, one),
        _ => return Ok(None),
    };
    let date = three.get(0).unwrap_or_default();
    if !["date", "datetime"].contains(&normalize_title(date).as_str()) {
        return Ok(None);
    }
    let mut symbols: Vec<&str> = tickers.iter().skip(1).filter(|s| !s.is_empty()).collect();
    symbols.dedup();
    if let [first, second, ..] = symbols[..] {
        return Err(format!(
            "the file contains more than one ticker, {first} and {second}; save each ticker in its own file"
        ));
    }
    let names = std::iter::once(date).chain(names.iter().skip(1));
    Ok(Some(names.collect()))
}
#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str]) -> Result<Columns, String> {
        Columns::of(&StringRecord::from(names.to_vec()))
    }

    #[test]
    fn columns_are_found_in_any_order_and_case() {
        let found = columns(&["Vol.", "CLOSE", "low", "High", "open", "<DATE>"]).unwrap();
        let row = StringRecord::from(vec!["1", "2", "3", "4", "5", "6"]);
        let read = |column| found.cell(&row, column);
        assert_eq!(read(Column::Volume), "1");
        assert_eq!(read(Column::Close), "2");
        assert_eq!(read(Column::Date), "6");
        assert_eq!(read(Column::Time), "");
    }

    #[test]
    fn an_adjusted_close_is_used_only_without_another_close() {
        let row = StringRecord::from(vec!["d", "adjusted", "paid"]);
        let with_close = columns(&["Date", "Adj Close", "Close"]).unwrap();
        assert_eq!(with_close.cell(&row, Column::Close), "paid");
        let without_close = columns(&["Date", "Adj Close", "Other"]).unwrap();
        assert_eq!(without_close.cell(&row, Column::Close), "adjusted");
    }

    #[test]
    fn a_header_without_required_columns_is_rejected() {
        for names in [
            &["2024-01-02", "1", "2"][..],
            &["Date", "Open"],
            &["Close"],
            &["Date", "Open", "Close"],
        ] {
            assert!(columns(names).is_err(), "{names:?}");
        }
    }

    #[test]
    fn column_names_of_german_banks_are_known() {
        let found = columns(&[
            "Datum",
            "Erster",
            "Hoch",
            "Tief",
            "Schlusskurs",
            "Stücke",
            "Volumen",
        ]);
        let row = StringRecord::from(vec!["d", "1", "2", "3", "4", "5", "6"]);
        let found = found.unwrap();
        let read = |column| found.cell(&row, column);
        assert_eq!((read(Column::Open), read(Column::Close)), ("1", "4"));
        assert_eq!(
            read(Column::Volume),
            "5",
            "the volume in pieces, not in money"
        );
    }
}
