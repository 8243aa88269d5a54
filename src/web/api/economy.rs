//! Endpoint for the economic calendar.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::economy::EconomicEvent,
    market::Topic,
    web::{
        AppState,
        http::{error::Result, reply::Reply, request::ApiRequest},
    },
};

/// A release of an economic statistic, or a decision of a central bank.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EconomicDate {
    /// 1-based position in the list.
    id: u32,
    /// Name of the event, as in 'Consumer Price Index'.
    name: String,
    /// Period that the statistic covers, as in 'November 2026'; empty if unknown.
    period: String,
    /// Name of the agency or central bank; empty if unknown.
    agency: String,
    /// Date of the event in New York; the announced date if the time is unknown.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Time of the event; null if only the date is known.
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
    /// URL of the calendar that announces the event.
    source: Option<String>,
}

/// Lists economic events by date, ascending: built-in events, and events from files that the user imported.
#[utoipa::path(get, path = "/api/economic-events", responses((status = 200, description = "Economic events, ascending.", body = Vec<EconomicDate>)))]
pub(crate) async fn events(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let body = state
        .cached("economic-events", &[Topic::Economy], |market, _| {
            market
                .economy
                .iter()
                .zip(1..)
                .map(|(event, id)| EconomicDate::of(event, id))
                .collect::<Vec<_>>()
        })
        .await?;
    Ok(body.to_reply(&request.headers))
}

impl EconomicDate {
    fn of(event: &EconomicEvent, id: u32) -> Self {
        Self {
            id,
            name: event.name.clone(),
            period: event.period.clone(),
            agency: event.agency.clone(),
            date: event.date,
            at: event.at,
            source: event.source.clone(),
        }
    }
}
