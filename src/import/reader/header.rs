//! Which column holds what, whatever it is called and wherever it stands.

use csv::StringRecord;
use jiff::tz::{Offset, TimeZone};

use super::{
    column::Column,
    money::Money,
    names::{MILLISECONDS, NAMES, names_of},
    title::plain,
    titles::Titles,
};

/// What the columns hold, in their order, as a person says it: `time,open,high,low,close,volume`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnOrder(Vec<Option<Column>>);

impl ColumnOrder {
    /// Reads the names of columns; a column that is called `-` or `skip` is left alone.
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

/// Who writes such columns, where more follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Writer {
    #[default]
    Unknown,
    /// `MetaTrader`, in the clock of a broker.
    Broker,
    /// A database that stores prices as whole numbers.
    Database,
}

/// Where the columns are.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns {
    places: [Option<usize>; NAMES.len()],
    /// How many titles there are.
    titles: usize,
    /// What the titles of the prices say that those are in.
    pub(super) money: Option<Money>,
    /// The zone that the title of the date names.
    pub(super) zone: Option<TimeZone>,
    /// The zone of the exchange that names its columns so.
    pub(super) exchange_zone: Option<&'static str>,
    pub(super) dates_are_milliseconds: bool,
    /// Who writes such titles, where that matters.
    pub(super) writer: Writer,
    /// The order was found out from the values: each row must bear it out.
    pub(super) is_inferred: bool,
    /// The title of the only column beside the date, which was taken for the close.
    pub(super) lone_value: Option<String>,
}

impl Columns {
    /// The order that a person said.
    pub(super) fn said(order: &ColumnOrder) -> Self {
        order.columns().unwrap_or_default()
    }

    /// Columns without titles.
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

    /// Reads the names of the columns. Reasons are half a sentence.
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
        columns.lone_value = columns.take_lone_value(&titles.raw);
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
        // Only India's exchanges name the series of a share.
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

    /// Takes the columns of HTX's candles: their time is called `id`, `amount` is the volume in coins and `vol` that in money. Their days
    /// begin at midnight in Singapore.
    fn take_htx(&mut self, titles: &[String]) {
        let place = |name: &str| titles.iter().position(|title| title == name);
        let (Some(id), Some(amount), Some(_)) = (place("id"), place("amount"), place("vol")) else {
            return;
        };
        let date = self.places[Column::Date as usize].map(|at| titles[at].as_str());
        // pandas puts the numbers of rows before them, without a title.
        if self.has(Column::Time) || !matches!(date, None | Some("" | "unnamed0" | "index")) {
            return;
        }
        self.places[Column::Date as usize] = Some(id);
        self.places[Column::Volume as usize] = Some(amount);
        self.zone = Some(TimeZone::fixed(Offset::constant(8)));
    }

    /// Takes the only other column beside a date for the close, whatever it is called: a series of a statistical office is
    /// called by its own name. Returns its title.
    fn take_lone_value(&mut self, titles: &[&str]) -> Option<String> {
        let date = self.places[Column::Date as usize].filter(|_| titles.len() == 2)?;
        let title = titles[1 - date].trim();
        // A title that is a value is no title, nor is one of what is no price.
        let is_name = title.starts_with(char::is_alphabetic) && !titles[date].trim().is_empty();
        let is_taken = self.places.iter().flatten().count() > 1;
        if is_taken || !is_name || is_change(title) {
            return None;
        }
        self.places[Column::Close as usize] = Some(1 - date);
        Some(title.to_owned())
    }

    fn complete(mut self) -> Result<Self, String> {
        // A lone 'time' column holds the date too.
        if !self.has(Column::Date) {
            self.places[Column::Date as usize] = self.places[Column::Time as usize].take();
        }
        // A date that counts from 1970 itself has no other beside it.
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
            return Err("of Open, High and Low there must be all or none".into());
        }
        Ok(self)
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.places[column as usize].is_some()
    }

    /// The cell of `column`; empty when the line is too short or the column missing.
    pub(super) fn cell<'a>(&self, row: &'a StringRecord, column: Column) -> &'a str {
        self.places[column as usize]
            .and_then(|at| row.get(at))
            .unwrap_or_default()
    }

    /// Whether a row has cells that no title names. A comma between decimals would split a number in two.
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

/// Whether a title says that its column holds changes, shares or counts, and no prices.
fn is_change(title: &str) -> bool {
    const WORDS: [&str; 13] = [
        "change", "chg", "return", "dividend", "split", "volume", "vol", "yield", "count",
        "weight", "share", "perf", "note",
    ];
    let plain = plain(title);
    title.contains('%') || WORDS.iter().any(|word| plain.contains(word))
}

/// yfinance names the columns in its first line, their ticker in the second and the date in the third
/// (or the first two the other way round). The names; `None` for any other file.
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
            "the file holds more than one ticker, {first} and {second}; save each in a file of its own"
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
    fn an_adjusted_close_counts_only_where_there_is_no_other() {
        let row = StringRecord::from(vec!["d", "adjusted", "paid"]);
        let both = columns(&["Date", "Adj Close", "Close"]).unwrap();
        assert_eq!(both.cell(&row, Column::Close), "paid");
        let one = columns(&["Date", "Adj Close", "Other"]).unwrap();
        assert_eq!(one.cell(&row, Column::Close), "adjusted");
    }

    #[test]
    fn a_header_without_what_is_needed_is_refused() {
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
    fn the_words_of_german_banks_are_known() {
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
