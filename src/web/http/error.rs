//! What a request may end in besides success: a status and one plain sentence.

use hyper::{
    StatusCode,
    header::{ALLOW, HeaderName, HeaderValue, RETRY_AFTER},
};

use crate::{domain::validation::ValidationError, store::StoreError};

/// When to try again, in seconds.
const RETRY_SECONDS: &str = "2";

/// An error answer. Its message is the whole body.
#[derive(Debug, thiserror::Error)]
#[error("{status}: {message}")]
pub(crate) struct ApiError {
    /// The HTTP status.
    pub(crate) status: StatusCode,
    /// For a person.
    pub(crate) message: String,
    /// Headers that the status wants, such as the methods that would have been allowed.
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
}

/// What handlers return.
pub(crate) type Result<T> = std::result::Result<T, ApiError>;

impl ApiError {
    /// An error with `status`.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            headers: Vec::new(),
        }
    }

    /// 400: the request was not understood: a body that is no such JSON, a parameter of no such form.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// 422: the request was understood, and asks for something that cannot be: a value out of its range, values that
    /// contradict each other, a name of something that does not exist.
    pub(crate) fn unprocessable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// 409: it could be, and conflicts with what exists.
    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// 404: it asks for something that is not there.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// 403: it may not.
    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// 503: it may be tried again in a moment.
    pub(crate) fn too_busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
            .with(RETRY_AFTER, HeaderValue::from_static(RETRY_SECONDS))
    }

    /// 503: the first market is being loaded, which takes a moment.
    pub(crate) fn still_loading() -> Self {
        let message = "The market is still loading. Try again in a second.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
            .with(RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// 500: a mistake of ours, which the log tells of.
    pub(crate) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "The server failed.")
    }

    /// With one more header.
    pub(crate) fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// 405, with the methods that would do.
    pub(crate) fn method_not_allowed(allow: &'static str) -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            format!("Only {allow} is possible here."),
        )
        .with(ALLOW, HeaderValue::from_static(allow))
    }
}

impl From<ValidationError> for ApiError {
    fn from(fault: ValidationError) -> Self {
        Self::unprocessable(fault.0)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let status = match &error {
            StoreError::NotFound(_) => StatusCode::NOT_FOUND,
            StoreError::Duplicate(_) | StoreError::Limit(_) => StatusCode::CONFLICT,
            StoreError::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            // The store logs each spell of failures once.
            _ => {
                tracing::debug!(%error, "the store failed a request");
                StatusCode::INTERNAL_SERVER_ERROR
            }
        };
        Self::new(status, as_sentence(&error.public_message()))
    }
}

/// `text` as a sentence: a capital at its start, a full stop at its end.
fn as_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}
