//! Why a configuration is refused.

/// One sentence for a person.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// A file could not be read.
    #[error("the {what} {path} could not be read: {error}")]
    Unreadable {
        /// `configuration file` or `key file`.
        what: &'static str,
        /// Where it should be.
        path: String,
        /// Why it was not read.
        error: String,
    },
    /// Not TOML, an unknown key, a wrong type or a value that cannot work.
    #[error("{origin}: {message}")]
    Invalid {
        /// The file with its line, the variable, or the key.
        origin: String,
        /// What is wrong.
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

    /// The same, told with its place: a line of the file, or a variable.
    pub(super) fn at(self, place: Option<String>) -> Self {
        match (self, place) {
            (Self::Invalid { origin, message }, Some(place)) => Self::Invalid {
                origin: format!("{place}: {origin}"),
                message,
            },
            (error, _) => error,
        }
    }

    /// What it is about: a key, a file with its line, a variable.
    pub(super) fn origin(&self) -> &str {
        match self {
            Self::Unreadable { path, .. } => path,
            Self::Invalid { origin, .. } => origin,
        }
    }
}
