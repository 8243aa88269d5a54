//! Which column holds what, whatever it is called and wherever it stands.

use std::fmt;

use csv::StringRecord;

use super::{
    error::{LineError, at},
    text::{Text, unreadable},
};

/// What a column may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Date,
    Time,
    Open,
    High,
    Low,
    Close,
    Volume,
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Date => "date",
            Self::Time => "time",
            Self::Open => "open",
            Self::High => "high",
            Self::Low => "low",
            Self::Close => "close",
            Self::Volume => "volume",
        })
    }
}

impl Column {
    /// Those that hold numbers.
    pub(super) const NUMBERS: [Self; 5] =
        [Self::Open, Self::High, Self::Low, Self::Close, Self::Volume];
}

/// The word of a column that counts milliseconds since 1970.
const MILLISECONDS: &str = "timestampms";

/// Names in lower case without anything but letters and digits, best first; in English and German. An
/// adjusted close is a close only where there is no other: prices on the screen are those that were paid.
const NAMES: [(Column, &[&str]); 7] = [
    (
        Column::Date,
        &[
            "date",
            "datetime",
            "timestamp",
            MILLISECONDS,
            "day",
            "datum",
            "",
            "unnamed0",
            "index",
        ],
    ),
    (Column::Time, &["time", "zeit", "uhrzeit"]),
    (
        Column::Open,
        &[
            "open",
            "o",
            "erster",
            "eroeffnung",
            "eroeffn",
            "eroeffnungskurs",
        ],
    ),
    (Column::High, &["high", "h", "hoch", "tageshoch"]),
    (Column::Low, &["low", "l", "tief", "tagestief"]),
    (
        Column::Close,
        &[
            "close",
            "closelast",
            "last",
            "price",
            "c",
            "nav",
            "netassetvalue",
            "schlusskurs",
            "schluss",
            "letzter",
            "zuletzt",
            "kurs",
            "ruecknahmepreis",
            "adjclose",
            "adjustedclose",
        ],
    ),
    // Pieces before a volume in German: that may be money.
    (
        Column::Volume,
        &["volume", "vol", "v", "stuecke", "stueck", "volumen"],
    ),
];

/// Where the columns are.
pub(super) struct Columns {
    places: [Option<usize>; NAMES.len()],
    dates_are_milliseconds: bool,
}

impl Columns {
    /// The columns of a file, and how many of its first lines name them.
    pub(super) fn read(text: &Text) -> Result<(Self, usize), LineError> {
        let mut first = Vec::with_capacity(3);
        for record in text.records().take(3) {
            first.push(record.map_err(|error| unreadable(&error))?);
        }
        let Some((line, header)) = first.first() else {
            return Err(at(1, "the file is empty"));
        };
        let records: Vec<&StringRecord> = first.iter().map(|(_, record)| record).collect();
        let wrong = |reason| at(*line, reason);
        if let Some(names) = three_lines(&records).map_err(wrong)? {
            return Self::of(&names).map(|columns| (columns, 3)).map_err(wrong);
        }
        Self::of(header).map(|columns| (columns, 1)).map_err(wrong)
    }

    /// Reads the names of the columns. Reasons are half a sentence.
    fn of(header: &StringRecord) -> Result<Self, String> {
        let names: Vec<String> = header.iter().map(plain).collect();
        let mut places = NAMES.map(|(_, known)| {
            known
                .iter()
                .find_map(|known| names.iter().position(|name| name == known))
        });
        // A lone 'time' column holds the date too.
        if places[Column::Date as usize].is_none() {
            places[Column::Date as usize] = places[Column::Time as usize].take();
        }
        let date = places[Column::Date as usize];
        let columns = Self {
            places,
            dates_are_milliseconds: date.is_some_and(|at| names[at] == MILLISECONDS),
        };
        for needed in [Column::Date, Column::Close] {
            if !columns.has(needed) {
                return Err(format!(
                    "no column is called {needed}: the first line must name the columns, at least Date and Close"
                ));
            }
        }
        let bounds = [Column::Open, Column::High, Column::Low].map(|column| columns.has(column));
        if bounds.contains(&true) && bounds.contains(&false) {
            return Err("of Open, High and Low there must be all or none".into());
        }
        Ok(columns)
    }

    /// Whether the name of the date's column says that it counts milliseconds.
    pub(super) fn dates_are_milliseconds(&self) -> bool {
        self.dates_are_milliseconds
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
}

/// yfinance names the columns in its first line, their ticker in the second and the date in the third
/// (or the first two the other way round). The names; `None` for any other file.
fn three_lines(first: &[&StringRecord]) -> Result<Option<StringRecord>, String> {
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

/// `<ADJ. Close>` → `adjclose`, `Stücke` → `stuecke`.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for c in name.to_lowercase().chars() {
        match c {
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'ß' => plain.push_str("ss"),
            c if c.is_ascii_alphanumeric() => plain.push(c),
            _ => {}
        }
    }
    plain
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
