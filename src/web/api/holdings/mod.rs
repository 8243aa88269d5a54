//! Endpoints for the holdings: positions with their values, totals in the display currency, values over time, and expected dividends.

mod history;
mod income;
mod positions;
mod request;
mod shapes;
mod table;

use hyper::StatusCode;

pub(crate) use self::positions::compute;
pub(crate) use self::shapes::{Group, PositionRow};
pub(crate) use self::{
    history::{__path_history, history},
    income::{__path_income, income},
};
use self::{request::HoldingsRequest, shapes::Holdings};
use crate::web::{
    AppState,
    http::{
        csv,
        error::Result,
        format::Format,
        reply::{self, Reply},
        request::{ApiRequest, bool_param, positive_number},
    },
};

/// Returns the holdings in a list. The CSV has a row for each position.
#[utoipa::path(get, path = "/api/watchlists/{id}/holdings", params(("id" = u32, Path),
        ("currency" = Option<String>, Query, pattern = "^[A-Z]{3}$", description = "Currency of the totals; default: the display currency"),
        ("format" = Option<String>, Query, pattern = "^(json|csv)$", description = "json (default) or csv"),
        ("bom" = Option<bool>, Query, description = "true: start the CSV with a byte order mark, by which Excel recognizes UTF-8")),
    responses((status = 200, description = "Positions and their totals.", content((Holdings = "application/json"), (String = "text/csv"))),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn of_list(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = positive_number(id, "watchlist")?;
    respond(
        state,
        request,
        HoldingsRequest::for_list(state, request, id).await?,
    )
}

/// Returns the holdings in all lists, or in one. A ticker that is held in several lists has several positions. The CSV has
/// a row for each position.
#[utoipa::path(get, path = "/api/holdings", params(
        ("watchlistId" = Option<u32>, Query, description = "Id of a watchlist; default: all lists"),
        ("symbol" = Option<String>, Query, description = "Only the holding in this ticker; weights are shares in it"),
        ("currency" = Option<String>, Query, pattern = "^[A-Z]{3}$", description = "Currency of the totals; default: the display currency"),
        ("format" = Option<String>, Query, pattern = "^(json|csv)$", description = "json (default) or csv"),
        ("bom" = Option<bool>, Query, description = "true: start the CSV with a byte order mark, by which Excel recognizes UTF-8")),
    responses((status = 200, description = "Positions and their totals.", content((Holdings = "application/json"), (String = "text/csv"))),
        (status = 404, description = "There is no such watchlist or ticker.", body = String)))]
pub(crate) async fn all(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    respond(
        state,
        request,
        HoldingsRequest::parse(state, request).await?,
    )
}

fn respond(state: &AppState, request: &ApiRequest, parsed: HoldingsRequest) -> Result<Reply> {
    let with_byte_order_mark = bool_param(request, "bom")?;
    let format = Format::from_request(request)?;
    let HoldingsRequest { lists, currency } = parsed;
    let holdings = compute(state, &lists, currency);
    if format == Format::Json {
        return Ok(reply::json(StatusCode::OK, &holdings));
    }
    let list_name = |id: u32| {
        let list = lists.iter().find(|list| list.id == id);
        list.map_or("", |list| list.name.as_str())
    };
    let text = table::csv(&holdings, list_name)?;
    Ok(csv::download(text, "holdings", with_byte_order_mark))
}
