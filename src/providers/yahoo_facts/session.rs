//! The cookie and the crumb: fetched with the first need, kept, and fetched anew when they are refused.

use std::time::Duration;

use crate::{
    providers::{
        core::client::{Client, Outcome},
        yahoo::encode,
    },
    source::SourceError,
};

/// Pause after a refusal: whoever asks sooner is refused for longer.
pub(super) const REFUSED: Duration = Duration::from_secs(6 * 3_600);
/// Letters of a crumb at most.
const LONGEST: usize = 64;

/// A page's cookie, and the word that goes with it.
pub(super) struct Session {
    cookie_page: String,
    kept: Option<Kept>,
}

#[derive(Clone)]
struct Kept {
    cookie: String,
    crumb: String,
}

impl Session {
    /// Nothing is fetched yet.
    pub(super) fn new(cookie_page: String) -> Self {
        Self {
            cookie_page,
            kept: None,
        }
    }

    /// `path`, which has a query, with the crumb, and the cookie to be sent with it.
    pub(super) async fn sign(
        &mut self,
        client: &Client,
        path: &str,
    ) -> Result<(String, String), SourceError> {
        let kept = match self.kept.take() {
            Some(kept) => kept,
            None => self.fetch(client).await?,
        };
        self.kept = Some(kept.clone());
        Ok((format!("{path}&crumb={}", encode(&kept.crumb)), kept.cookie))
    }

    /// They are taken no more.
    pub(super) fn forget(&mut self) {
        self.kept = None;
    }

    async fn fetch(&self, client: &Client) -> Result<Kept, SourceError> {
        // Some networks block the page that gives the cookie; the crumb then says whether it was needed.
        let cookie = client.cookies(&self.cookie_page).await.unwrap_or_default();
        let headers = [("cookie", cookie.as_str())];
        match client.ask("/v1/test/getcrumb", &headers).await? {
            Outcome::Answer(answer) => Ok(Kept {
                crumb: crumb(&answer.body)?,
                cookie,
            }),
            Outcome::Refused(..) => Err(SourceError::NotAllowed {
                why: "it gives no crumb".to_owned(),
                rest: REFUSED,
            }),
        }
    }
}

/// A crumb is one short word; anything else that comes in its place is none, whatever its status.
fn crumb(body: &[u8]) -> Result<String, SourceError> {
    let text = std::str::from_utf8(body).unwrap_or_default().trim();
    if text.starts_with("Too Many Requests") {
        return Err(SourceError::Throttled {
            status: 429,
            retry_after: None,
        });
    }
    let is_word = |c: char| c.is_ascii_graphic() && !"<>{}\"".contains(c);
    if text.is_empty() || text.len() > LONGEST || !text.chars().all(is_word) {
        return Err(SourceError::NotAllowed {
            why: "what it gives as a crumb is none".to_owned(),
            rest: REFUSED,
        });
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_or_a_page_in_the_place_of_a_crumb_is_none() {
        assert_eq!(crumb(b"aB3/x.Y\\u00\r\n").unwrap(), "aB3/x.Y\\u00");
        assert!(matches!(
            crumb(b"Too Many Requests\r\n"),
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
                matches!(crumb(body.as_bytes()), Err(SourceError::NotAllowed { .. })),
                "{body}"
            );
        }
    }
}
