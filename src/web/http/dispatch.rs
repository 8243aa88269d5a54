//! The way of one request: who may ask, where it goes, and what is counted.

use std::{borrow::Cow, sync::Arc, time::Instant};

use hyper::{
    HeaderMap, Method, Request, StatusCode,
    body::Incoming,
    header::{CACHE_CONTROL, HeaderValue},
    http::request::Parts,
};

use super::{
    access::{
        caller::Caller,
        door::{self, Passage, Visitor},
    },
    access_log::Line,
    connections::Permit,
    context::Context,
    error::{ApiError, Result},
    files,
    first_answers::{self, Reader},
    format, forward, measured,
    reply::{self, Reply},
    request::{ApiRequest, check_body, decode, discard},
    security,
    writing::{carry_through, place_to_write, too_many_writes},
};
use crate::web::{AppState, mark::Mark, pages, routes::Route, settings::Seen, socket::handshake};

/// Answers one request, and counts it.
pub(super) async fn answer(context: Arc<Context>, request: Request<Incoming>) -> Reply {
    let _busy = Busy::new(&context.permit);
    let state = &context.state;
    let (began, method) = (Instant::now(), measured::method(request.method()));
    let mut route = measured::NOWHERE;
    let line = state.settings.access_log.then(|| {
        let proxies = state.trusted_proxies.load();
        let client = proxies.client_of(context.peer, request.headers());
        Line::new(client, &request, began)
    });
    let mut reply = dispatch(&context, request, &mut route)
        .await
        .unwrap_or_else(|error| reply::error(&error));
    let status = reply.status();
    state
        .requests
        .answered(method, route, status, began.elapsed());
    let counters = &state.counters;
    counters.requests.add(1);
    match reply.status().as_u16() {
        304 => counters.not_modified.add(1),
        400..=499 => counters.client_errors.add(1),
        500..=599 => counters.server_errors.add(1),
        _ => {}
    }
    security::harden(reply.headers_mut(), &state.common_headers);
    match line {
        Some(line) => reply.map(|body| body.answering(line.answered(status))),
        None => reply,
    }
}

/// Keeps a connection from being closed for another while its request is under way.
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

/// Answers a request, and tells by which `place` of [`measured`] or which route's path.
async fn dispatch(
    context: &Context,
    request: Request<Incoming>,
    place: &mut &'static str,
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
    // As a browser sees it.
    let base = format!("{}{}", forwarded.prefix, settings.base_path);
    let uri = request.uri().clone();
    let Some(path) = below_base(uri.path(), &settings.base_path) else {
        let headers = request.headers();
        return Ok(state
            .page
            .at(&base, &[], "", StatusCode::NOT_FOUND, headers));
    };
    let mut caller = Caller::Anybody;
    if let Some(access) = &state.access {
        let visitor = Visitor {
            address: forwarded.client.unwrap_or(context.peer),
            authority,
            base: &base,
            prefix: &forwarded.prefix,
            is_secure: forwarded.is_secure,
        };
        if let "login" | "logout" = path {
            *place = measured::PAGE;
            let answer = door::answer(state, access, &visitor, path == "login", request);
            return Box::pin(answer).await;
        }
        match Box::pin(door::pass(state, access, &visitor, path, &request)).await {
            Ok(Passage::In(known)) => caller = known,
            Ok(Passage::Answered(reply)) => {
                Box::pin(discard(request.into_body())).await;
                return Ok(reply);
            }
            Err(error) => {
                Box::pin(discard(request.into_body())).await;
                return Err(error);
            }
        }
    }
    let seen = forwarded.seen(authority, &base);
    let parts: Vec<Cow<'_, str>> = path
        .split('/')
        .filter(|part| !part.is_empty())
        .map(|part| decode(part, false))
        .collect();
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.as_slice() {
        ["ws"] => {
            *place = "/ws";
            security::check_origin(request.headers(), authority, &allowed)?;
            handshake::upgrade(context, caller, request)
        }
        path if path.first() == Some(&"api") || Route::is_beside_api(path) => {
            let route = Route::find(path, request.method());
            let route = route.and_then(|route| {
                *place = route.path;
                check_allowed(state, route, caller, request.headers(), authority)?;
                route.check_loaded(state, path)?;
                Ok(route)
            });
            let (head, body) = request.into_parts();
            match route {
                Ok(route) => answer_api(state, route, path, head, body, (caller, seen)).await,
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
            let reader = Reader { caller, seen };
            let headers = request.headers();
            let file = files::file(path, headers).or_else(|| files::well_known(path, headers));
            if let Some(file) = file {
                *place = measured::FILE;
                return Ok(file);
            }
            *place = measured::PAGE;
            Ok(Box::pin(page(state, &reader, pages, headers)).await)
        }
    }
}

/// The page at a path below the base, with the answers that it would ask for first.
async fn page(state: &AppState, reader: &Reader, path: &[&str], headers: &HeaderMap) -> Reply {
    // What a browser keeps for a time without the server must hold none: they would be of another day by then.
    let answers = if is_visit(headers) {
        first_answers::of(state, &state.page.calls(path), reader).await
    } else {
        String::new()
    };
    let status = pages::status(path);
    state
        .page
        .at(&reader.seen.base, path, &answers, status, headers)
}

/// Judges a request that writes, or asks for all there is, before anything of its body is read.
fn check_allowed(
    state: &AppState,
    route: &Route,
    caller: Caller,
    headers: &HeaderMap,
    authority: &str,
) -> Result<()> {
    if route.is(Mark::Access) && !caller.may_manage() {
        return Err(ApiError::forbidden(
            "Only a person who signed in may see, make and revoke tokens.",
        ));
    }
    if !route.is_write() && !route.is(Mark::Backup) {
        return Ok(());
    }
    if !caller.may_write() {
        return Err(ApiError::forbidden("This token is for reading only."));
    }
    security::check_origin(headers, authority, &state.allowed_hosts.load())?;
    if state.settings.read_only {
        return Err(ApiError::forbidden("This Marketdeck is for reading only."));
    }
    if route.has_body() {
        check_body(headers, route.most_bytes(&state.settings.limits))?;
    }
    // So many wait that a body would be read for nothing.
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
    (caller, seen): (Caller, Seen),
) -> Result<Reply> {
    let mut request = ApiRequest::new(head, caller, seen);
    if route.has_body() {
        let most = route.most_bytes(&state.settings.limits);
        // In a box, as all that few requests come to: each request moves what it may become.
        request = Box::pin(request.with_body(body, most, state)).await?;
    }
    if route.is_write() {
        request = request.with_key()?;
    }
    if !route.is(Mark::Csv) && route.path.starts_with("/api/") {
        format::check_json(&request)?;
    }
    if let Some(upstream) = &state.upstream
        && route.is_for_source()
    {
        // The source is protected by the same bound as the database here.
        let place = route
            .is_write()
            .then(|| place_to_write(state))
            .transpose()?;
        let call = forward::call(&route.method, path, &request);
        let reply = Box::pin(forward::ask(&**upstream, call)).await?;
        drop(place);
        return Ok(privately(state, reply));
    }
    if !route.is_write() {
        let reply = route.answer(state, &request, path).await?;
        return Ok(privately(state, reply));
    }
    // Only now: a body that arrives slowly keeps nobody's change waiting.
    let place = place_to_write(state)?;
    Box::pin(carry_through(state, route, path, request, place)).await
}

/// Where a password is set, no cache that others share may keep an answer to one who gave it.
fn privately(state: &AppState, mut reply: Reply) -> Reply {
    if state.access.is_some()
        && let Some(policy) = reply.headers_mut().get_mut(CACHE_CONTROL)
        && let Ok(text) = policy.to_str()
        && let Ok(private) = HeaderValue::from_str(&text.replace("public", "private"))
    {
        *policy = private;
    }
    reply
}

/// Whether somebody opens a page. The page's own program asks for it too, for the service worker to keep, and
/// a browser refuses to open what was kept of a redirection.
fn is_visit(headers: &HeaderMap) -> bool {
    headers
        .get("sec-fetch-mode")
        .is_none_or(|mode| mode == "navigate")
}

/// What follows the base path, without a leading slash; `None` outside of it.
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
    fn the_base_path_is_taken_off_with_and_without_its_last_slash() {
        assert_eq!(below_base("/api/health", "/"), Some("api/health"));
        assert_eq!(below_base("/", "/"), Some(""));
        assert_eq!(below_base("/deck/ticker/BTC", "/deck/"), Some("ticker/BTC"));
        assert_eq!(below_base("/deck", "/deck/"), Some(""));
        assert_eq!(below_base("/decked", "/deck/"), None);
        assert_eq!(below_base("/api", "/deck/"), None);
    }
}
