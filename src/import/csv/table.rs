//! The bars of a file, by start.

use std::collections::BTreeMap;

use super::error::{LineError, at};
use crate::domain::bar::{Bar, Interval};

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// Ascending by start; never empty.
    pub bars: Vec<Bar>,
    /// Rows without any price, as some sources write for holidays.
    pub without_prices: usize,
}

/// Bars with the line that each came from.
pub(super) struct Table {
    bars: BTreeMap<i64, (u64, Bar)>,
    without_prices: usize,
    interval: Interval,
}

impl Table {
    /// An empty table for bars of one length.
    pub(super) fn new(interval: Interval) -> Self {
        Self {
            bars: BTreeMap::new(),
            without_prices: 0,
            interval,
        }
    }

    /// Adds the bar of a line, or counts a line without prices.
    pub(super) fn add(&mut self, line: u64, bar: Option<Bar>) -> Result<(), String> {
        let Some(bar) = bar else {
            self.without_prices += 1;
            return Ok(());
        };
        match self.bars.insert(bar.start, (line, bar)) {
            Some((before, other)) if other != bar => Err(format!(
                "line {before} has other values for the same time{}",
                if self.interval == Interval::Day {
                    "; is this a file of shorter bars?"
                } else {
                    ""
                }
            )),
            _ => Ok(()),
        }
    }

    /// The bars, unless anything was wrong.
    pub(super) fn finish(self, mut errors: Vec<LineError>) -> Result<Parsed, Vec<LineError>> {
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
