//! HTTP for channels: sends a request and converts the response to a delivery result.

use std::time::Duration;

use http_body_util::{BodyExt as _, Collected, Limited};
use hyper::{Request, Response, StatusCode, body::Incoming, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::{
    alerts::delivery::DeliveryError,
    net::{self, Body, Pool},
};

/// The maximum number of bytes read from an error response.
const MAX_BODY_BYTES: usize = 64 * 1024;
/// The maximum number of characters of an error response that the delivery error quotes.
const MAX_EXCERPT_CHARS: usize = 200;
/// The `User-Agent` header of every request.
pub(super) const USER_AGENT: &str = concat!("Marketdeck/", env!("CARGO_PKG_VERSION"));

/// The bytes to percent-encode: all except the unreserved ones (RFC 3986, section 2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Percent-encodes a text for a path, a query or a form.
pub(super) fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// Why a request failed.
pub(super) enum HttpError {
    /// The receiver responded with an error status.
    Status(StatusCode, DeliveryError),
    /// The receiver did not respond.
    NoResponse(DeliveryError),
}

impl From<HttpError> for DeliveryError {
    fn from(error: HttpError) -> Self {
        match error {
            HttpError::Status(_, error) | HttpError::NoResponse(error) => error,
        }
    }
}

/// Sends a request over the shared connection pool. Returns the status of a successful response, such as `200 OK`.
pub(super) async fn send(request: Request<Body>) -> Result<String, DeliveryError> {
    Ok(send_with_pool(&net::shared().await.pool, request).await?)
}

/// Like [`send`], but over `pool`.
pub(super) async fn send_with_pool(
    pool: &Pool,
    request: Request<Body>,
) -> Result<String, HttpError> {
    let response = pool.request(request).await.map_err(|error| {
        let reason = format!("could not connect: {}", net::cause(&error));
        HttpError::NoResponse(DeliveryError::Failed(reason))
    })?;
    let status = response.status();
    if status.is_success() {
        return Ok(status.to_string());
    }
    let retry_delay = retry_after(&response);
    let excerpt = excerpt(response).await;
    let error = if excerpt.is_empty() {
        format!("HTTP {status}")
    } else {
        format!("HTTP {status}: {excerpt}")
    };
    let error = match retry_delay {
        Some(delay) => DeliveryError::RetryAfter(error, delay),
        None if is_permanent(status) => DeliveryError::Rejected(error),
        None => DeliveryError::Failed(error),
    };
    Err(HttpError::Status(status, error))
}

/// Returns true if retrying the same request would return the same status. Rejected credentials (401, 403) are not
/// permanent, because the operator may correct them while the server retries.
fn is_permanent(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::BAD_REQUEST
            | StatusCode::NOT_FOUND
            | StatusCode::METHOD_NOT_ALLOWED
            | StatusCode::GONE
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::URI_TOO_LONG
            | StatusCode::UNSUPPORTED_MEDIA_TYPE
            | StatusCode::UNPROCESSABLE_ENTITY
    )
}

/// Returns the delay before the next request that a busy receiver (429, 503) asks for.
fn retry_after(response: &Response<Incoming>) -> Option<Duration> {
    let is_busy = matches!(
        response.status(),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
    );
    let text = |name| response.headers().get(name)?.to_str().ok();
    net::retry_after(text(header::RETRY_AFTER)?, text(header::DATE)).filter(|_| is_busy)
}

/// Returns the beginning of the response body on one line.
async fn excerpt(response: Response<Incoming>) -> String {
    let body = Limited::new(response.into_body(), MAX_BODY_BYTES)
        .collect()
        .await;
    let body = body.map(Collected::to_bytes).unwrap_or_default();
    let text = String::from_utf8_lossy(&body);
    let mut excerpt = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = excerpt.char_indices().nth(MAX_EXCERPT_CHARS) {
        excerpt.truncate(end);
        excerpt.push('…');
    }
    excerpt
}
