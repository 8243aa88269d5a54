//! Error responses of the API: a status and one plain sentence.

use hyper::{
    StatusCode,
    header::{ALLOW, HeaderName, HeaderValue, RETRY_AFTER},
};

use crate::{domain::validation::ValidationError, store::StoreError};

/// Value of `Retry-After` in seconds.
const RETRY_SECONDS: &str = "2";

/// An error response. Its message is the whole body.
#[derive(Debug, thiserror::Error)]
#[error("{status}: {message}")]
pub(crate) struct ApiError {
    /// The HTTP status.
    pub(crate) status: StatusCode,
    /// One sentence for the user.
    pub(crate) message: String,
    /// Headers that belong to the status, such as `Allow`.
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
}

/// The result of a handler.
pub(crate) type Result<T> = std::result::Result<T, ApiError>;

impl ApiError {
    /// Creates an error.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            headers: Vec::new(),
        }
    }

    /// 400: the request is malformed, such as invalid JSON or a parameter of the wrong type.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// 422: the request is well-formed but invalid, such as a value out of range, contradicting values, or a name that does not
    /// exist.
    pub(crate) fn unprocessable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// 409: the request conflicts with existing data.
    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// 404: the requested resource does not exist.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// 403: the caller is not authorized.
    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// 503: the server is busy; the client may retry in a moment.
    pub(crate) fn too_busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
            .with_header(RETRY_AFTER, HeaderValue::from_static(RETRY_SECONDS))
    }

    /// 503: the market is still loading.
    pub(crate) fn still_loading() -> Self {
        let message = "The market is still loading. Try again in a second.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
            .with_header(RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// 500: a bug; details are in the log.
    pub(crate) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "The server failed.")
    }

    /// Adds a header.
    pub(crate) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// 405, with the allowed methods.
    pub(crate) fn method_not_allowed(allow: &'static str) -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            format!("Method not allowed; expected {allow}."),
        )
        .with_header(ALLOW, HeaderValue::from_static(allow))
    }
}

impl From<ValidationError> for ApiError {
    fn from(error: ValidationError) -> Self {
        Self::unprocessable(error.0)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let status = match &error {
            StoreError::NotFound(_) => StatusCode::NOT_FOUND,
            StoreError::Forbidden(_) => StatusCode::FORBIDDEN,
            StoreError::Duplicate(_) | StoreError::Limit(_) => StatusCode::CONFLICT,
            StoreError::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            // Logged at debug level only, as the store logs each period of failures once.
            _ => {
                tracing::debug!(%error, "store: request failed");
                StatusCode::INTERNAL_SERVER_ERROR
            }
        };
        Self::new(status, as_sentence(&error.public_message()))
    }
}

/// Capitalizes `text` and adds a full stop.
fn as_sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}
