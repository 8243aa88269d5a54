//! The result of the check for a newer release.

use jiff::Timestamp;

/// A release that is newer than this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewRelease {
    /// Version such as `1.2.3`.
    pub version: String,
    /// Web page of the release, if its address can be linked.
    pub url: Option<String>,
    /// What changed, as Markdown; empty if unknown.
    pub notes: String,
    /// Time of publication, if known.
    pub published_at: Option<Timestamp>,
}

/// Result of the last check for a newer release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReleaseFacts {
    /// Time of the check.
    pub checked_at: Timestamp,
    /// The newest release; `None` if this program is up to date.
    pub newest: Option<NewRelease>,
    /// Error of the check, if it failed. `newest` is then the result of an earlier check.
    pub problem: Option<String>,
}
