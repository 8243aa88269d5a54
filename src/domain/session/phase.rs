//! Phases and sessions of a trading day.

use std::ops::Range;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::civil::{self, DAY};

/// Length of after-hours trading in seconds: 16:00 to 20:00, or 13:00 to 17:00.
const AFTER_HOURS_SECONDS: i64 = clock(4, 0);

/// Length of overnight trading in seconds.
const OVERNIGHT_SECONDS: i64 = clock(8, 0);

/// Returns a time of day in seconds.
pub(super) const fn clock(hour: i64, minute: i64) -> i64 {
    hour * 3_600 + minute * 60
}

/// Trading phase of a market.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the regular session, 4:00–9:30 Eastern.
    Pre,
    /// The regular session.
    Regular,
    /// After the regular session, 16:00–20:00 Eastern.
    Post,
    /// Night, weekend or holiday.
    Closed,
    /// The market never closes.
    Always,
    /// The trading hours are unknown.
    Unknown,
    /// The night before a session, 20:00–4:00 Eastern, in which other venues trade US stocks. Only prices have this
    /// phase; the exchange itself is closed.
    Overnight,
}

impl Phase {
    /// Returns true if the market trades, or its hours are unknown.
    pub(crate) fn may_trade(self) -> bool {
        matches!(self, Self::Regular | Self::Always | Self::Unknown)
    }
}

/// One regular session.
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
    pub(crate) fn early_open(&self) -> i64 {
        self.open - clock(5, 30)
    }

    /// Returns the range of overnight trading before a New York session: 20:00 to 4:00.
    pub(crate) fn night(&self) -> Range<i64> {
        self.early_open() - OVERNIGHT_SECONDS..self.early_open()
    }

    /// Returns the end of after-hours trading of a New York session: four hours after the close.
    pub(crate) fn late_close(&self) -> i64 {
        self.close + AFTER_HOURS_SECONDS
    }

    /// Returns the part of a day that a chart shows with extended hours: 7:00 to 18:00 on a full day.
    pub(crate) fn with_extended_hours(&self) -> Range<i64> {
        self.open - clock(2, 30)..self.close + clock(2, 0)
    }

    /// Returns the start of this session's daily bar: 00:00 UTC of the exchange's date, in Unix seconds.
    pub fn day_start(&self) -> i64 {
        civil::number(self.date) * DAY
    }
}
