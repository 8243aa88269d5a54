//! The order of numbers in a date, and parsed times.

use std::fmt;

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
    tz::Offset,
};

/// Order of day, month and year in numeric dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// `31/01/2024`
    DayMonthYear,
    /// `01/31/2024`
    MonthDayYear,
    /// `2024/01/31`
    YearMonthDay,
}

impl DateOrder {
    pub(super) const ALL: [Self; 3] = [Self::DayMonthYear, Self::MonthDayYear, Self::YearMonthDay];

    /// Parses `dmy`, `mdy` or `ymd`.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.word() == word)
    }

    /// Returns the word that [`DateOrder::parse`] reads.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::DayMonthYear => "dmy",
            Self::MonthDayYear => "mdy",
            Self::YearMonthDay => "ymd",
        }
    }
}

impl fmt::Display for DateOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DayMonthYear => "day, month, year",
            Self::MonthDayYear => "month, day, year",
            Self::YearMonthDay => "year, month, day",
        })
    }
}

/// A parsed time of a bar, which is a day or a point in time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::import) enum When {
    /// A date without a time of day.
    Day(Date),
    /// A local time without an offset.
    Local(DateTime),
    /// A point in time that was written with an offset, the local time at this offset, and the
    /// offset.
    Moment(Timestamp, DateTime, Offset),
    /// A Unix timestamp, which has no local time.
    Epoch(Timestamp),
}

impl When {
    pub(super) fn of(date: Date, time: Option<Time>) -> Self {
        time.map_or(Self::Day(date), |time| Self::Local(date.to_datetime(time)))
    }

    pub(super) fn at_offset(self, offset: Offset) -> Option<Self> {
        match self {
            Self::Local(local) => {
                let moment = offset.to_timestamp(local).ok()?;
                Some(Self::Moment(moment, local, offset))
            }
            Self::Day(_) => Some(self),
            Self::Moment(..) | Self::Epoch(_) => None,
        }
    }
}
