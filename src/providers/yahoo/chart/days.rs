//! Which day it is where the exchange is.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::providers::yahoo::wire;

/// Seconds of a day.
pub(super) const DAY: i64 = 86_400;

/// The exchange's time zone: by name, because today's offset is wrong for half of the year.
pub(super) fn zone(meta: &wire::Meta) -> TimeZone {
    let named = meta.exchange_timezone_name.as_deref();
    named
        .and_then(|name| TimeZone::get(name).ok())
        .or_else(|| {
            let offset = jiff::tz::Offset::from_seconds(meta.gmtoffset.0? as i32).ok()?;
            Some(TimeZone::fixed(offset))
        })
        .unwrap_or(TimeZone::UTC)
}

/// The number of the day that `second` lies in, where the exchange is.
pub(super) fn day_of(second: i64, zone: &TimeZone) -> i64 {
    Timestamp::from_second(second).map_or(0, |at| {
        let offset = zone.to_offset(at).seconds();
        (second + i64::from(offset)).div_euclid(DAY)
    })
}

/// The date with the number `day`, counted from 1 January 1970.
pub(super) fn date(day: i64) -> Option<Date> {
    let midnight = Timestamp::from_second(day * DAY).ok()?;
    Some(midnight.to_zoned(TimeZone::UTC).date())
}
