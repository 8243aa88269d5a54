//! Endpoint for the economic calendar.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        economy::{
            EconomicEvent,
            results::{EconomicResult, Reading},
        },
        fixing::Fixings,
    },
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
    /// Figures that the event publishes, the most important one first; empty if none are known.
    results: Vec<EconomicFigure>,
}

/// A figure published by an economic event, and the figure for the period before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EconomicFigure {
    /// Name, as in 'Unemployment rate'. Changes over 12 months are not seasonally adjusted, changes over a month are.
    name: &'static str,
    /// Unit: `percent`, or `thousands` of persons or jobs.
    unit: &'static str,
    /// Published figure, or the lower end of a range; null before the publication.
    actual: Option<f64>,
    /// Upper end of a published range; null for a single figure.
    actual_upper: Option<f64>,
    /// Figure of the period before, with later revisions, or the lower end of a range; null if it is unknown.
    previous: Option<f64>,
    /// Upper end of the range for the period before; null for a single figure.
    previous_upper: Option<f64>,
    /// Name of the provider; `sample` for simulated figures.
    provider: String,
}

impl From<EconomicResult> for EconomicFigure {
    fn from(result: EconomicResult) -> Self {
        let value = |reading: Option<Reading>| reading.map(|reading| reading.value);
        let upper = |reading: Option<Reading>| reading.and_then(|reading| reading.upper);
        Self {
            name: result.name,
            unit: result.unit.as_str(),
            actual: value(result.actual),
            actual_upper: upper(result.actual),
            previous: value(result.previous),
            previous_upper: upper(result.previous),
            provider: result.provider,
        }
    }
}

/// Lists economic events by date, ascending: built-in events, and events from files that the user imported. Events have the figures
/// that their agency published.
#[utoipa::path(get, path = "/api/economic-events", responses((status = 200, description = "Economic events, ascending.", body = Vec<EconomicDate>)))]
pub(crate) async fn events(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let body = state
        .cached(
            request.person(),
            "economic-events",
            &[Topic::Economy],
            |market, _| {
                market
                    .economy
                    .iter()
                    .zip(1..)
                    .map(|(event, id)| EconomicDate::of(event, id, &market.fixings))
                    .collect::<Vec<_>>()
            },
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

impl EconomicDate {
    fn of(event: &EconomicEvent, id: u32, fixings: &Fixings) -> Self {
        Self {
            id,
            name: event.name.clone(),
            period: event.period.clone(),
            agency: event.agency.clone(),
            date: event.date,
            at: event.at,
            source: event.source.clone(),
            results: event.results(fixings).into_iter().map(Into::into).collect(),
        }
    }
}
