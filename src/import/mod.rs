//! Import of files of the user: bars and other records in CSV and JSON.
//!
//! The command `marketdeck import` writes to the store directly while no server is running. In a
//! running server, the source in `folder` watches the import folder. Both read bars with `reader`.

mod bars;
mod error;
#[cfg(test)]
mod exports;
mod file;
mod folder;
mod forget;
mod input;
mod portfolio;
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
    portfolio::{ImportedLot, PortfolioFile, PortfolioRow, RowContent, parse_portfolio},
    reader::{
        ColumnOrder, DateOrder, DecimalMark, Money, ParsedBars, ReadOptions, Series, parse_bars,
        time_zone,
    },
};
use crate::{
    domain::{Timestamp, bar::Interval, currency::Currency, ticker::TickerKind},
    store::Progress,
};

/// The arguments of an import of bars.
#[derive(Debug, Clone)]
pub struct BarsRequest<'a> {
    /// Symbol of the ticker, which is created if it does not exist.
    pub symbol: &'a str,
    /// Interval of the bars.
    pub interval: Interval,
    /// Name of a new ticker. If `None`, its symbol is the name.
    pub name: Option<&'a str>,
    /// Kind of a new ticker. If `None`, the kind is guessed from the symbol.
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
    /// Receives the number of bytes that were read.
    pub reading: Progress<'a>,
    /// Receives the number of bars that were stored, including resampled ones.
    pub storing: Progress<'a>,
}

impl ImportProgress<'_> {
    /// Callbacks that ignore the progress.
    pub const IGNORED: Self = Self {
        reading: &|_, _| (),
        storing: &|_, _| (),
    };
}

/// The result of an import. `Display` returns a sentence for the terminal.
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
    /// Number of skipped rows without prices.
    pub without_prices: usize,
    /// Number of skipped dividends and splits.
    pub events: usize,
    /// Currency of the ticker's prices.
    pub currency: Currency,
    /// Notes about assumptions that were made.
    pub notes: Vec<String>,
    /// Intervals with bars from earlier files that were kept.
    pub kept_intervals: Vec<Interval>,
}

impl fmt::Display for ImportSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format_time = |time: Timestamp| match self.interval {
            Interval::Day => time.strftime("%F"),
            Interval::FiveMinutes | Interval::Hour => time.strftime("%F %H:%M UTC"),
        };
        write!(
            f,
            "Imported {} {} bars of {}{}, from {} to {}",
            self.bars,
            self.interval.as_str(),
            if self.new { "the new ticker " } else { "" },
            self.symbol,
            format_time(self.first),
            format_time(self.last),
        )?;
        if !self.kept_intervals.is_empty() {
            let words: Vec<_> = self
                .kept_intervals
                .iter()
                .map(|length| length.as_str())
                .collect();
            write!(f, "; kept its {} bars", words.join(" and "))?;
        }
        let mut write_skipped = |count: usize, label: &str| match count {
            0 => Ok(()),
            1 => write!(f, "; skipped 1 line {label}"),
            n => write!(f, "; skipped {n} lines {label}"),
        };
        write_skipped(self.without_prices, "without prices")?;
        write_skipped(self.events, "with dividends or splits")
    }
}
