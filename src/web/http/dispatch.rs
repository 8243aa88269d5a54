//! Dispatches requests: checks, authentication, routing, and metrics.

use std::{borrow::Cow, sync::Arc, time::Instant};

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
    },
    access_log::AccessLogEntry,
    connections::Permit,
    context::Context,
    error::{ApiError, Result},
    files,
    first_answers::{self, Reader},
    format,
    reply::{self, Reply},
    request::{ApiRequest, check_body, decode, discard},
    request_metrics, security,
    writes::{execute_write, too_many_writes, write_permit},
};
use crate::web::{
    AppState, pages, remote,
    routes::{Flag, Route, lookup},
    settings::ServerUrl,
    socket::handshake,
};

/// Answers a request and counts it.
pub(super) async fn answer(context: Arc<Context>, request: Request<Incoming>) -> Reply {
    let _busy = Busy::new(&context.permit);
    let state = &context.state;
    let (began, method) = (Instant::now(), request_metrics::method(request.method()));
    let mut route = request_metrics::UNMATCHED;
    let log_entry = state.settings.access_log.then(|| {
        let proxies = state.trusted_proxies.load();
        let client = proxies.client_of(context.peer, request.headers());
        AccessLogEntry::new(client, &request, began)
    });
    let mut reply = dispatch(&context, request, &mut route)
        .await
        .unwrap_or_else(|error| reply::error(&error));
    let status = reply.status();
    state
        .requests
        .record(method, route, status, began.elapsed());
    let counters = &state.counters;
    counters.requests.add(1);
    match reply.status().as_u16() {
        304 => counters.not_modified.add(1),
        400..=499 => counters.client_errors.add(1),
        500..=599 => counters.server_errors.add(1),
        _ => {}
    }
    security::set_security_headers(reply.headers_mut(), &state.common_headers);
    match log_entry {
        Some(log_entry) => reply.map(|body| body.with_log_entry(log_entry.with_status(status))),
        None => reply,
    }
}

/// Marks the connection as busy while a request is in progress.
struct Busy<'a>(&'a Permit);

impl<'a> Busy<'a> {
    fn new(permit: &'a Permit) -> Self {
        permit.busy();
        Self(permit)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.idle();
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
    let allowed = state.allowed_hosts.load_full();
    let authority = match &forwarded.host {
        Some(host) => security::check_name(host, &allowed)?,
        None => security::check_host(request.uri(), request.headers(), &allowed)?,
    }
    .to_owned();
    let authority = authority.as_str();
    // As the browser sees it.
    let base = format!("{}{}", forwarded.prefix, settings.base_path);
    let uri = request.uri().clone();
    let Some(path) = below_base(uri.path(), &settings.base_path) else {
        let headers = request.headers();
        return Ok(state
            .page
            .at(&base, &[], "", StatusCode::NOT_FOUND, headers));
    };
    let mut caller = Caller::AuthDisabled;
    if let Some(access) = &state.access {
        let peer = AuthContext {
            address: forwarded.client.unwrap_or(context.peer),
            authority,
            base: &base,
            prefix: &forwarded.prefix,
            is_secure: forwarded.is_secure,
        };
        if let "login" | "logout" = path {
            *label = request_metrics::PAGE;
            let answer = auth::answer(state, access, &peer, path == "login", request);
            return Box::pin(answer).await;
        }
        match Box::pin(auth::authenticate(state, access, &peer, path, &request)).await {
            Ok(AuthDecision::Allow(known)) => caller = known,
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
    let server_url = forwarded.server_url(authority, &base);
    let parts: Vec<Cow<'_, str>> = path
        .split('/')
        .filter(|part| !part.is_empty())
        .map(|part| decode(part, false))
        .collect();
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.as_slice() {
        ["ws"] => {
            *label = "/ws";
            security::check_origin(request.headers(), authority, &allowed)?;
            handshake::upgrade(context, caller, request)
        }
        path if path.first() == Some(&"api") || lookup::is_outside_api(path) => {
            let route = lookup::find(path, request.method());
            let route = route.and_then(|route| {
                *label = route.path;
                check_allowed(state, route, caller, request.headers(), authority)?;
                route.check_loaded(state, path)?;
                Ok(route)
            });
            let (head, body) = request.into_parts();
            match route {
                Ok(route) => answer_api(state, route, path, head, body, (caller, server_url)).await,
                Err(error) => {
                    Box::pin(discard(body)).await;
                    Err(error)
                }
            }
        }
        _ if !matches!(*request.method(), Method::GET | Method::HEAD) => {
            Err(ApiError::method_not_allowed("GET"))
        }
        [] if is_visit(request.headers()) && settings.kiosk.is_some() => {
            let board = settings.kiosk.as_deref().unwrap_or_default();
            reply::found(&format!("{base}board/{board}?kiosk"))
        }
        pages => {
            let reader = Reader { caller, server_url };
            let headers = request.headers();
            let file = files::file(path, headers).or_else(|| files::well_known(path, headers));
            if let Some(file) = file {
                *label = request_metrics::FILE;
                return Ok(file);
            }
            *label = request_metrics::PAGE;
            Ok(Box::pin(page(state, &reader, pages, headers)).await)
        }
    }
}

/// Returns the page at a path below the base, with the API responses that it requests first.
async fn page(state: &AppState, reader: &Reader, path: &[&str], headers: &HeaderMap) -> Reply {
    // A page that the service worker stores for offline use must not contain them, as they would be outdated.
    let answers = if is_visit(headers) {
        first_answers::of(state, &state.page.calls(path), reader).await
    } else {
        String::new()
    };
    let status = pages::status(path);
    state
        .page
        .at(&reader.server_url.base, path, &answers, status, headers)
}

/// Checks whether a request is allowed before its body is read.
fn check_allowed(
    state: &AppState,
    route: &Route,
    caller: Caller,
    headers: &HeaderMap,
    authority: &str,
) -> Result<()> {
    if route.is(Flag::Access) && !caller.may_manage() {
        return Err(ApiError::forbidden(
            "Only a signed-in person can manage tokens.",
        ));
    }
    if !route.is_write() && !route.is(Flag::AllData) {
        return Ok(());
    }
    if !caller.may_write() {
        return Err(ApiError::forbidden("This token is read-only."));
    }
    security::check_origin(headers, authority, &state.allowed_hosts.load())?;
    if state.settings.read_only {
        return Err(ApiError::forbidden("This server is read-only."));
    }
    if route.has_body() {
        check_body(headers, route.max_body_bytes(&state.settings.limits))?;
    }
    // Too many writes are waiting: the body would be read in vain.
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
    (caller, server_url): (Caller, ServerUrl),
) -> Result<Reply> {
    let mut request = ApiRequest::new(head, caller, server_url);
    if route.has_body() {
        let most = route.max_body_bytes(&state.settings.limits);
        // Boxed, as every future would otherwise reserve space for it.
        request = Box::pin(request.with_body(body, most, state)).await?;
    }
    if route.is_write() {
        request = request.with_key()?;
    }
    if !route.is(Flag::Csv) && route.path.starts_with("/api/") {
        format::check_json(&request)?;
    }
    if let Some(upstream) = &state.upstream
        && route.runs_at_source()
    {
        // The same limit protects the source as the database here.
        let permit = route.is_write().then(|| write_permit(state)).transpose()?;
        let call = remote::forwarded_request(&route.method, path, &request);
        let reply = Box::pin(remote::send(&**upstream, call)).await?;
        drop(permit);
        return Ok(make_private(state, reply));
    }
    if !route.is_write() {
        let reply = route.answer(state, &request, path).await?;
        return Ok(make_private(state, reply));
    }
    // Only after the body: slow uploads must not block other writes.
    let permit = write_permit(state)?;
    Box::pin(execute_write(state, route, path, request, permit)).await
}

/// Makes responses private if a password is set, so that shared caches do not store them.
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

/// Returns true for a navigation. The service worker also requests pages, and browsers refuse a stored
/// redirect for a navigation.
fn is_visit(headers: &HeaderMap) -> bool {
    headers
        .get("sec-fetch-mode")
        .is_none_or(|mode| mode == "navigate")
}

/// Strips the base path, without a leading slash; `None` outside of it.
fn below_base<'a>(path: &'a str, base: &str) -> Option<&'a str> {
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
        assert_eq!(below_base("/api/health", "/"), Some("api/health"));
        assert_eq!(below_base("/", "/"), Some(""));
        assert_eq!(below_base("/deck/ticker/BTC", "/deck/"), Some("ticker/BTC"));
        assert_eq!(below_base("/deck", "/deck/"), Some(""));
        assert_eq!(below_base("/decked", "/deck/"), None);
        assert_eq!(below_base("/api", "/deck/"), None);
    }
}
