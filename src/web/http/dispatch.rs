//! Dispatches requests: checks, authentication, routing, and metrics.

use std::{borrow::Cow, net::IpAddr, sync::Arc, time::Instant};

use hyper::{
    HeaderMap, Method, Request, StatusCode,
    body::Incoming,
    header::{CACHE_CONTROL, HeaderValue},
    http::request::Parts,
};

use super::{
    access::{
        Caller,
        auth::{self, AuthContext, AuthDecision},
        login,
    },
    access_log::AccessLogEntry,
    connections::Permit,
    context::Context,
    error::{ApiError, Result},
    files,
    first_answers::{self, PageClient},
    format,
    reply::{self, Reply},
    request::{ApiRequest, decode},
    request_body::{check_body, discard},
    request_metrics, security,
    writes::{execute_write, too_many_writes, write_permit},
};
use crate::web::{
    AppState, page_paths, remote,
    routes::{Flag, Route, lookup},
    settings::ServerUrl,
    socket::handshake,
};

/// Answers a request and counts it.
pub(super) async fn answer(context: Arc<Context>, request: Request<Incoming>) -> Reply {
    let _busy = BusyGuard::new(&context.permit);
    let state = &context.state;
    let started = Instant::now();
    let method = request_metrics::method_label(request.method());
    let mut route = request_metrics::UNMATCHED_LABEL;
    let log_entry = state.settings.access_log.then(|| {
        let proxies = state.trusted_proxies.load();
        let client_address = proxies.client_address(context.peer, request.headers());
        AccessLogEntry::new(client_address, &request, started)
    });
    let mut reply = dispatch(&context, request, &mut route)
        .await
        .unwrap_or_else(|error| reply::error(&error));
    let status = reply.status();
    state
        .requests
        .record(method, route, status, started.elapsed());
    let counters = &state.counters;
    counters.requests.add(1);
    match reply.status().as_u16() {
        304 => counters.not_modified.add(1),
        400..=499 => counters.client_errors.add(1),
        500..=599 => counters.server_errors.add(1),
        _ => {}
    }
    security::add_common_headers(reply.headers_mut(), &state.common_headers);
    match log_entry {
        Some(log_entry) => reply.map(|body| body.with_log_entry(log_entry.with_status(status))),
        None => reply,
    }
}

/// Marks the connection as busy until the guard is dropped.
struct BusyGuard<'a>(&'a Permit);

impl<'a> BusyGuard<'a> {
    fn new(permit: &'a Permit) -> Self {
        permit.mark_busy();
        Self(permit)
    }
}

impl Drop for BusyGuard<'_> {
    fn drop(&mut self) {
        self.0.mark_idle();
    }
}

/// Answers a request. Sets `label` to the route's path or a label of [`request_metrics`].
async fn dispatch(
    context: &Context,
    request: Request<Incoming>,
    label: &mut &'static str,
) -> Result<Reply> {
    let state = &context.state;
    let settings = &state.settings;
    security::check_framing(request.headers())?;
    let proxies = state.trusted_proxies.load();
    let forwarded = proxies.forwarded(context.peer, request.headers())?;
    drop(proxies);
    let client = forwarded.client.unwrap_or(context.peer);
    check_rate(state, client)?;
    let allowed = state.allowed_hosts.load_full();
    let authority = match &forwarded.host {
        Some(host) => security::check_host_name(host, &allowed)?,
        None => security::check_host(request.uri(), request.headers(), &allowed)?,
    }
    .to_owned();
    // The base path as the browser sees it, with the prefix that a proxy removed.
    let base = format!("{}{}", forwarded.prefix, settings.base_path);
    let uri = request.uri().clone();
    let Some(path) = strip_base(uri.path(), &settings.base_path) else {
        let headers = request.headers();
        return Ok(state
            .page
            .render(&base, &[], "", StatusCode::NOT_FOUND, headers));
    };
    let mut caller = Caller::AuthDisabled;
    if let Some(access) = &state.access {
        let auth_context = AuthContext {
            address: client,
            authority: &authority,
            base: &base,
            prefix: &forwarded.prefix,
            is_trusted_proxy: forwarded.is_trusted_proxy,
            is_secure: forwarded.is_secure,
        };
        if let "login" | "logout" = path {
            *label = request_metrics::PAGE_LABEL;
            let reply = login::answer(state, access, &auth_context, path == "login", request);
            return Box::pin(reply).await;
        }
        let decision = auth::authenticate(state, access, &auth_context, path, &request);
        match Box::pin(decision).await {
            Ok(AuthDecision::Allow(authenticated)) => caller = authenticated,
            Ok(AuthDecision::Respond(reply)) => {
                Box::pin(discard(request.into_body())).await;
                return Ok(reply);
            }
            Err(error) => {
                Box::pin(discard(request.into_body())).await;
                return Err(error);
            }
        }
    }
    let server_url = forwarded.server_url(&authority, &base);
    let segments = decode_segments(path);
    let segments: Vec<&str> = segments.iter().map(AsRef::as_ref).collect();
    match segments.as_slice() {
        ["ws"] => {
            *label = "/ws";
            security::check_origin(request.headers(), &authority, &allowed)?;
            handshake::upgrade(context, caller, request)
        }
        path if path.first() == Some(&"api") || lookup::is_outside_api(path) => {
            let route = lookup::find(path, request.method());
            let route = route.and_then(|route| {
                *label = route.path;
                check_allowed(state, route, caller, request.headers(), &authority)?;
                route.check_loaded(state, path)?;
                Ok(route)
            });
            let (head, body) = request.into_parts();
            let sender = (caller, server_url, client, forwarded.is_secure);
            match route {
                Ok(route) => answer_api(state, route, path, head, body, sender).await,
                Err(error) => {
                    Box::pin(discard(body)).await;
                    Err(error)
                }
            }
        }
        _ if !matches!(*request.method(), Method::GET | Method::HEAD) => {
            Err(ApiError::method_not_allowed("GET"))
        }
        [] if is_navigation(request.headers()) && settings.kiosk.is_some() => {
            let board = settings.kiosk.as_deref().unwrap_or_default();
            reply::redirect(&format!("{base}board/{board}?kiosk"))
        }
        segments => {
            let client = PageClient { caller, server_url };
            let headers = request.headers();
            let file = files::file(path, headers)
                .or_else(|| files::well_known(path, headers, settings.demo));
            if let Some(file) = file {
                *label = request_metrics::FILE_LABEL;
                return Ok(file);
            }
            *label = request_metrics::PAGE_LABEL;
            Ok(Box::pin(page(state, &client, segments, headers)).await)
        }
    }
}

/// Counts a request of a client address, if their rate is limited.
fn check_rate(state: &AppState, client: IpAddr) -> Result<()> {
    let rate = state.settings.limits.request_rate;
    rate.map_or(Ok(()), |rate| {
        let now = tokio::time::Instant::now();
        state.request_limit.check(rate, client, now)
    })
}

/// Returns the page at a path below the base path. The page embeds the API responses that its scripts would request first.
async fn page(state: &AppState, client: &PageClient, path: &[&str], headers: &HeaderMap) -> Reply {
    // The service worker stores pages for offline use. Such a page must not embed responses, as they would be outdated.
    let embedded = if is_navigation(headers) {
        first_answers::script_element(state, &state.page.calls(path), client).await
    } else {
        String::new()
    };
    let status = page_paths::status(path);
    state
        .page
        .render(&client.server_url.base, path, &embedded, status, headers)
}

/// Checks whether a request is allowed before its body is read.
fn check_allowed(
    state: &AppState,
    route: &Route,
    caller: Caller,
    headers: &HeaderMap,
    authority: &str,
) -> Result<()> {
    route.check_role(caller)?;
    if route.has(Flag::Access) && !caller.may_manage_tokens() {
        return Err(ApiError::forbidden(
            "Only a signed-in person can manage tokens.",
        ));
    }
    let check_origin = || security::check_origin(headers, authority, &state.allowed_hosts.load());
    if route.has(Flag::ReadOnly) {
        check_origin()?;
        if !route.has_body() {
            return Ok(());
        }
        return check_body(headers, route.max_body_bytes(&state.settings.limits));
    }
    if !route.is_write() && !route.has(Flag::AllData) {
        return Ok(());
    }
    if !caller.may_write() {
        return Err(ApiError::forbidden("This token is read-only."));
    }
    check_origin()?;
    if state.settings.read_only {
        return Err(ApiError::forbidden(state.settings.read_only_reason()));
    }
    if route.has_body() {
        check_body(headers, route.max_body_bytes(&state.settings.limits))?;
    }
    // Refused before the body is read, as the write would be refused afterwards.
    if state.waiting_writes.available_permits() == 0 {
        return Err(too_many_writes());
    }
    Ok(())
}

async fn answer_api(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    head: Parts,
    body: Incoming,
    (caller, server_url, address, is_secure): (Caller, ServerUrl, IpAddr, bool),
) -> Result<Reply> {
    let request = ApiRequest::new(head, caller, server_url);
    let mut request = request.with_client(address, is_secure);
    if route.has_body() {
        let max_bytes = route.max_body_bytes(&state.settings.limits);
        // Boxed, so that requests without a body do not reserve memory for this future.
        request = Box::pin(request.with_body(body, max_bytes, state)).await?;
    }
    if route.is_write() {
        request = request.with_idempotency_key()?;
    }
    if !route.has(Flag::Csv) && route.path.starts_with("/api/") {
        format::check_json(&request)?;
    }
    if let Some(upstream) = &state.upstream
        && route.runs_at_source()
    {
        // The limit on waiting writes also applies to writes that the source executes.
        let permit = route.is_write().then(|| write_permit(state)).transpose()?;
        let call = remote::to_forwarded_request(&route.method, path, &request);
        let reply = Box::pin(remote::send(&**upstream, call)).await?;
        drop(permit);
        return Ok(make_private(state, reply));
    }
    if !route.is_write() {
        let reply = route.answer(state, &request, path).await?;
        return Ok(make_private(state, reply));
    }
    // Acquired after the body was read: a slow upload must not block other writes.
    let permit = write_permit(state)?;
    Box::pin(execute_write(state, route, path, request, permit)).await
}

/// If a password is set, sets `Cache-Control: private`, so that shared caches do not store the response.
fn make_private(state: &AppState, mut reply: Reply) -> Reply {
    if state.access.is_some()
        && let Some(policy) = reply.headers_mut().get_mut(CACHE_CONTROL)
        && let Ok(text) = policy.to_str()
        && let Ok(private) = HeaderValue::from_str(&text.replace("public", "private"))
    {
        *policy = private;
    }
    reply
}

/// Returns true if the browser navigates to the page, or does not say. The service worker requests pages too, but must not receive a
/// redirect: browsers refuse a stored redirect as the response to a navigation.
fn is_navigation(headers: &HeaderMap) -> bool {
    headers
        .get("sec-fetch-mode")
        .is_none_or(|mode| mode == "navigate")
}

/// Splits a path at slashes and decodes its segments.
fn decode_segments(path: &str) -> Vec<Cow<'_, str>> {
    path.split('/')
        .filter(|segment| !segment.is_empty())
        .map(|segment| decode(segment, false))
        .collect()
}

/// Returns the part of a path below the base path, without a leading slash; `None` for a path outside of the base path.
fn strip_base<'a>(path: &'a str, base: &str) -> Option<&'a str> {
    if path.len() + 1 == base.len() && base.starts_with(path) {
        return Some("");
    }
    path.strip_prefix(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_path_is_stripped_with_and_without_its_trailing_slash() {
        assert_eq!(strip_base("/api/health", "/"), Some("api/health"));
        assert_eq!(strip_base("/", "/"), Some(""));
        assert_eq!(strip_base("/deck/ticker/BTC", "/deck/"), Some("ticker/BTC"));
        assert_eq!(strip_base("/deck", "/deck/"), Some(""));
        assert_eq!(strip_base("/decked", "/deck/"), None);
        assert_eq!(strip_base("/api", "/deck/"), None);
    }
}
