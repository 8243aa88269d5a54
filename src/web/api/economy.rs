//! The economic calendar.

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
    /// Position in the list, from 1.
    id: u32,
    /// The name, as in 'Consumer Price Index'.
    name: String,
    /// The period it covers, as in 'November 2026'; empty if unknown.
    period: String,
    /// The agency or central bank; empty if unknown.
    agency: String,
    /// Date in New York, or the announced date if no time is known.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Time of the release; null if only the date is known.
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
    /// URL of the calendar that announces it.
    source: Option<String>,
}

/// Lists economic events, ascending: those built into the program and those from the user's files.
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
    Ok(body.to(&request.headers))
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
