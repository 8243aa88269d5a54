//! Alerts: made, switched and deleted here; judged by `crate::alerts`.

mod check;
mod shapes;

use hyper::StatusCode;

pub(crate) use self::shapes::{AlertChannel, AlertReport, AlertRow, AlertSwitch, NewAlert};
use crate::{
    alerts::{Baseline, needed_bars},
    domain::alert::{Alert, Delivery},
    store::Store,
    web::{
        AppState,
        api::history::stored,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, number},
        },
    },
};

/// Reports answered at most.
const HISTORY: usize = 200;
/// Alerts at most.
const MOST: usize = 1_000;
/// Every way of delivery, as the form lists them.
const CHANNELS: [Delivery; 4] = [
    Delivery::Email,
    Delivery::Sms,
    Delivery::Push,
    Delivery::InApp,
];

/// Every alert, newest first.
#[utoipa::path(get, path = "/api/alerts", responses((status = 200, body = Vec<AlertRow>)))]
pub(crate) async fn list(state: &AppState) -> Result<Reply> {
    let alerts = state.store.run(Store::alerts).await?;
    let rows: Vec<_> = alerts.into_iter().map(|alert| row(state, alert)).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// What alerts reported, newest first.
#[utoipa::path(get, path = "/api/alerts/history", responses((status = 200, body = Vec<AlertReport>)))]
pub(crate) async fn history(state: &AppState) -> Result<Reply> {
    let mut reports = state.store.run(|store| store.reports(HISTORY)).await?;
    // What was noticed late was recorded later than it happened.
    reports.sort_by_key(|report| std::cmp::Reverse(report.fired.at));
    let rows: Vec<_> = reports.iter().map(AlertReport::kept).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// The reports up to a number were read: the highest that was shown; every report without it.
#[utoipa::path(post, path = "/api/alerts/history/read",
    params(("upTo" = Option<u64>, Query, description = "Number of the newest report that was shown")),
    responses((status = 204)))]
pub(crate) async fn mark_read(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let up_to = match request.query("upTo") {
        None => u64::MAX,
        Some(text) => text
            .parse()
            .map_err(|_| ApiError::bad_request(format!("'{text}' is no number of a report.")))?,
    };
    state
        .store
        .run(move |store| store.mark_reports_read(up_to))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// The ways of delivery, and which of them this server has.
#[utoipa::path(get, path = "/api/alert-channels", responses((status = 200, body = Vec<AlertChannel>)))]
pub(crate) fn channels() -> Reply {
    let channels = CHANNELS.map(|channel| {
        let reason = check::unavailable(channel);
        AlertChannel {
            channel,
            available: reason.is_none(),
            reason,
        }
    });
    reply::json(StatusCode::OK, &channels)
}

/// Makes an alert; it is watched from now on.
#[utoipa::path(post, path = "/api/alerts", request_body = NewAlert,
    responses((status = 201, body = AlertRow), (status = 400, body = String), (status = 404, body = String)))]
pub(crate) async fn create(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewAlert = request.json()?;
    let symbol = movable(state, &new.symbol)?;
    let mut alert = Alert::new(new.kind, &symbol, new.frequency, state.now());
    check::fill(&mut alert, &new)?;
    let baseline = baseline(state, &alert).await?;
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
            ApiError::bad_request(format!(
                "There are {MOST} alerts already; delete some first."
            ))
        })?;
    state.alerts.watch(made.clone(), &baseline, state.now());
    Ok(reply::json(StatusCode::CREATED, &row(state, made)))
}

/// Switches an alert on or off.
#[utoipa::path(patch, path = "/api/alerts/{id}", params(("id" = u32, Path)), request_body = AlertSwitch,
    responses((status = 200, body = AlertRow), (status = 404, body = String)))]
pub(crate) async fn switch(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, AlertSwitch { active }) = (number(id, "alert")?, request.json()?);
    let now = state.now();
    let known = state.store.run(move |store| find(store, id)).await?;
    // One that is switched off needs no history, and must go off even where none can be read.
    let baseline = if active {
        baseline(state, &known).await?
    } else {
        Baseline::default()
    };
    let changed = state
        .store
        .run(move |store| store.switch_alert(id, active, now))
        .await?;
    state.alerts.watch(changed.clone(), &baseline, now);
    Ok(reply::json(StatusCode::OK, &row(state, changed)))
}

fn find(store: &Store, id: u32) -> crate::store::Result<Alert> {
    let known = store.alerts()?.into_iter().find(|alert| alert.id == id);
    known.ok_or(crate::store::StoreError::NotFound("alert"))
}

/// Deletes an alert. What it reported stays.
#[utoipa::path(delete, path = "/api/alerts/{id}", params(("id" = u32, Path)),
    responses((status = 204), (status = 404, body = String)))]
pub(crate) async fn delete(state: &AppState, id: &str) -> Result<Reply> {
    let id = number(id, "alert")?;
    state.store.run(move |store| store.delete_alert(id)).await?;
    state.alerts.remove(id);
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// The symbol as this market spells it, if something moves its price.
fn movable(state: &AppState, symbol: &str) -> Result<String> {
    let market = state.market.read();
    let listing = market
        .by_symbol(symbol)
        .ok_or_else(|| ApiError::not_found(format!("There is no ticker called {symbol}.")))?;
    let symbol = &listing.ticker.profile.symbol;
    if listing.ticker.imported.is_some() {
        return Err(ApiError::bad_request(format!(
            "The prices of {symbol} come from a file and do not move."
        )));
    }
    Ok(symbol.clone())
}

/// What is known of an alert's ticker. Asked for before anything is written: an alert that is kept is
/// watched.
async fn baseline(state: &AppState, alert: &Alert) -> Result<Baseline> {
    let (id, quote, calendar) = {
        let market = state.market.read();
        let Some(listing) = market.by_symbol(&alert.symbol) else {
            return Ok(Baseline::default());
        };
        let ticker = &listing.ticker;
        (
            ticker.id,
            listing.quote.clone(),
            ticker.profile.kind.calendar(),
        )
    };
    let bars = match needed_bars(alert) {
        Some((interval, span)) => {
            let end = state.now().as_second() + 1;
            stored(state, id, interval, end - span..end).await?
        }
        None => vec![],
    };
    Ok(Baseline {
        quote,
        bars,
        calendar,
    })
}

fn row(state: &AppState, alert: Alert) -> AlertRow {
    let ticker_id = state.market.read().id_of(&alert.symbol).map(|id| id.0);
    AlertRow::of(alert, ticker_id)
}
