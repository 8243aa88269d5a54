//! Answers.

use std::io::Write as _;

use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use http_body_util::Full;
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{
        ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue,
        IF_NONE_MATCH, VARY,
    },
};
use serde::Serialize;

use crate::web::http::error::ApiError;

/// The one body type: everything is in memory.
pub(crate) type Reply = Response<Full<Bytes>>;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// Below this a compressed answer saves no packet.
const WORTH_COMPRESSING: usize = 1_000;

/// An answer that is the same for everybody until its content changes: plain and gzip, with its tag.
#[derive(Debug, Clone)]
pub(crate) struct CachedBody {
    plain: Bytes,
    gzip: Option<Bytes>,
    tag: HeaderValue,
}

impl CachedBody {
    /// Serialises `value` once.
    pub(crate) fn json(value: &impl Serialize) -> Self {
        // The shapes of `shapes` have string keys and finite numbers only.
        Self::new(serde_json::to_vec(value).unwrap_or_default().into())
    }

    /// An answer with these bytes.
    pub(crate) fn new(plain: Bytes) -> Self {
        let gzip = (plain.len() >= WORTH_COMPRESSING)
            .then(|| gzip(&plain))
            .flatten();
        let tag = HeaderValue::from_str(&format!("\"{:016x}\"", fnv1a(&plain)))
            .unwrap_or(HeaderValue::from_static("\"\""));
        Self { plain, gzip, tag }
    }

    /// The answer to a request with these headers: 304 when the client has it already.
    pub(crate) fn to(&self, request: &HeaderMap) -> Reply {
        let mut reply = if knows(request, &self.tag) {
            empty(StatusCode::NOT_MODIFIED)
        } else if let Some(gzip) = self.gzip.as_ref().filter(|_| accepts(request, "gzip")) {
            let mut reply = Response::new(Full::new(gzip.clone()));
            reply
                .headers_mut()
                .insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            reply
        } else {
            Response::new(Full::new(self.plain.clone()))
        };
        let headers = reply.headers_mut();
        headers.insert(CONTENT_TYPE, JSON);
        headers.insert(CACHE_CONTROL, REVALIDATE);
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(ETAG, self.tag.clone());
        reply
    }
}

/// An answer made for one request.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Reply {
    let mut reply = Response::new(Full::new(
        serde_json::to_vec(value).unwrap_or_default().into(),
    ));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, JSON);
    reply
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply
}

/// A status without a body.
pub(crate) fn empty(status: StatusCode) -> Reply {
    let mut reply = Response::new(Full::default());
    *reply.status_mut() = status;
    reply
}

/// One sentence.
pub(crate) fn error(error: &ApiError) -> Reply {
    let mut reply = Response::new(Full::new(Bytes::from(error.message.clone())));
    *reply.status_mut() = error.status;
    reply.headers_mut().insert(CONTENT_TYPE, TEXT);
    reply
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply.headers_mut().extend(error.headers.iter().cloned());
    reply
}

fn knows(request: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = request
        .get(IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let tag = tag.to_str().unwrap_or_default();
    known
        .split(',')
        .any(|one| one.trim().trim_start_matches("W/") == tag || one.trim() == "*")
}

/// Whether the client accepts `coding` with a weight above zero (RFC 9110, section 12.5.3).
pub(crate) fn accepts(request: &HeaderMap, coding: &str) -> bool {
    let offered = request
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    offered.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let named = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case(coding) || name == "*");
        let weight = parts
            .find_map(|part| part.strip_prefix("q="))
            .and_then(|q| q.parse::<f32>().ok());
        named && weight.is_none_or(|q| q > 0.0)
    })
}

fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::fast());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// FNV-1a, 64 bit: tells versions of one answer apart; nothing secret depends on it.
/// Source: RFC 9923.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offering(value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_coding_with_weight_zero_is_refused() {
        assert!(accepts(&offering("br, gzip;q=0.8"), "gzip"));
        assert!(!accepts(&offering("gzip;q=0, br"), "gzip"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn the_tag_changes_with_the_content() {
        assert_ne!(CachedBody::json(&[1]).tag, CachedBody::json(&[2]).tag);
        assert_eq!(CachedBody::json(&[1]).tag, CachedBody::json(&[1]).tag);
    }
}
