//! From what a file says of a time to the start of a bar.

use jiff::{Timestamp, civil::Time, tz::TimeZone};

use super::{date::When, format::Series};
use crate::domain::session::{Calendar, exchange_date};

/// By which clock the times of a file go.
pub(super) struct Clock<'a> {
    pub(super) series: &'a Series,
    /// What a person or the file says.
    pub(super) zone: Option<&'a TimeZone>,
    /// The clock of a broker, which only the person knows.
    pub(super) is_of_broker: bool,
}

/// Minutes of New York's day at which a day's bar is usually dated: midnight, the first trade before the session, its
/// opening, its closes, and the last trade after it.
const USUAL: [i32; 6] = [0, 4 * 60, 9 * 60 + 30, 13 * 60, 16 * 60, 20 * 60];

/// Why a time has no place.
pub(super) enum Unplaced {
    /// Behind the time itself in a sentence.
    Reason(String),
    OutOfRange,
}

fn because<T>(reason: impl Into<String>) -> Result<T, Unplaced> {
    Err(Unplaced::Reason(reason.into()))
}

impl Clock<'_> {
    /// 00:00 UTC of the exchange's date. What was written as midnight means its date, in any zone; so does midnight of UTC.
    pub(super) fn day_of(&self, when: When) -> Result<i64, Unplaced> {
        let calendar = self.series.calendar;
        let date = match when {
            When::Day(date) => date,
            When::Local(local) => match self.zone {
                Some(zone) if local.time() != Time::midnight() => {
                    let at = local.to_zoned(zone.clone());
                    let at = at.map_err(|_| Unplaced::OutOfRange)?;
                    exchange_date(calendar, at.timestamp())
                }
                _ => local.date(),
            },
            When::Moment(_, local, _) if local.time() == Time::midnight() => local.date(),
            // The evening of a future belongs to the next day; elsewhere the offset is the exchange's own.
            When::Moment(at, ..)
                if matches!(calendar, Calendar::Futures | Calendar::Currencies) =>
            {
                exchange_date(calendar, at)
            }
            When::Moment(_, local, offset) if offset.seconds() != 0 => local.date(),
            When::Moment(at, ..) | When::Epoch(at) => self.day_of_epoch(at)?,
        };
        let midnight = date.to_zoned(TimeZone::UTC);
        let midnight = midnight.map_err(|_| Unplaced::OutOfRange)?;
        Ok(midnight.timestamp().as_second())
    }

    fn day_of_epoch(&self, at: Timestamp) -> Result<jiff::civil::Date, Unplaced> {
        let utc = at.to_zoned(TimeZone::UTC);
        if let Some(zone) = self.zone {
            return Ok(at.to_zoned(zone.clone()).date());
        }
        if utc.time() == Time::midnight() {
            return Ok(utc.date());
        }
        let calendar = self.series.calendar;
        if calendar == Calendar::NewYork && !self.series.calendar_is_known {
            let local = at.to_zoned(zone_of(calendar));
            let minutes = i32::from(local.hour()) * 60 + i32::from(local.minute());
            if !USUAL.contains(&minutes) {
                return because(format!(
                    "is {} in New York and {} in UTC, which is no usual time of a day's bar; say --time-zone ZONE, the zone of the exchange",
                    local.strftime("%a %F %H:%M"),
                    utc.strftime("%a %F %H:%M"),
                ));
            }
        }
        Ok(exchange_date(calendar, at))
    }

    /// Unix seconds of the moment.
    pub(super) fn moment_of(&self, when: When) -> Result<i64, Unplaced> {
        let local = match when {
            When::Day(_) => {
                return because("has no time of day, which bars of this length need");
            }
            When::Moment(at, ..) | When::Epoch(at) => return Ok(at.as_second()),
            When::Local(local) => local,
        };
        let zone = match self.zone {
            Some(zone) => zone.clone(),
            None if self.is_of_broker => {
                return because(
                    "is a time of the broker's clock, which MetaTrader does not name; say --time-zone ZONE, such as Europe/Athens or +02:00",
                );
            }
            None if self.series.calendar == Calendar::Currencies => {
                return because(
                    "has no zone, and currencies have no exchange whose clock it could be; say --time-zone ZONE",
                );
            }
            None => zone_of(self.series.calendar),
        };
        let at = local.to_zoned(zone).map_err(|_| Unplaced::OutOfRange)?;
        Ok(at.timestamp().as_second())
    }
}

/// The zone of an exchange; UTC for what is always traded.
pub(super) fn zone_of(calendar: Calendar) -> TimeZone {
    let zone = calendar.time_zone().map(TimeZone::get);
    zone.and_then(Result::ok).unwrap_or(TimeZone::UTC)
}
