//! Sends requests for quotes and charts, which usually need no cookie and crumb. If Yahoo refuses such a request, it is repeated once
//! with a fresh crumb. If the repeated request succeeds, later requests have a crumb too.

use jiff::{SignedDuration, Timestamp};

use super::session::Session;
use crate::{
    providers::core::client::{Client, Outcome},
    source::SourceError,
};

/// The minimum time between two crumbs. If Yahoo refuses a request with a crumb too, it blocks this network, and more requests would
/// prolong the block.
const CRUMB_INTERVAL: SignedDuration = SignedDuration::from_hours(1);

/// A client that adds a crumb to requests if Yahoo refuses requests without one.
pub(super) struct CrumbClient {
    client: Client,
    session: Session,
    /// True while requests have a crumb.
    is_signed: bool,
    /// When the last crumb was requested.
    crumb_at: Option<Timestamp>,
}

impl CrumbClient {
    /// Creates a client. `cookie_page` sets the session cookie.
    pub(super) fn new(client: Client, cookie_page: String) -> Self {
        Self {
            client,
            session: Session::new(cookie_page),
            is_signed: false,
            crumb_at: None,
        }
    }

    /// Returns the client for requests that are not repeated.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Requests `path`, which must contain a query.
    pub(super) async fn get(&mut self, path: &str, now: Timestamp) -> Result<Outcome, SourceError> {
        let outcome = if self.is_signed {
            self.get_signed(path).await
        } else {
            self.client.get_outcome(path, &[]).await
        };
        if !is_refusal(&outcome) {
            return outcome;
        }
        self.session.clear();
        let was_signed = std::mem::take(&mut self.is_signed);
        if !was_signed && !self.may_request_crumb(now) {
            return outcome;
        }
        self.crumb_at = Some(now);
        let repeated = self.get_signed(path).await;
        if repeated.is_err() || is_refusal(&repeated) {
            // The first response may contain a `Retry-After` header.
            return outcome;
        }
        self.is_signed = true;
        repeated
    }

    fn may_request_crumb(&self, now: Timestamp) -> bool {
        // A time in the future is from before the clock was set back.
        self.crumb_at
            .is_none_or(|at| at > now || now.duration_since(at) >= CRUMB_INTERVAL)
    }

    async fn get_signed(&mut self, path: &str) -> Result<Outcome, SourceError> {
        let (path, cookie) = self.session.sign(&self.client, path).await?;
        let headers = [("cookie", cookie.as_str())];
        self.client.get_outcome(&path, &headers).await
    }
}

/// Returns true if a request with a crumb may succeed after this outcome: too many requests, or access denied.
fn is_refusal(outcome: &Result<Outcome, SourceError>) -> bool {
    match outcome {
        Ok(Outcome::Refused(status, _)) => matches!(status.as_u16(), 401 | 403),
        Ok(Outcome::Success(_)) => false,
        Err(error) => matches!(error, SourceError::Throttled { status: 429, .. }),
    }
}
