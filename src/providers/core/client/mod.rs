//! The one HTTP client: polite, bounded, and strict about what counts as an answer.

mod response;

use std::{sync::Arc, time::Duration};

pub use self::response::{Outcome, Tags};
use crate::{
    net,
    source::{SourceError, health::HealthRecord},
};
use bytes::Bytes;
use hyper::{Request, StatusCode, Uri, header};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::Mutex,
    time::Instant,
};

/// The header `User-Agent` of this program, in its version.
pub const OWN_AGENT: &str = concat!("Marketdeck/", env!("CARGO_PKG_VERSION"), " (self-hosted)");

/// How one provider is asked over HTTP.
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    /// Ask it at all.
    pub enabled: bool,
    /// Scheme and host, and a prefix if there is one; the provider's usual path is appended.
    pub base_url: String,
    /// Sent with every request.
    pub user_agent: String,
    /// How long a whole answer may take.
    pub timeout_seconds: u64,
    /// How large an answer may be, unpacked.
    pub max_bytes: usize,
    /// Pause between two requests, in milliseconds.
    pub min_gap_ms: u64,
    /// Pause between two refreshes, in seconds.
    pub every_seconds: u64,
}

/// Asks one provider, never faster than its settings allow.
#[derive(Clone)]
pub struct Client {
    access: Arc<Access>,
    health: HealthRecord,
    limiter: Limiter,
}

impl Client {
    /// A client for one provider.
    pub fn new(access: Access, health: HealthRecord) -> Self {
        Self {
            limiter: Limiter::new(Duration::from_millis(access.min_gap_ms)),
            access: Arc::new(access),
            health,
        }
    }

    /// A client for another part of the same provider: with a health record of its own, and at the
    /// same pace together with this one.
    #[must_use]
    pub fn beside(&self, health: HealthRecord) -> Self {
        Self {
            health,
            ..self.clone()
        }
    }

    /// The cookies that the page at an absolute address sets, as they are sent back; empty where it
    /// sets none. What the page says besides does not matter.
    pub async fn cookies(&self, url: &str) -> Result<String, SourceError> {
        self.limiter.turn().await;
        self.health.requested(url, &[]);
        let target: Uri = url
            .parse()
            .map_err(|_| SourceError::Unreachable(format!("'{url}' is no address")))?;
        let request = self.request(&target, &[], &Tags::default())?;
        let pool = net::shared().await.pool;
        let limit = Duration::from_secs(self.access.timeout_seconds.max(1));
        let response = tokio::time::timeout(limit, pool.request(request))
            .await
            .map_err(|_| SourceError::Timeout(limit))?
            .map_err(|error| unreachable(&error))?;
        let set = response.headers().get_all(header::SET_COOKIE).iter();
        let pairs = set.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
        Ok(pairs.map(str::trim).collect::<Vec<_>>().join("; "))
    }

    /// The answer to a GET of `path` below the provider's base URL.
    pub async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Result<Bytes, SourceError> {
        match self.ask(path, headers).await? {
            Outcome::Answer(answer) => Ok(answer.body),
            Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
        }
    }

    /// Like [`Client::get`], with refusals handed over instead of turned into errors.
    pub async fn ask(&self, path: &str, headers: &[(&str, &str)]) -> Result<Outcome, SourceError> {
        self.ask_if_changed(path, headers, &Tags::default()).await
    }

    /// Like [`Client::ask`], for an answer that is no longer the one that `tags` came with.
    pub(crate) async fn ask_if_changed(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        tags: &Tags,
    ) -> Result<Outcome, SourceError> {
        let url = format!("{}{path}", self.access.base_url);
        self.fetch(&url, headers, tags).await
    }

    /// A GET of an absolute address, unless it is unchanged since `tags`.
    pub async fn fetch(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        tags: &Tags,
    ) -> Result<Outcome, SourceError> {
        self.limiter.turn().await;
        self.health.requested(url, headers);
        let limit = Duration::from_secs(self.access.timeout_seconds.max(1));
        tokio::time::timeout(limit, self.follow(url, headers, tags))
            .await
            .map_err(|_| SourceError::Timeout(limit))?
    }

    /// Follows at most three redirects, and none to another host: that is a consent page or a
    /// block page, and no answer.
    async fn follow(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        tags: &Tags,
    ) -> Result<Outcome, SourceError> {
        let mut target: Uri = url
            .parse()
            .map_err(|_| SourceError::Unreachable(format!("'{url}' is no address")))?;
        for _ in 0..4 {
            let request = self.request(&target, headers, tags)?;
            let response = net::shared()
                .await
                .pool
                .request(request)
                .await
                .map_err(|error| unreachable(&error))?;
            if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED
            {
                return response::outcome(response, self.access.max_bytes).await;
            }
            let to = response
                .headers()
                .get(header::LOCATION)
                .and_then(|to| to.to_str().ok())
                .unwrap_or_default();
            target = response::redirected(&target, to)?;
        }
        Err(SourceError::Shape("it redirects in circles".to_owned()))
    }

    fn request(
        &self,
        target: &Uri,
        headers: &[(&str, &str)],
        tags: &Tags,
    ) -> Result<Request<net::Body>, SourceError> {
        let mut request = Request::get(target.clone())
            .header(header::USER_AGENT, &self.access.user_agent)
            .header(
                header::ACCEPT,
                "application/json, application/rss+xml, application/atom+xml, */*;q=0.5",
            )
            .header(header::ACCEPT_ENCODING, "gzip");
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(*name, *value);
        }
        if let Some(etag) = &tags.etag {
            request = request.header(header::IF_NONE_MATCH, etag);
        }
        if let Some(modified) = &tags.last_modified {
            request = request.header(header::IF_MODIFIED_SINCE, modified);
        }
        request
            .body(net::Body::default())
            .map_err(|error| SourceError::Unreachable(error.to_string()))
    }
}

/// A connection to the host of `target`, encrypted where its scheme says so.
pub(super) async fn connect(
    target: Uri,
) -> Result<impl AsyncRead + AsyncWrite + Send + Unpin + 'static, SourceError> {
    let connection = net::connect(target, None).await;
    connection.map_err(SourceError::Unreachable)
}

fn unreachable(error: &(dyn std::error::Error + 'static)) -> SourceError {
    SourceError::Unreachable(net::cause(error))
}

/// Lets one request through at a time, and none sooner than `gap` after the one before.
#[derive(Debug, Clone)]
struct Limiter {
    gap: Duration,
    next: Arc<Mutex<Instant>>,
}

impl Limiter {
    /// The first request passes at once.
    fn new(gap: Duration) -> Self {
        Self {
            gap,
            next: Arc::new(Mutex::new(Instant::now())),
        }
    }

    /// Waits for a turn. Whoever gives up waiting takes no turn from anybody.
    async fn turn(&self) {
        let mut next = self.next.lock().await;
        tokio::time::sleep_until(*next).await;
        *next = Instant::now() + self.gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAP: Duration = Duration::from_secs(2);

    #[tokio::test(start_paused = true)]
    async fn requests_keep_their_distance() {
        let limiter = Limiter::new(GAP);
        let start = Instant::now();
        for turn in 0..4 {
            limiter.clone().turn().await;
            assert_eq!(start.elapsed(), GAP * turn);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_rest_saves_up_no_burst() {
        let limiter = Limiter::new(GAP);
        limiter.turn().await;
        tokio::time::advance(GAP * 100).await;
        let start = Instant::now();
        limiter.turn().await;
        limiter.turn().await;
        assert_eq!(start.elapsed(), GAP);
    }

    #[tokio::test(start_paused = true)]
    async fn who_gives_up_waiting_takes_no_turn() {
        let limiter = Limiter::new(GAP);
        let start = Instant::now();
        limiter.turn().await;
        assert!(
            tokio::time::timeout(GAP / 2, limiter.turn()).await.is_err(),
            "it is not its turn yet"
        );
        limiter.turn().await;
        assert_eq!(start.elapsed(), GAP);
    }
}
