//! Alerts over HTTP; `crate::alerts` stores and evaluates them.

mod backtest;
mod browsers;
mod channels;
mod check;
mod exported;
mod joined;
mod page_channels;
mod parts;
mod shapes;

use hyper::StatusCode;

pub(crate) use self::{
    backtest::backtest,
    browsers::{push_key, subscribe, unsubscribe},
    channels::{channels, deliveries, test_channel},
    exported::{ExportedAlert, ImportOutcome},
    page_channels::{
        change_channel, channel, make_channel, preview_channel, remove_channel, try_channel,
    },
    shapes::{AlertChange, AlertReport, AlertRow, ChangedAlert, NewAlert, ReportsRead},
};
// The items that `#[utoipa::path]` generates beside each handler.
pub(crate) use self::backtest::__path_backtest;
pub(crate) use self::browsers::{__path_push_key, __path_subscribe, __path_unsubscribe};
pub(crate) use self::channels::{__path_channels, __path_deliveries, __path_test_channel};
pub(crate) use self::page_channels::{
    __path_change_channel, __path_channel, __path_make_channel, __path_preview_channel,
    __path_remove_channel, __path_try_channel,
};
use crate::{
    alerts::EditResult,
    domain::{
        alert::{Adjustment, Alert, ListRef},
        session::Calendar,
    },
    store::{Store, StoreError},
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, number, whole},
        },
    },
};

/// Maximum number of reports in a response.
const MAX_REPORTS: usize = 200;

/// Lists all alerts, newest first.
#[utoipa::path(get, path = "/api/alerts", responses((status = 200, description = "All alerts, newest first.", body = Vec<AlertRow>)))]
pub(crate) async fn list(state: &AppState) -> Result<Reply> {
    let alerts = state.store.run(Store::readable_alerts).await?;
    // Alerts on the tickers of a list are part of the alert over the list.
    let rows = alerts.into_iter().filter(|alert| alert.follows.is_none());
    let rows: Vec<_> = rows.map(|alert| row(state, alert)).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Lists what alerts reported, newest first.
#[utoipa::path(get, path = "/api/alerts/history", responses((status = 200, description = "The newest 200 reports, newest first.", body = Vec<AlertReport>)))]
pub(crate) async fn history(state: &AppState) -> Result<Reply> {
    let mut reports = state.store.run(|store| store.reports(MAX_REPORTS)).await?;
    // A report may be recorded later than it happened.
    reports.sort_by_key(|report| std::cmp::Reverse(report.fired.at));
    let rows: Vec<_> = reports.iter().map(AlertReport::kept).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Marks all reports up to a number as read; newer ones stay unread.
#[utoipa::path(post, path = "/api/alerts/history/read", request_body = ReportsRead,
    responses((status = 204, description = "The reports are marked as read.")))]
pub(crate) async fn mark_read(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let ReportsRead { last } = request.json()?;
    let marked = state.store.run(move |store| store.mark_reports_read(last));
    marked.await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Deletes the history up to a report's number; newer reports stay. Without a number, deletes all.
#[utoipa::path(delete, path = "/api/alerts/history",
    params(("last" = Option<u64>, Query, description = "number of the newest report to delete")),
    responses((status = 204, description = "The reports are deleted.")))]
pub(crate) async fn clear_history(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let last = match request.query("last") {
        None => u64::MAX,
        Some(number) => whole(&number)
            .parse()
            .map_err(|_| ApiError::bad_request(format!("Invalid report number '{number}'.")))?,
    };
    let cleared = state.store.run(move |store| store.delete_reports(last));
    cleared.await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Validates the alert that a request describes; nothing is saved.
fn described(state: &AppState, new: &NewAlert) -> Result<Alert> {
    let (symbol, calendar) = movable(state, &new.symbol)?;
    let mut alert = Alert::new(new.kind, &symbol, new.frequency, state.now());
    check::fill(
        &mut alert,
        new,
        calendar,
        state.alerts.channels(),
        state.now(),
    )?;
    joined::fill(&mut alert, new, calendar)?;
    Ok(alert)
}

/// Validates an alert over a list.
async fn over_list(state: &AppState, new: &NewAlert, list: u32) -> Result<Alert> {
    if !new.symbol.is_empty() {
        return Err(ApiError::unprocessable(
            "An alert needs either a ticker or a list, not both.",
        ));
    }
    let list = state.store.run(move |store| store.watchlist(list)).await?;
    // Tickers that trade around the clock have no opening; the alert on each of them handles that.
    let calendar = Calendar::NewYork;
    let mut alert = Alert::new(new.kind, "", new.frequency, state.now());
    alert.list = Some(ListRef {
        id: list.id,
        name: list.name,
    });
    let (channels, now) = (state.alerts.channels(), state.now());
    check::fill(&mut alert, new, calendar, channels, now)?;
    joined::fill(&mut alert, new, calendar)?;
    Ok(alert)
}

/// Creates an alert, which is watched from now on. The response says whether its condition is already met and whether that was
/// reported at once.
#[utoipa::path(post, path = "/api/alerts", request_body = NewAlert,
    responses((status = 201, description = "The alert, and whether its condition is met already.", body = ChangedAlert),
        (status = 404, description = "There is no such ticker or watchlist.", body = String)))]
pub(crate) async fn create(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewAlert = request.json()?;
    let alert = match new.list {
        Some(list) => over_list(state, &new, list).await?,
        None => described(state, &new)?,
    };
    let made = state.alerts.create(alert, new.when_met, state.now());
    let made = made.await?;
    Ok(reply::json(StatusCode::CREATED, &changed(state, made)))
}

/// Switches an alert on or off, moves the line of a price alert, snoozes it, or changes its expiry or note. The response to a
/// switch or a move says whether the condition is already met.
#[utoipa::path(patch, path = "/api/alerts/{id}", params(("id" = u32, Path)), request_body = AlertChange,
    responses((status = 200, description = "The alert as it is now, and whether its condition is met already.", body = ChangedAlert),
        (status = 404, description = "There is no such alert.", body = String)))]
pub(crate) async fn change(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, mut change): (u32, AlertChange) = (number(id, "alert")?, request.json()?);
    let alert = own(state, id).await?;
    check::change(&alert, &mut change, state.now())?;
    let (active, value, condition) = (change.active, change.value, change.condition);
    let adjustment = change.adjustment();
    let mut answer = None;
    // First, as an alert that is switched on again uses the new snooze and expiry.
    if adjustment != Adjustment::default() {
        answer = Some(state.alerts.adjust(id, adjustment, state.now()).await?);
    }
    if let Some(value) = value {
        let moved = state.alerts.move_to(id, value, condition, state.now());
        answer = Some(moved.await?);
    }
    if let Some(active) = active {
        answer = Some(state.alerts.switch(id, active, state.now()).await?);
    }
    let answer = answer.ok_or_else(|| {
        ApiError::unprocessable(
            "Nothing to change: send active, value (with or without condition), snoozedUntil, expiresAt or note.",
        )
    })?;
    Ok(reply::json(StatusCode::OK, &changed(state, answer)))
}

/// Deletes an alert. Its reports stay.
#[utoipa::path(delete, path = "/api/alerts/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The alert is deleted."),
        (status = 404, description = "There is no such alert.", body = String),
        (status = 409, description = "The alert is part of an alert over a watchlist; change that one.", body = String)))]
pub(crate) async fn delete(state: &AppState, id: &str) -> Result<Reply> {
    let alert = own(state, number(id, "alert")?).await?;
    state.alerts.delete(alert.id, state.now()).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Restores a recently deleted alert with its number and settings.
#[utoipa::path(post, path = "/api/alerts/{id}/restore", params(("id" = u32, Path)),
    responses((status = 200, description = "The restored alert.", body = ChangedAlert),
        (status = 404, description = "The alert was deleted too long ago, or before the server started.", body = String),
        (status = 409, description = "The maximum number of alerts is reached, or the ticker is gone.", body = String)))]
pub(crate) async fn restore(state: &AppState, id: &str) -> Result<Reply> {
    let restored = state
        .alerts
        .restore(number(id, "alert")?, state.now())
        .await;
    let restored = restored.map_err(|error| match error {
        StoreError::NotFound("alert") => ApiError::not_found(
            "This alert can't be restored: it was deleted too long ago, or the server was restarted since.",
        ),
        error => error.into(),
    })?;
    Ok(reply::json(StatusCode::OK, &changed(state, restored)))
}

/// Loads an alert that a user created. Alerts on the tickers of a list change only with the alert over the list.
async fn own(state: &AppState, id: u32) -> Result<Alert> {
    let alert = state.alerts.get(id).await?;
    match alert.follows {
        None => Ok(alert),
        Some(over) => Err(ApiError::conflict(format!(
            "This alert belongs to alert {over} on a list; change that one."
        ))),
    }
}

/// Returns the symbol as this market spells it and its trading calendar, if its price can change.
fn movable(state: &AppState, symbol: &str) -> Result<(String, Calendar)> {
    let market = state.market.read();
    let listing = market
        .find_symbol(symbol)
        .ok_or_else(|| ApiError::not_found(format!("There is no ticker called {symbol}.")))?;
    let profile = &listing.ticker.profile;
    let symbol = &profile.symbol;
    if listing.ticker.imported.is_some() {
        return Err(ApiError::unprocessable(format!(
            "The prices of {symbol} come from a file and don't change."
        )));
    }
    Ok((symbol.clone(), profile.calendar()))
}

fn changed(state: &AppState, changed: EditResult) -> ChangedAlert {
    ChangedAlert::of(
        row(state, changed.alert),
        changed.already_met,
        changed.was_reported,
    )
}

fn row(state: &AppState, alert: Alert) -> AlertRow {
    let market = state.market.read();
    let listing = market.by_symbol(&alert.symbol);
    AlertRow::of(alert, listing)
}
