//! Sharing of watchlists with other people.

use hyper::StatusCode;

use super::{shapes::WatchlistSummary, summary};
use crate::web::{
    AppState,
    api::sharing::{PersonShares, read_shares},
    http::{
        error::Result,
        reply::{self, Reply},
        request::{ApiRequest, positive_number},
    },
};

/// Shares an own watchlist with other people, or ends that. Each person can be named once.
#[utoipa::path(put, path = "/api/watchlists/{id}/shares", params(("id" = u32, Path)), request_body = PersonShares,
    responses((status = 200, description = "The watchlist with its permissions.", body = WatchlistSummary),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn share(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = positive_number(id, "watchlist")?;
    let shares = read_shares(state, request)?;
    let list = request
        .store(state, move |store| store.share_watchlist(id, shares))
        .await?;
    Ok(reply::json(StatusCode::OK, &summary(state, request, list)))
}
