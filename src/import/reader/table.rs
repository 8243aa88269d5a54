//! Collects the bars of a price file, sorted by start.

use super::{
    error::{LineError, at},
    money::Money,
    row::LineContent,
    sorted_runs::SortedRuns,
};
use crate::domain::{
    bar::{Bar, Interval},
    packed_bars::PackedBars,
};

/// The contents of a price file.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedBars {
    /// Bars in ascending order of start. Never empty.
    pub bars: Vec<Bar>,
    /// Number of rows without prices. Some sources write such rows for holidays.
    pub without_prices: usize,
    /// Number of dividends and splits between the bars.
    pub events: usize,
    /// The currency of the prices, preceded by the line that names it.
    pub money: Option<(u64, Money)>,
    /// Notes about assumptions that were made.
    pub notes: Vec<String>,
}

/// Like [`ParsedBars`], but with packed bars, so that long files take little memory.
#[derive(Debug)]
pub(in crate::import) struct ParsedFile {
    /// Bars in ascending order of start. Never empty.
    pub(in crate::import) bars: PackedBars,
    pub(in crate::import) without_prices: usize,
    pub(in crate::import) events: usize,
    pub(in crate::import) money: Option<(u64, Money)>,
    pub(in crate::import) notes: Vec<String>,
}

impl From<ParsedFile> for ParsedBars {
    fn from(file: ParsedFile) -> Self {
        Self {
            bars: file.bars.iter().collect(),
            without_prices: file.without_prices,
            events: file.events,
            money: file.money,
            notes: file.notes,
        }
    }
}

/// Collects bars with their line numbers.
#[derive(Debug)]
pub(in crate::import) struct Table {
    rows: SortedRuns,
    without_prices: usize,
    events: usize,
    money: Option<(u64, Money)>,
    interval: Interval,
}

impl Table {
    /// Creates an empty table for bars of this interval.
    pub(in crate::import) fn new(interval: Interval) -> Self {
        Self {
            rows: SortedRuns::default(),
            without_prices: 0,
            events: 0,
            money: None,
            interval,
        }
    }

    /// Adds the content of a line. Returns an error if its currency differs from the currency of
    /// earlier lines.
    pub(in crate::import) fn add(&mut self, line: u64, content: LineContent) -> Result<(), String> {
        let (bar, money) = match content {
            LineContent::Bar(bar, money) => (bar, money),
            LineContent::NoPrices => {
                self.without_prices += 1;
                return Ok(());
            }
            LineContent::Event => {
                self.events += 1;
                return Ok(());
            }
            LineContent::OtherShareSeries => return Ok(()),
        };
        match (self.money, money) {
            (Some((other_line, other)), Some(money)) if !money.agrees(other) => {
                return Err(format!(
                    "the price is in {money}, but the price in line {other_line} is in {other}"
                ));
            }
            (None, Some(money)) => self.money = Some((line, money)),
            _ => {}
        }
        self.rows.add(line, bar);
        Ok(())
    }

    /// Returns the number of rows that are not packed yet.
    pub(in crate::import) fn unpacked(&self) -> usize {
        self.rows.unpacked()
    }

    /// Packs the unpacked rows.
    pub(in crate::import) fn pack(&mut self) {
        self.rows.pack();
    }

    /// Returns the currency that the lines name.
    pub(in crate::import) fn money(&self) -> Option<Money> {
        self.money.map(|(_, money)| money)
    }

    /// Returns the bars in ascending order, and the lines that were omitted because an earlier line
    /// has different values for the same time.
    pub(in crate::import) fn into_bars(self) -> (PackedBars, Vec<(u64, String)>) {
        let interval = self.interval;
        let (bars, conflicts) = self.rows.into_bars();
        let reason = |other_line: u64| {
            let hint = if interval == Interval::Day {
                "; does the file contain bars of a shorter interval?"
            } else {
                ""
            };
            format!("line {other_line} has different values for the same time{hint}")
        };
        let conflicts = conflicts.into_iter();
        (
            bars,
            conflicts
                .map(|(line, other_line)| (line, reason(other_line)))
                .collect(),
        )
    }

    /// Returns the contents, or all errors. `create_error` creates an error from a line and a
    /// reason.
    pub(super) fn finish(
        self,
        mut errors: Vec<LineError>,
        notes: Vec<String>,
        create_error: impl Fn(u64, String) -> LineError,
    ) -> Result<ParsedFile, Vec<LineError>> {
        let (without_prices, events, money) = (self.without_prices, self.events, self.money);
        let interval = self.interval;
        let (bars, conflicts) = self.into_bars();
        let conflicts = conflicts.into_iter();
        errors.extend(conflicts.map(|(line, reason)| create_error(line, reason)));
        errors.sort_by_key(|error| error.line);
        if errors.is_empty() {
            errors.extend(interval_error(&bars, interval));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        if bars.is_empty() {
            return Err(vec![at(1, "no line has a price")]);
        }
        Ok(ParsedFile {
            bars,
            without_prices,
            events,
            money,
            notes,
        })
    }
}

/// Returns an error if a bar starts before the previous bar has ended, because the specified
/// interval is then wrong.
fn interval_error(bars: &PackedBars, interval: Interval) -> Option<LineError> {
    let mut previous = None;
    for (line, bar) in bars.iter_numbered() {
        if previous.is_some_and(|previous| bar.start - previous < interval.seconds()) {
            return Some(at(
                line,
                format!(
                    "the bars are closer together than {}; import them with another interval",
                    interval.as_str()
                ),
            ));
        }
        previous = Some(bar.start);
    }
    None
}
