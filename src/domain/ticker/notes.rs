//! Bookkeeping of a ticker: how it was followed or imported, what was fetched, which bars are excluded.

use serde::{Deserialize, Serialize};

use crate::domain::bar::Interval;

/// An implausible bar: far from its neighbors on both sides, and confirmed neither by the 52-week range nor by its
/// volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExcludedBar {
    /// Length of the bar.
    pub interval: Interval,
    /// Start in Unix seconds.
    pub start: i64,
}

/// How a user followed a ticker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowInfo {
    /// Symbol at the provider that found it.
    pub symbol: String,
    /// When it was followed.
    pub at: jiff::Timestamp,
    /// When it was last opened, watched or on a list; accurate to the hour.
    pub used_at: jiff::Timestamp,
}

/// Times of the last fetch of a ticker's history, by bar length, and of its facts.
///
/// Stored in the same transaction as the bars: a time means that the request was answered and its bars are on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FetchTimes {
    /// Five-minute bars.
    #[serde(default)]
    pub five_minutes: Option<jiff::Timestamp>,
    /// Hourly bars.
    #[serde(default)]
    pub hour: Option<jiff::Timestamp>,
    /// Daily bars.
    #[serde(default)]
    pub day: Option<jiff::Timestamp>,
    /// Daily bars over several years, with dividends and splits.
    #[serde(default)]
    pub years: Option<jiff::Timestamp>,
    /// Facts: market cap, sector, upcoming dates.
    #[serde(default)]
    pub facts: Option<jiff::Timestamp>,
}

impl FetchTimes {
    /// Returns the time of the last fetch of bars of this length.
    pub fn of(&self, interval: Interval) -> Option<jiff::Timestamp> {
        match interval {
            Interval::FiveMinutes => self.five_minutes,
            Interval::Hour => self.hour,
            Interval::Day => self.day,
        }
    }

    /// Returns true if bars of this length were fetched within `max_age` before `now`.
    pub(crate) fn is_recent(
        &self,
        interval: Interval,
        max_age: jiff::SignedDuration,
        now: jiff::Timestamp,
    ) -> bool {
        self.of(interval)
            .is_some_and(|at| at <= now && now.duration_since(at) < max_age)
    }

    /// Records a fetch of bars of this length; `over_years` if it covered several years.
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

    /// Clears the record, so that all bars of this length are fetched again.
    pub(crate) fn forget(&mut self, interval: Interval) {
        match interval {
            Interval::FiveMinutes => self.five_minutes = None,
            Interval::Hour => self.hour = None,
            Interval::Day => (self.day, self.years) = (None, None),
        }
    }
}

/// The file import that a ticker's bars came from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportInfo {
    /// File name without directory.
    pub file: String,
    /// Time of the import.
    pub at: jiff::Timestamp,
    /// Number of bars in the file.
    pub bars: u32,
    /// Bar lengths imported from this file and from files before it.
    #[serde(default)]
    pub intervals: Vec<Interval>,
}
