//! When the large exchanges are open: what a clock of the world's sessions is drawn from.

use jiff::{Timestamp, ToSpan as _};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::session::{Calendar, Session, exchange_date},
    web::{
        AppState,
        api::shapes::seconds,
        http::{
            error::Result,
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// From east to west: a name, the zone, and the exchange there whose rules are known.
const EXCHANGES: [(&str, &str, &str); 3] = [
    ("Tokyo", "Asia/Tokyo", "Tokyo"),
    ("London", "Europe/London", "LSE"),
    ("New York", "America/New_York", "NYSE"),
];

/// The hours of an exchange around now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExchangeHours {
    /// Its city.
    name: &'static str,
    /// IANA name of its time zone.
    time_zone: &'static str,
    /// The regular sessions of the days before and after, and the next one however late it comes; ascending.
    sessions: Vec<OpenSpan>,
}

/// A regular session, without the pause that some exchanges make at noon.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenSpan {
    /// The opening.
    #[schema(value_type = String, format = DateTime)]
    opens_at: Timestamp,
    /// The close.
    #[schema(value_type = String, format = DateTime)]
    closes_at: Timestamp,
}

/// When Tokyo, London and New York are open: yesterday, today, and next.
#[utoipa::path(get, path = "/api/exchange-hours", responses((status = 200, body = Vec<ExchangeHours>)))]
pub(crate) fn exchanges(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    Ok(CachedBody::json(&around(state.now()))?.to(&request.headers))
}

fn around(now: Timestamp) -> Vec<ExchangeHours> {
    EXCHANGES
        .into_iter()
        .filter_map(|(name, time_zone, exchange)| {
            let calendar = Calendar::of_exchange(time_zone, Some(exchange), None)?;
            Some(ExchangeHours {
                name,
                time_zone,
                sessions: sessions(calendar, now),
            })
        })
        .collect()
}

fn sessions(calendar: Calendar, now: Timestamp) -> Vec<OpenSpan> {
    let today = exchange_date(calendar, now);
    let (first, end) = (
        today.saturating_sub(2.days()),
        today.saturating_add(3.days()),
    );
    let next = calendar.next_session(now);
    let mut sessions: Vec<Session> = calendar.sessions(first..end).collect();
    if !sessions.contains(&next) {
        sessions.push(next);
    }
    sessions
        .into_iter()
        .map(|session| OpenSpan {
            opens_at: seconds(session.open),
            closes_at: seconds(session.close),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours_of(name: &str, now: &str) -> Vec<(String, String)> {
        around(now.parse().unwrap())
            .into_iter()
            .find(|exchange| exchange.name == name)
            .unwrap()
            .sessions
            .iter()
            .map(|span| (span.opens_at.to_string(), span.closes_at.to_string()))
            .collect()
    }

    #[test]
    fn the_sessions_of_an_exchange_are_told_by_its_own_clock() {
        // A Friday of November: nine hours ahead, no difference, five hours behind UTC.
        let friday = "2026-11-20T12:00:00Z";
        for (name, open, close) in [
            ("Tokyo", "T00:00:00Z", "T06:30:00Z"),
            ("London", "T08:00:00Z", "T16:30:00Z"),
            ("New York", "T14:30:00Z", "T21:00:00Z"),
        ] {
            let session = (format!("2026-11-20{open}"), format!("2026-11-20{close}"));
            assert!(hours_of(name, friday).contains(&session), "{name}");
        }
    }

    #[test]
    fn over_a_long_weekend_the_next_session_is_told_however_late_it_comes() {
        // Good Friday 2026 is April 3; London is closed on Easter Monday too.
        let hours = hours_of("London", "2026-04-03T12:00:00Z");
        let last = hours.last().map(|(open, _)| open.as_str());
        assert_eq!(last, Some("2026-04-07T07:00:00Z"));
    }
}
