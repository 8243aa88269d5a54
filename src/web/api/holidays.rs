//! Endpoint for the holidays of the large exchanges.

use jiff::{ToSpan, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::session::{Calendar, exchange_date},
    web::{
        AppState,
        api::market::EXCHANGES,
        http::{
            error::Result,
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// Number of months before and after today for which holidays are listed.
const MONTHS_BACK_AND_AHEAD: i32 = 13;

/// A weekday on which an exchange is closed. Weekends are not listed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Holiday {
    /// The date in the exchange's time zone.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// The exchange, by its city, such as New York.
    exchange: &'static str,
    /// Name of the holiday.
    name: &'static str,
}

/// Lists the holidays of the large exchanges by date, from thirteen months ago to thirteen months ahead. They are computed from each
/// exchange's holiday rules, not requested from a provider.
#[utoipa::path(get, path = "/api/exchange-holidays", responses((status = 200, description = "Holidays of the exchanges, ascending.", body = Vec<Holiday>)))]
pub(crate) fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let now = state.now();
    let mut holidays: Vec<Holiday> = EXCHANGES
        .iter()
        .filter_map(|(city, zone)| Some((*city, Calendar::for_exchange(zone, None, None)?)))
        .flat_map(|(exchange, calendar)| {
            let today = exchange_date(calendar, now);
            let first = today.saturating_sub(MONTHS_BACK_AND_AHEAD.months());
            let last = today.saturating_add(MONTHS_BACK_AND_AHEAD.months());
            first
                .series(1.day())
                .take_while(move |date| *date <= last)
                .filter_map(move |date| {
                    let name = calendar.holiday_name(date)?;
                    Some(Holiday {
                        date,
                        exchange,
                        name,
                    })
                })
        })
        .collect();
    holidays.sort_by_key(|holiday| holiday.date);
    Ok(CachedBody::json(&holidays)?.to_reply(&request.headers))
}
