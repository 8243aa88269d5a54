//! Imports files of the user.
//!
//! The command `marketdeck import` writes to the store directly, while no server is running. `folder` is
//! the source that watches the import folder of a running server.

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
mod weekend;

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
        ColumnOrder, DateOrder, DecimalMark, Money, ParsedBars, ReadOptions, Series, parse_bars,
        time_zone,
    },
};
use crate::{
    domain::{Timestamp, bar::Interval, currency::Currency, ticker::TickerKind},
    store::Progress,
};

/// A request to import a file of bars.
#[derive(Debug, Clone)]
pub struct BarsRequest<'a> {
    /// Symbol of the ticker; created if it does not exist.
    pub symbol: &'a str,
    /// Interval of the bars.
    pub interval: Interval,
    /// Name of a new ticker; its symbol if `None`.
    pub name: Option<&'a str>,
    /// Kind of a new ticker; guessed from its symbol if `None`.
    pub kind: Option<TickerKind>,
    /// Format options that the user specified.
    pub options: ReadOptions,
    /// The file to import.
    pub file: &'a BarsFile,
}

impl<'a> BarsRequest<'a> {
    /// Creates a request with default options.
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

/// Callbacks for the progress of an import.
#[derive(Clone, Copy)]
pub struct ImportProgress<'a> {
    /// Receives the number of bytes read.
    pub reading: Progress<'a>,
    /// Receives the number of bars stored, including resampled ones.
    pub storing: Progress<'a>,
}

impl ImportProgress<'_> {
    /// Ignores the progress.
    pub const IGNORED: Self = Self {
        reading: &|_, _| (),
        storing: &|_, _| (),
    };
}

/// The result of an import; `Display` is a sentence for the terminal.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportSummary {
    /// Stored symbol of the ticker.
    pub symbol: String,
    /// True if the ticker was created by this import.
    pub new: bool,
    /// Interval of the file's bars.
    pub interval: Interval,
    /// Number of bars in the file.
    pub bars: usize,
    /// Start of the first bar.
    pub first: Timestamp,
    /// Start of the last bar.
    pub last: Timestamp,
    /// Number of rows without prices, which were skipped.
    pub without_prices: usize,
    /// Number of dividends and splits, which were skipped.
    pub events: usize,
    /// Currency of the ticker's prices.
    pub currency: Currency,
    /// Notes about assumptions.
    pub notes: Vec<String>,
    /// Intervals of bars from earlier files, which were kept.
    pub kept_intervals: Vec<Interval>,
}

impl fmt::Display for ImportSummary {
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
        if !self.kept_intervals.is_empty() {
            let words: Vec<_> = self
                .kept_intervals
                .iter()
                .map(|length| length.as_str())
                .collect();
            write!(f, "; kept its {} bars", words.join(" and "))?;
        }
        let mut skipped = |count: usize, what: &str| match count {
            0 => Ok(()),
            1 => write!(f, "; skipped 1 line {what}"),
            n => write!(f, "; skipped {n} lines {what}"),
        };
        skipped(self.without_prices, "without prices")?;
        skipped(self.events, "with dividends or splits")
    }
}
