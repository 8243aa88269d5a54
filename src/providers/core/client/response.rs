//! Bodies and redirects.

use std::io::Read as _;

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::{Response, StatusCode, Uri, body::Incoming, header};
use jiff::{Timestamp, fmt::rfc2822};

use crate::{net::retry_after, source::SourceError};

/// A success.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Unpacked.
    pub body: Bytes,
    /// To be sent back with the next request for the same address.
    pub tags: Tags,
    /// The source says that nothing changed; the body is empty.
    pub unchanged: bool,
}

/// What a source told about the version of its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    pub(super) etag: Option<String>,
    pub(super) last_modified: Option<String>,
}

impl Tags {
    /// When the source made its answer, as far as it says so.
    pub(crate) fn modified(&self) -> Option<Timestamp> {
        let text = self.last_modified.as_deref()?;
        let parser = rfc2822::DateTimeParser::new();
        parser.parse_timestamp(text.trim()).ok()
    }
}

/// An answer that is no success, with its body where it may explain.
#[derive(Debug)]
pub enum Outcome {
    /// 2xx or 304.
    Answer(Answer),
    /// 4xx other than throttling: the body often says why.
    Refused(StatusCode, Bytes),
}

/// What an answer amounts to. Its body is read within bounds, packed and unpacked.
pub(super) async fn outcome(
    response: Response<Incoming>,
    most: usize,
) -> Result<Outcome, SourceError> {
    let (head, body) = response.into_parts();
    let text = |name: header::HeaderName| {
        head.headers
            .get(name)
            .and_then(|v| v.to_str().ok())
            .map(str::to_owned)
    };
    let tags = Tags {
        etag: text(header::ETAG),
        last_modified: text(header::LAST_MODIFIED),
    };
    if head.status == StatusCode::NOT_MODIFIED {
        return Ok(Outcome::Answer(Answer {
            body: Bytes::new(),
            tags,
            unchanged: true,
        }));
    }
    // 418 is what some sources send to what they take for a robot.
    if matches!(head.status.as_u16(), 418 | 429 | 503) {
        let retry_after = text(header::RETRY_AFTER)
            .and_then(|value| retry_after(&value, text(header::DATE).as_deref()));
        return Err(SourceError::Throttled {
            status: head.status.as_u16(),
            retry_after,
        });
    }
    if head.status.is_server_error() {
        return Err(SourceError::Status(head.status.as_u16()));
    }
    let body = Limited::new(body, most).collect().await.map_err(|error| {
        if error.is::<LengthLimitError>() {
            SourceError::TooLarge(most)
        } else {
            SourceError::CutShort
        }
    })?;
    let packed =
        text(header::CONTENT_ENCODING).is_some_and(|coding| coding.eq_ignore_ascii_case("gzip"));
    let body = body.to_bytes();
    let body = if packed {
        // Megabytes take a while: pages do not wait until they are unpacked.
        tokio::task::spawn_blocking(move || unpack(&body, most))
            .await
            .map_err(|error| SourceError::Shape(format!("it was not unpacked, {error}")))??
    } else {
        body
    };
    Ok(if head.status.is_success() {
        Outcome::Answer(Answer {
            body,
            tags,
            unchanged: false,
        })
    } else {
        Outcome::Refused(head.status, body)
    })
}

/// gzip of one or several members (RFC 1952, section 2.2), unpacked to at most `most` bytes: a small answer may hide a huge one.
fn unpack(packed: &[u8], most: usize) -> Result<Bytes, SourceError> {
    let mut plain = Vec::new();
    MultiGzDecoder::new(packed)
        .take(most as u64 + 1)
        .read_to_end(&mut plain)
        .map_err(|error| SourceError::Shape(format!("its compression is broken, {error}")))?;
    if plain.len() > most {
        return Err(SourceError::TooLarge(most));
    }
    Ok(plain.into())
}

/// Where a redirect leads, if it stays on its host.
pub(super) fn redirected(from: &Uri, to: &str) -> Result<Uri, SourceError> {
    let broken = || SourceError::Shape("its redirect leads nowhere".to_owned());
    let target: Uri = if to.starts_with('/') {
        let mut parts = from.clone().into_parts();
        parts.path_and_query = Some(to.parse().map_err(|_| broken())?);
        Uri::from_parts(parts).map_err(|_| broken())?
    } else {
        to.parse().map_err(|_| broken())?
    };
    if from.scheme_str() == Some("https") && target.scheme_str() != Some("https") {
        return Err(SourceError::Shape(
            "it redirects to an address that is not encrypted".to_owned(),
        ));
    }
    if !is_same_host(&target, from) {
        let host = target.host().unwrap_or("another page");
        return Err(SourceError::Shape(format!(
            "it redirects to {host}, which is not the source"
        )));
    }
    Ok(target)
}

/// Whether an address is of the same host, at the same port or the usual one of its scheme: a key
/// that is sent along goes to nobody else.
fn is_same_host(target: &Uri, from: &Uri) -> bool {
    let is_usual_port = target.port_u16().is_none_or(|port| port == 443);
    target.host() == from.host()
        && (target.port_u16() == from.port_u16()
            || (target.scheme_str() == Some("https") && is_usual_port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_to_another_host_is_no_answer() {
        let from: Uri = "https://query1.example/v8/chart".parse().unwrap();
        assert!(redirected(&from, "https://consent.example/collect").is_err());
        assert_eq!(
            redirected(&from, "/v9/chart").unwrap(),
            "https://query1.example/v9/chart"
        );
        assert!(redirected(&from, "").is_err());
    }

    #[test]
    fn a_redirect_never_leaves_encryption_nor_its_port() {
        let from: Uri = "https://api.example/v3".parse().unwrap();
        assert!(redirected(&from, "http://api.example/v3").is_err());
        assert!(redirected(&from, "https://api.example/v4").is_ok());
        assert!(redirected(&from, "https://api.example:8443/v4").is_err());
        let plain: Uri = "http://api.example/v3".parse().unwrap();
        assert!(redirected(&plain, "https://api.example/v3").is_ok());
    }

    #[test]
    fn all_members_of_a_packed_answer_are_read() {
        use std::io::Write as _;

        use flate2::{Compression, write::GzEncoder};
        let member = |text: &str| {
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(text.as_bytes()).unwrap();
            packed.finish().unwrap()
        };
        let packed = [member("[1,"), member("2]")].concat();
        assert_eq!(unpack(&packed, 100).unwrap(), "[1,2]");
        assert!(unpack(&packed, 4).is_err(), "together they are too large");
    }

    #[test]
    fn a_small_answer_that_unpacks_to_a_huge_one_is_refused() {
        use std::io::Write as _;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&vec![0; 100_000]).unwrap();
        let packed = encoder.finish().unwrap();
        assert!(matches!(
            unpack(&packed, 1_000),
            Err(SourceError::TooLarge(1_000))
        ));
        assert_eq!(unpack(&packed, 100_000).unwrap().len(), 100_000);
    }
}
