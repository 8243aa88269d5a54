//! The bars of a file, by start.

use super::{
    error::{LineError, at},
    money::Money,
    row::Outcome,
    runs::Runs,
};
use crate::domain::{
    bar::{Bar, Interval},
    packed_bars::PackedBars,
};

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// Ascending by start; never empty.
    pub bars: Vec<Bar>,
    /// Rows without any price, as some sources write for holidays.
    pub without_prices: usize,
    /// Rows of dividends and splits between the bars.
    pub events: usize,
    /// What the file says that its prices are in, and where.
    pub money: Option<(u64, Money)>,
    /// Sentences about what was assumed.
    pub notes: Vec<String>,
}

/// The same of a file of any length.
#[derive(Debug)]
pub(in crate::import) struct ParsedFile {
    /// Ascending by start; never empty.
    pub(in crate::import) bars: PackedBars,
    pub(in crate::import) without_prices: usize,
    pub(in crate::import) events: usize,
    pub(in crate::import) money: Option<(u64, Money)>,
    pub(in crate::import) notes: Vec<String>,
}

impl From<ParsedFile> for Parsed {
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

/// Bars with the line that each came from.
#[derive(Debug)]
pub(in crate::import) struct Table {
    rows: Runs,
    without_prices: usize,
    events: usize,
    money: Option<(u64, Money)>,
    interval: Interval,
}

impl Table {
    /// An empty table for bars of one length.
    pub(in crate::import) fn new(interval: Interval) -> Self {
        Self {
            rows: Runs::default(),
            without_prices: 0,
            events: 0,
            money: None,
            interval,
        }
    }

    /// Adds what a line is; the prices of all lines are in one currency.
    pub(in crate::import) fn add(&mut self, line: u64, outcome: Outcome) -> Result<(), String> {
        let (bar, money) = match outcome {
            Outcome::Bar(bar, money) => (bar, money),
            Outcome::NoPrices => {
                self.without_prices += 1;
                return Ok(());
            }
            Outcome::Event => {
                self.events += 1;
                return Ok(());
            }
            Outcome::OtherSeries => return Ok(()),
        };
        match (self.money, money) {
            (Some((before, other)), Some(money)) if !money.agrees(other) => {
                return Err(format!(
                    "the price is in {money}, and that of line {before} in {other}"
                ));
            }
            (None, Some(money)) => self.money = Some((line, money)),
            _ => {}
        }
        self.rows.add(line, bar);
        Ok(())
    }

    /// Rows that wait to be packed.
    pub(in crate::import) fn waiting(&self) -> usize {
        self.rows.waiting()
    }

    /// Packs what waits.
    pub(in crate::import) fn pack(&mut self) {
        self.rows.pack();
    }

    /// What the lines say that their prices are in.
    pub(in crate::import) fn money(&self) -> Option<Money> {
        self.money.map(|(_, money)| money)
    }

    /// The bars, ascending, and the lines with other values for the time of an earlier line, which are left out.
    pub(in crate::import) fn into_bars(self) -> (PackedBars, Vec<(u64, String)>) {
        let interval = self.interval;
        let (bars, conflicts) = self.rows.into_bars();
        let reason = |before: u64| {
            let hint = if interval == Interval::Day {
                "; is this a file of shorter bars?"
            } else {
                ""
            };
            format!("line {before} has other values for the same time{hint}")
        };
        let conflicts = conflicts.into_iter();
        (
            bars,
            conflicts
                .map(|(line, before)| (line, reason(before)))
                .collect(),
        )
    }

    /// The bars, unless anything was wrong; `wrong` makes an error of a line and a reason.
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

/// A bar that starts before the one before it has ended: it is not of this interval.
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
