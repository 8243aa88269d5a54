//! Files that a person brings.
//!
//! `marketdeck import` is a command of the program and no provider: it writes to the store itself, once,
//! while no market is being served. `folder` is what a running server watches, a source among the others.

mod bars;
mod error;
#[cfg(test)]
mod exports;
mod file;
mod folder;
mod forget;
mod input;
mod quote;
mod reader;
mod resample;
mod symbol;
mod venue;
mod week;

use std::fmt;

pub(crate) use self::folder::{ImportFolder, NAME as FOLDER_SOURCE};
pub(crate) use self::{
    bars::check_bars,
    quote::last_quote,
    reader::{LineError, price_scale},
};
pub use self::{
    bars::import_bars,
    error::FileError,
    file::BarsFile,
    forget::forget_bars,
    reader::{
        ColumnOrder, DateOrder, DecimalMark, Money, Parsed, ReadOptions, Series, parse_bars,
        time_zone,
    },
};
use crate::{
    domain::{Timestamp, bar::Interval, currency::Currency, ticker::TickerKind},
    store::Progress,
};

/// What to read, and as what.
#[derive(Debug, Clone)]
pub struct BarsRequest<'a> {
    /// The ticker the bars belong to; made when it is unknown.
    pub symbol: &'a str,
    /// Length of a bar.
    pub interval: Interval,
    /// Name of a new ticker; its symbol when `None`.
    pub name: Option<&'a str>,
    /// Kind of a new ticker; guessed from its symbol when `None`.
    pub kind: Option<TickerKind>,
    /// How the file is written, where that is said; the file itself shows the rest.
    pub options: ReadOptions,
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
            options: ReadOptions::default(),
            file,
        }
    }
}

/// Who hears how far an import has come.
#[derive(Clone, Copy)]
pub struct ImportProgress<'a> {
    /// Of the bytes of the file.
    pub reading: Progress<'a>,
    /// Of the bars, those of longer intervals among them.
    pub storing: Progress<'a>,
}

impl ImportProgress<'_> {
    /// Nobody does.
    pub const UNHEARD: Self = Self {
        reading: &|_, _| (),
        storing: &|_, _| (),
    };
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
    /// Rows of dividends and splits, which are no bars.
    pub events: usize,
    /// What the ticker's prices are in.
    pub currency: Currency,
    /// Sentences about what was assumed.
    pub notes: Vec<String>,
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
        let mut left_out = |count: usize, what: &str| match count {
            0 => Ok(()),
            1 => write!(f, "; 1 line {what} was left out"),
            n => write!(f, "; {n} lines {what} were left out"),
        };
        left_out(self.without_prices, "without prices")?;
        left_out(self.events, "of a dividend or a split")
    }
}
