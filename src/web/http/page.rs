//! HTML pages. A page is the built template with the inlined styles, the prerendered HTML and the preload links of its route: a browser
//! shows it after one round trip, and requests all scripts at once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use data_encoding::BASE64;
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{
        CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, VARY,
    },
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use ring::digest::{SHA256, digest};
use serde::Deserialize;

use super::{
    files::{self, PAGE_LIST, TEMPLATE},
    gzip_prefix::GzipPrefix,
    negotiation,
    reply::Reply,
    response_body::Body,
    security,
};

/// Maximum number of compressed pages in memory; each takes about 40 kB.
const MAX_CACHED_PAGES: usize = 64;

/// The embedded API responses are inserted before this tag. Everything before them is the same for all clients.
const BODY_END: &str = "</body>";

/// The root element of the app, after which the templates are inserted.
const APP_ROOT: &str = "<div id=\"root\"></div>";

/// Renders the pages of the interface.
pub(crate) struct PageRenderer {
    /// The template as built, with links to the styles of every page.
    template: String,
    files: PageFiles,
    /// HTML at the top of every page; empty except on a demo.
    banner: String,
    /// Content security policy of pages, with the hashes of their inline scripts.
    policy: HeaderValue,
    /// The part of each page before [`BODY_END`], compressed, by base path and route.
    compressed_pages: Mutex<HashMap<(String, String), Arc<GzipPrefix>>>,
}

/// The list of files that the build (`ui/build/pageFiles.ts`) writes to [`PAGE_LIST`].
#[derive(Debug, Default, Deserialize)]
struct PageFiles {
    /// Files of every page.
    every: RouteFiles,
    /// Files by route, such as `/ticker/:symbol`; `*` is the not-found page.
    routes: HashMap<String, RouteFiles>,
}

/// Files of a route. Paths are relative to the base path, in order of loading.
#[derive(Debug, Default, Deserialize)]
struct RouteFiles {
    scripts: Vec<String>,
    styles: Vec<String>,
    /// Path of the prerendered HTML, which consists of `template` elements.
    #[serde(default)]
    html: String,
    /// API requests that the page makes first, such as `tickers/:symbol` with the route's parameter.
    #[serde(default)]
    calls: Vec<String>,
}

impl PageRenderer {
    /// Reads the embedded template and file list. The origins `ancestors` may show pages in a frame. `banner` is HTML at the top of
    /// every page.
    pub(crate) fn embedded(ancestors: &[String], banner: &str) -> Self {
        let files = files::text(PAGE_LIST);
        let template = files::text(TEMPLATE);
        Self {
            policy: security::content_policy(ancestors, &script_hashes(&template)),
            template,
            banner: banner.to_owned(),
            // A build without npm has no file list, and its placeholder page needs no files.
            files: serde_json::from_str(&files).unwrap_or_default(),
            compressed_pages: Mutex::default(),
        }
    }

    /// Lists the API requests that the page at `path` makes first, such as `tickers/AAPL`.
    pub(super) fn calls(&self, path: &[&str]) -> Vec<String> {
        let route = self.route(path);
        let Some(route_files) = self.files.routes.get(route) else {
            return Vec::new();
        };
        let mut parts = route.split('/').filter(|part| !part.is_empty()).zip(path);
        let parameter = parts.find(|(part, _)| part.starts_with(':'));
        let calls = route_files.calls.iter().map(|call| match parameter {
            Some((parameter, value)) if call.contains(parameter) => {
                call.replace(parameter, &encode_segment(value))
            }
            _ => call.clone(),
        });
        calls.collect()
    }

    /// Renders the page at `path` below the base path `base` (which starts and ends with a slash), with the script element
    /// `embedded` at its end. Browsers do not cache the page, so that the next visit uses a new version.
    pub(crate) fn render(
        &self,
        base: &str,
        path: &[&str],
        embedded: &str,
        status: StatusCode,
        request: &HeaderMap,
    ) -> Reply {
        let route = self.route(path);
        let gzip = negotiation::accepts(request, "gzip")
            .then(|| self.render_gzip(base, route, embedded))
            .flatten();
        let coding = gzip.as_ref().map(|_| HeaderValue::from_static("gzip"));
        let body = gzip.unwrap_or_else(|| {
            let (start, end) = self.build_parts(base, route);
            Bytes::from(start + embedded + &end)
        });
        let mut reply = Response::new(Body::from(body));
        *reply.status_mut() = status;
        let headers = reply.headers_mut();
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        );
        headers.extend(coding.map(|coding| (CONTENT_ENCODING, coding)));
        headers.insert(CONTENT_SECURITY_POLICY, self.policy.clone());
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        reply
    }

    /// Returns the route of a path: a key of [`PageFiles::routes`].
    fn route(&self, path: &[&str]) -> &str {
        let mut routes = self.files.routes.keys();
        let matching = routes.find(|route| matches_route(route, path));
        matching.map_or("*", String::as_str)
    }

    fn render_gzip(&self, base: &str, route: &str, embedded: &str) -> Option<Bytes> {
        let key = (base.to_owned(), route.to_owned());
        let lock = || {
            self.compressed_pages
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        // Unlocked again while a page is compressed.
        let cached = lock().get(&key).cloned();
        let start = if let Some(cached) = cached {
            cached
        } else {
            let (start, _) = self.build_parts(base, route);
            let compressed = Arc::new(GzipPrefix::new(&start).ok()?);
            let mut compressed_pages = lock();
            // Reached only if trusted proxies use many different base paths.
            if compressed_pages.len() >= MAX_CACHED_PAGES {
                compressed_pages.clear();
            }
            compressed_pages.insert(key, Arc::clone(&compressed));
            compressed
        };
        let end = format!("{embedded}{}", self.end());
        start.append(&end).ok().map(Bytes::from)
    }

    /// The part after the embedded API responses.
    fn end(&self) -> &str {
        let start = self.template.rfind(BODY_END);
        start.map_or("", |start| &self.template[start..])
    }

    /// Builds the parts of a page before and after the embedded API responses.
    fn build_parts(&self, base: &str, route: &str) -> (String, String) {
        let no_files = RouteFiles::default();
        let route_files = self.files.routes.get(route).unwrap_or(&no_files);
        // `Config` and `proxies` ensure that the base path needs no escaping in HTML.
        let page = self
            .template
            .replace("<base href=\"/\"", &format!("<base href=\"{base}\""))
            .replace(
                "name=\"marketdeck-base\" content=\"/\"",
                &format!("name=\"marketdeck-base\" content=\"{base}\""),
            );
        let mut head = String::new();
        let styles = || self.files.every.styles.iter().chain(&route_files.styles);
        head += "<style>";
        // URLs in a stylesheet are relative to its folder.
        head.extend(styles().map(|style| files::text(style).replace("url(./", "url(./assets/")));
        head += "</style>";
        // The inlined styles make these links redundant. Browsers do not fetch disabled links, and Vite's loader sees that the
        // styles are present.
        head.extend(styles().map(|style| {
            format!("<link rel=\"stylesheet\" crossorigin disabled href=\"./{style}\">")
        }));
        // Links in the prerendered HTML are absolute, for a server at the root path.
        let prerendered =
            files::text(&route_files.html).replace("href=\"/", &format!("href=\"{base}"));
        // The inline script (`ui/prerender/inline`) inserts the scripts after the first paint.
        let common_scripts = self.files.every.scripts.iter().rev();
        let scripts = common_scripts.chain(route_files.scripts.iter().rev());
        let mut preload = String::from("<template data-prerendered=\"code\">");
        // In reverse order, each script comes after its imports. `async` runs each script once it is loaded, which avoids one long task.
        preload.extend(scripts.map(|script| {
            format!(
                "<link rel=\"modulepreload\" fetchpriority=\"low\" crossorigin href=\"./{script}\">\
                 <script type=\"module\" async fetchpriority=\"low\" crossorigin src=\"./{script}\"></script>"
            )
        }));
        preload += "</template>";
        let mut page = page
            .replacen("</head>", &format!("{head}</head>"), 1)
            .replacen(
                APP_ROOT,
                &format!("{}{APP_ROOT}{preload}{prerendered}", self.banner),
                1,
            );
        let end = page.split_off(page.len() - self.end().len());
        (page, end)
    }
}

/// Returns true if a path matches a route of the interface, such as `/ticker/:symbol`.
pub(crate) fn matches_route(route: &str, path: &[&str]) -> bool {
    let parts: Vec<&str> = route.split('/').filter(|part| !part.is_empty()).collect();
    parts.len() == path.len()
        && parts
            .iter()
            .zip(path)
            .all(|(part, segment)| part.starts_with(':') || part == segment)
}

/// What JavaScript's `encodeURIComponent` encodes (ECMA-262, section 19.2.6.4).
const COMPONENT: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Percent-encodes a path segment like `encodeURIComponent`, because the page's scripts look up a response by its call.
fn encode_segment(text: &str) -> String {
    utf8_percent_encode(text, &COMPONENT).to_string()
}

/// Returns the hashes of a page's inline scripts, as sources of the content security policy.
fn script_hashes(page: &str) -> Vec<String> {
    let scripts = page.split("<script>").skip(1);
    let texts = scripts.filter_map(|rest| rest.split_once("</script>"));
    texts
        .map(|(text, _)| BASE64.encode(digest(&SHA256, text.as_bytes()).as_ref()))
        .map(|hash| format!("'sha256-{hash}'"))
        .collect()
}
