//! Reads response bodies and validates redirects.

use std::io::Read as _;

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::{
    Response, StatusCode, Uri,
    body::Incoming,
    header::{self, HeaderMap},
    http::response::Parts,
};
use jiff::{Timestamp, fmt::rfc2822};

use crate::{net::retry_after, source::SourceError};

/// A successful response.
#[derive(Debug, Clone)]
pub struct Success {
    /// The decompressed body.
    pub body: Bytes,
    /// Validators for the next conditional request of the same URL.
    pub validators: Validators,
    /// True for 304 Not Modified, whose body is empty.
    pub unchanged: bool,
}

/// Validators of a response: its `ETag` and `Last-Modified` headers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    pub(super) etag: Option<String>,
    pub(super) last_modified: Option<String>,
}

impl Validators {
    /// Returns the validators of a response.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self {
            etag: text(headers, header::ETAG),
            last_modified: text(headers, header::LAST_MODIFIED),
        }
    }

    /// Returns the time of the `Last-Modified` header.
    pub(crate) fn last_modified(&self) -> Option<Timestamp> {
        let text = self.last_modified.as_deref()?;
        let parser = rfc2822::DateTimeParser::new();
        parser.parse_timestamp(text.trim()).ok()
    }
}

/// The response to a request, unless it is an error of the server.
#[derive(Debug)]
pub enum Outcome {
    /// A 2xx or 304 response.
    Success(Success),
    /// A 4xx response except throttling, with the body, which may contain the reason.
    Refused(StatusCode, Bytes),
}

/// Reads a response. `max_bytes` limits the body both before and after decompression.
pub(super) async fn read_response(
    response: Response<Incoming>,
    max_bytes: usize,
) -> Result<Outcome, SourceError> {
    let (parts, body) = response.into_parts();
    let validators = Validators::of(&parts.headers);
    if parts.status == StatusCode::NOT_MODIFIED {
        return Ok(Outcome::Success(Success {
            body: Bytes::new(),
            validators,
            unchanged: true,
        }));
    }
    check_status(&parts)?;
    let body = Limited::new(body, max_bytes)
        .collect()
        .await
        .map_err(|error| {
            if error.is::<LengthLimitError>() {
                SourceError::TooLarge(max_bytes)
            } else {
                SourceError::Truncated
            }
        })?;
    let is_compressed = is_compressed(&parts.headers);
    let body = body.to_bytes();
    let body = if is_compressed {
        // Decompressing megabytes would block an async thread for too long.
        tokio::task::spawn_blocking(move || decompress(&body, max_bytes))
            .await
            .map_err(|error| {
                SourceError::InvalidResponse(format!("decompression failed: {error}"))
            })??
    } else {
        body
    };
    Ok(if parts.status.is_success() {
        Outcome::Success(Success {
            body,
            validators,
            unchanged: false,
        })
    } else {
        Outcome::Refused(parts.status, body)
    })
}

/// Returns an error for a response that throttles the client and for an error of the server.
pub(super) fn check_status(parts: &Parts) -> Result<(), SourceError> {
    let status = parts.status.as_u16();
    // Some sources return 418 to clients that they classify as bots.
    if matches!(status, 418 | 429 | 503) {
        let date = text(&parts.headers, header::DATE);
        let retry_after = text(&parts.headers, header::RETRY_AFTER)
            .and_then(|value| retry_after(&value, date.as_deref()));
        return Err(SourceError::Throttled {
            status,
            retry_after,
        });
    }
    if parts.status.is_server_error() {
        return Err(SourceError::Status(status));
    }
    Ok(())
}

/// Returns true if the body is compressed with gzip.
pub(super) fn is_compressed(headers: &HeaderMap) -> bool {
    text(headers, header::CONTENT_ENCODING)
        .is_some_and(|coding| coding.eq_ignore_ascii_case("gzip"))
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?;
    Some(value.to_owned())
}

/// Decompresses gzip of one or more members (RFC 1952, section 2.2). Returns an error if the result exceeds `max_bytes`.
fn decompress(compressed: &[u8], max_bytes: usize) -> Result<Bytes, SourceError> {
    let mut plain = Vec::new();
    MultiGzDecoder::new(compressed)
        .take(max_bytes as u64 + 1)
        .read_to_end(&mut plain)
        .map_err(|error| SourceError::InvalidResponse(format!("invalid gzip: {error}")))?;
    if plain.len() > max_bytes {
        return Err(SourceError::TooLarge(max_bytes));
    }
    Ok(plain.into())
}

/// Returns the target of a redirect. Returns an error for another host, or for a redirect from HTTPS to HTTP.
pub(super) fn redirect_target(from: &Uri, to: &str) -> Result<Uri, SourceError> {
    let invalid = || SourceError::InvalidResponse("invalid redirect".to_owned());
    let target: Uri = if to.starts_with('/') {
        let mut parts = from.clone().into_parts();
        parts.path_and_query = Some(to.parse().map_err(|_| invalid())?);
        Uri::from_parts(parts).map_err(|_| invalid())?
    } else {
        to.parse().map_err(|_| invalid())?
    };
    if from.scheme_str() == Some("https") && target.scheme_str() != Some("https") {
        return Err(SourceError::InvalidResponse(
            "redirect to an unencrypted URL".to_owned(),
        ));
    }
    if !is_same_host(&target, from) {
        let host = target.host().unwrap_or("unknown");
        return Err(SourceError::InvalidResponse(format!(
            "redirect to another host: {host}"
        )));
    }
    Ok(target)
}

/// Returns true if both URLs have the same host and port, or if `target` uses the standard HTTPS port of the same host. An API
/// key must not be sent to another host.
fn is_same_host(target: &Uri, from: &Uri) -> bool {
    let is_standard_port = target.port_u16().is_none_or(|port| port == 443);
    target.host() == from.host()
        && (target.port_u16() == from.port_u16()
            || (target.scheme_str() == Some("https") && is_standard_port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_to_another_host_is_rejected() {
        let from: Uri = "https://query1.example/v8/chart".parse().unwrap();
        assert!(redirect_target(&from, "https://consent.example/collect").is_err());
        assert_eq!(
            redirect_target(&from, "/v9/chart").unwrap(),
            "https://query1.example/v9/chart"
        );
        assert!(redirect_target(&from, "").is_err());
    }

    #[test]
    fn a_redirect_must_keep_encryption_and_port() {
        let from: Uri = "https://api.example/v3".parse().unwrap();
        assert!(redirect_target(&from, "http://api.example/v3").is_err());
        assert!(redirect_target(&from, "https://api.example/v4").is_ok());
        assert!(redirect_target(&from, "https://api.example:8443/v4").is_err());
        let plain: Uri = "http://api.example/v3".parse().unwrap();
        assert!(redirect_target(&plain, "https://api.example/v3").is_ok());
    }

    #[test]
    fn all_gzip_members_are_read() {
        use std::io::Write as _;

        use flate2::{Compression, write::GzEncoder};
        let member = |text: &str| {
            let mut compressed = GzEncoder::new(Vec::new(), Compression::fast());
            compressed.write_all(text.as_bytes()).unwrap();
            compressed.finish().unwrap()
        };
        let compressed = [member("[1,"), member("2]")].concat();
        assert_eq!(decompress(&compressed, 100).unwrap(), "[1,2]");
        assert!(
            decompress(&compressed, 4).is_err(),
            "the members together are too large"
        );
    }

    #[test]
    fn a_decompression_bomb_is_rejected() {
        use std::io::Write as _;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&vec![0; 100_000]).unwrap();
        let compressed = encoder.finish().unwrap();
        assert!(matches!(
            decompress(&compressed, 1_000),
            Err(SourceError::TooLarge(1_000))
        ));
        assert_eq!(decompress(&compressed, 100_000).unwrap().len(), 100_000);
    }
}
