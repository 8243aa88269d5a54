//! What a request may end in besides success: a status and one plain sentence.

use hyper::StatusCode;

use crate::store::StoreError;

/// A refusal. Its sentence is the whole body.
#[derive(Debug, thiserror::Error)]
#[error("{status}: {sentence}")]
pub struct Refusal {
    /// The HTTP status.
    pub status: StatusCode,
    /// For a person.
    pub sentence: String,
    /// Methods that would have been allowed (405 only).
    pub allow: Option<&'static str>,
}

/// What handlers return.
pub type Result<T> = std::result::Result<T, Refusal>;

impl Refusal {
    /// A refusal with `status`.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self {
            status,
            sentence: sentence.into(),
            allow: None,
        }
    }

    /// 400: the request is wrong in itself.
    pub fn bad(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// 404: it asks for something that is not there.
    pub fn missing(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }

    /// 403: it may not.
    pub fn forbidden(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, sentence)
    }

    /// 405, with the methods that would do.
    pub fn method(allow: &'static str) -> Self {
        Self {
            allow: Some(allow),
            ..Self::new(
                StatusCode::METHOD_NOT_ALLOWED,
                format!("Only {allow} is possible here."),
            )
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        let status = match &error {
            StoreError::NotFound(_) => StatusCode::NOT_FOUND,
            StoreError::Duplicate(_) => StatusCode::CONFLICT,
            StoreError::Limit(_) => StatusCode::BAD_REQUEST,
            // The store logs each spell of failures once.
            _ => {
                tracing::debug!(%error, "the store failed a request");
                StatusCode::INTERNAL_SERVER_ERROR
            }
        };
        Self::new(status, sentence(&error.public_message()))
    }
}

/// `text` as a sentence: a capital at its start, a full stop at its end.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}
