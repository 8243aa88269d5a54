//! What is wrong with something that a person sent.

/// Why a value cannot be, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);
