//! What a day of trading is made of.

use std::ops::Range;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::civil::{self, DAY};

/// How long trading goes on after the regular close: 16:00 to 20:00, or 13:00 to 17:00.
const LATE_TRADING: i64 = clock(4, 0);

/// How long other venues trade in the night.
const OVERNIGHT: i64 = clock(8, 0);

/// A time of day, in seconds.
pub(super) const fn clock(hour: i64, minute: i64) -> i64 {
    hour * 3_600 + minute * 60
}

/// The phase a market is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the regular session, 4:00–9:30 Eastern.
    Pre,
    /// The regular session.
    Regular,
    /// After it, 16:00–20:00 Eastern.
    Post,
    /// Night, weekend or holiday.
    Closed,
    /// The market never closes.
    Always,
    /// Nobody tells when the market trades.
    Unknown,
    /// The night before a session, 20:00–4:00 Eastern, in which other venues trade shares. A market is never in it: its
    /// exchange is closed.
    Overnight,
}

impl Phase {
    /// Whether the market trades, or may: nobody tells when it does not.
    pub(crate) fn may_trade(self) -> bool {
        matches!(self, Self::Regular | Self::Always | Self::Unknown)
    }
}

/// One regular session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// The exchange's date: what its daily bar is filed under.
    pub date: Date,
    /// Unix seconds of the opening.
    pub open: i64,
    /// Unix seconds of the close; a price at this second is the closing price.
    pub close: i64,
}

impl Session {
    /// When trading begins before this session of New York: at 4:00, five and a half hours before it.
    pub(crate) fn early_open(&self) -> i64 {
        self.open - clock(5, 30)
    }

    /// When other venues trade the shares of New York in the night before this session: from 20:00 to 4:00.
    pub(crate) fn night(&self) -> Range<i64> {
        self.early_open() - OVERNIGHT..self.early_open()
    }

    /// When trading ends after this session of New York: four hours after it.
    pub(crate) fn late_close(&self) -> i64 {
        self.close + LATE_TRADING
    }

    /// What a chart shows of a day with trading before and after its session: 7:00 to 18:00 of a full day.
    pub(crate) fn with_extended_hours(&self) -> Range<i64> {
        self.open - clock(2, 30)..self.close + clock(2, 0)
    }

    /// Where a daily bar of this session starts: 00:00 UTC of the exchange's date.
    pub fn day_start(&self) -> i64 {
        civil::number(self.date) * DAY
    }
}
