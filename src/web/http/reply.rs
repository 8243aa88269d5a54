//! Responses: constructors, and shared responses with entity tags and compression.

use std::{io::Write as _, sync::Arc};

use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{
        CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName,
        HeaderValue, LOCATION, VARY,
    },
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use super::{
    error::{ApiError, Result},
    negotiation,
    response_body::Body,
    security,
};

/// The response to a request.
pub(crate) type Reply = Response<Body>;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// Minimum size of a compressed response: a smaller one fits into one packet anyway.
const MIN_COMPRESSED_BYTES: usize = 1_000;

/// A response that is the same for all clients until its data changes: uncompressed and compressed, each with an entity tag. Cloning
/// copies a pointer.
#[derive(Debug, Clone)]
pub(crate) struct CachedBody(Arc<Variants>);

#[derive(Debug, Clone)]
struct Variants {
    plain: Variant,
    gzip: Option<Variant>,
}

/// A response in one encoding. Each encoding has its own entity tag (RFC 9110, section 8.8.3).
#[derive(Debug, Clone)]
struct Variant {
    bytes: Bytes,
    tag: HeaderValue,
    /// Complete headers, so that they need not be built per request.
    headers: HeaderMap,
}

impl Variant {
    fn new(bytes: Bytes, tag: HeaderValue, coding: Option<&'static str>) -> Self {
        let coding = coding.map(|coding| (CONTENT_ENCODING, HeaderValue::from_static(coding)));
        let headers = [
            (CONTENT_TYPE, JSON),
            (CACHE_CONTROL, REVALIDATE),
            (VARY, HeaderValue::from_static("accept-encoding")),
            (ETAG, tag.clone()),
        ];
        Self {
            bytes,
            tag,
            headers: headers.into_iter().chain(coding).collect(),
        }
    }
}

/// Builds a part of a response on a blocking thread.
pub(crate) async fn blocking<T: Send + 'static>(
    make: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let built = tokio::task::spawn_blocking(make).await;
    built.unwrap_or_else(|error| {
        tracing::error!(%error, "http: the task that builds a response panicked");
        Err(ApiError::internal())
    })
}

impl CachedBody {
    /// Builds a response on a blocking thread.
    pub(crate) async fn build(
        make: impl FnOnce() -> Result<Self> + Send + 'static,
    ) -> Result<Self> {
        blocking(make).await
    }

    /// Serializes and compresses `value`.
    pub(crate) fn json(value: &impl Serialize) -> Result<Self> {
        to_json(value).map(Self::new)
    }

    /// Creates a response from JSON, and compresses it.
    pub(crate) fn new(plain: Bytes) -> Self {
        let hash = fnv1a(&plain);
        let gzip = (plain.len() >= MIN_COMPRESSED_BYTES)
            .then(|| gzip(&plain))
            .flatten()
            .map(|bytes| Variant::new(bytes, entity_tag(&format!("{hash:016x}-gz")), Some("gzip")));
        let plain = Variant::new(plain, entity_tag(&format!("{hash:016x}")), None);
        Self(Arc::new(Variants { plain, gzip }))
    }

    /// Adds a header.
    pub(crate) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        let variants = Arc::make_mut(&mut self.0);
        if let Some(gzip) = &mut variants.gzip {
            gzip.headers.insert(name.clone(), value.clone());
        }
        variants.plain.headers.insert(name, value);
        self
    }

    /// Adds the common headers in advance, so that they need not be added per request.
    pub(super) fn with_common_headers(mut self, common_headers: &HeaderMap) -> Self {
        let Variants { plain, gzip } = Arc::make_mut(&mut self.0);
        for variant in [Some(plain), gzip.as_mut()].into_iter().flatten() {
            security::add_common_headers(&mut variant.headers, common_headers);
        }
        self
    }

    /// Size in bytes of all encodings.
    pub(crate) fn size(&self) -> usize {
        let Variants { plain, gzip } = &*self.0;
        plain.bytes.len() + gzip.as_ref().map_or(0, |gzip| gzip.bytes.len())
    }

    /// Returns the response to a request with these headers; 304 if the client has this version.
    pub(crate) fn to_reply(&self, request: &HeaderMap) -> Reply {
        let Variants { plain, gzip } = &*self.0;
        let variant = gzip
            .as_ref()
            .filter(|_| negotiation::accepts(request, "gzip"))
            .unwrap_or(plain);
        let mut headers = variant.headers.clone();
        let mut reply = if negotiation::has_version(request, &variant.tag) {
            headers.remove(CONTENT_TYPE);
            headers.remove(CONTENT_ENCODING);
            empty(StatusCode::NOT_MODIFIED)
        } else {
            Response::new(Body::from(variant.bytes.clone()))
        };
        *reply.headers_mut() = headers;
        reply
    }
}

/// Creates a strong entity tag.
pub(crate) fn entity_tag(value: &str) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{value}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn to_json(value: &impl Serialize) -> Result<Bytes> {
    serde_json::to_vec(value).map(Bytes::from).map_err(|error| {
        tracing::error!(%error, "http: serializing a response failed");
        ApiError::internal()
    })
}

/// Creates a JSON response that is not cached.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Reply {
    let body = match to_json(value) {
        Ok(body) => body,
        Err(serialization_error) => return error(&serialization_error),
    };
    let mut reply = Response::new(Body::from(body));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, JSON);
    reply
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply
}

/// Creates a response without a body.
pub(crate) fn empty(status: StatusCode) -> Reply {
    let mut reply = Response::new(Body::default());
    *reply.status_mut() = status;
    reply
}

/// Redirects with 302: the target depends on the configuration, so a permanent redirect would be wrong.
pub(crate) fn redirect(path: &str) -> Result<Reply> {
    let mut reply = empty(StatusCode::FOUND);
    let location = HeaderValue::from_str(path).map_err(|_| ApiError::internal())?;
    reply.headers_mut().insert(LOCATION, location);
    reply
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(reply)
}

/// Creates a text response that is not cached.
pub(crate) fn text(status: StatusCode, text: String) -> Reply {
    let mut reply = Response::new(Body::from(Bytes::from(text)));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, TEXT);
    reply
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply
}

/// Creates the response to a failed request; its body is the error's sentence.
pub(crate) fn error(error: &ApiError) -> Reply {
    let mut reply = text(error.status, format!("{}\n", error.message));
    reply.headers_mut().extend(error.headers.iter().cloned());
    reply
}

/// Compresses with gzip at the fastest level.
pub(super) fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::fast());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Returns the 64-bit FNV-1a hash (RFC 9923), which distinguishes versions of a response. Not for secrets.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Characters to percent-encode in a file name (RFC 8187).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// Makes `reply` a download with the file name `name.extension`.
pub(crate) fn as_download(
    mut reply: Reply,
    name: &str,
    extension: &str,
    media_type: &'static str,
) -> Reply {
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(disposition) = HeaderValue::from_str(&disposition(name, extension)) {
        headers.insert(CONTENT_DISPOSITION, disposition);
    }
    reply
}

/// Returns a `Content-Disposition` header with the file name in ASCII, and the full file name for clients that support RFC 6266.
fn disposition(name: &str, extension: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '.' | ' ' => c,
            _ => '_',
        })
        .collect();
    let encoded = utf8_percent_encode(name, RESERVED);
    format!("attachment; filename=\"{plain}.{extension}\"; filename*=UTF-8''{encoded}.{extension}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_changes_with_the_content_and_with_the_encoding() {
        let body = |text: &str| CachedBody::json(&text.repeat(2_000)).unwrap();
        let plain = |text| body(text).0.plain.tag.clone();
        assert_ne!(plain("a"), plain("b"));
        assert_eq!(plain("a"), plain("a"));
        let gzip = body("a").0.gzip.clone().unwrap();
        assert_ne!(plain("a"), gzip.tag);
    }

    #[test]
    fn a_value_that_cannot_be_serialized_returns_500() {
        let unwritable = std::collections::HashMap::from([((1, 2), 3)]);
        assert_eq!(json(StatusCode::OK, &unwritable).status(), 500);
        assert!(CachedBody::json(&unwritable).is_err());
    }

    #[test]
    fn a_download_has_an_ascii_and_a_full_file_name() {
        assert_eq!(
            disposition("Größe \"1\"", "csv"),
            "attachment; filename=\"Gr__e _1_.csv\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.csv"
        );
    }
}
