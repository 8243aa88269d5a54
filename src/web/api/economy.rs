//! Dates of the economy.

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

/// A publication of a statistic, or a decision of a central bank.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EconomicDate {
    /// Position in the list, from 1.
    id: u32,
    /// Consumer Price Index, for example.
    name: String,
    /// What it is of, 'November 2026'; empty where nobody says.
    period: String,
    /// Who publishes or decides; empty where nobody says.
    agency: String,
    /// Its day in New York, or the day that is told where no time is.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// When; null where only the day is told.
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
    /// Address of the calendar that announces it.
    source: Option<String>,
}

/// Dates of the economy, ascending: those that are part of the program, and those of a person's files.
#[utoipa::path(get, path = "/api/economic-events", responses((status = 200, description = "Dates of the economy, ascending.", body = Vec<EconomicDate>)))]
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
