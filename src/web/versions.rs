//! Versions of data that several devices change.
//!
//! Boards, settings and watchlists carry a version. A write that names the version it changes is rejected if another device has changed
//! the data since; the response contains both, so that the client can merge them or ask its user.

use hyper::StatusCode;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::http::{
    error::Result,
    reply::{self, Reply},
    request::ApiRequest,
};

/// The body of a 409: the data was changed after the version that the request names.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VersionConflict<T> {
    /// One sentence for the user.
    message: String,
    /// The data as it is now; null if it was deleted.
    current: Option<T>,
    /// The body of the request.
    #[schema(value_type = Object)]
    submitted: Value,
}

/// Returns true if a request names another version than the current one. A request without a version may change any version.
pub(crate) fn is_outdated(named: Option<u32>, current: Option<u32>) -> bool {
    named.is_some() && named != current
}

/// The response to a request that names another version than the current one. `subject` starts its sentence: `This board was`.
pub(crate) fn conflict<T: Serialize>(
    subject: &str,
    current: Option<T>,
    request: &ApiRequest,
) -> Result<Reply> {
    let change = if current.is_some() {
        "changed"
    } else {
        "deleted"
    };
    let conflict = VersionConflict {
        message: format!("{subject} {change} on another device. Nothing was saved."),
        current,
        submitted: request.json()?,
    };
    Ok(reply::json(StatusCode::CONFLICT, &conflict))
}
