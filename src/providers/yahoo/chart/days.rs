//! Determines the trading day of a row or a price, in the time zone of the exchange.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::{
    domain::{
        session::{Calendar, exchange_date},
        ticker::Profile,
    },
    providers::yahoo::{profile, target::Target, wire},
};

/// The length of a day in seconds.
pub(super) const DAY: i64 = 86_400;
/// How long before the opening in the calendar a price may belong to the session, in seconds. Not all openings are known exactly.
const OPENING_TOLERANCE: i64 = 2 * 3_600;
/// The maximum number of consecutive days on which an exchange is closed.
const MAX_CLOSED_DAYS: i64 = 31;

/// Returns the time zone of the exchange, by its name if possible: the current offset is wrong for half of the year.
pub(super) fn zone(meta: &wire::Meta) -> TimeZone {
    let name = meta.exchange_timezone_name.as_deref();
    name.and_then(|name| TimeZone::get(name).ok())
        .or_else(|| {
            let offset = jiff::tz::Offset::from_seconds(meta.gmtoffset.0? as i32).ok()?;
            Some(TimeZone::fixed(offset))
        })
        .unwrap_or(TimeZone::UTC)
}

/// Returns the day number of `second` in the exchange's time zone.
pub(super) fn day_of(second: i64, zone: &TimeZone) -> i64 {
    Timestamp::from_second(second).map_or(0, |at| {
        let offset = zone.to_offset(at).seconds();
        (second + i64::from(offset)).div_euclid(DAY)
    })
}

/// Returns the day number of an event. An event at midnight UTC is a date without a time.
pub(super) fn day_of_event(second: i64, zone: &TimeZone) -> i64 {
    if second.rem_euclid(DAY) == 0 {
        second.div_euclid(DAY)
    } else {
        day_of(second, zone)
    }
}

/// Returns the date of a day number (days since 1 January 1970).
pub(super) fn date_of(day: i64) -> Option<Date> {
    let midnight = Timestamp::from_second(day * DAY).ok()?;
    Some(midnight.to_zoned(TimeZone::UTC).date())
}

/// Returns the day number of a date (days since 1 January 1970).
pub(super) fn day_number(date: Date) -> i64 {
    date.duration_since(jiff::civil::date(1970, 1, 1))
        .as_hours()
        / 24
}

/// Determines the trading days of a ticker. Days are numbers counted from 1 January 1970.
pub(super) struct Days {
    pub(super) zone: TimeZone,
    calendar: Calendar,
}

impl Days {
    /// Creates the trading days of `target`. Uses the exchange in the response if it names one.
    pub(super) fn of(meta: &wire::Meta, target: &Target) -> Self {
        let venue = profile::venue(meta);
        // The calendar of the target also contains holidays, so it is used if the exchange is the same.
        let target_zone = target.calendar().time_zone();
        let is_other_exchange = venue
            .time_zone
            .as_deref()
            .is_some_and(|zone| target_zone != Some(zone));
        let profile = Profile::new(&*target.symbol, "", target.kind).with_venue(venue);
        Self {
            zone: zone(meta),
            calendar: if is_other_exchange {
                profile.calendar()
            } else {
                target.calendar()
            },
        }
    }

    /// Returns the trading day of a row. A trading day of futures starts on the evening before; the trading week of currencies starts on
    /// Sunday evening.
    pub(super) fn of_row(&self, second: i64) -> i64 {
        let day = day_of(second, &self.zone);
        match self.calendar {
            Calendar::Futures => {
                let at = Timestamp::from_second(second).unwrap_or_default();
                day_number(exchange_date(self.calendar, at))
            }
            Calendar::Currencies if is_sunday(day) => day + 1,
            _ => day,
        }
    }

    /// Returns the trading day of a price.
    pub(super) fn of_price(&self, second: i64) -> i64 {
        let day = self.of_row(second);
        if !matches!(self.calendar, Calendar::NewYork | Calendar::Exchange(_)) {
            return day;
        }
        let is_near = |open: i64| second >= open - OPENING_TOLERANCE;
        if self.bounds(day).is_some_and(|(open, _)| is_near(open)) {
            return day;
        }
        let at = Timestamp::from_second(second).unwrap_or_default();
        day_number(self.calendar.session_at_or_before(at).date)
    }

    /// Returns the open and close of a day's session in Unix seconds; `None` for a day without a session.
    pub(super) fn bounds(&self, day: i64) -> Option<(i64, i64)> {
        let session = self.calendar.session_on(date_of(day)?)?;
        Some((session.open, session.close))
    }

    /// Returns the last trading day before `day`.
    pub(super) fn before(&self, day: i64) -> Option<i64> {
        let mut earlier_days = (day - MAX_CLOSED_DAYS..day).rev();
        earlier_days.find(|day| self.bounds(*day).is_some())
    }

    /// Returns the time of the price in a daily row, and true if it is the time of the row. The time of a row is used if it is within
    /// the session. Otherwise the price is dated at the close of the session, or at `now` during the session.
    pub(super) fn time_of_row(&self, second: i64, now: Timestamp) -> (i64, bool) {
        let now = now.as_second();
        let bounds = self.bounds(self.of_row(second));
        match bounds {
            Some((open, close)) if second > open && second < close => (second, true),
            Some((_, close)) => (close.min(now.max(second)), false),
            None => (second, false),
        }
    }

    /// Returns true if the session of a daily row has begun.
    pub(super) fn has_begun(&self, second: i64, now: Timestamp) -> bool {
        let open = match self.bounds(self.of_row(second)) {
            // A time shortly before the opening in the calendar is Yahoo's opening time.
            Some((open, _)) if second > open || second < open - OPENING_TOLERANCE => open,
            _ => second,
        };
        open <= now.as_second()
    }
}

fn is_sunday(day: i64) -> bool {
    // 1 January 1970 was a Thursday.
    (day + 4).rem_euclid(7) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{currency::Currency, ticker::TickerKind};

    fn days(kind: TickerKind, zone: &str) -> Days {
        let target = Target {
            symbol: "X".to_owned(),
            yahoo: "X".to_owned(),
            kind,
            currency: Currency::USD,
            calendar: kind.default_calendar(),
            is_followed: false,
        };
        let meta = format!(r#"{{"exchangeTimezoneName":"{zone}"}}"#);
        Days::of(&serde_json::from_str(&meta).unwrap(), &target)
    }

    fn second(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_second()
    }

    fn day(text: &str) -> i64 {
        day_number(text.parse().unwrap())
    }

    #[test]
    fn an_event_at_midnight_utc_is_dated_on_that_day_in_every_time_zone() {
        for zone in ["America/New_York", "Asia/Tokyo", "Europe/London"] {
            let zone = TimeZone::get(zone).unwrap();
            let event_day = day_of_event(second("2026-09-14T00:00:00Z"), &zone);
            assert_eq!(event_day, day("2026-09-14"));
        }
        let york = TimeZone::get("America/New_York").unwrap();
        let with_time = day_of_event(second("2026-09-14T00:30:00Z"), &york);
        assert_eq!(with_time, day("2026-09-13"));
    }

    #[test]
    fn the_previous_session_is_taken_from_the_calendar() {
        let york = days(TickerKind::Stock, "America/New_York");
        // Labor Day was Monday, 7 September 2026.
        assert_eq!(york.before(day("2026-09-08")), Some(day("2026-09-04")));
        assert_eq!(york.before(day("2026-09-09")), Some(day("2026-09-08")));
        let london = days(TickerKind::Stock, "Europe/London");
        assert_eq!(london.before(day("2026-09-01")), Some(day("2026-08-28")));
    }

    #[test]
    fn a_price_at_night_or_on_a_weekend_belongs_to_the_previous_session() {
        let york = days(TickerKind::Stock, "America/New_York");
        for at in [
            "2026-09-04T20:00:00Z",
            "2026-09-05T01:00:00Z",
            "2026-09-07T16:00:00Z",
        ] {
            assert_eq!(york.of_price(second(at)), day("2026-09-04"), "{at}");
        }
        assert_eq!(
            york.of_price(second("2026-09-08T13:31:00Z")),
            day("2026-09-08")
        );
    }

    #[test]
    fn evenings_of_futures_and_sundays_of_currencies_belong_to_the_next_day() {
        let futures = days(TickerKind::Commodity, "America/New_York");
        assert_eq!(
            futures.of_row(second("2026-09-13T23:00:00Z")),
            day("2026-09-14")
        );
        assert_eq!(
            futures.of_row(second("2026-09-14T04:00:00Z")),
            day("2026-09-14")
        );
        assert_eq!(
            futures.of_row(second("2026-09-14T23:00:00Z")),
            day("2026-09-15")
        );
        let pairs = days(TickerKind::Currency, "Europe/London");
        assert_eq!(
            pairs.of_row(second("2026-09-13T22:30:00Z")),
            day("2026-09-14")
        );
        assert_eq!(
            pairs.of_row(second("2026-09-14T23:00:00Z")),
            day("2026-09-15")
        );
    }

    #[test]
    fn a_row_without_a_time_is_dated_at_the_close() {
        let york = days(TickerKind::Stock, "America/New_York");
        let later = "2026-09-12T12:00:00Z".parse().unwrap();
        let at = |text, now| york.time_of_row(second(text), now);
        let close = second("2026-09-11T20:00:00Z");
        assert_eq!(at("2026-09-11T13:30:00Z", later), (close, false));
        assert_eq!(at("2026-09-11T04:00:00Z", later), (close, false));
        assert_eq!(at("2026-09-11T23:05:00Z", later), (close, false));
        let live = second("2026-09-11T15:00:07Z");
        assert_eq!(at("2026-09-11T15:00:07Z", later), (live, true));
        let noon = "2026-09-11T16:00:00Z".parse().unwrap();
        assert_eq!(
            at("2026-09-11T13:30:00Z", noon),
            (second("2026-09-11T16:00:00Z"), false)
        );
    }

    #[test]
    fn a_session_has_begun_once_the_exchange_has_opened() {
        let berlin = days(TickerKind::Stock, "Europe/Berlin");
        let row = second("2026-09-16T07:00:00Z");
        assert!(!berlin.has_begun(row, "2026-09-16T06:30:00Z".parse().unwrap()));
        assert!(berlin.has_begun(row, "2026-09-16T07:00:00Z".parse().unwrap()));
        let midnight = second("2026-09-15T22:00:00Z");
        assert!(!berlin.has_begun(midnight, "2026-09-16T06:30:00Z".parse().unwrap()));
    }
}
