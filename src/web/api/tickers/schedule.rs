//! Trading hours of a ticker's market.

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::session::{Calendar, exchange_date},
    web::api::shapes::seconds,
};

/// How many days ahead the next holiday is searched.
const DAYS_AHEAD: i32 = 370;

/// Trading hours of a ticker's market.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Schedule {
    /// Start of the open session, or of the next one.
    #[schema(value_type = String, format = DateTime)]
    opens_at: Timestamp,
    /// End of that session.
    #[schema(value_type = String, format = DateTime)]
    closes_at: Timestamp,
    /// Break in the middle of that session; null if there is none.
    midday_break: Option<MiddayBreak>,
    /// The next weekday without trading; null if no holiday of the exchange is known.
    next_closed: Option<ClosedDay>,
    /// Whether all holidays of this year are known. Otherwise, the hours are those of a usual day, although the exchange may be
    /// closed.
    holidays_known: bool,
}

/// A break in the middle of a session.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MiddayBreak {
    /// Start.
    #[schema(value_type = String, format = DateTime)]
    starts_at: Timestamp,
    /// End.
    #[schema(value_type = String, format = DateTime)]
    ends_at: Timestamp,
}

/// A weekday on which an exchange is closed.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ClosedDay {
    /// The date in the exchange's time zone.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Name of the holiday.
    name: &'static str,
}

impl Schedule {
    /// Returns the hours of a market at `now`; `None` for one that never closes, and if its hours are unknown.
    pub(crate) fn of(calendar: Calendar, now: Timestamp) -> Option<Self> {
        calendar.time_zone().filter(|_| calendar.knows_hours())?;
        let today = exchange_date(calendar, now);
        let last = calendar.session_at_or_before(now);
        let session = if last.close > now.as_second() {
            last
        } else {
            calendar.next_session(now)
        };
        Some(Self {
            opens_at: seconds(session.open),
            closes_at: seconds(session.close),
            midday_break: calendar.lunch_break(&session).map(|pause| MiddayBreak {
                starts_at: seconds(pause.start),
                ends_at: seconds(pause.end),
            }),
            next_closed: next_closed(calendar, today),
            holidays_known: calendar.knows_holidays(today),
        })
    }
}

fn next_closed(calendar: Calendar, today: Date) -> Option<ClosedDay> {
    (1..DAYS_AHEAD).find_map(|days| {
        let date = today.checked_add(days.days()).ok()?;
        let name = calendar.holiday_name(date)?;
        Some(ClosedDay { date, name })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::session::Calendar;

    fn schedule(zone: &str, at: &str) -> Schedule {
        let calendar = Calendar::for_exchange(zone, None, None).unwrap();
        Schedule::of(calendar, at.parse().unwrap()).unwrap()
    }

    #[test]
    fn an_open_exchange_has_its_current_session_and_a_closed_one_the_next() {
        let open = schedule("Europe/Berlin", "2026-11-20T14:20:00Z");
        assert_eq!(open.opens_at.to_string(), "2026-11-20T08:00:00Z");
        assert_eq!(open.closes_at.to_string(), "2026-11-20T16:30:00Z");
        let weekend = schedule("Asia/Tokyo", "2026-11-20T14:20:00Z");
        assert_eq!(weekend.opens_at.to_string(), "2026-11-24T00:00:00Z");
        let pause = weekend.midday_break.unwrap();
        assert_eq!(pause.starts_at.to_string(), "2026-11-24T02:30:00Z");
        assert_eq!(pause.ends_at.to_string(), "2026-11-24T03:30:00Z");
        assert_eq!(open.midday_break, None);
    }

    #[test]
    fn the_next_closed_day_is_a_holiday_not_a_weekend_and_unknown_without_a_list_of_holidays() {
        let closed = |zone| {
            let next = schedule(zone, "2026-11-20T14:20:00Z").next_closed;
            next.map(|day| day.date.to_string())
        };
        assert_eq!(closed("Europe/Berlin").as_deref(), Some("2026-12-24"));
        assert_eq!(closed("Europe/London").as_deref(), Some("2026-12-25"));
        assert_eq!(closed("Asia/Tokyo").as_deref(), Some("2026-11-23"));
        assert_eq!(closed("Europe/Paris").as_deref(), Some("2026-12-25"));
        assert_eq!(closed("Asia/Kuwait"), None);
        assert!(!schedule("Asia/Kuwait", "2026-11-20T14:20:00Z").holidays_known);
        assert!(schedule("Europe/Paris", "2026-11-20T14:20:00Z").holidays_known);
    }

    #[test]
    fn a_market_that_never_closes_has_no_schedule() {
        assert_eq!(Schedule::of(Calendar::Always, Timestamp::UNIX_EPOCH), None);
    }

    #[test]
    fn an_exchange_whose_hours_are_unknown_has_no_schedule() {
        let calendar = Calendar::for_exchange("Asia/Kathmandu", None, None).unwrap();
        assert_eq!(Schedule::of(calendar, Timestamp::UNIX_EPOCH), None);
    }
}
