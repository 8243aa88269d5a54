//! Conversion of a parsed time to the start of a bar.

use jiff::{Timestamp, civil::Time, tz::TimeZone};

use super::{date::When, format::Series};
use crate::domain::session::{Calendar, exchange_date};

/// Context for converting the times of a file.
pub(super) struct Clock<'a> {
    pub(super) series: &'a Series,
    /// Time zone from the user or the file.
    pub(super) zone: Option<&'a TimeZone>,
    /// True if times are in the time zone of a broker, which only the user knows.
    pub(super) is_broker_time: bool,
}

/// The usual times of daily bars in New York, in minutes since midnight: midnight, start of
/// pre-market trading, open, early close, regular close, end of after-hours trading.
const USUAL_MINUTES: [i32; 6] = [0, 4 * 60, 9 * 60 + 30, 13 * 60, 16 * 60, 20 * 60];

/// The reason why a time cannot be converted.
pub(super) enum TimeError {
    /// Text that completes a sentence that starts with the time.
    Reason(String),
    OutOfRange,
}

fn time_error<T>(reason: impl Into<String>) -> Result<T, TimeError> {
    Err(TimeError::Reason(reason.into()))
}

impl Clock<'_> {
    /// Returns 00:00 UTC on the date of the exchange. A time at midnight means its date, whatever
    /// the zone is. A timestamp at midnight UTC means its date in UTC.
    pub(super) fn day_of(&self, when: When) -> Result<i64, TimeError> {
        let calendar = self.series.calendar;
        let date = match when {
            When::Day(date) => date,
            When::Local(local) => match self.zone {
                Some(zone) if local.time() != Time::midnight() => {
                    let zoned = local.to_zoned(zone.clone());
                    let zoned = zoned.map_err(|_| TimeError::OutOfRange)?;
                    exchange_date(calendar, zoned.timestamp())
                }
                _ => local.date(),
            },
            When::Moment(_, local, _) if local.time() == Time::midnight() => local.date(),
            // Evening trades of futures and currencies belong to the next day. For other tickers,
            // the offset is the exchange's.
            When::Moment(timestamp, ..)
                if matches!(calendar, Calendar::Futures | Calendar::Currencies) =>
            {
                exchange_date(calendar, timestamp)
            }
            When::Moment(_, local, offset) if offset.seconds() != 0 => local.date(),
            When::Moment(timestamp, ..) | When::Epoch(timestamp) => self.day_of_epoch(timestamp)?,
        };
        let midnight = date.to_zoned(TimeZone::UTC);
        let midnight = midnight.map_err(|_| TimeError::OutOfRange)?;
        Ok(midnight.timestamp().as_second())
    }

    fn day_of_epoch(&self, timestamp: Timestamp) -> Result<jiff::civil::Date, TimeError> {
        let utc = timestamp.to_zoned(TimeZone::UTC);
        if let Some(zone) = self.zone {
            return Ok(timestamp.to_zoned(zone.clone()).date());
        }
        if utc.time() == Time::midnight() {
            return Ok(utc.date());
        }
        let calendar = self.series.calendar;
        if calendar == Calendar::NewYork && !self.series.calendar_is_known {
            let local = timestamp.to_zoned(zone_of(calendar));
            let minutes = i32::from(local.hour()) * 60 + i32::from(local.minute());
            if !USUAL_MINUTES.contains(&minutes) {
                return time_error(format!(
                    "is {} in New York and {} in UTC, which is not a usual time for a daily bar; specify the exchange's zone with --time-zone ZONE",
                    local.strftime("%a %F %H:%M"),
                    utc.strftime("%a %F %H:%M"),
                ));
            }
        }
        Ok(exchange_date(calendar, timestamp))
    }

    /// Returns the point in time in Unix seconds.
    pub(super) fn moment_of(&self, when: When) -> Result<i64, TimeError> {
        let local = match when {
            When::Day(_) => {
                return time_error("has no time of day, which this interval needs");
            }
            When::Moment(timestamp, ..) | When::Epoch(timestamp) => {
                return Ok(timestamp.as_second());
            }
            When::Local(local) => local,
        };
        let zone = match self.zone {
            Some(zone) => zone.clone(),
            None if self.is_broker_time => {
                return time_error(
                    "is in the broker's time zone, which MetaTrader does not name; specify --time-zone ZONE, such as Europe/Athens or +02:00",
                );
            }
            None if self.series.calendar == Calendar::Currencies => {
                return time_error(
                    "has no time zone, and currencies have no exchange to take it from; specify --time-zone ZONE",
                );
            }
            None => zone_of(self.series.calendar),
        };
        let zoned = local.to_zoned(zone).map_err(|_| TimeError::OutOfRange)?;
        Ok(zoned.timestamp().as_second())
    }
}

/// Returns the time zone of an exchange, or UTC for markets that never close.
pub(super) fn zone_of(calendar: Calendar) -> TimeZone {
    let zone = calendar.time_zone().map(TimeZone::get);
    zone.and_then(Result::ok).unwrap_or(TimeZone::UTC)
}
