//! What is wrong with something that a person sent.

/// What is wrong, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A part of it cannot be, whatever stands beside it.
    #[error("{0}")]
    Wrong(String),
    /// Each part can be, but not together, or not here.
    #[error("{0}")]
    Contradicts(String),
}
