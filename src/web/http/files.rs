//! Files of the interface, embedded in the binary.

use std::io::Read as _;

use bytes::Bytes;
use flate2::read::GzDecoder;
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue, VARY},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::{
    negotiation,
    reply::{self, Reply},
    response_body::Body,
};

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/ui-dist"]
struct Files;

const FAVICON: &str = "icons/icon-192.png";
pub(super) const TEMPLATE: &str = "index.html";
/// The list of the pages' files; `ui/build/pageFiles.ts` writes it during the build.
pub(super) const PAGE_LIST: &str = "pages.json";
/// Files that the server assembles pages from and does not serve by themselves.
const PAGE_PARTS: [&str; 2] = [TEMPLATE, PAGE_LIST];
/// The folder of the prerendered HTML.
const PRERENDERED: &str = "prerendered/";
/// Asks search engines not to index a home server.
const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /\n";
/// Lets search engines index the pages of a demo.
const DEMO_ROBOTS: &[u8] = b"User-agent: *\nDisallow: /api/\n";

/// Returns the text of an embedded file; empty if it does not exist.
pub(super) fn text(path: &str) -> String {
    let plain = Files::get(path).map(|file| file.data.into_owned());
    let decompressed = || decompress(&Files::get(&format!("{path}.gz"))?.data);
    let bytes = plain.or_else(decompressed).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns a file that clients request at a path fixed by convention.
pub(crate) fn well_known(path: &str, request: &HeaderMap, is_demo: bool) -> Option<Reply> {
    match path {
        // Requested by programs that do not parse the page.
        "favicon.ico" => file(FAVICON, request),
        "robots.txt" => {
            let robots = if is_demo { DEMO_ROBOTS } else { ROBOTS };
            let mut reply = Response::new(Body::from(Bytes::from_static(robots)));
            reply.headers_mut().insert(CONTENT_TYPE, content_type(path));
            Some(reply)
        }
        _ => None,
    }
}

/// Returns an embedded file in the best encoding that the client accepts; `None` if it does not exist.
pub(crate) fn file(path: &str, request: &HeaderMap) -> Option<Reply> {
    let is_compressed_copy = path
        .rsplit_once('.')
        .is_some_and(|(_, extension)| matches!(extension, "br" | "gz"));
    if PAGE_PARTS.contains(&path) || path.starts_with(PRERENDERED) || is_compressed_copy {
        return None;
    }
    let (file, encoding) = choose_encoding(path, request)?;
    let entity_tag = entity_tag(&file, encoding);
    if negotiation::has_version(request, &entity_tag) {
        return Some(with_cache_headers(
            reply::empty(StatusCode::NOT_MODIFIED),
            path,
            entity_tag,
        ));
    }
    let body = match (file.data, encoding) {
        (compressed, Encoding::Decompressed) => decompress(&compressed)?.into(),
        (std::borrow::Cow::Borrowed(bytes), _) => Bytes::from_static(bytes),
        (std::borrow::Cow::Owned(bytes), _) => bytes.into(),
    };
    let mut reply = Response::new(Body::from(body));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, content_type(path));
    if let Encoding::Compressed(coding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    Some(with_cache_headers(reply, path, entity_tag))
}

/// How an embedded file is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    /// As stored.
    Plain,
    /// Stored in an encoding that the client accepts.
    Compressed(&'static str),
    /// Stored as gzip, decompressed for a client that does not accept it.
    Decompressed,
}

/// Chooses the encoding. Text files are stored as Brotli and gzip only, other files uncompressed only.
fn choose_encoding(path: &str, request: &HeaderMap) -> Option<(EmbeddedFile, Encoding)> {
    let compressed = |extension: &str| Files::get(&format!("{path}.{extension}"));
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(coding, _)| negotiation::accepts(request, coding))
        .find_map(|(coding, extension)| {
            compressed(extension).map(|file| (file, Encoding::Compressed(coding)))
        })
        .or_else(|| Files::get(path).map(|file| (file, Encoding::Plain)))
        .or_else(|| compressed("gz").map(|file| (file, Encoding::Decompressed)))
}

fn decompress(compressed: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(compressed.len() * 4);
    GzDecoder::new(compressed).read_to_end(&mut plain).ok()?;
    Some(plain)
}

/// Sets cache headers. Files under `assets/` have a hash in their name and never change.
fn with_cache_headers(mut reply: Reply, path: &str, entity_tag: HeaderValue) -> Reply {
    let policy = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    reply
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static(policy));
    reply.headers_mut().insert(ETAG, entity_tag);
    reply
        .headers_mut()
        .insert(VARY, HeaderValue::from_static("accept-encoding"));
    reply
}

/// Returns the entity tag. A decompressed file has another tag than the compressed one, as its bytes differ (RFC 9110, section 8.8.3).
fn entity_tag(file: &EmbeddedFile, encoding: Encoding) -> HeaderValue {
    let hash = reply::fnv1a(&file.metadata.sha256_hash());
    let suffix = if encoding == Encoding::Decompressed {
        "-plain"
    } else {
        ""
    };
    reply::entity_tag(&format!("{hash:016x}{suffix}"))
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
