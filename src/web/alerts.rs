//! Alerts: made, switched and deleted here; judged by `crate::alerts`.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    State,
    error::{Refusal, Result},
    reply::{self, Reply},
    request::{Call, number},
};
use crate::domain::alert::{Alert, AlertFrequency, AlertKind, Condition, Delivery, FiredAlert};

/// Reports answered at most.
const HISTORY: usize = 200;
/// Alerts at most.
const MOST: usize = 1_000;

/// An alert as it is written.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AlertRow {
    /// Number.
    id: u32,
    /// price or volume.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    kind: AlertKind,
    /// The ticker.
    symbol: String,
    /// Its number, while this market knows it.
    ticker_id: Option<u32>,
    /// above, below, crosses or `percent_change` (of 24 hours).
    #[schema(value_type = String)]
    condition: Condition,
    /// US dollars, units or percent.
    value: f64,
    /// once, always or daily.
    #[schema(value_type = String)]
    frequency: AlertFrequency,
    /// `in_app`.
    #[schema(value_type = Vec<String>)]
    delivery: Vec<Delivery>,
    /// Watched now.
    active: bool,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it last fired.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_fired_at: Option<Timestamp>,
}

/// A new alert.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewAlert {
    /// price or volume.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    kind: AlertKind,
    /// The ticker, in any case.
    symbol: String,
    /// above, below, crosses or `percent_change`.
    #[schema(value_type = String)]
    condition: Condition,
    /// Above zero.
    value: f64,
    /// once, always or daily.
    #[schema(value_type = String)]
    frequency: AlertFrequency,
}

/// The switch of an alert.
#[derive(Deserialize, ToSchema)]
pub(super) struct AlertSwitch {
    /// On or off.
    active: bool,
}

/// What an alert reported; also the data of an `alert_fired` live message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AlertReport {
    /// The alert, which may be deleted since.
    alert_id: u32,
    /// The ticker.
    symbol: String,
    /// What it says.
    sentence: String,
    /// The price at that moment.
    price: Option<f64>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    fired_at: Timestamp,
    /// Noticed only after the program had been away.
    late: bool,
}

impl AlertReport {
    /// The report as it is written.
    pub(super) fn of(fired: &FiredAlert) -> Self {
        Self {
            alert_id: fired.alert_id,
            symbol: fired.symbol.clone(),
            sentence: fired.sentence.clone(),
            price: fired.price,
            fired_at: fired.at,
            late: fired.late,
        }
    }
}

/// Every alert, newest first.
#[utoipa::path(get, path = "/api/alerts", responses((status = 200, body = Vec<AlertRow>)))]
pub(super) async fn list(state: &State) -> Result<Reply> {
    let alerts = state.store.run(crate::store::Store::alerts).await?;
    let rows: Vec<_> = alerts.into_iter().map(|alert| row(state, alert)).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// What alerts reported, newest first.
#[utoipa::path(get, path = "/api/alerts/history", responses((status = 200, body = Vec<AlertReport>)))]
pub(super) async fn history(state: &State) -> Result<Reply> {
    let fired = state.store.run(|store| store.fired(HISTORY)).await?;
    let reports: Vec<_> = fired.iter().map(AlertReport::of).collect();
    Ok(reply::json(StatusCode::OK, &reports))
}

/// Makes an alert; it is watched from now on.
#[utoipa::path(post, path = "/api/alerts", request_body = NewAlert,
    responses((status = 201, body = AlertRow), (status = 400, body = String), (status = 404, body = String)))]
pub(super) async fn create(state: &State, call: &Call) -> Result<Reply> {
    let new: NewAlert = call.json()?;
    let symbol = {
        let book = state.market.read();
        let listing = book.by_symbol(&new.symbol);
        let known = listing.map(|listing| listing.ticker.profile.symbol.clone());
        known
            .ok_or_else(|| Refusal::missing(format!("There is no ticker called {}.", new.symbol)))?
    };
    check(&new)?;
    let alert = Alert {
        id: 0,
        kind: new.kind,
        symbol,
        condition: new.condition,
        value: new.value,
        frequency: new.frequency,
        delivery: vec![Delivery::InApp],
        active: true,
        created_at: state.now(),
        last_fired_at: None,
    };
    let made = state
        .store
        .run(move |store| {
            let full = store.alerts()?.len() >= MOST;
            if full {
                Ok(None)
            } else {
                store.create_alert(&alert).map(Some)
            }
        })
        .await?
        .ok_or_else(|| {
            Refusal::bad(format!(
                "There are {MOST} alerts already; delete some first."
            ))
        })?;
    watch(state, &made);
    Ok(reply::json(StatusCode::CREATED, &row(state, made)))
}

/// Switches an alert on or off.
#[utoipa::path(patch, path = "/api/alerts/{id}", params(("id" = u32, Path)), request_body = AlertSwitch,
    responses((status = 200, body = AlertRow), (status = 404, body = String)))]
pub(super) async fn switch(state: &State, call: &Call, id: &str) -> Result<Reply> {
    let (id, AlertSwitch { active }) = (number(id, "alert")?, call.json()?);
    let changed = state
        .store
        .run(move |store| {
            let known = store.alerts()?.into_iter().find(|alert| alert.id == id);
            let alert = Alert {
                active,
                ..known.ok_or(crate::store::StoreError::NotFound("alert"))?
            };
            store.update_alert(&alert).map(|()| alert)
        })
        .await?;
    watch(state, &changed);
    Ok(reply::json(StatusCode::OK, &row(state, changed)))
}

/// Deletes an alert. What it reported stays.
#[utoipa::path(delete, path = "/api/alerts/{id}", params(("id" = u32, Path)),
    responses((status = 204), (status = 404, body = String)))]
pub(super) async fn delete(state: &State, id: &str) -> Result<Reply> {
    let id = number(id, "alert")?;
    state.store.run(move |store| store.delete_alert(id)).await?;
    state.alerts.remove(id);
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Only what is really judged may be asked for.
fn check(new: &NewAlert) -> Result<()> {
    if !new.value.is_finite() || new.value <= 0.0 {
        return Err(Refusal::bad("The value must be a number above zero."));
    }
    match (new.kind, new.condition) {
        (AlertKind::News | AlertKind::Technical, _) => {
            Err(Refusal::bad("Alerts can watch the price or the volume."))
        }
        (AlertKind::Volume, Condition::PercentChange) => Err(Refusal::bad(
            "A change in percent can be watched for the price only.",
        )),
        _ => Ok(()),
    }
}

fn watch(state: &State, alert: &Alert) {
    let quote = state
        .market
        .read()
        .by_symbol(&alert.symbol)
        .and_then(|listing| listing.quote.clone());
    state.alerts.put(alert.clone(), quote.as_ref());
}

fn row(state: &State, alert: Alert) -> AlertRow {
    let ticker_id = state.market.read().id_of(&alert.symbol).map(|id| id.0);
    let Alert {
        id,
        kind,
        symbol,
        condition,
        value,
        frequency,
        delivery,
        active,
        created_at,
        last_fired_at,
    } = alert;
    AlertRow {
        id,
        kind,
        symbol,
        ticker_id,
        condition,
        value,
        frequency,
        delivery,
        active,
        created_at,
        last_fired_at,
    }
}
