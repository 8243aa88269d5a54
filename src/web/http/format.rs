//! The format of a response, selected by the query parameter `format`.

use super::{
    error::{ApiError, Result},
    request::ApiRequest,
};

/// The format of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// JSON, the default.
    Json,
    /// CSV, for spreadsheets.
    Csv,
}

impl Format {
    /// Parses the query parameter `format`.
    pub(crate) fn from_request(request: &ApiRequest) -> Result<Self> {
        match request.query("format").as_deref() {
            None | Some("json") => Ok(Self::Json),
            Some("csv") => Ok(Self::Csv),
            Some(other) => Err(ApiError::bad_request(format!(
                "Invalid format '{other}'; expected json or csv."
            ))),
        }
    }
}

/// Refuses other formats for a route that returns only JSON: a program that requests CSV would misread JSON.
pub(super) fn check_json(request: &ApiRequest) -> Result<()> {
    match request.query("format") {
        Some(other) if other != "json" => Err(ApiError::bad_request(format!(
            "Invalid format '{other}'; this endpoint returns only its default format."
        ))),
        _ => Ok(()),
    }
}
