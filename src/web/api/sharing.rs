//! Sharing of watchlists and boards with other people.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::{person::PersonId, sharing::Share},
    web::{
        AppState,
        http::{
            access::Access,
            error::{ApiError, Result},
            request::ApiRequest,
        },
    },
};

/// Permission of other people to use a watchlist or a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PersonShare {
    /// Who gets the permission; null for everybody.
    person_id: Option<u32>,
    /// Whether they may also change it.
    may_write: bool,
}

/// Request body for sharing a watchlist or a board.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PersonShares {
    /// All permissions, each person at most once; empty if only its owner may use it.
    #[schema(max_items = 51)]
    shares: Vec<PersonShare>,
}

impl From<Share> for PersonShare {
    fn from(share: Share) -> Self {
        Self {
            person_id: share.with.map(|person| person.0),
            may_write: share.may_write,
        }
    }
}

/// Reads the permissions in the body of a request.
///
/// # Errors
/// Status 422 for an unknown person, for the person who asks, and for a person who is named twice.
pub(super) fn read_shares(state: &AppState, request: &ApiRequest) -> Result<Vec<Share>> {
    let body = request.json::<PersonShares>()?;
    let accounts = state.access.as_ref().map(Access::accounts);
    let exists = |id| {
        accounts
            .as_ref()
            .is_some_and(|accounts| accounts.get(id).is_some())
    };
    let mut shares: Vec<Share> = Vec::with_capacity(body.shares.len());
    for PersonShare {
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
    Ok(shares)
}

/// Returns the name of a person; `None` if they were removed.
pub(super) fn name_of(state: &AppState, person: PersonId) -> Option<String> {
    let accounts = state.access.as_ref()?.accounts();
    Some(accounts.get(person)?.person.name.clone())
}
