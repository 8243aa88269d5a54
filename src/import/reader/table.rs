//! Collects the bars of a file by start.

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

/// The contents of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedBars {
    /// Ascending by start; never empty.
    pub bars: Vec<Bar>,
    /// Number of rows without prices, which some sources write for holidays.
    pub without_prices: usize,
    /// Number of dividends and splits between the bars.
    pub events: usize,
    /// Currency of the prices, with the line that names it.
    pub money: Option<(u64, Money)>,
    /// Notes about assumptions.
    pub notes: Vec<String>,
}

/// The contents of a file of any length.
#[derive(Debug)]
pub(in crate::import) struct ParsedFile {
    /// Ascending by start; never empty.
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

    /// Adds a line. Returns an error if its currency differs from that of earlier lines.
    pub(in crate::import) fn add(&mut self, line: u64, outcome: LineContent) -> Result<(), String> {
        let (bar, money) = match outcome {
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
            (Some((before, other)), Some(money)) if !money.agrees(other) => {
                return Err(format!(
                    "the price is in {money}, but that in line {before} is in {other}"
                ));
            }
            (None, Some(money)) => self.money = Some((line, money)),
            _ => {}
        }
        self.rows.add(line, bar);
        Ok(())
    }

    /// Returns the number of rows that are not packed yet.
    pub(in crate::import) fn waiting(&self) -> usize {
        self.rows.waiting()
    }

    /// Packs the waiting rows.
    pub(in crate::import) fn pack(&mut self) {
        self.rows.pack();
    }

    /// Returns the currency that the lines name.
    pub(in crate::import) fn money(&self) -> Option<Money> {
        self.money.map(|(_, money)| money)
    }

    /// Returns the bars, ascending, and the omitted lines that have different values for the time of an earlier line.
    pub(in crate::import) fn into_bars(self) -> (PackedBars, Vec<(u64, String)>) {
        let interval = self.interval;
        let (bars, conflicts) = self.rows.into_bars();
        let reason = |before: u64| {
            let hint = if interval == Interval::Day {
                "; does the file hold bars of a shorter interval?"
            } else {
                ""
            };
            format!("line {before} has different values for the same time{hint}")
        };
        let conflicts = conflicts.into_iter();
        (
            bars,
            conflicts
                .map(|(line, before)| (line, reason(before)))
                .collect(),
        )
    }

    /// Returns the bars, or all errors. `wrong` creates an error from a line and a reason.
    pub(super) fn finish(
        self,
        mut errors: Vec<LineError>,
        notes: Vec<String>,
        wrong: impl Fn(u64, String) -> LineError,
    ) -> Result<ParsedFile, Vec<LineError>> {
        let (without_prices, events, money) = (self.without_prices, self.events, self.money);
        let interval = self.interval;
        let (bars, conflicts) = self.into_bars();
        let conflicts = conflicts.into_iter();
        errors.extend(conflicts.map(|(line, reason)| wrong(line, reason)));
        errors.sort_by_key(|error| error.line);
        if errors.is_empty() {
            errors.extend(too_close(&bars, interval));
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

/// Returns an error for a bar that starts before the previous one has ended: the interval is wrong.
fn too_close(bars: &PackedBars, interval: Interval) -> Option<LineError> {
    let mut before = None;
    for (line, bar) in bars.numbered() {
        if before.is_some_and(|before| bar.start - before < interval.seconds()) {
            return Some(at(
                line,
                format!(
                    "the bars are closer together than {}; import them with another interval",
                    interval.as_str()
                ),
            ));
        }
        before = Some(bar.start);
    }
    None
}
