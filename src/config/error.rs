//! Errors in the configuration.

/// An error in the configuration. `Display` returns one sentence.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// A file could not be read.
    #[error("cannot read the {kind} {path}: {error}")]
    Unreadable {
        /// `configuration file`, `settings file` or `key file`.
        kind: &'static str,
        /// Path of the file.
        path: String,
        /// Error message of the operating system.
        error: String,
    },
    /// The configuration is not valid TOML, or has an unknown key, a wrong type or an invalid
    /// value.
    #[error("{subject}: {message}")]
    Invalid {
        /// The subject of the error: a file with a line number, a variable, or a key.
        subject: String,
        /// Description of the error.
        message: String,
    },
}

impl ConfigError {
    pub(super) fn invalid(subject: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid {
            subject: subject.into(),
            message: message.into(),
        }
    }

    /// Adds the location of the key, which is a line in the file or a variable.
    pub(super) fn at(self, location: Option<String>) -> Self {
        match (self, location) {
            (Self::Invalid { subject, message }, Some(location)) => Self::Invalid {
                subject: format!("{location}: {subject}"),
                message,
            },
            (error, _) => error,
        }
    }

    /// Returns the subject of the error: a key, a file with a line number, or a variable.
    pub(super) fn subject(&self) -> &str {
        match self {
            Self::Unreadable { path, .. } => path,
            Self::Invalid { subject, .. } => subject,
        }
    }
}
