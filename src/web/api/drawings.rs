//! Endpoints for drawings on price charts. Every write is on disk before it is acknowledged.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::drawing::{Drawing, DrawingPoint, DrawingTool, check_points},
    market::MarketState,
    web::{
        AppState,
        api::tickers::lookup::resolve_symbol,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, positive_number},
        },
    },
};

/// The noun of a drawing in messages.
const NOUN: &str = "drawing";

/// A drawing on the price charts of a ticker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DrawingRow {
    /// The drawing's id.
    id: u32,
    /// Symbol of the ticker.
    symbol: String,
    /// Id of the ticker.
    ticker_id: u32,
    /// The kind of drawing.
    tool: DrawingTool,
    /// One point for a level, two for the others, in the order in which they were drawn. Prices are adjusted for splits, like bars.
    points: Vec<DrawingPoint>,
    /// When the drawing was created.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When the drawing was last moved.
    #[schema(value_type = String, format = DateTime)]
    changed_at: Timestamp,
}

impl DrawingRow {
    /// Converts a drawing; `None` if the market does not have its ticker.
    fn of(drawing: &Drawing, market: &MarketState, now: Timestamp) -> Option<Self> {
        let listing = market.get(drawing.ticker_id)?;
        let splits = market.splits_of(drawing.ticker_id);
        Some(Self {
            id: drawing.id,
            symbol: listing.ticker.profile.symbol.clone(),
            ticker_id: drawing.ticker_id.0,
            tool: drawing.tool,
            points: drawing.points_at(now, splits, listing.ticker.profile.calendar()),
            created_at: drawing.created_at,
            changed_at: drawing.changed_at,
        })
    }
}

/// Request body for a new drawing.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewDrawing {
    /// Symbol of the ticker.
    symbol: String,
    /// The kind of drawing.
    tool: DrawingTool,
    /// One point for a level, two for the others, with times from 1900 to 2199. The two points of a line need different times.
    #[schema(min_items = 1, max_items = 2)]
    points: Vec<DrawingPoint>,
}

/// Request body for moving a drawing.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DrawingChange {
    /// The new points, as many as before.
    #[schema(min_items = 1, max_items = 2)]
    points: Vec<DrawingPoint>,
}

/// Lists drawings, oldest first. Drawings on tickers that this market does not have are left out.
#[utoipa::path(get, path = "/api/drawings", params(
        ("symbol" = Option<String>, Query, description = "Only drawings on this ticker")),
    responses((status = 200, description = "The drawings, oldest first.", body = Vec<DrawingRow>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let ticker = request
        .query("symbol")
        .map(|symbol| resolve_symbol(&state.market.read(), &symbol))
        .transpose()?;
    let drawings = request.store(state, |store| store.drawings()).await?;
    let (market, now) = (state.market.read(), state.now());
    let drawings = drawings.iter();
    let on_ticker =
        drawings.filter(|drawing| ticker.is_none_or(|ticker| drawing.ticker_id == ticker));
    let rows = on_ticker.filter_map(|drawing| DrawingRow::of(drawing, &market, now));
    Ok(reply::json(StatusCode::OK, &rows.collect::<Vec<_>>()))
}

/// Saves a new drawing.
#[utoipa::path(post, path = "/api/drawings", request_body = NewDrawing,
    responses((status = 201, description = "The new drawing.", body = DrawingRow),
        (status = 404, description = "There is no such ticker.", body = String),
        (status = 409, description = "There are too many drawings.", body = String)))]
pub(crate) async fn create(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewDrawing = request.json()?;
    let ticker_id = resolve_symbol(&state.market.read(), &new.symbol)?;
    check_points(new.tool, &new.points)?;
    let now = state.now();
    let drawing = Drawing {
        id: 0,
        ticker_id,
        tool: new.tool,
        points: new.points,
        created_at: now,
        changed_at: now,
    };
    let drawing = request.store(state, move |store| store.create_drawing(&drawing));
    respond(state, StatusCode::CREATED, &drawing.await?)
}

/// Moves a drawing.
#[utoipa::path(patch, path = "/api/drawings/{id}", params(("id" = u32, Path)), request_body = DrawingChange,
    responses((status = 200, description = "The moved drawing.", body = DrawingRow),
        (status = 404, description = "There is no such drawing.", body = String)))]
pub(crate) async fn change(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = positive_number(id, NOUN)?;
    let DrawingChange { points } = request.json()?;
    let known = request.store(state, move |store| store.drawing(id)).await?;
    check_points(known.tool, &points)?;
    let now = state.now();
    let drawing = request.store(state, move |store| store.move_drawing(id, points, now));
    respond(state, StatusCode::OK, &drawing.await?)
}

/// Deletes a drawing.
#[utoipa::path(delete, path = "/api/drawings/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The drawing is deleted."),
        (status = 404, description = "There is no such drawing.", body = String)))]
pub(crate) async fn delete(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = positive_number(id, NOUN)?;
    let deleted = request.store(state, move |store| store.delete_drawing(id));
    deleted.await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Deletes all drawings on a ticker.
#[utoipa::path(delete, path = "/api/drawings", params(("symbol" = String, Query)),
    responses((status = 204, description = "The ticker has no drawings."),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn delete_all(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let symbol = request
        .query("symbol")
        .ok_or_else(|| ApiError::bad_request("Missing query parameter 'symbol'."))?;
    let ticker = resolve_symbol(&state.market.read(), &symbol)?;
    let deleted = request.store(state, move |store| store.delete_drawings_of(ticker));
    deleted.await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Returns a saved drawing. Its ticker is unknown only if it was removed from the market since.
fn respond(state: &AppState, status: StatusCode, drawing: &Drawing) -> Result<Reply> {
    let row = DrawingRow::of(drawing, &state.market.read(), state.now());
    let row = row.ok_or_else(|| {
        let ticker = drawing.ticker_id;
        ApiError::not_found(format!("There is no ticker with the number {ticker}."))
    })?;
    Ok(reply::json(status, &row))
}
