//! What is noted of a ticker: how it came to be followed or imported, what was fetched, and which bars are left out.

use serde::{Deserialize, Serialize};

use crate::domain::bar::Interval;

/// A bar that cannot be true: many times off those on both sides of it, and borne out neither by the year's range nor by its
/// volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOutBar {
    /// Its length.
    pub interval: Interval,
    /// When it starts, in Unix seconds.
    pub start: i64,
}

/// How a ticker came to be followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Followed {
    /// Its symbol at the provider that knew it.
    pub symbol: String,
    /// Since when.
    pub at: jiff::Timestamp,
    /// When it was last opened, watched or on a list, give or take an hour.
    pub used_at: jiff::Timestamp,
}

/// When the history of a ticker was last fetched, by the length of its bars, and facts about it. What is stored here is
/// stored together with the bars: a request that is noted was answered, and its bars are on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Fetched {
    /// Bars of five minutes.
    #[serde(default)]
    pub five_minutes: Option<jiff::Timestamp>,
    /// Bars of an hour.
    #[serde(default)]
    pub hour: Option<jiff::Timestamp>,
    /// Bars of a day.
    #[serde(default)]
    pub day: Option<jiff::Timestamp>,
    /// Bars of a day over years, with dividends and splits.
    #[serde(default)]
    pub years: Option<jiff::Timestamp>,
    /// Facts about it: market value, sector, dates to come.
    #[serde(default)]
    pub facts: Option<jiff::Timestamp>,
}

impl Fetched {
    /// When bars of this length were last fetched.
    pub fn of(&self, interval: Interval) -> Option<jiff::Timestamp> {
        match interval {
            Interval::FiveMinutes => self.five_minutes,
            Interval::Hour => self.hour,
            Interval::Day => self.day,
        }
    }

    /// Notes that bars of this length were fetched, over years or less.
    pub(crate) fn note(&mut self, interval: Interval, over_years: bool, at: jiff::Timestamp) {
        match interval {
            Interval::FiveMinutes => self.five_minutes = Some(at),
            Interval::Hour => self.hour = Some(at),
            Interval::Day => self.day = Some(at),
        }
        if over_years {
            self.years = Some(at);
        }
    }

    /// Notes that bars of this length are missing, so that all of them are asked for again.
    pub(crate) fn forget(&mut self, interval: Interval) {
        match interval {
            Interval::FiveMinutes => self.five_minutes = None,
            Interval::Hour => self.hour = None,
            Interval::Day => (self.day, self.years) = (None, None),
        }
    }
}

/// Where a file import came from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportedFrom {
    /// The file's name, without its folder.
    pub file: String,
    /// When it was read.
    pub at: jiff::Timestamp,
    /// How many bars it held.
    pub bars: u32,
    /// The lengths of bar that were read from files: this one's, and those of files before it.
    #[serde(default)]
    pub intervals: Vec<Interval>,
}
