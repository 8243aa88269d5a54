//! Answers requests that an edge forwarded.

use std::sync::Arc;

use hyper::{Method, StatusCode};

use super::protocol::{ForwardedRequest, RemoteResponse, Rights, to_header_map};
use crate::{
    domain::credential::Scope,
    web::{
        AppState,
        http::{
            access::{Caller, Identity},
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
            writes::{execute_write, write_permit},
        },
        routes::lookup,
        settings::ServerUrl,
    },
};

/// Answers a forwarded request with the permissions that the edge granted, but never more than this process allows.
pub async fn answer_forwarded(state: &Arc<AppState>, call: ForwardedRequest) -> RemoteResponse {
    let reply = answer_request(state, call).await;
    RemoteResponse::from_reply(reply.unwrap_or_else(|error| reply::error(&error))).await
}

async fn answer_request(state: &Arc<AppState>, call: ForwardedRequest) -> Result<Reply> {
    let method = Method::try_from(call.method.as_str());
    let method = method.map_err(|_| ApiError::bad_request("Invalid HTTP method."))?;
    let path: Vec<&str> = call.path.iter().map(String::as_str).collect();
    let route = lookup::find(&path, &method)?;
    if !route.runs_at_source() {
        return Err(ApiError::forbidden("An edge answers this request itself."));
    }
    route.check_loaded(state, &path)?;
    let (person, role) = call.person;
    let identity = Identity { person, role };
    let caller = match call.rights {
        Rights::NoAuth if state.access.is_some() => {
            return Err(ApiError::forbidden(
                "The source requires a password, but the edge does not; configure both alike.",
            ));
        }
        Rights::NoAuth => Caller::AuthDisabled,
        Rights::Write => Caller::Program(0, Scope::Write, identity),
        Rights::Read => Caller::Program(0, Scope::Read, identity),
    };
    route.check_role(caller)?;
    let limits = &state.settings.limits;
    if route.has_body() && call.body.len() > route.max_body_bytes(limits) {
        return Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "The body is too large.",
        ));
    }
    let server_url = ServerUrl {
        origin: call.origin,
        base: call.base,
    };
    let headers = to_header_map(&call.headers);
    let key_and_caller = (call.key, call.caller);
    let request = ApiRequest::forwarded(
        headers,
        caller,
        server_url,
        call.query,
        call.body,
        key_and_caller,
    );
    if !route.is_write() {
        return route.answer(state, &request, &path).await;
    }
    if !caller.may_write() {
        return Err(ApiError::forbidden("This token is read-only."));
    }
    if state.settings.read_only {
        return Err(ApiError::forbidden(state.settings.read_only_reason()));
    }
    let permit = write_permit(state)?;
    execute_write(state, route, &path, request, permit).await
}
