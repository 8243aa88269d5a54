//! Sharing of watchlists with other people.

use hyper::StatusCode;

use super::{
    shapes::{ListShare, ListShares, WatchlistSummary},
    summary,
};
use crate::{
    domain::{person::PersonId, watchlist::Share},
    web::{
        AppState,
        http::{
            access::Access,
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, positive_number},
        },
    },
};

/// Shares an own watchlist with other people, or ends that. Each person can be named once.
#[utoipa::path(put, path = "/api/watchlists/{id}/shares", params(("id" = u32, Path)), request_body = ListShares,
    responses((status = 200, description = "The watchlist with its permissions.", body = WatchlistSummary),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn share(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, body) = (
        positive_number(id, "watchlist")?,
        request.json::<ListShares>()?,
    );
    let accounts = state.access.as_ref().map(Access::accounts);
    let exists = |id| {
        accounts
            .as_ref()
            .is_some_and(|accounts| accounts.get(id).is_some())
    };
    let mut shares: Vec<Share> = Vec::with_capacity(body.shares.len());
    for ListShare {
        person_id,
        may_write,
    } in body.shares
    {
        let with = person_id.map(PersonId);
        if let Some(person) = with.filter(|id| !exists(*id) || *id == request.person()) {
            return Err(ApiError::unprocessable(format!(
                "Invalid personId {person}; expected the id of another person."
            )));
        }
        if shares.iter().any(|share| share.with == with) {
            return Err(ApiError::unprocessable(
                "Each person can be named only once.",
            ));
        }
        shares.push(Share { with, may_write });
    }
    let list = request
        .store(state, move |store| store.share_watchlist(id, shares))
        .await?;
    Ok(reply::json(StatusCode::OK, &summary(state, request, list)))
}
