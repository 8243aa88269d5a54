//! Finds the columns of a file by their titles, in any order and language.

use csv::StringRecord;
use jiff::tz::{Offset, TimeZone};

use super::{
    column::Column,
    column_names::{MILLISECONDS, NAMES, names_of},
    money::Money,
    title::plain,
    titles::Titles,
};

/// Columns in the order that the user specified: `time,open,high,low,close,volume`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnOrder(Vec<Option<Column>>);

impl ColumnOrder {
    /// Parses column names; a column called `-` or `skip` is ignored.
    pub fn parse(words: &str) -> Result<Self, String> {
        let column = |word: &str| match plain(word).as_str() {
            "" | "skip" | "none" => Ok(None),
            name => {
                let known = NAMES
                    .iter()
                    .find(|(column, _)| names_of(*column).any(|known| known == name));
                known
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
        for (at, column) in self.0.iter().enumerate() {
            let Some(column) = column else { continue };
            if columns.places[*column as usize].replace(at).is_some() {
                return Err(format!("Two columns are called {column}"));
            }
        }
        columns.complete()
    }
}

/// The writer of a file, if something follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Writer {
    #[default]
    Unknown,
    /// `MetaTrader`, with times of the broker's clock.
    Broker,
    /// A database that stores prices as integers.
    Database,
}

/// Positions of the columns.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns {
    places: [Option<usize>; NAMES.len()],
    /// Number of titles.
    titles: usize,
    /// Currency named by the titles of the price columns.
    pub(super) money: Option<Money>,
    /// Time zone named by the title of the date column.
    pub(super) zone: Option<TimeZone>,
    /// Time zone of the exchange that uses these titles.
    pub(super) exchange_zone: Option<&'static str>,
    pub(super) dates_are_milliseconds: bool,
    /// Writer of the file, if it matters.
    pub(super) writer: Writer,
    /// True if the order was inferred from the values; then every row must confirm it.
    pub(super) is_inferred: bool,
    /// Title of the only column besides the date, which is used as the close.
    pub(super) single_value: Option<String>,
}

impl Columns {
    /// Columns in the order that the user specified.
    pub(super) fn from_order(order: &ColumnOrder) -> Self {
        order.columns().unwrap_or_default()
    }

    /// Inferred columns of a file without a header.
    pub(super) fn inferred(places: &[(Column, usize)], writer: Writer) -> Self {
        let mut columns = Self {
            is_inferred: true,
            writer,
            ..Self::default()
        };
        for (column, at) in places {
            columns.places[*column as usize] = Some(*at);
        }
        columns
    }

    /// Finds the columns by their titles. Errors have no final period.
    pub(super) fn of(header: &StringRecord) -> Result<Self, String> {
        let titles = Titles::of(header);
        let mut columns = Self {
            places: NAMES.map(|(column, _)| titles.find(column)),
            titles: header.len(),
            ..Self::default()
        };
        if !columns.has(Column::Volume) {
            columns.places[Column::Volume as usize] = titles.volume_in_pieces();
        }
        columns.take_htx(&titles.plain);
        columns.single_value = columns.take_single_value(&titles.raw);
        let mut columns = columns.complete()?;
        let date = columns.places[Column::Date as usize];
        if let Some(date) = date.and_then(|at| titles.plain.get(at)) {
            columns.dates_are_milliseconds = date == MILLISECONDS;
            if date.contains("utc") || date.contains("gmt") {
                columns.zone = Some(TimeZone::UTC);
            }
        }
        let prices = Column::PRICES.map(|column| columns.places[column as usize]);
        columns.money = titles.money(prices.into_iter().flatten())?;
        // Only Indian exchanges have a column for the series of a share.
        if columns.has(Column::Series) {
            columns.exchange_zone = Some("Asia/Kolkata");
            columns.money = columns.money.or_else(|| Money::parse("INR"));
        }
        let has = |name: &str| titles.plain.iter().any(|title| title == name);
        if columns.has(Column::TickVolume) && has("spread") {
            columns.writer = Writer::Broker;
        } else if has("rtype") && has("instrumentid") {
            columns.writer = Writer::Database;
        }
        Ok(columns)
    }

    /// Handles the columns of HTX candles: `id` is the time, `amount` the volume in coins and `vol` that in money.
    /// Their days start at midnight in Singapore.
    fn take_htx(&mut self, titles: &[String]) {
        let place = |name: &str| titles.iter().position(|title| title == name);
        let (Some(id), Some(amount), Some(_)) = (place("id"), place("amount"), place("vol")) else {
            return;
        };
        let date = self.places[Column::Date as usize].map(|at| titles[at].as_str());
        // pandas writes row numbers first, without a title.
        if self.has(Column::Time) || !matches!(date, None | Some("" | "unnamed0" | "index")) {
            return;
        }
        self.places[Column::Date as usize] = Some(id);
        self.places[Column::Volume as usize] = Some(amount);
        self.zone = Some(TimeZone::fixed(Offset::constant(8)));
    }

    /// Uses the only other column besides the date as the close, whatever its title: series of statistical offices have
    /// their own names. Returns the title.
    fn take_single_value(&mut self, titles: &[&str]) -> Option<String> {
        let date = self.places[Column::Date as usize].filter(|_| titles.len() == 2)?;
        let title = titles[1 - date].trim();
        // A value is not a title, and some titles are not of prices.
        let is_name = title.starts_with(char::is_alphabetic) && !titles[date].trim().is_empty();
        let is_taken = self.places.iter().flatten().count() > 1;
        if is_taken || !is_name || is_change(title) {
            return None;
        }
        self.places[Column::Close as usize] = Some(1 - date);
        Some(title.to_owned())
    }

    fn complete(mut self) -> Result<Self, String> {
        // A lone 'time' column also holds the date.
        if !self.has(Column::Date) {
            self.places[Column::Date as usize] = self.places[Column::Time as usize].take();
        }
        // If the date is a Unix timestamp itself, there is no other one.
        if self.places[Column::Epoch as usize] == self.places[Column::Date as usize] {
            self.places[Column::Epoch as usize] = None;
        }
        for needed in [Column::Date, Column::Close] {
            if !self.has(needed) {
                return Err(format!("no column is called {needed}"));
            }
        }
        let bounds = [Column::Open, Column::High, Column::Low].map(|column| self.has(column));
        if bounds.contains(&true) && bounds.contains(&false) {
            return Err("Open, High and Low must all be present, or none of them".into());
        }
        Ok(self)
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.places[column as usize].is_some()
    }

    /// Returns the cell of `column`; empty if the line is too short or the column missing.
    pub(super) fn cell<'a>(&self, row: &'a StringRecord, column: Column) -> &'a str {
        self.places[column as usize]
            .and_then(|at| row.get(at))
            .unwrap_or_default()
    }

    /// Returns true if a row has more cells than titles, as an unquoted decimal comma would cause.
    pub(super) fn is_longer(&self, row: &StringRecord) -> bool {
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

/// Returns true if a title is of changes, shares or counts rather than prices.
fn is_change(title: &str) -> bool {
    const WORDS: [&str; 13] = [
        "change", "chg", "return", "dividend", "split", "volume", "vol", "yield", "count",
        "weight", "share", "perf", "note",
    ];
    let plain = plain(title);
    title.contains('%') || WORDS.iter().any(|word| plain.contains(word))
}

/// Returns the column names of yfinance's three header lines: column names, tickers, and the date
/// (the first two in either order). Returns `None` for any other file.
pub(super) fn three_lines(first: &[&StringRecord]) -> Result<Option<StringRecord>, String> {
    let [one, two, three] = first else {
        return Ok(None);
    };
    let word = |record: &StringRecord| plain(record.get(0).unwrap_or_default());
    let (names, tickers) = match (word(one).as_str(), word(two).as_str()) {
        ("price", "ticker") => (one, two),
        ("ticker", "price") => (two, one),
        _ => return Ok(None),
    };
    let date = three.get(0).unwrap_or_default();
    if !["date", "datetime"].contains(&plain(date).as_str()) {
        return Ok(None);
    }
    let mut symbols: Vec<&str> = tickers.iter().skip(1).filter(|s| !s.is_empty()).collect();
    symbols.dedup();
    if let [first, second, ..] = symbols[..] {
        return Err(format!(
            "the file contains more than one ticker, {first} and {second}; save each in its own file"
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
        let both = columns(&["Date", "Adj Close", "Close"]).unwrap();
        assert_eq!(both.cell(&row, Column::Close), "paid");
        let one = columns(&["Date", "Adj Close", "Other"]).unwrap();
        assert_eq!(one.cell(&row, Column::Close), "adjusted");
    }

    #[test]
    fn a_header_without_required_columns_is_refused() {
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
        assert_eq!(read(Column::Volume), "5", "pieces, not money");
    }
}
