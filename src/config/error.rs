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

    /// One sentence out of a TOML error: line, and what is wrong there.
    pub(super) fn toml(origin: &str, text: Option<&str>, error: &toml::de::Error) -> Self {
        let line = text.zip(error.span()).map(|(text, span)| {
            let before = &text.as_bytes()[..span.start.min(text.len())];
            let number = before.split(|byte| *byte == b'\n').count();
            format!(" line {number}")
        });
        Self::invalid(
            format!("{origin}{}", line.unwrap_or_default()),
            error.message().replace('\n', " "),
        )
    }
}
