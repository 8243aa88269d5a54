//! Secrets in files of their own.

use super::ConfigError;

/// What a file holds that nobody else may know.
pub(super) fn secret(file: &str) -> Result<String, ConfigError> {
    let text = std::fs::read_to_string(file).map_err(|error| ConfigError::Unreadable {
        what: "key file",
        path: file.to_owned(),
        error: error.to_string(),
    })?;
    Ok(text.trim().to_owned())
}
