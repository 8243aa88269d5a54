//! Trading hours of a ticker's market.

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::session::{Calendar, exchange_date},
    web::api::shapes::timestamp,
};

/// How many days ahead the next holiday is searched.
const MAX_DAYS_AHEAD: i32 = 370;

/// Trading hours of a ticker's market.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Schedule {
    /// Start of the open session, or of the next one.
    #[schema(value_type = String, format = DateTime)]
    opens_at: Timestamp,
    /// End of the same session.
    #[schema(value_type = String, format = DateTime)]
    closes_at: Timestamp,
    /// Midday break of the same session; null without a break.
    midday_break: Option<MiddayBreak>,
    /// The next holiday on a weekday; null if no holiday of the exchange is known.
    next_closed: Option<ClosedDay>,
    /// Whether all holidays of this year are known. If not, the hours are those of a regular day, and the exchange may in fact be
    /// closed.
    holidays_known: bool,
}

/// A midday break of a session.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MiddayBreak {
    /// Start of the break.
    #[schema(value_type = String, format = DateTime)]
    starts_at: Timestamp,
    /// End of the break.
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
    /// Returns the trading hours of a market at `now`; `None` for a market that never closes, and if its hours are unknown.
    pub(crate) fn of(calendar: Calendar, now: Timestamp) -> Option<Self> {
        calendar.time_zone().filter(|_| calendar.knows_hours())?;
        let today = exchange_date(calendar, now);
        let latest = calendar.session_at_or_before(now);
        let session = if latest.close > now.as_second() {
            latest
        } else {
            calendar.next_session(now)
        };
        Some(Self {
            opens_at: timestamp(session.open),
            closes_at: timestamp(session.close),
            midday_break: calendar.lunch_break(&session).map(|pause| MiddayBreak {
                starts_at: timestamp(pause.start),
                ends_at: timestamp(pause.end),
            }),
            next_closed: next_closed_day(calendar, today),
            holidays_known: calendar.knows_holidays(today),
        })
    }
}

/// Returns the next holiday after `today`.
fn next_closed_day(calendar: Calendar, today: Date) -> Option<ClosedDay> {
    (1..MAX_DAYS_AHEAD).find_map(|days| {
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
    fn schedule_has_the_current_session_of_an_open_exchange_and_the_next_session_of_a_closed_one() {
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
    fn next_closed_day_is_a_holiday_and_null_if_no_holidays_are_known() {
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
