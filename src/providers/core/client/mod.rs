//! The HTTP client of the providers. It limits the rate of requests and the size of responses, and follows redirects only
//! within a host.

mod response;
pub(crate) mod streamed;

use std::{sync::Arc, time::Duration};

pub use self::response::{Outcome, Validators};
use crate::{
    net,
    source::{SourceError, health::HealthRecord},
};
use bytes::Bytes;
use hyper::{Request, Response, StatusCode, Uri, body::Incoming, header, http::request::Builder};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::Mutex,
    time::Instant,
};

/// This program's `User-Agent` header.
pub const DEFAULT_USER_AGENT: &str =
    concat!("Marketdeck/", env!("CARGO_PKG_VERSION"), " (self-hosted)");

/// Options for the HTTP requests to one provider.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpOptions {
    /// Whether the provider is used.
    pub enabled: bool,
    /// The scheme, the host and an optional prefix, to which the path of a request is appended.
    pub base_url: String,
    /// The `User-Agent` header of every request.
    pub user_agent: String,
    /// The timeout for a whole response, in seconds.
    pub timeout_seconds: u64,
    /// The maximum size of a decompressed response, in bytes.
    pub max_bytes: usize,
    /// The minimum delay between two requests, in milliseconds.
    pub min_gap_ms: u64,
    /// The interval between two refreshes, in seconds.
    pub every_seconds: u64,
}

/// Sends requests to one provider, within its rate limit.
#[derive(Clone)]
pub struct Client {
    options: Arc<HttpOptions>,
    health: HealthRecord,
    limiter: Limiter,
}

impl Client {
    /// Creates a client for one provider.
    pub fn new(options: HttpOptions, health: HealthRecord) -> Self {
        Self {
            limiter: Limiter::new(Duration::from_millis(options.min_gap_ms)),
            options: Arc::new(options),
            health,
        }
    }

    /// Returns a client for another part of the same provider, which shares the rate limit and has its own health record.
    #[must_use]
    pub fn with_health(&self, health: HealthRecord) -> Self {
        Self {
            health,
            ..self.clone()
        }
    }

    /// Requests an absolute URL and returns the cookies that the response sets, as the value of a `Cookie` header. Returns
    /// an empty text if there are none. Ignores the status and the body.
    pub async fn cookies(&self, url: &str) -> Result<String, SourceError> {
        self.limiter.acquire().await;
        self.health.requested(url, &[]);
        let target: Uri = url
            .parse()
            .map_err(|_| SourceError::Unreachable(format!("invalid URL '{url}'")))?;
        let request = self.request(&target, &[], &Validators::default())?;
        let pool = net::shared().await.pool;
        let limit = Duration::from_secs(self.options.timeout_seconds.max(1));
        let response = tokio::time::timeout(limit, pool.request(request))
            .await
            .map_err(|_| SourceError::Timeout(limit))?
            .map_err(|error| unreachable(&error))?;
        let cookies = response.headers().get_all(header::SET_COOKIE).iter();
        let pairs = cookies.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
        Ok(pairs.map(str::trim).collect::<Vec<_>>().join("; "))
    }

    /// Requests `path` below the provider's base URL. Returns an error for any status except 2xx.
    pub async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Result<Bytes, SourceError> {
        match self.get_outcome(path, headers).await? {
            Outcome::Success(response) => Ok(response.body),
            Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
        }
    }

    /// Like [`Client::get`], but returns a 4xx response as [`Outcome::Refused`].
    pub async fn get_outcome(
        &self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<Outcome, SourceError> {
        self.get_if_changed(path, headers, &Validators::default())
            .await
    }

    /// Like [`Client::get_outcome`], with a conditional request.
    pub(crate) async fn get_if_changed(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        validators: &Validators,
    ) -> Result<Outcome, SourceError> {
        let url = format!("{}{path}", self.options.base_url);
        self.fetch(&url, headers, validators).await
    }

    /// Sends `body`, which is JSON, to `path` below the provider's base URL. Redirects are not followed.
    pub(crate) async fn post_json(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Result<Outcome, SourceError> {
        let url = format!("{}{path}", self.options.base_url);
        let request = self
            .with_headers(Request::post(&url), headers)
            .header(header::CONTENT_TYPE, "application/json")
            .body(net::Body::from(body))
            .map_err(|_| SourceError::Unreachable(format!("invalid URL '{url}'")))?;
        self.limiter.acquire().await;
        self.health.requested(&url, headers);
        let limit = Duration::from_secs(self.options.timeout_seconds.max(1));
        let read = async {
            let pool = net::shared().await.pool;
            let response = pool.request(request).await;
            let response = response.map_err(|error| unreachable(&error))?;
            response::read_response(response, self.options.max_bytes).await
        };
        tokio::time::timeout(limit, read)
            .await
            .map_err(|_| SourceError::Timeout(limit))?
    }

    /// Requests an absolute URL, conditionally if `validators` are set.
    pub async fn fetch(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        validators: &Validators,
    ) -> Result<Outcome, SourceError> {
        self.limiter.acquire().await;
        self.health.requested(url, headers);
        let limit = Duration::from_secs(self.options.timeout_seconds.max(1));
        let read = async {
            let response = self.follow(url, headers, validators).await?;
            response::read_response(response, self.options.max_bytes).await
        };
        tokio::time::timeout(limit, read)
            .await
            .map_err(|_| SourceError::Timeout(limit))?
    }

    /// Sends a request and follows at most three redirects to the same host. A redirect to another host leads to a consent
    /// or block page and is an error.
    async fn follow(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        validators: &Validators,
    ) -> Result<Response<Incoming>, SourceError> {
        let mut target: Uri = url
            .parse()
            .map_err(|_| SourceError::Unreachable(format!("invalid URL '{url}'")))?;
        for _ in 0..4 {
            let request = self.request(&target, headers, validators)?;
            let response = net::shared()
                .await
                .pool
                .request(request)
                .await
                .map_err(|error| unreachable(&error))?;
            if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED
            {
                return Ok(response);
            }
            let location = response
                .headers()
                .get(header::LOCATION)
                .and_then(|location| location.to_str().ok())
                .unwrap_or_default();
            target = response::redirect_target(&target, location)?;
        }
        Err(SourceError::InvalidResponse(
            "too many redirects".to_owned(),
        ))
    }

    fn request(
        &self,
        target: &Uri,
        headers: &[(&str, &str)],
        validators: &Validators,
    ) -> Result<Request<net::Body>, SourceError> {
        let mut request = self.with_headers(Request::get(target.clone()), headers);
        if let Some(etag) = &validators.etag {
            request = request.header(header::IF_NONE_MATCH, etag);
        }
        if let Some(modified) = &validators.last_modified {
            request = request.header(header::IF_MODIFIED_SINCE, modified);
        }
        request
            .body(net::Body::default())
            .map_err(|error| SourceError::Unreachable(error.to_string()))
    }

    /// Adds the headers of every request, and `headers` that are not empty.
    fn with_headers(&self, request: Builder, headers: &[(&str, &str)]) -> Builder {
        let request = request
            .header(header::USER_AGENT, &self.options.user_agent)
            .header(
                header::ACCEPT,
                "application/json, application/rss+xml, application/atom+xml, */*;q=0.5",
            )
            .header(header::ACCEPT_ENCODING, "gzip");
        let headers = headers.iter().filter(|(_, value)| !value.is_empty());
        headers.fold(request, |request, (name, value)| {
            request.header(*name, *value)
        })
    }
}

/// Connects to the host of `target`, over TLS if the scheme is `https`.
pub(super) async fn connect(
    target: Uri,
) -> Result<impl AsyncRead + AsyncWrite + Send + Unpin + 'static, SourceError> {
    let connection = net::connect(target, None).await;
    connection.map_err(SourceError::Unreachable)
}

fn unreachable(error: &(dyn std::error::Error + 'static)) -> SourceError {
    SourceError::Unreachable(net::cause(error))
}

/// Limits the rate to one request per `gap`.
#[derive(Debug, Clone)]
struct Limiter {
    gap: Duration,
    next: Arc<Mutex<Instant>>,
}

impl Limiter {
    /// Creates a limiter that allows the first request immediately.
    fn new(gap: Duration) -> Self {
        Self {
            gap,
            next: Arc::new(Mutex::new(Instant::now())),
        }
    }

    /// Waits until the next request may be sent. A canceled wait does not delay later requests.
    async fn acquire(&self) {
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
    async fn requests_keep_the_minimum_interval() {
        let limiter = Limiter::new(GAP);
        let start = Instant::now();
        for round in 0..4 {
            limiter.clone().acquire().await;
            assert_eq!(start.elapsed(), GAP * round);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn no_burst_is_allowed_after_a_long_idle_time() {
        let limiter = Limiter::new(GAP);
        limiter.acquire().await;
        tokio::time::advance(GAP * 100).await;
        let start = Instant::now();
        limiter.acquire().await;
        limiter.acquire().await;
        assert_eq!(start.elapsed(), GAP);
    }

    #[tokio::test(start_paused = true)]
    async fn a_canceled_wait_does_not_delay_later_requests() {
        let limiter = Limiter::new(GAP);
        let start = Instant::now();
        limiter.acquire().await;
        assert!(
            tokio::time::timeout(GAP / 2, limiter.acquire())
                .await
                .is_err(),
            "the gap has not passed yet"
        );
        limiter.acquire().await;
        assert_eq!(start.elapsed(), GAP);
    }
}
