//! What a provider says about single days of an exchange: a day is closed, or short, which neither
//! its usual hours nor its calendar tell.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::civil;

/// Days that are remembered at most.
pub(super) const MAX_DAYS: usize = 6;

/// A trading period as a provider tells it: of today, of the last day or of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TradingPeriod {
    /// Unix seconds of the opening of the regular session.
    pub open: i64,
    /// Unix seconds, to the hour, of the newest price that the provider has.
    pub priced_at: Option<i64>,
}

/// One day of an exchange as a provider told it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToldDay {
    /// The exchange's date.
    pub date: Date,
    /// Opening and close in seconds of the exchange's day; `None` when it is closed.
    pub hours: Option<(u32, u32)>,
}

/// The told days of an exchange by value, the newest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct ToldDays([Option<ToldDay>; MAX_DAYS]);

impl ToldDays {
    pub(super) fn of(days: &[ToldDay]) -> Self {
        let mut told = Self::default();
        let newest = &days[days.len().saturating_sub(MAX_DAYS)..];
        for (place, day) in told.0.iter_mut().zip(newest) {
            *place = Some(*day);
        }
        told
    }

    /// What was told of the day with this number.
    pub(super) fn day(&self, day: i64) -> Option<ToldDay> {
        let mut told = self.0.iter().flatten();
        told.find(|told| civil::number(told.date) == day).copied()
    }
}
