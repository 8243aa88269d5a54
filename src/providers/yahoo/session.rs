//! The cookie and crumb, which are requested on first use, reused, and requested again when they are rejected.

use std::time::Duration;

use super::target::encode;
use crate::{
    providers::core::client::{Client, Outcome},
    source::SourceError,
};

/// The delay after requests were rejected. Earlier requests would prolong the block.
pub(in crate::providers) const REJECTED_DELAY: Duration = Duration::from_secs(6 * 3_600);
/// The maximum length of a crumb.
const MAX_CRUMB_LENGTH: usize = 64;

/// A cookie with its crumb.
pub(in crate::providers) struct Session {
    cookie_page: String,
    credentials: Option<Crumb>,
}

#[derive(Clone)]
struct Crumb {
    cookie: String,
    crumb: String,
}

impl Session {
    /// Creates a session without a cookie.
    pub(in crate::providers) fn new(cookie_page: String) -> Self {
        Self {
            cookie_page,
            credentials: None,
        }
    }

    /// Adds the crumb to `path`, which must contain a query. Returns the path and the cookie to send.
    pub(in crate::providers) async fn sign(
        &mut self,
        client: &Client,
        path: &str,
    ) -> Result<(String, String), SourceError> {
        let credentials = match self.credentials.take() {
            Some(credentials) => credentials,
            None => self.fetch(client).await?,
        };
        self.credentials = Some(credentials.clone());
        Ok((
            format!("{path}&crumb={}", encode(&credentials.crumb)),
            credentials.cookie,
        ))
    }

    /// Discards the cookie and crumb.
    pub(in crate::providers) fn clear(&mut self) {
        self.credentials = None;
    }

    async fn fetch(&self, client: &Client) -> Result<Crumb, SourceError> {
        // Some networks block the page that sets the cookie. The request for the crumb then shows whether the cookie was needed.
        let cookie = client.cookies(&self.cookie_page).await.unwrap_or_default();
        let headers = [("cookie", cookie.as_str())];
        match client.get_outcome("/v1/test/getcrumb", &headers).await? {
            Outcome::Success(response) => Ok(Crumb {
                crumb: parse_crumb(&response.body)?,
                cookie,
            }),
            Outcome::Refused(..) => Err(SourceError::AccessDenied {
                reason: "the crumb request was refused".to_owned(),
                delay: REJECTED_DELAY,
            }),
        }
    }
}

/// Parses a crumb, which is one short word. Any other text is an error.
fn parse_crumb(body: &[u8]) -> Result<String, SourceError> {
    let text = std::str::from_utf8(body).unwrap_or_default().trim();
    if text.starts_with("Too Many Requests") {
        return Err(SourceError::Throttled {
            status: 429,
            retry_after: None,
        });
    }
    let is_word = |c: char| c.is_ascii_graphic() && !"<>{}\"".contains(c);
    if text.is_empty() || text.len() > MAX_CRUMB_LENGTH || !text.chars().all(is_word) {
        return Err(SourceError::AccessDenied {
            reason: "the crumb is invalid".to_owned(),
            delay: REJECTED_DELAY,
        });
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_or_a_page_is_not_a_crumb() {
        assert_eq!(parse_crumb(b"aB3/x.Y\\u00\r\n").unwrap(), "aB3/x.Y\\u00");
        assert!(matches!(
            parse_crumb(b"Too Many Requests\r\n"),
            Err(SourceError::Throttled { status: 429, .. })
        ));
        let long = "x".repeat(65);
        for body in [
            "",
            "<html>",
            "{\"finance\":{}}",
            "no crumb",
            "\u{fe}",
            &long,
        ] {
            assert!(
                matches!(
                    parse_crumb(body.as_bytes()),
                    Err(SourceError::AccessDenied { .. })
                ),
                "{body}"
            );
        }
    }
}
