//! The format that a request asks for, where an answer comes in several.

use super::{
    error::{ApiError, Result},
    request::ApiRequest,
};

/// A format of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// The default.
    Json,
    /// As spreadsheets read it.
    Csv,
}

impl Format {
    /// The format that a request asks for.
    pub(crate) fn of(request: &ApiRequest) -> Result<Self> {
        match request.query("format").as_deref() {
            None | Some("json") => Ok(Self::Json),
            Some("csv") => Ok(Self::Csv),
            Some(other) => Err(ApiError::bad_request(format!(
                "'{other}' is no format; possible are json and csv."
            ))),
        }
    }
}

/// Refuses another format than JSON, for answers that come in no other: a program that asked for CSV would read JSON as such.
pub(super) fn check_json(request: &ApiRequest) -> Result<()> {
    match request.query("format") {
        Some(other) if other != "json" => Err(ApiError::bad_request(format!(
            "'{other}' is no format of this address; leave 'format' out."
        ))),
        _ => Ok(()),
    }
}
