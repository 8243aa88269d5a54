//! The error of an invalid identifier.

use std::fmt;

/// A text that has the form of an identifier but is not valid. `Display` is a sentence for users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Invalid {kind} '{text}': {problem}.")]
pub struct InvalidIdentifier {
    /// `ISIN`, `CUSIP`, `WKN` or `FIGI`.
    pub(super) kind: &'static str,
    /// The text in capitals, without spaces and hyphens.
    pub(super) text: String,
    pub(super) problem: Problem,
}

/// The problem with an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Problem {
    /// The description of the expected form.
    Form(&'static str),
    /// The right check digit.
    CheckDigit(u8),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(expected) => write!(f, "expected {expected}"),
            Self::CheckDigit(digit) => write!(f, "the check digit should be {digit}"),
        }
    }
}
