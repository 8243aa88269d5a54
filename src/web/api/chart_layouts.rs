//! Endpoints for chart layouts. Every write is on disk before it is acknowledged.

use hyper::StatusCode;

use crate::{
    domain::{chart_layout::ChartLayout, validation::is_url_name},
    market::MarketState,
    store::StoreError,
    web::{
        AppState,
        api::{boards::check_symbols, watchlists::clean_name},
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// The noun of a layout in messages.
pub(crate) const NOUN: &str = "layout";

/// Lists all chart layouts sorted by name.
#[utoipa::path(get, path = "/api/chart-layouts",
    responses((status = 200, description = "All layouts, sorted by name.", body = Vec<ChartLayout>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let layouts = request.store(state, |store| store.chart_layouts()).await?;
    Ok(reply::json(StatusCode::OK, &layouts))
}

/// Returns a chart layout.
#[utoipa::path(get, path = "/api/chart-layouts/{name}", params(("name" = String, Path)),
    responses((status = 200, description = "The layout.", body = ChartLayout),
        (status = 404, description = "There is no such layout.", body = String)))]
pub(crate) async fn detail(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    Ok(reply::json(
        StatusCode::OK,
        &read(state, request, name).await?,
    ))
}

/// Creates or replaces a chart layout.
#[utoipa::path(put, path = "/api/chart-layouts/{name}", params(("name" = String, Path, pattern = "^[a-z0-9-]{1,40}$")),
    request_body = ChartLayout,
    responses((status = 200, description = "The layout as it is now.", body = ChartLayout),
        (status = 201, description = "The new layout.", body = ChartLayout),
        (status = 409, description = "There are too many layouts.", body = String)))]
pub(crate) async fn save(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let body: ChartLayout = request.json()?;
    let title = clean_name(&body.title, NOUN)?;
    let layout = ChartLayout {
        name: name.to_owned(),
        title,
        ..body
    };
    let mut layout = layout.checked()?;
    normalize_symbols(&state.market.read(), &mut layout);
    // A ticker that was in the layout already may have been removed from the market since. It does not block a change.
    let previous = match read(state, request, name).await {
        Ok(previous) => Some(previous),
        Err(error) if error.status == StatusCode::NOT_FOUND => None,
        Err(error) => return Err(error),
    };
    let known: Vec<&str> = previous.iter().flat_map(ChartLayout::symbols).collect();
    check_symbols(&state.market.read(), layout.symbols(), &known)?;
    let saved = layout.clone();
    let is_new = request
        .store(state, move |store| store.save_chart_layout(&saved))
        .await?;
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok(reply::json(status, &layout))
}

/// Deletes a chart layout.
#[utoipa::path(delete, path = "/api/chart-layouts/{name}", params(("name" = String, Path)),
    responses((status = 204, description = "The layout is deleted."),
        (status = 404, description = "There is no such layout.", body = String)))]
pub(crate) async fn delete(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    let layout = name.to_owned();
    let deleted = request.store(state, move |store| store.delete_chart_layout(&layout));
    deleted.await.map_err(|error| layout_error(error, name))?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

async fn read(state: &AppState, request: &ApiRequest, name: &str) -> Result<ChartLayout> {
    let layout = name.to_owned();
    let layout = request
        .store(state, move |store| store.chart_layout(&layout))
        .await;
    layout.map_err(|error| layout_error(error, name))
}

/// Converts a store error; the error for a missing layout contains the layout's name.
fn layout_error(error: StoreError, name: &str) -> ApiError {
    match error {
        StoreError::NotFound(_) if is_url_name(name) => {
            ApiError::not_found(format!("There is no chart layout called '{name}'."))
        }
        StoreError::NotFound(_) => ApiError::not_found("Unknown chart layout."),
        error => error.into(),
    }
}

/// Replaces the symbols of a layout with the spelling of this market.
pub(crate) fn normalize_symbols(market: &MarketState, layout: &mut ChartLayout) {
    for chart in &mut layout.charts {
        if let Some(listing) = market.find_symbol(&chart.symbol) {
            chart.symbol.clone_from(&listing.ticker.profile.symbol);
        }
    }
}
