//! The check for a newer release in the status of the server.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::runtime::health::{NewRelease, ReleaseFacts};

/// The result of the last check for a newer release.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateStatus {
    /// Time of the check.
    #[schema(value_type = String, format = DateTime)]
    checked_at: Timestamp,
    /// The newest release; null if this server is up to date.
    newest: Option<AvailableRelease>,
    /// Why the check failed; null if it succeeded.
    problem: Option<String>,
}

/// A release that is newer than this server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AvailableRelease {
    /// Version.
    version: String,
    /// Web page of the release; null if unknown.
    url: Option<String>,
    /// What changed, as Markdown; empty if unknown.
    notes: String,
    /// Time of publication; null if unknown.
    #[schema(value_type = Option<String>, format = DateTime)]
    published_at: Option<Timestamp>,
}

impl From<ReleaseFacts> for UpdateStatus {
    fn from(facts: ReleaseFacts) -> Self {
        Self {
            checked_at: facts.checked_at,
            newest: facts.newest.map(AvailableRelease::from),
            problem: facts.problem,
        }
    }
}

impl From<NewRelease> for AvailableRelease {
    fn from(release: NewRelease) -> Self {
        Self {
            version: release.version,
            url: release.url,
            notes: release.notes,
            published_at: release.published_at,
        }
    }
}
