//! The compiled web interface, served out of the binary.

use bytes::Bytes;
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
/// Nobody's home server belongs into a search engine.
const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /\n";

/// The page every route starts with, made for the base path once.
pub(crate) struct Shell {
    /// Where it was made for.
    base: String,
    page: Bytes,
}

impl Shell {
    /// The shell for a base path, which starts and ends with a slash.
    pub(crate) fn new(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            page: Self::made(base),
        }
    }

    fn made(base: &str) -> Bytes {
        let page = Files::get("index.html")
            .map(|file| file.data.into_owned())
            .unwrap_or_default();
        let page = String::from_utf8_lossy(&page);
        // The base path holds no character that HTML would need escaped: `Config` and `proxies` see to it.
        let page = page
            .replace("<base href=\"/\"", &format!("<base href=\"{base}\""))
            .replace(
                "name=\"marketdeck-base\" content=\"/\"",
                &format!("name=\"marketdeck-base\" content=\"{base}\""),
            );
        page.into_bytes().into()
    }

    /// The shell below `base`, never cached, so that a new version is seen at the next visit.
    pub(crate) fn page(&self, base: &str, status: StatusCode) -> Reply {
        let page = if base == self.base {
            self.page.clone()
        } else {
            Self::made(base)
        };
        let mut reply = Response::new(Body::from(page));
        *reply.status_mut() = status;
        reply.headers_mut().insert(
            CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        );
        reply
            .headers_mut()
            .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        reply
    }
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
    if path == "index.html" || packed {
        return None;
    }
    let plain = Files::get(path)?;
    let (file, encoding) = best(path, request).unwrap_or((plain, None));
    let tag = tag(&file);
    if negotiation::has(request, &tag) {
        return Some(cached(reply::empty(StatusCode::NOT_MODIFIED), path, tag));
    }
    let body = match file.data {
        std::borrow::Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        std::borrow::Cow::Owned(bytes) => bytes.into(),
    };
    let mut reply = Response::new(Body::from(body));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, content_type(path));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(cached(reply, path, tag))
}

fn best(path: &str, request: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(coding, _)| negotiation::accepts(request, coding))
        .find_map(|(coding, ending)| {
            Files::get(&format!("{path}.{ending}")).map(|file| (file, Some(coding)))
        })
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

fn tag(file: &EmbeddedFile) -> HeaderValue {
    reply::tag(&format!(
        "{:016x}",
        reply::fnv1a(&file.metadata.sha256_hash())
    ))
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
