//! Phases and sessions of a trading day.

use std::ops::Range;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::civil::{self, DAY};

/// Length of after-hours trading in seconds: 16:00 to 20:00, or 13:00 to 17:00 after an early close.
const AFTER_HOURS_SECONDS: i64 = time_of_day(4, 0);

/// Length of overnight trading in seconds.
const OVERNIGHT_SECONDS: i64 = time_of_day(8, 0);

/// Returns a time of day in seconds since midnight.
pub(super) const fn time_of_day(hour: i64, minute: i64) -> i64 {
    hour * 3_600 + minute * 60
}

/// Trading phase of an exchange or of a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Pre-market trading, in New York 4:00–9:30.
    Pre,
    /// The regular session.
    Regular,
    /// After-hours trading, in New York 16:00–20:00.
    Post,
    /// Night, weekend or holiday.
    Closed,
    /// The market never closes.
    Always,
    /// The trading hours are unknown.
    Unknown,
    /// The night before a session, 20:00–4:00 Eastern Time, when other venues trade US stocks. Only prices have this
    /// phase; the phase of the exchange is `Closed`.
    Overnight,
}

impl Phase {
    /// Returns true if regular trading is open, or may be because the hours are unknown.
    pub(crate) fn may_trade(self) -> bool {
        matches!(self, Self::Regular | Self::Always | Self::Unknown)
    }
}

/// A regular session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// The exchange's date, which is also the date of its daily bar.
    pub date: Date,
    /// Unix seconds of the opening.
    pub open: i64,
    /// Unix seconds of the close; a price at this second is the closing price.
    pub close: i64,
}

impl Session {
    /// Returns the start of pre-market trading of a New York session: 4:00, five and a half hours before the opening.
    pub(crate) fn pre_market_open(&self) -> i64 {
        self.open - time_of_day(5, 30)
    }

    /// Returns the time of overnight trading before a New York session: 20:00 to 4:00.
    pub(crate) fn overnight_range(&self) -> Range<i64> {
        self.pre_market_open() - OVERNIGHT_SECONDS..self.pre_market_open()
    }

    /// Returns the end of after-hours trading of a New York session: four hours after the close.
    pub(crate) fn after_hours_close(&self) -> i64 {
        self.close + AFTER_HOURS_SECONDS
    }

    /// Returns the range of a chart with extended hours: 7:00 to 18:00 on a full day in New York.
    pub(crate) fn extended_chart_range(&self) -> Range<i64> {
        self.open - time_of_day(2, 30)..self.close + time_of_day(2, 0)
    }

    /// Returns the start of this session's daily bar: 00:00 UTC of the exchange's date, in Unix seconds.
    pub fn daily_bar_start(&self) -> i64 {
        civil::day_number(self.date) * DAY
    }
}
