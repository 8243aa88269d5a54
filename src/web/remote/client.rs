//! Forwards requests to the source of the cluster.

use hyper::{
    Method, StatusCode,
    header::{CONTENT_TYPE, HeaderName, IF_MATCH},
};

use super::protocol::{ForwardedRequest, Rights, Upstream, select_headers};
use crate::domain::person::{PersonId, Role};
use crate::web::http::{
    access::Caller,
    error::{ApiError, Result},
    reply::Reply,
    request::ApiRequest,
};

/// Request headers that are forwarded.
const REQUEST_HEADERS: [HeaderName; 2] = [CONTENT_TYPE, IF_MATCH];

/// Converts a request for forwarding; `path` consists of decoded segments.
pub(crate) fn to_forwarded_request(
    method: &Method,
    path: &[&str],
    request: &ApiRequest,
) -> ForwardedRequest {
    let rights = match request.caller {
        Caller::AuthDisabled => Rights::NoAuth,
        caller if caller.may_write() => Rights::Write,
        _ => Rights::Read,
    };
    ForwardedRequest {
        key: request
            .idempotency_key()
            .map_or_else(random_key, str::to_owned),
        method: method.as_str().to_owned(),
        path: path.iter().map(|part| (*part).to_owned()).collect(),
        query: request.raw_query().to_owned(),
        headers: select_headers(&request.headers, &REQUEST_HEADERS),
        rights,
        person: request
            .caller
            .identity()
            .map_or((PersonId::NOBODY, Role::Viewer), |identity| {
                (identity.person, identity.role)
            }),
        caller: request.caller_id(),
        origin: request.server_url.origin.clone(),
        base: request.server_url.base.clone(),
        body: request.body().to_vec(),
    }
}

/// Returns a random idempotency key of 128 bits, so that keys do not collide.
fn random_key() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// Sends a request to the source and returns its response.
pub(crate) async fn send(upstream: &dyn Upstream, call: ForwardedRequest) -> Result<Reply> {
    match upstream.send(call).await {
        Ok(response) => Ok(response.into_reply()),
        Err(message) => Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message)),
    }
}
