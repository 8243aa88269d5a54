//! The bars of a file, by start.

use std::collections::BTreeMap;

use super::{
    error::{LineError, at},
    money::Money,
    row::Outcome,
};
use crate::domain::bar::{Bar, Interval};

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

/// Bars with the line that each came from.
#[derive(Debug)]
pub(in crate::import) struct Table {
    bars: BTreeMap<i64, (u64, Bar)>,
    without_prices: usize,
    events: usize,
    money: Option<(u64, Money)>,
    interval: Interval,
}

impl Table {
    /// An empty table for bars of one length.
    pub(in crate::import) fn new(interval: Interval) -> Self {
        Self {
            bars: BTreeMap::new(),
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
        match self.bars.get(&bar.start) {
            Some((before, other)) if *other != bar => Err(format!(
                "line {before} has other values for the same time{}",
                if self.interval == Interval::Day {
                    "; is this a file of shorter bars?"
                } else {
                    ""
                }
            )),
            _ => {
                self.bars.entry(bar.start).or_insert((line, bar));
                Ok(())
            }
        }
    }

    /// What the lines say that their prices are in.
    pub(in crate::import) fn money(&self) -> Option<Money> {
        self.money.map(|(_, money)| money)
    }

    /// The bars, ascending.
    pub(in crate::import) fn into_bars(self) -> Vec<Bar> {
        self.bars.into_values().map(|(_, bar)| bar).collect()
    }

    /// The bars, unless anything was wrong.
    pub(super) fn finish(
        self,
        mut errors: Vec<LineError>,
        notes: Vec<String>,
    ) -> Result<Parsed, Vec<LineError>> {
        if errors.is_empty() {
            errors.extend(self.too_close());
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        if self.bars.is_empty() {
            return Err(vec![at(1, "no line has a price")]);
        }
        Ok(Parsed {
            bars: self.bars.into_values().map(|(_, bar)| bar).collect(),
            without_prices: self.without_prices,
            events: self.events,
            money: self.money,
            notes,
        })
    }

    /// Bars that start before the one before them has ended: they are not of this interval.
    fn too_close(&self) -> Option<LineError> {
        let mut before = None;
        for (start, (line, _)) in &self.bars {
            if before.is_some_and(|before| start - before < self.interval.seconds()) {
                return Some(at(
                    *line,
                    format!(
                        "the bars are closer together than {}; import them with another interval",
                        self.interval.as_str()
                    ),
                ));
            }
            before = Some(*start);
        }
        None
    }
}
