//! `marketdeck import`: files that a person brings.
//!
//! A command of the program and no provider: it writes to the store itself, once, while no market is
//! being served.

mod bars;
mod csv;
mod file;
mod forget;
mod quote;
mod resample;
mod symbol;

use std::fmt;

pub use self::{
    bars::{check_bars, import_bars},
    csv::{BarsFormat, DateOrder, DecimalMark, LineError, Parsed, parse_bars_csv},
    file::BarsFile,
    forget::{Forgotten, forget_bars},
};
use crate::{
    domain::{Timestamp, bar::Interval, ticker::TickerKind},
    store::StoreError,
};

/// How many wrong lines are named one by one.
const MOST_LISTED: usize = 20;

/// What to read, and as what.
#[derive(Debug, Clone, Copy)]
pub struct BarsRequest<'a> {
    /// The ticker the bars belong to; made when it is unknown.
    pub symbol: &'a str,
    /// Length of a bar.
    pub interval: Interval,
    /// Name of a new ticker; its symbol when `None`.
    pub name: Option<&'a str>,
    /// Kind of a new ticker; guessed from its symbol when `None`.
    pub kind: Option<TickerKind>,
    /// The order of day, month and year; found out from the file when `None`.
    pub date_order: Option<DateOrder>,
    /// The sign before the decimals; found out from the file when `None`.
    pub decimal_mark: Option<DecimalMark>,
    /// What was read.
    pub file: &'a BarsFile,
}

impl<'a> BarsRequest<'a> {
    /// A file of bars that shows itself how it is written, for a ticker that needs no name.
    pub fn new(symbol: &'a str, interval: Interval, file: &'a BarsFile) -> Self {
        Self {
            symbol,
            interval,
            name: None,
            kind: None,
            date_order: None,
            decimal_mark: None,
            file,
        }
    }
}

/// What was imported: one sentence for a terminal.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The ticker's symbol, as stored.
    pub symbol: String,
    /// Whether the ticker was made for these bars.
    pub new: bool,
    /// Length of the file's bars.
    pub interval: Interval,
    /// How many bars the file holds.
    pub bars: usize,
    /// Start of the first.
    pub first: Timestamp,
    /// Start of the last.
    pub last: Timestamp,
    /// Rows that were left out because they have no price.
    pub without_prices: usize,
    /// Lengths of bar that earlier files brought, which stay.
    pub beside: Vec<Interval>,
}

impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |at: Timestamp| match self.interval {
            Interval::Day => at.strftime("%F"),
            Interval::FiveMinutes | Interval::Hour => at.strftime("%F %H:%M UTC"),
        };
        write!(
            f,
            "Imported {} {} bars of {}{}, from {} to {}",
            self.bars,
            self.interval.as_str(),
            if self.new { "the new ticker " } else { "" },
            self.symbol,
            time(self.first),
            time(self.last),
        )?;
        if !self.beside.is_empty() {
            let words: Vec<_> = self.beside.iter().map(|length| length.as_str()).collect();
            write!(f, ", beside its {} bars", words.join(" and "))?;
        }
        match self.without_prices {
            0 => Ok(()),
            1 => f.write_str("; 1 line without prices was left out"),
            n => write!(f, "; {n} lines without prices were left out"),
        }
    }
}

/// Why nothing of a file was imported.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Missing, a folder, no permission.
    #[error("{file} cannot be read: {error}")]
    Unreadable {
        /// As given.
        file: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// More than any history needs.
    #[error("{file} is larger than 256 MB")]
    TooLarge {
        /// As given.
        file: String,
    },
    /// Wrong lines.
    #[error("{file} was not imported:{}", list(.errors))]
    Lines {
        /// As given.
        file: String,
        /// All of them, in the order of the lines.
        errors: Vec<LineError>,
    },
    /// Not a symbol.
    #[error("'{0}' is no symbol: a symbol has up to 20 letters, digits, or signs out of .-=^_&")]
    Symbol(String),
    /// Forgetting what is not there.
    #[error("there is no ticker called {0}")]
    Unknown(String),
    /// Forgetting what no file brought.
    #[error("the bars of {0} do not come from a file; there is nothing to forget")]
    NotImported(String),
    /// A ticker that would be removed, and is still wanted.
    #[error(
        "{symbol} is known from its file only and would be removed, but {holders}; take it out there first"
    )]
    Held {
        /// The ticker.
        symbol: String,
        /// Who holds it, as in 'the watchlist "Tech" holds it'.
        holders: String,
    },
    /// The store refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Each on a line of its own, the first twenty of them.
fn list(errors: &[LineError]) -> String {
    let listed = errors
        .iter()
        .take(MOST_LISTED)
        .map(|error| format!("\n  {error}"));
    let more = errors.len().saturating_sub(MOST_LISTED);
    let rest = (more > 0).then(|| format!("\n  and {more} more"));
    listed.chain(rest).collect()
}
