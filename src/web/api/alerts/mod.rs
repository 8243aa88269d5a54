//! Endpoints for alerts, which `crate::alerts` stores and evaluates.

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
        change_channel, channel, create_channel, preview_channel, remove_channel,
        test_channel_draft,
    },
    shapes::{AlertChange, AlertReport, AlertRow, ChangedAlert, NewAlert, ReportsRead},
};
// `#[utoipa::path]` generates a `__path_…` item for each handler, which the OpenAPI document needs.
pub(crate) use self::backtest::__path_backtest;
pub(crate) use self::browsers::{__path_push_key, __path_subscribe, __path_unsubscribe};
pub(crate) use self::channels::{__path_channels, __path_deliveries, __path_test_channel};
pub(crate) use self::page_channels::{
    __path_change_channel, __path_channel, __path_create_channel, __path_preview_channel,
    __path_remove_channel, __path_test_channel_draft,
};
use crate::{
    alerts::EditResult,
    domain::{
        alert::{Adjustment, Alert, AlertKind, ListRef, ScreenRef},
        currency::Currency,
        session::Calendar,
        ticker::TickerKind,
    },
    store::StoreError,
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, positive_number, strip_zero_fraction},
        },
    },
};

/// Maximum number of reports in a response.
const MAX_REPORTS: usize = 200;

/// Lists all alerts, newest first.
#[utoipa::path(get, path = "/api/alerts", responses((status = 200, description = "All alerts, newest first.", body = Vec<AlertRow>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let alerts = request
        .store(state, |store| store.readable_alerts())
        .await?;
    // The alerts on single tickers that belong to an alert on a list are not listed.
    let rows = alerts.into_iter().filter(|alert| alert.follows.is_none());
    let rows: Vec<_> = rows.map(|alert| row(state, alert)).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Lists the newest 200 reports of alerts, newest first.
#[utoipa::path(get, path = "/api/alerts/history", responses((status = 200, description = "The newest 200 reports, newest first.", body = Vec<AlertReport>)))]
pub(crate) async fn history(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let mut reports = request
        .store(state, |store| store.reports(MAX_REPORTS))
        .await?;
    // A report may be recorded later than a newer one.
    reports.sort_by_key(|report| std::cmp::Reverse(report.fired.at));
    let rows: Vec<_> = reports.iter().map(AlertReport::of_stored).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Marks all reports up to an id as read. Newer reports stay unread.
#[utoipa::path(post, path = "/api/alerts/history/read", request_body = ReportsRead,
    responses((status = 204, description = "The reports are marked as read.")))]
pub(crate) async fn mark_read(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let ReportsRead { last } = request.json()?;
    request
        .store(state, move |store| store.mark_reports_read(last))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Deletes all reports up to the id `last`. Without `last`, deletes all reports.
#[utoipa::path(delete, path = "/api/alerts/history",
    params(("last" = Option<u64>, Query, description = "id of the newest report to delete")),
    responses((status = 204, description = "The reports are deleted.")))]
pub(crate) async fn clear_history(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let last = match request.query("last") {
        None => u64::MAX,
        Some(number) => strip_zero_fraction(&number)
            .parse()
            .map_err(|_| ApiError::bad_request(format!("Invalid report number '{number}'.")))?,
    };
    request
        .store(state, move |store| store.delete_reports(last))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Validates a request for an alert on a ticker and creates the alert, without saving it.
fn ticker_alert(state: &AppState, request: &ApiRequest, new: &NewAlert) -> Result<Alert> {
    let (symbol, calendar) = find_watchable(state, &new.symbol)?;
    let mut alert = Alert::new(new.kind, &symbol, new.frequency, state.now());
    check::apply(
        &mut alert,
        new,
        calendar,
        (state.alerts.channels(), request.person()),
        state.now(),
    )?;
    joined::apply(&mut alert, new, calendar)?;
    if alert.is_on_filings() {
        check_has_filings(state, &symbol)?;
    }
    Ok(alert)
}

/// Returns 422 for a ticker that files nothing with the SEC.
fn check_has_filings(state: &AppState, symbol: &str) -> Result<()> {
    let market = state.market.read();
    let profile = market
        .by_symbol(symbol)
        .map(|listing| &listing.ticker.profile);
    let is_filer = |kind, currency| kind == TickerKind::Stock && currency == Currency::USD;
    if profile.is_none_or(|profile| is_filer(profile.kind, profile.currency)) {
        return Ok(());
    }
    Err(ApiError::unprocessable(format!(
        "{symbol} has no filings with the SEC; only stocks listed in the United States have them."
    )))
}

/// Validates a request for an alert on a list and creates the alert, without saving it.
async fn list_alert(
    state: &AppState,
    request: &ApiRequest,
    new: &NewAlert,
    list: u32,
) -> Result<Alert> {
    if !new.symbol.is_empty() {
        return Err(ApiError::unprocessable(
            "An alert needs either a ticker or a list, not both.",
        ));
    }
    let list = list_ref(state, request, list).await?;
    // Only tickers with trading sessions have gaps, earnings and ex-dates. With the calendar of New York, validation allows such conditions;
    // the alert on each ticker of the list handles tickers that trade around the clock.
    let calendar = Calendar::NewYork;
    let mut alert = Alert::new(new.kind, "", new.frequency, state.now());
    alert.list = Some(list);
    let (channels, now) = ((state.alerts.channels(), request.person()), state.now());
    check::apply(&mut alert, new, calendar, channels, now)?;
    joined::apply(&mut alert, new, calendar)?;
    Ok(alert)
}

async fn list_ref(state: &AppState, request: &ApiRequest, id: u32) -> Result<ListRef> {
    let list = request
        .store(state, move |store| store.watchlist(id))
        .await?;
    Ok(ListRef {
        id: list.id,
        name: list.name,
    })
}

/// Validates a request for an alert on holdings in a list or in all lists, and creates the alert, without saving it.
async fn holdings_alert(state: &AppState, request: &ApiRequest, new: &NewAlert) -> Result<Alert> {
    if !new.symbol.is_empty() {
        return Err(ApiError::unprocessable(
            "An alert on holdings covers a list or all lists, not a ticker; use the type cost for a ticker.",
        ));
    }
    let mut alert = Alert::new(new.kind, "", new.frequency, state.now());
    if let Some(list) = new.list {
        alert.list = Some(list_ref(state, request, list).await?);
    }
    let (channels, now) = ((state.alerts.channels(), request.person()), state.now());
    check::apply(&mut alert, new, Calendar::NewYork, channels, now)?;
    joined::apply(&mut alert, new, Calendar::NewYork)?;
    Ok(alert)
}

/// Returns 422 for an alert on a ticker's cost if the cost is unknown.
async fn check_has_cost(state: &AppState, request: &ApiRequest, alert: &Alert) -> Result<()> {
    let symbol = alert.symbol.clone();
    if alert.kind != AlertKind::Cost || symbol.is_empty() {
        return Ok(());
    }
    let cost = state
        .alerts
        .average_cost(request.person(), symbol, state.now())
        .await?;
    cost.map(|_| ()).ok_or_else(|| {
        ApiError::unprocessable(format!(
            "No cost of {} is known; enter what you hold and what it cost first.",
            alert.symbol
        ))
    })
}

/// Validates a request for an alert on a screen and creates the alert, without saving it.
async fn screen_alert(state: &AppState, request: &ApiRequest, new: &NewAlert) -> Result<Alert> {
    if !new.symbol.is_empty() || new.list.is_some() {
        return Err(ApiError::unprocessable(
            "An alert on a screen has neither a ticker nor a list.",
        ));
    }
    let id = new.screen.ok_or_else(|| {
        ApiError::unprocessable("Missing screen; expected the id of a saved screen.")
    })?;
    let screen = request.store(state, move |store| store.screen(id)).await?;
    let mut alert = Alert::new(new.kind, "", new.frequency, state.now());
    alert.screen = Some(ScreenRef {
        id,
        name: screen.name,
        event: new.screen_event,
    });
    let (channels, now) = ((state.alerts.channels(), request.person()), state.now());
    check::apply(&mut alert, new, Calendar::NewYork, channels, now)?;
    joined::apply(&mut alert, new, Calendar::NewYork)?;
    Ok(alert)
}

/// Creates an alert, which is watched from now on. The response says whether the condition is already met, and whether that was reported.
#[utoipa::path(post, path = "/api/alerts", request_body = NewAlert,
    responses((status = 201, description = "The alert, and whether its condition is already met.", body = ChangedAlert),
        (status = 404, description = "There is no such ticker, watchlist or screen.", body = String)))]
pub(crate) async fn create(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewAlert = request.json()?;
    let alert = match new.list {
        _ if new.kind == AlertKind::Screen => screen_alert(state, request, &new).await?,
        _ if new.kind == AlertKind::Holdings => holdings_alert(state, request, &new).await?,
        Some(list) => list_alert(state, request, &new, list).await?,
        None => ticker_alert(state, request, &new)?,
    };
    check_has_cost(state, request, &alert).await?;
    let created = state
        .alerts
        .create(request.person(), alert, new.when_met, state.now())
        .await?;
    Ok(reply::json(
        StatusCode::CREATED,
        &changed_alert(state, created),
    ))
}

/// Switches an alert on or off, changes the value of a price alert, snoozes an alert, or changes its expiry or note. If the alert is switched
/// or its value changes, the response says whether the condition is already met.
#[utoipa::path(patch, path = "/api/alerts/{id}", params(("id" = u32, Path)), request_body = AlertChange,
    responses((status = 200, description = "The changed alert, and whether its condition is already met.", body = ChangedAlert),
        (status = 404, description = "There is no such alert.", body = String)))]
pub(crate) async fn change(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, mut change): (u32, AlertChange) = (positive_number(id, "alert")?, request.json()?);
    let alert = read_user_alert(state, request, id).await?;
    check::check_change(&alert, &mut change, state.now())?;
    let (active, value, condition) = (change.active, change.value, change.condition);
    let adjustment = change.adjustment();
    let (person, mut result) = (request.person(), None);
    // Snooze and expiry change first: switching the alert on uses them.
    if adjustment != Adjustment::default() {
        result = Some(
            state
                .alerts
                .adjust(person, id, adjustment, state.now())
                .await?,
        );
    }
    if let Some(value) = value {
        let moved = state
            .alerts
            .move_to(person, id, value, condition, state.now());
        result = Some(moved.await?);
    }
    if let Some(active) = active {
        result = Some(state.alerts.switch(person, id, active, state.now()).await?);
    }
    let result = result.ok_or_else(|| {
        ApiError::unprocessable(
            "Nothing to change: send active, value (with or without condition), snoozedUntil, expiresAt or note.",
        )
    })?;
    Ok(reply::json(StatusCode::OK, &changed_alert(state, result)))
}

/// Deletes an alert. Its reports stay in the history.
#[utoipa::path(delete, path = "/api/alerts/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The alert is deleted."),
        (status = 404, description = "There is no such alert.", body = String),
        (status = 409, description = "The alert belongs to an alert on a watchlist; delete that alert instead.", body = String)))]
pub(crate) async fn delete(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let alert = read_user_alert(state, request, positive_number(id, "alert")?).await?;
    state
        .alerts
        .delete(request.person(), alert.id, state.now())
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Restores a recently deleted alert with its id and settings.
#[utoipa::path(post, path = "/api/alerts/{id}/restore", params(("id" = u32, Path)),
    responses((status = 200, description = "The restored alert.", body = ChangedAlert),
        (status = 404, description = "The alert was deleted too long ago, or before the server started.", body = String),
        (status = 409, description = "The maximum number of alerts is reached, or the ticker no longer exists.", body = String)))]
pub(crate) async fn restore(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let restored = state
        .alerts
        .restore(request.person(), positive_number(id, "alert")?, state.now())
        .await;
    let restored = restored.map_err(|error| match error {
        StoreError::NotFound("alert") => ApiError::not_found(
            "This alert can't be restored: it was deleted too long ago, or the server was restarted since.",
        ),
        error => error.into(),
    })?;
    Ok(reply::json(StatusCode::OK, &changed_alert(state, restored)))
}

/// Reads an alert that the user created. Returns 409 for an alert on a single ticker that belongs to an alert on a list.
async fn read_user_alert(state: &AppState, request: &ApiRequest, id: u32) -> Result<Alert> {
    let alert = state.alerts.get(request.person(), id).await?;
    match alert.follows {
        None => Ok(alert),
        Some(list_alert) => Err(ApiError::conflict(format!(
            "This alert belongs to alert {list_alert} on a list; change that alert instead."
        ))),
    }
}

/// Finds a ticker whose price can change. Returns the symbol as this market spells it, and the trading calendar.
fn find_watchable(state: &AppState, symbol: &str) -> Result<(String, Calendar)> {
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

/// Converts the result of creating or changing an alert to a response.
fn changed_alert(state: &AppState, result: EditResult) -> ChangedAlert {
    ChangedAlert::new(
        row(state, result.alert),
        result.already_met,
        result.was_reported,
    )
}

/// Creates the row of an alert, with the price of its ticker.
fn row(state: &AppState, alert: Alert) -> AlertRow {
    let market = state.market.read();
    let listing = market.by_symbol(&alert.symbol);
    AlertRow::of(alert, listing)
}
