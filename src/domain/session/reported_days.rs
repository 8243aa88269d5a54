//! Days with unusual hours, as a provider reports them: holidays and short days that are missing in the built-in
//! calendar.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::civil;

/// Maximum number of reported days per exchange.
pub(super) const MAX_DAYS: usize = 6;

/// A trading period reported by a provider: today's, the previous trading day's or the next one's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TradingPeriod {
    /// Unix seconds of the opening of the regular session.
    pub open: i64,
    /// Time of the provider's newest price, in Unix seconds, truncated to the hour.
    pub priced_at: Option<i64>,
}

/// The hours of one day, as a provider reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ReportedDay {
    /// The exchange's date.
    pub date: Date,
    /// Opening and close in seconds since local midnight; `None` if the exchange is closed.
    pub hours: Option<(u32, u32)>,
}

/// The reported days of an exchange, newest last. The array has a fixed size, so that a calendar can be `Copy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct ReportedDays([Option<ReportedDay>; MAX_DAYS]);

impl ReportedDays {
    /// Creates the value from the newest [`MAX_DAYS`] of `days` (ascending).
    pub(super) fn new(days: &[ReportedDay]) -> Self {
        let mut array = [None; MAX_DAYS];
        let newest = &days[days.len().saturating_sub(MAX_DAYS)..];
        for (element, day) in array.iter_mut().zip(newest) {
            *element = Some(*day);
        }
        Self(array)
    }

    /// Returns the reported day with this day number.
    pub(super) fn find(&self, day: i64) -> Option<ReportedDay> {
        let mut days = self.0.iter().flatten();
        days.find(|reported| civil::day_number(reported.date) == day)
            .copied()
    }
}
