//! A daily check for a newer release, if `update_check_url` is set. The result is shown on the status page.
//!
//! The URL returns releases in the format of GitHub's API, which Gitea and Forgejo share: one release
//! (`/repos/OWNER/REPOSITORY/releases/latest`) or a list of them (`/repos/OWNER/REPOSITORY/releases`).

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    config::Config,
    domain::{Clock, web_url},
    providers::core::{
        client::{Client, DEFAULT_USER_AGENT, HttpOptions},
        lenient::{self, Text, or_default},
    },
    runtime::{
        health::{Health, NewRelease, ReleaseFacts},
        supervisor::Supervisor,
    },
    source::{SourceError, health::HealthBoard},
};

const INTERVAL: Duration = Duration::from_secs(24 * 3_600);
/// Interval after a failed check.
const RETRY_INTERVAL: Duration = Duration::from_secs(3_600);
const TIMEOUT_SECONDS: u64 = 20;
/// Maximum size of the response in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Maximum length of the release notes in characters; the rest is cut off.
const MAX_NOTES: usize = 10_000;
/// The version of this program.
const INSTALLED: &str = env!("CARGO_PKG_VERSION");

/// Spawns the task that checks for a newer release, if a URL is configured.
pub(super) fn spawn(
    supervisor: &Supervisor,
    config: &Config,
    clock: &Arc<dyn Clock>,
    health: &Arc<Health>,
) {
    let Some(url) = config.update_check_url.clone() else {
        return;
    };
    let (clock, health) = (Arc::clone(clock), Arc::clone(health));
    supervisor.restartable("update check", move || {
        run(url.clone(), Arc::clone(&clock), Arc::clone(&health))
    });
}

async fn run(url: String, clock: Arc<dyn Clock>, health: Arc<Health>) {
    let options = HttpOptions {
        enabled: true,
        base_url: url,
        user_agent: DEFAULT_USER_AGENT.to_owned(),
        timeout_seconds: TIMEOUT_SECONDS,
        max_bytes: MAX_BYTES,
        min_gap_ms: 0,
        every_seconds: INTERVAL.as_secs(),
    };
    // A board of its own, because the check is not a source of market data.
    let client = Client::new(options, HealthBoard::default().record("update check"));
    let mut newest: Option<NewRelease> = None;
    loop {
        let checked = client.get("", &[]).await.and_then(|body| read(&body));
        let (problem, delay) = match checked {
            Ok(release) => {
                if release != newest
                    && let Some(release) = &release
                {
                    tracing::info!(
                        version = release.version,
                        installed = INSTALLED,
                        "update check: a newer version is available"
                    );
                }
                newest = release;
                (None, INTERVAL)
            }
            Err(error) => {
                tracing::warn!(%error, "update check: could not read the releases");
                (Some(error.to_string()), RETRY_INTERVAL)
            }
        };
        health.report_releases(ReleaseFacts {
            checked_at: clock.now(),
            newest: newest.clone(),
            problem,
        });
        tokio::time::sleep(delay).await;
    }
}

/// A release in the response.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Release {
    tag_name: Text,
    body: Text,
    html_url: Text,
    published_at: Text,
    #[serde(deserialize_with = "or_default")]
    draft: bool,
    #[serde(deserialize_with = "or_default")]
    prerelease: bool,
}

/// Returns the newest release, or `None` if it is not newer than this program. Drafts and pre-releases are ignored.
fn read(body: &[u8]) -> Result<Option<NewRelease>, SourceError> {
    let releases = match lenient::json(body)? {
        Value::Array(releases) => releases,
        release @ Value::Object(_) => vec![release],
        _ => {
            let text = "the response contains no releases".to_owned();
            return Err(SourceError::InvalidResponse(text));
        }
    };
    let is_empty = releases.is_empty();
    let mut readable = releases
        .into_iter()
        .filter_map(|release| Release::deserialize(release).ok())
        .filter_map(|release| Some((Version::parse(release.tag_name.as_deref()?)?, release)))
        .peekable();
    if readable.peek().is_none() && !is_empty {
        return Err(SourceError::InvalidResponse(
            "no release in the response has a version".to_owned(),
        ));
    }
    let newest = readable
        .filter(|(version, release)| version.is_final && !release.draft && !release.prerelease)
        .max_by_key(|(version, _)| *version);
    let installed = Version::parse(INSTALLED);
    Ok(newest
        .filter(|(version, _)| installed.is_none_or(|installed| *version > installed))
        .map(|(version, release)| NewRelease {
            version: version.to_string(),
            url: release.html_url.0.filter(|url| web_url::is_linkable(url)),
            notes: shortened(release.body.as_deref().unwrap_or_default()),
            published_at: release
                .published_at
                .as_deref()
                .and_then(|time| time.parse::<Timestamp>().ok()),
        }))
}

fn shortened(notes: &str) -> String {
    let notes = notes.trim();
    match notes.char_indices().nth(MAX_NOTES) {
        Some((end, _)) => format!("{}…", &notes[..end]),
        None => notes.to_owned(),
    }
}

/// A version by Semantic Versioning (semver.org). A pre-release is lower than the version itself; pre-releases of one version are
/// equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    numbers: [u32; 3],
    is_final: bool,
}

impl Version {
    /// Reads a version such as `1.2.3` or `v1.2.3-rc.1`.
    fn parse(tag: &str) -> Option<Self> {
        let version = tag.trim().trim_start_matches(['v', 'V']);
        let version = version.split('+').next()?;
        let (numbers, is_final) = match version.split_once('-') {
            Some((numbers, _)) => (numbers, false),
            None => (version, true),
        };
        let mut parts = numbers.split('.').map(str::parse);
        let numbers = [
            parts.next()?.ok()?,
            parts.next()?.ok()?,
            parts.next()?.ok()?,
        ];
        parts.next().is_none().then_some(Self { numbers, is_final })
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    const LATEST: &str = r#"{"tag_name": "v99.1.0", "name": "99.1", "draft": false, "prerelease": false,
        "html_url": "https://example.org/marketdeck/releases/tag/v99.1.0", "published_at": "2026-12-03T10:00:00Z",
        "body": "\r\n### Added\n\n- People\r\n"}"#;

    #[test]
    fn a_newer_release_is_read_with_its_notes() {
        let release = read(LATEST.as_bytes()).unwrap().unwrap();
        assert_eq!(
            release,
            NewRelease {
                version: "99.1.0".to_owned(),
                url: Some("https://example.org/marketdeck/releases/tag/v99.1.0".to_owned()),
                notes: "### Added\n\n- People".to_owned(),
                published_at: Some("2026-12-03T10:00:00Z".parse().unwrap()),
            }
        );
    }

    #[test]
    fn the_highest_final_version_of_a_list_counts() {
        let list = r#"[{"tag_name": "v99.9.0-rc.1"}, {"tag_name": "v99.8.0", "prerelease": true},
            {"tag_name": "v99.7.0", "draft": true}, null, {"tag_name": "nightly"}, {"tag_name": "v99.2.10", "html_url": "javascript:alert(1)"},
            {"tag_name": "99.10.0"}, {"tag_name": "v99.2.9"}]"#;
        let release = read(list.as_bytes()).unwrap().unwrap();
        assert_eq!(release.version, "99.10.0");
        assert_eq!(release.url, None);
    }

    #[test]
    fn the_installed_and_older_versions_are_no_update() {
        for tag in ["0.0.9", INSTALLED, "v0.2.0"] {
            let body = format!(r#"{{"tag_name": "{tag}"}}"#);
            assert_eq!(read(body.as_bytes()).unwrap(), None, "{tag}");
        }
        assert_eq!(read(b"[]").unwrap(), None, "a repository without releases");
        let installed = Version::parse("0.3.0-dev").unwrap();
        assert!(Version::parse("0.3.0").unwrap() > installed);
        assert!(Version::parse("0.2.9").unwrap() < installed);
    }

    #[test]
    fn an_address_without_releases_is_an_error() {
        for body in [
            r#"{"message": "Not Found"}"#,
            r#"{"tag_name": "latest"}"#,
            r#"{"tag_name": "1.2"}"#,
            r#"{"tag_name": "1.2.3.4"}"#,
            "7",
            "<html>",
            "",
        ] {
            assert!(
                matches!(read(body.as_bytes()), Err(SourceError::InvalidResponse(_))),
                "{body}"
            );
        }
    }

    #[test]
    fn a_link_must_be_a_web_address_and_long_notes_are_cut_off() {
        let long = "é".repeat(MAX_NOTES + 1);
        let body = format!(
            r#"{{"tag_name": "99.0.0", "html_url": "javascript:alert(1)", "body": "{long}"}}"#
        );
        let release = read(body.as_bytes()).unwrap().unwrap();
        assert_eq!(release.url, None);
        assert_eq!(release.notes.chars().count(), MAX_NOTES + 1);
        assert!(release.notes.ends_with('…'));
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        fuzz("releases", &[LATEST.as_bytes()], |body| {
            let _ = read(body);
        });
    }
}
