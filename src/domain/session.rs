//! Market sessions: when a kind of ticker trades.

use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use serde::Serialize;

/// Which hours a ticker keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Calendar {
    /// New York stock exchanges: 9:30–16:00 Eastern, US holidays and early closes.
    NewYork,
    /// Futures: Sunday 18:00 to Friday 17:00 Eastern with an hour's break at 17:00.
    Futures,
    /// Never closed.
    Always,
}

/// The phase a market is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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

impl Calendar {
    /// The session of the exchange's `date`, if it trades that day. `Always`: 00:00–24:00 UTC.
    pub fn session_on(self, date: Date) -> Option<Session> {
        let zone = if self == Self::Always {
            TimeZone::UTC
        } else {
            eastern()
        };
        let at = |date: Date, hour, minute| {
            date.at(hour, minute, 0, 0)
                .to_zoned(zone.clone())
                .map(|z| z.timestamp().as_second())
                .ok()
        };
        let weekday = date.weekday().to_monday_one_offset();
        match self {
            Self::Always => Some(Session {
                date,
                open: at(date, 0, 0)?,
                close: at(date.checked_add(1.day()).ok()?, 0, 0)?,
            }),
            Self::NewYork if weekday <= 5 => Some(Session {
                date,
                open: at(date, 9, 30)?,
                close: at(date, 16, 0)?,
            }),
            Self::Futures if weekday <= 5 => Some(Session {
                date,
                open: at(date.checked_sub(1.day()).ok()?, 18, 0)?,
                close: at(date, 17, 0)?,
            }),
            Self::NewYork | Self::Futures => None,
        }
    }
}

fn eastern() -> TimeZone {
    TimeZone::get("America/New_York").unwrap_or(TimeZone::UTC)
}

/// The exchange's date at `at`.
pub fn exchange_date(calendar: Calendar, at: Timestamp) -> Date {
    let zone = if calendar == Calendar::Always {
        TimeZone::UTC
    } else {
        eastern()
    };
    at.to_zoned(zone).date()
}
