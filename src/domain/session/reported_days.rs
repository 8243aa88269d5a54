//! Single days of an exchange as reported by a provider: holidays and short days that neither the usual hours nor the
//! calendar contain.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::civil;

/// Maximum number of remembered days.
pub(super) const MAX_DAYS: usize = 6;

/// A trading period reported by a provider: of today, or of the last or next trading day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TradingPeriod {
    /// Unix seconds of the opening of the regular session.
    pub open: i64,
    /// Time of the provider's newest price, in Unix seconds, truncated to the hour.
    pub priced_at: Option<i64>,
}

/// A day of an exchange as reported by a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ReportedDay {
    /// The exchange's date.
    pub date: Date,
    /// Opening and close in seconds of the exchange's day; `None` if it is closed.
    pub hours: Option<(u32, u32)>,
}

/// The reported days of an exchange, as a value type; newest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct ReportedDays([Option<ReportedDay>; MAX_DAYS]);

impl ReportedDays {
    pub(super) fn of(days: &[ReportedDay]) -> Self {
        let mut reported = Self::default();
        let newest = &days[days.len().saturating_sub(MAX_DAYS)..];
        for (place, day) in reported.0.iter_mut().zip(newest) {
            *place = Some(*day);
        }
        reported
    }

    /// Returns the report on the day with this number.
    pub(super) fn day(&self, day: i64) -> Option<ReportedDay> {
        let mut reported = self.0.iter().flatten();
        reported
            .find(|reported| civil::number(reported.date) == day)
            .copied()
    }
}
