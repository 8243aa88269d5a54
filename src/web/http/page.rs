//! HTML pages: the built template, completed per route with inlined styles, prerendered HTML and preloaded scripts, so that a browser shows
//! the page after one round trip and requests all scripts at once.

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
use ring::digest::{SHA256, digest};
use serde::Deserialize;

use super::{
    body::Body,
    files::{self, PAGE_LIST, TEMPLATE},
    gzip_prefix::GzipPrefix,
    negotiation,
    reply::Reply,
    security,
};

/// Maximum number of compressed pages in memory: 40 kB each.
const MAX_CACHED_PAGES: usize = 64;

/// End of the part that is the same for everybody; the embedded API responses are inserted before it.
const BODY_END: &str = "</body>";

/// The root element of the app, after which the templates are inserted.
const APP_ROOT: &str = "<div id=\"root\"></div>";

/// The pages of the interface.
pub(crate) struct Page {
    /// The template as built, with links to the styles of every page.
    template: String,
    files: PageFiles,
    /// Content security policy of pages, with the hashes of their inline scripts.
    policy: HeaderValue,
    /// Pages compressed up to [`BODY_END`], by base path and route.
    kept: Mutex<HashMap<(String, String), Arc<GzipPrefix>>>,
}

#[derive(Debug, Default, Deserialize)]
struct PageFiles {
    every: RouteFiles,
    /// By route: `/ticker/:symbol`; `*` for the not-found page.
    routes: HashMap<String, RouteFiles>,
}

/// Paths below the base, in order of loading.
#[derive(Debug, Default, Deserialize)]
struct RouteFiles {
    scripts: Vec<String>,
    styles: Vec<String>,
    /// File with the prerendered HTML, in templates.
    #[serde(default)]
    html: String,
    /// API requests that the page makes first, with the route's parameter: `tickers/:symbol`.
    #[serde(default)]
    calls: Vec<String>,
}

impl Page {
    /// Reads the embedded page; `ancestors` may show it in a frame.
    pub(crate) fn embedded(ancestors: &[String]) -> Self {
        let files = files::text(PAGE_LIST);
        let template = files::text(TEMPLATE);
        Self {
            policy: security::content_policy(ancestors, &script_hashes(&template)),
            template,
            // A build without npm has none: its placeholder page needs nothing.
            files: serde_json::from_str(&files).unwrap_or_default(),
            kept: Mutex::default(),
        }
    }

    /// Lists the API requests that the page at `path` makes first: `tickers/AAPL`.
    pub(super) fn calls(&self, path: &[&str]) -> Vec<String> {
        let route = self.route(path);
        let Some(of_route) = self.files.routes.get(route) else {
            return Vec::new();
        };
        let mut parts = route.split('/').filter(|part| !part.is_empty()).zip(path);
        let place = parts.find(|(part, _)| part.starts_with(':'));
        let calls = of_route.calls.iter().filter_map(|call| match place {
            Some((place, value)) if call.contains(place) => {
                needs_no_encoding(value).then(|| call.replace(place, value))
            }
            _ => Some(call.clone()),
        });
        calls.collect()
    }

    /// Returns the page at `path` below `base` (which starts and ends with a slash) with `answers` at its end. Not cached by browsers, so that
    /// a new version is used on the next visit.
    pub(crate) fn at(
        &self,
        base: &str,
        path: &[&str],
        answers: &str,
        status: StatusCode,
        request: &HeaderMap,
    ) -> Reply {
        let route = self.route(path);
        let packed = negotiation::accepts(request, "gzip")
            .then(|| self.packed(base, route, answers))
            .flatten();
        let coding = packed.as_ref().map(|_| HeaderValue::from_static("gzip"));
        let body = packed.unwrap_or_else(|| {
            let (start, end) = self.made(base, route);
            Bytes::from(start + answers + &end)
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

    /// Returns the route of a path, as the interface writes it.
    fn route(&self, path: &[&str]) -> &str {
        let mut routes = self.files.routes.keys();
        let found = routes.find(|route| fits(route, path));
        found.map_or("*", String::as_str)
    }

    fn packed(&self, base: &str, route: &str, answers: &str) -> Option<Bytes> {
        let key = (base.to_owned(), route.to_owned());
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // The lock ends here.
        let kept = lock().get(&key).cloned();
        let start = if let Some(kept) = kept {
            kept
        } else {
            let made = Arc::new(GzipPrefix::new(&self.made(base, route).0).ok()?);
            let mut kept = lock();
            // The number of base paths depends on trusted proxies only.
            if kept.len() >= MAX_CACHED_PAGES {
                kept.clear();
            }
            kept.insert(key, Arc::clone(&made));
            made
        };
        let end = format!("{answers}{}", self.end());
        start.with(&end).ok().map(Bytes::from)
    }

    /// The part after the embedded API responses.
    fn end(&self) -> &str {
        let at = self.template.rfind(BODY_END);
        at.map_or("", |at| &self.template[at..])
    }

    /// Builds the parts before and after the embedded API responses.
    fn made(&self, base: &str, route: &str) -> (String, String) {
        let none = RouteFiles::default();
        let of_route = self.files.routes.get(route).unwrap_or(&none);
        // `Config` and `proxies` ensure that the base path needs no escaping in HTML.
        let page = self
            .template
            .replace("<base href=\"/\"", &format!("<base href=\"{base}\""))
            .replace(
                "name=\"marketdeck-base\" content=\"/\"",
                &format!("name=\"marketdeck-base\" content=\"{base}\""),
            );
        let mut head = String::new();
        let styles = || self.files.every.styles.iter().chain(&of_route.styles);
        head += "<style>";
        // URLs in a stylesheet are relative to its folder.
        head.extend(styles().map(|style| files::text(style).replace("url(./", "url(./assets/")));
        head += "</style>";
        // Browsers do not fetch disabled links: they only tell Vite's loader that these styles are present.
        head.extend(styles().map(|style| {
            format!("<link rel=\"stylesheet\" crossorigin disabled href=\"./{style}\">")
        }));
        // Its links are for a server at the root path.
        let prerendered =
            files::text(&of_route.html).replace("href=\"/", &format!("href=\"{base}"));
        // The inline script (`ui/prerender/inline`) inserts the scripts after the first paint.
        let every = self.files.every.scripts.iter().rev();
        let scripts = every.chain(of_route.scripts.iter().rev());
        let mut code = String::from("<template data-prerendered=\"code\">");
        // Scripts are listed after their imports and run as soon as they are loaded, which avoids one long task.
        code.extend(scripts.map(|script| {
            format!(
                "<link rel=\"modulepreload\" fetchpriority=\"low\" crossorigin href=\"./{script}\">\
                 <script type=\"module\" async fetchpriority=\"low\" crossorigin src=\"./{script}\"></script>"
            )
        }));
        code += "</template>";
        let mut page = page
            .replacen("</head>", &format!("{head}</head>"), 1)
            .replacen(APP_ROOT, &format!("{APP_ROOT}{code}{prerendered}"), 1);
        let end = page.split_off(page.len() - self.end().len());
        (page, end)
    }
}

/// Returns true if a path matches a route of the interface: `/ticker/:symbol`.
pub(crate) fn fits(route: &str, path: &[&str]) -> bool {
    let parts: Vec<&str> = route.split('/').filter(|part| !part.is_empty()).collect();
    parts.len() == path.len()
        && parts
            .iter()
            .zip(path)
            .all(|(part, asked)| part.starts_with(':') || part == asked)
}

/// Returns true if a text needs no percent-encoding (RFC 3986, section 2.3).
fn needs_no_encoding(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().all(is_plain)
}

/// Returns the content security policy sources of a page's inline scripts.
fn script_hashes(page: &str) -> Vec<String> {
    let scripts = page.split("<script>").skip(1);
    let texts = scripts.filter_map(|rest| rest.split_once("</script>"));
    texts
        .map(|(text, _)| BASE64.encode(digest(&SHA256, text.as_bytes()).as_ref()))
        .map(|hash| format!("'sha256-{hash}'"))
        .collect()
}
