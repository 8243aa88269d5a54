//! Answering calls that came to another process of the cluster.

use std::sync::Arc;

use hyper::{Method, StatusCode};

use super::{
    AppState,
    elsewhere::{Answered, Call, Rights, header_map},
    http::{
        access::caller::Caller,
        error::{ApiError, Result},
        reply::{self, Reply},
        request::ApiRequest,
        writing::{carry_through, place_to_write},
    },
    routes::Route,
    settings::Seen,
};
use crate::domain::credential::Scope;

/// Answers a call that came to another process: by the same routes, and with no more rights than a browser has here.
pub async fn answer(state: &Arc<AppState>, call: Call) -> Answered {
    let reply = answered(state, call).await;
    Answered::of(reply.unwrap_or_else(|error| reply::error(&error))).await
}

async fn answered(state: &Arc<AppState>, call: Call) -> Result<Reply> {
    let method = Method::try_from(call.method.as_str());
    let method = method.map_err(|_| ApiError::bad_request("Invalid HTTP method."))?;
    let path: Vec<&str> = call.path.iter().map(String::as_str).collect();
    let route = Route::find(&path, &method)?;
    if !route.is_for_source() {
        return Err(ApiError::forbidden("An edge answers this itself."));
    }
    route.check_loaded(state, &path)?;
    let caller = match call.rights {
        Rights::Unasked if state.access.is_some() => {
            return Err(ApiError::forbidden(
                "The source asks for a password, and the edge through which this came does not.",
            ));
        }
        Rights::Unasked => Caller::Anybody,
        Rights::Write => Caller::Program(0, Scope::Write),
        Rights::Read => Caller::Program(0, Scope::Read),
    };
    let limits = &state.settings.limits;
    if route.has_body() && call.body.len() > route.most_bytes(limits) {
        return Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "The body is too large.",
        ));
    }
    let seen = Seen {
        origin: call.origin,
        base: call.base,
    };
    let headers = header_map(&call.headers);
    let names = (call.key, call.caller);
    let request = ApiRequest::elsewhere(headers, caller, seen, call.query, call.body, names);
    if !route.is_write() {
        return route.answer(state, &request, &path).await;
    }
    if !caller.may_write() {
        return Err(ApiError::forbidden("This token is for reading only."));
    }
    if state.settings.read_only {
        return Err(ApiError::forbidden("This Marketdeck is for reading only."));
    }
    let place = place_to_write(state)?;
    carry_through(state, route, &path, request, place).await
}
