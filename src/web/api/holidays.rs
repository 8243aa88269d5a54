//! On which days the large exchanges do not trade.

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

/// How far holidays are told before and after today.
const MONTHS: i32 = 13;

/// A weekday on which an exchange does not trade.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Holiday {
    /// In the exchange's own calendar.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// The city of the exchange.
    exchange: &'static str,
    /// Why.
    name: &'static str,
}

/// Holidays of the large exchanges, by their own rules, thirteen months back and ahead; ascending.
#[utoipa::path(get, path = "/api/exchange-holidays", responses((status = 200, description = "Holidays and short days.", body = Vec<Holiday>)))]
pub(crate) fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let now = state.now();
    let mut holidays: Vec<Holiday> = EXCHANGES
        .iter()
        .filter_map(|(city, zone)| Some((*city, Calendar::of_exchange(zone, None, None)?)))
        .flat_map(|(exchange, calendar)| {
            let today = exchange_date(calendar, now);
            let first = today.saturating_sub(MONTHS.months());
            let last = today.saturating_add(MONTHS.months());
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
    Ok(CachedBody::json(&holidays)?.to(&request.headers))
}
