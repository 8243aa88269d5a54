//! Errors of the configuration.

/// A configuration error, displayed as one sentence.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// A file could not be read.
    #[error("cannot read the {what} {path}: {error}")]
    Unreadable {
        /// `configuration file` or `key file`.
        what: &'static str,
        /// Path of the file.
        path: String,
        /// Error of the system.
        error: String,
    },
    /// Not TOML, an unknown key, a wrong type or an invalid value.
    #[error("{origin}: {message}")]
    Invalid {
        /// The file with a line number, the variable, or the key.
        origin: String,
        /// Description of the error.
        message: String,
    },
}

impl ConfigError {
    pub(super) fn invalid(origin: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid {
            origin: origin.into(),
            message: message.into(),
        }
    }

    /// Adds the location: a line of the file, or a variable.
    pub(super) fn at(self, place: Option<String>) -> Self {
        match (self, place) {
            (Self::Invalid { origin, message }, Some(place)) => Self::Invalid {
                origin: format!("{place}: {origin}"),
                message,
            },
            (error, _) => error,
        }
    }

    /// Returns the subject of the error: a key, a file with a line number, or a variable.
    pub(super) fn origin(&self) -> &str {
        match self {
            Self::Unreadable { path, .. } => path,
            Self::Invalid { origin, .. } => origin,
        }
    }
}
