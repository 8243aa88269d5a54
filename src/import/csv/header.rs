//! Which column holds what, whatever it is called and wherever it stands.

use std::fmt;

use csv::StringRecord;

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

/// Names in lower case without anything but letters and digits, best first. An adjusted close is
/// a close only where there is no other: prices on the screen are those that were paid.
const NAMES: [(Column, &[&str]); 7] = [
    (
        Column::Date,
        &[
            "date",
            "datetime",
            "timestamp",
            "timestampms",
            "day",
            "",
            "unnamed0",
            "index",
        ],
    ),
    (Column::Time, &["time"]),
    (Column::Open, &["open", "o"]),
    (Column::High, &["high", "h"]),
    (Column::Low, &["low", "l"]),
    (
        Column::Close,
        &[
            "close",
            "closelast",
            "last",
            "price",
            "c",
            "adjclose",
            "adjustedclose",
        ],
    ),
    (Column::Volume, &["volume", "vol", "v"]),
];

/// Where the columns are.
pub(super) struct Columns([Option<usize>; NAMES.len()]);

impl Columns {
    /// Reads the header line. Reasons are half a sentence.
    pub(super) fn of(header: &StringRecord) -> Result<Self, String> {
        let names: Vec<String> = header.iter().map(plain).collect();
        let mut columns = Self(NAMES.map(|(_, known)| {
            known
                .iter()
                .find_map(|known| names.iter().position(|name| name == known))
        }));
        // A lone 'time' column holds the date too.
        if !columns.has(Column::Date) {
            columns.0[Column::Date as usize] = columns.0[Column::Time as usize].take();
        }
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

    pub(super) fn has(&self, column: Column) -> bool {
        self.0[column as usize].is_some()
    }

    /// The cell of `column`; empty when the line is too short or the column missing.
    pub(super) fn cell<'a>(&self, row: &'a StringRecord, column: Column) -> &'a str {
        self.0[column as usize]
            .and_then(|at| row.get(at))
            .unwrap_or_default()
    }
}

/// `<ADJ. Close>` → `adjclose`.
fn plain(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
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
}
