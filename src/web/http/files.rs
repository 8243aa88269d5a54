//! The files of the compiled web interface, served out of the binary.

use std::io::Read as _;

use bytes::Bytes;
use flate2::read::GzDecoder;
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue, VARY},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::{
    body::Body,
    negotiation,
    reply::{self, Reply},
};

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/ui-dist"]
struct Files;

const FAVICON: &str = "icons/icon-192.png";
pub(super) const TEMPLATE: &str = "index.html";
/// What the build says of its pages; written by `ui/build/pageFiles.ts`.
pub(super) const FILES: &str = "pages.json";
/// Of which pages are made.
const PAGE_PARTS: [&str; 2] = [TEMPLATE, FILES];
/// The folder of the prerendered HTML.
const PRERENDERED: &str = "prerendered/";
/// Nobody's home server belongs into a search engine.
const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /\n";

/// The plain text of an embedded file; empty when there is none.
pub(super) fn text(path: &str) -> String {
    let plain = Files::get(path).map(|file| file.data.into_owned());
    let inflated = || inflate(&Files::get(&format!("{path}.gz"))?.data);
    let bytes = plain.or_else(inflated).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What is asked for by names of its own at the root of a server.
pub(crate) fn well_known(path: &str, request: &HeaderMap) -> Option<Reply> {
    match path {
        // Programs that do not read the page ask for this name.
        "favicon.ico" => file(FAVICON, request),
        "robots.txt" => {
            let mut reply = Response::new(Body::from(Bytes::from_static(ROBOTS)));
            reply.headers_mut().insert(CONTENT_TYPE, content_type(path));
            Some(reply)
        }
        _ => None,
    }
}

/// An embedded file, in the best encoding the client takes; `None` when there is no such file.
pub(crate) fn file(path: &str, request: &HeaderMap) -> Option<Reply> {
    let packed = path
        .rsplit_once('.')
        .is_some_and(|(_, ending)| matches!(ending, "br" | "gz"));
    if PAGE_PARTS.contains(&path) || path.starts_with(PRERENDERED) || packed {
        return None;
    }
    let (file, encoding) = best(path, request)?;
    let tag = tag(&file, encoding);
    if negotiation::has(request, &tag) {
        return Some(cached(reply::empty(StatusCode::NOT_MODIFIED), path, tag));
    }
    let body = match (file.data, encoding) {
        (packed, Encoding::Inflated) => inflate(&packed)?.into(),
        (std::borrow::Cow::Borrowed(bytes), _) => Bytes::from_static(bytes),
        (std::borrow::Cow::Owned(bytes), _) => bytes.into(),
    };
    let mut reply = Response::new(Body::from(body));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, content_type(path));
    if let Encoding::Coded(coding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    Some(cached(reply, path, tag))
}

/// How an embedded file is handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    /// As it is.
    Plain,
    /// In a coding that the client takes.
    Coded(&'static str),
    /// It is there with gzip, and the client takes none.
    Inflated,
}

/// Text is there in two codings and not plain, the rest only plain.
fn best(path: &str, request: &HeaderMap) -> Option<(EmbeddedFile, Encoding)> {
    let packed = |ending: &str| Files::get(&format!("{path}.{ending}"));
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(coding, _)| negotiation::accepts(request, coding))
        .find_map(|(coding, ending)| packed(ending).map(|file| (file, Encoding::Coded(coding))))
        .or_else(|| Files::get(path).map(|file| (file, Encoding::Plain)))
        .or_else(|| packed("gz").map(|file| (file, Encoding::Inflated)))
}

fn inflate(packed: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(packed.len() * 4);
    GzDecoder::new(packed).read_to_end(&mut plain).ok()?;
    Some(plain)
}

/// Files under `assets/` carry a hash of their content in their name and never change.
fn cached(mut reply: Reply, path: &str, tag: HeaderValue) -> Reply {
    let policy = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    reply
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static(policy));
    reply.headers_mut().insert(ETAG, tag);
    reply
        .headers_mut()
        .insert(VARY, HeaderValue::from_static("accept-encoding"));
    reply
}

/// The inflated file differs from the packed one that it is made of, and so does its tag (RFC 9110, section 8.8.3).
fn tag(file: &EmbeddedFile, encoding: Encoding) -> HeaderValue {
    let hash = reply::fnv1a(&file.metadata.sha256_hash());
    let inflated = if encoding == Encoding::Inflated {
        "-plain"
    } else {
        ""
    };
    reply::tag(&format!("{hash:016x}{inflated}"))
}

fn content_type(path: &str) -> HeaderValue {
    HeaderValue::from_static(match path.rsplit('.').next().unwrap_or_default() {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    })
}
