//! The page that every route starts with, completed for the route: its styles stand in it, it looks as the app will draw it, and
//! its code is named, so that a browser shows it after one round trip and asks for all the code at once.

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
    files::{self, FILES, TEMPLATE},
    negotiation,
    packed_start::PackedStart,
    reply::Reply,
    security,
};

/// Pages kept ready, packed: 40 kB each.
const MOST_KEPT: usize = 64;

/// The page up to here is the same for everybody; the answers of this reader are put in before it.
const END: &str = "</body>";

/// Where the app draws, and where the templates stand after.
const ROOT: &str = "<div id=\"root\"></div>";

/// The page, for each route.
pub(crate) struct Page {
    /// As it was built, with links to the styles of every page.
    template: String,
    files: PageFiles,
    /// The content security policy of pages: it names the scripts that stand in them.
    policy: HeaderValue,
    /// Packed up to [`END`], by base path and route.
    kept: Mutex<HashMap<(String, String), Arc<PackedStart>>>,
}

#[derive(Debug, Default, Deserialize)]
struct PageFiles {
    every: RouteFiles,
    /// By route: `/ticker/:symbol`; `*` for where there is none.
    routes: HashMap<String, RouteFiles>,
}

/// Paths below the base, in the order in which they count.
#[derive(Debug, Default, Deserialize)]
struct RouteFiles {
    scripts: Vec<String>,
    styles: Vec<String>,
    /// The file of the prerendered HTML, in templates.
    #[serde(default)]
    html: String,
    /// What it asks of the API first, with the route's parameter in its place: `tickers/:symbol`.
    #[serde(default)]
    calls: Vec<String>,
}

impl Page {
    /// The page as it was built into the program, for others to frame where `ancestors` are named.
    pub(crate) fn embedded(ancestors: &[String]) -> Self {
        let files = files::text(FILES);
        let template = files::text(TEMPLATE);
        Self {
            policy: security::content_policy(ancestors, &script_hashes(&template)),
            template,
            // A build without npm has none: its page says so, and needs nothing.
            files: serde_json::from_str(&files).unwrap_or_default(),
            kept: Mutex::default(),
        }
    }

    /// What the page at `path` asks of the API first: `tickers/AAPL`.
    pub(super) fn calls(&self, path: &[&str]) -> Vec<String> {
        let route = self.route(path);
        let Some(of_route) = self.files.routes.get(route) else {
            return Vec::new();
        };
        let mut parts = route.split('/').filter(|part| !part.is_empty()).zip(path);
        let place = parts.find(|(part, _)| part.starts_with(':'));
        let calls = of_route.calls.iter().filter_map(|call| match place {
            Some((place, value)) if call.contains(place) => {
                stands_for_itself(value).then(|| call.replace(place, value))
            }
            _ => Some(call.clone()),
        });
        calls.collect()
    }

    /// The page at `path` below `base`, which starts and ends with a slash, with `answers` at its end. Never cached, so that a new
    /// version is seen at the next visit.
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

    /// The route of a path, as the interface spells it.
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
            let made = Arc::new(PackedStart::new(&self.made(base, route).0).ok()?);
            let mut kept = lock();
            // Base paths are as many as a trusted proxy names.
            if kept.len() >= MOST_KEPT {
                kept.clear();
            }
            kept.insert(key, Arc::clone(&made));
            made
        };
        let end = format!("{answers}{}", self.end());
        start.with(&end).ok().map(Bytes::from)
    }

    /// What follows the answers.
    fn end(&self) -> &str {
        let at = self.template.rfind(END);
        at.map_or("", |at| &self.template[at..])
    }

    /// What stands before the answers, and what after.
    fn made(&self, base: &str, route: &str) -> (String, String) {
        let none = RouteFiles::default();
        let of_route = self.files.routes.get(route).unwrap_or(&none);
        // The base path holds no character that HTML would need escaped: `Config` and `proxies` see to it.
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
        // Addresses in a file are relative to its folder.
        head.extend(styles().map(|style| files::text(style).replace("url(./", "url(./assets/")));
        head += "</style>";
        // Disabled links are not fetched: they tell Vite's loader of further code that these styles are there.
        head.extend(styles().map(|style| {
            format!("<link rel=\"stylesheet\" crossorigin disabled href=\"./{style}\">")
        }));
        // Its links are those of a server at the root of its address.
        let prerendered =
            files::text(&of_route.html).replace("href=\"/", &format!("href=\"{base}"));
        // The inline script (`ui/prerender/inline`) puts the code into the page after the first paint.
        let every = self.files.every.scripts.iter().rev();
        let scripts = every.chain(of_route.scripts.iter().rev());
        let mut code = String::from("<template data-prerendered=\"code\">");
        // Each script is listed after those it imports and runs as soon as it is loaded, so that they are not one long task.
        code.extend(scripts.map(|script| {
            format!(
                "<link rel=\"modulepreload\" fetchpriority=\"low\" crossorigin href=\"./{script}\">\
                 <script type=\"module\" async fetchpriority=\"low\" crossorigin src=\"./{script}\"></script>"
            )
        }));
        code += "</template>";
        let mut page = page
            .replacen("</head>", &format!("{head}</head>"), 1)
            .replacen(ROOT, &format!("{ROOT}{code}{prerendered}"), 1);
        let end = page.split_off(page.len() - self.end().len());
        (page, end)
    }
}

/// Whether a path is one of a route, as the interface spells it: `/ticker/:symbol`.
pub(crate) fn fits(route: &str, path: &[&str]) -> bool {
    let parts: Vec<&str> = route.split('/').filter(|part| !part.is_empty()).collect();
    parts.len() == path.len()
        && parts
            .iter()
            .zip(path)
            .all(|(part, asked)| part.starts_with(':') || part == asked)
}

/// Whether an address would not write a text in another way (RFC 3986, section 2.3).
fn stands_for_itself(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().all(is_plain)
}

/// What names the scripts within a page in a content security policy.
fn script_hashes(page: &str) -> Vec<String> {
    let scripts = page.split("<script>").skip(1);
    let texts = scripts.filter_map(|rest| rest.split_once("</script>"));
    texts
        .map(|(text, _)| BASE64.encode(digest(&SHA256, text.as_bytes()).as_ref()))
        .map(|hash| format!("'sha256-{hash}'"))
        .collect()
}
