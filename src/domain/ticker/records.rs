//! Records on the origin of a ticker and its data: follow, import, fetches, excluded bars.

use serde::{Deserialize, Serialize};

use crate::domain::bar::Interval;

/// A bar that is excluded as implausible: it is far from the bars before and after it, and neither the 52-week range nor
/// its volume confirms it (see [`crate::domain::outliers`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExcludedBar {
    /// Length of the bar.
    pub interval: Interval,
    /// Start in Unix seconds.
    pub start: i64,
}

/// Record that a user follows a ticker outside the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowInfo {
    /// Symbol at the provider that found it.
    pub symbol: String,
    /// Time of the follow request.
    pub at: jiff::Timestamp,
    /// Time when the ticker was last opened, watched or on a list; accurate to the hour.
    pub used_at: jiff::Timestamp,
}

/// Times when a ticker's history and facts were last fetched.
///
/// The store writes them in the same transaction as the bars. So a time proves that the response is on disk.
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
    /// Row of a list of all stocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<jiff::Timestamp>,
    /// Figures from financial reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statements: Option<jiff::Timestamp>,
    /// Filings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filings: Option<jiff::Timestamp>,
}

impl FetchTimes {
    /// Returns the time of the last fetch of bars of an interval.
    pub fn of(&self, interval: Interval) -> Option<jiff::Timestamp> {
        match interval {
            Interval::FiveMinutes => self.five_minutes,
            Interval::Hour => self.hour,
            Interval::Day => self.day,
        }
    }

    /// Returns true if bars of an interval were fetched within `max_age` before `now`.
    pub(crate) fn is_recent(
        &self,
        interval: Interval,
        max_age: jiff::SignedDuration,
        now: jiff::Timestamp,
    ) -> bool {
        self.of(interval)
            .is_some_and(|at| at <= now && now.duration_since(at) < max_age)
    }

    /// Records a fetch of bars of an interval. `covers_years` is true if the response covers several years.
    pub(crate) fn record(&mut self, interval: Interval, covers_years: bool, at: jiff::Timestamp) {
        match interval {
            Interval::FiveMinutes => self.five_minutes = Some(at),
            Interval::Hour => self.hour = Some(at),
            Interval::Day => self.day = Some(at),
        }
        if covers_years {
            self.years = Some(at);
        }
    }

    /// Deletes the fetch time of an interval, so that its bars are fetched again.
    pub(crate) fn clear(&mut self, interval: Interval) {
        match interval {
            Interval::FiveMinutes => self.five_minutes = None,
            Interval::Hour => self.hour = None,
            Interval::Day => (self.day, self.years) = (None, None),
        }
    }
}

/// Record of the last file import of a ticker's bars.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportInfo {
    /// File name without directory.
    pub file: String,
    /// Time of the import.
    pub at: jiff::Timestamp,
    /// Number of bars in the file.
    pub bars: u32,
    /// Bar lengths imported from this file and from earlier files.
    #[serde(default)]
    pub intervals: Vec<Interval>,
}
