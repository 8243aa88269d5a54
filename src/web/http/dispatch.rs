//! The way of one request: who may ask, where it goes, and what is counted.

use std::{
    borrow::Cow,
    sync::Arc,
    time::{Duration, Instant},
};

use hyper::{
    HeaderMap, Method, Request, StatusCode,
    body::Incoming,
    header::{CACHE_CONTROL, HeaderValue},
    http::request::Parts,
};
use tokio::{sync::OwnedSemaphorePermit, time::timeout};

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
};
use crate::{
    store::{self, Fingerprint},
    web::{
        AppState, Kind, idempotency,
        mark::Mark,
        pages,
        routes::Route,
        settings::Seen,
        socket::{frames, handshake},
    },
};

/// How long what was committed may take to reach other processes of a cluster before the answer says that it has not.
const REPLICATION_TIMEOUT: Duration = Duration::from_secs(5);

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

fn too_many_writes() -> ApiError {
    ApiError::too_busy("Too many changes wait to be saved; try again in a moment.")
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

/// A place among those that write or wait to.
pub(in crate::web) fn place_to_write(state: &AppState) -> Result<OwnedSemaphorePermit> {
    let place = Arc::clone(&state.waiting_writes).try_acquire_owned();
    place.map_err(|_| too_many_writes())
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

/// Answers a request that writes: once, where it has a key that says when it is repeated.
pub(in crate::web) async fn carry_through(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    place: OwnedSemaphorePermit,
) -> Result<Reply> {
    // Before a repeated request is answered from this file, too: its source may be another process by now.
    if let Some(problem) = state.store.replication_problem() {
        return Err(not_replicated(format!(
            "The source cannot pass changes on, so nothing was changed: {problem}."
        )));
    }
    let Some(key) = request.key().map(str::to_owned) else {
        return replicated(state, route, path, request, None, place).await;
    };
    let fingerprint = idempotency::fingerprint(&route.method, path, &request);
    let writing = replicated(state, route, path, request, Some(fingerprint), place);
    idempotency::once(state, &key, fingerprint, writing).await
}

/// Answers a request that writes; a success is answered when other processes of a cluster, one of which may take over, have it too.
async fn replicated(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    fingerprint: Option<Fingerprint>,
    place: OwnedSemaphorePermit,
) -> Result<Reply> {
    let reply = written(state, route, path, request, fingerprint, place).await?;
    let is_passed_on = !reply.status().is_success()
        || timeout(REPLICATION_TIMEOUT, state.store.settled())
            .await
            .is_ok();
    // What was passed on after the lease was lost may be removed by a successor that had read everything before.
    let is_kept = !reply.status().is_success() || state.store.replication_problem().is_none();
    if is_passed_on && is_kept {
        return Ok(reply);
    }
    Err(not_replicated(
        "The source saved this and cannot pass it on at present; look whether it is there before you repeat it.",
    ))
}

fn not_replicated(sentence: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
}

/// Answers a request that writes, one at a time (but for those that wait for others) and to its end even when its client goes away in the
/// middle: what is on disk and what is in memory would part.
async fn written(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    fingerprint: Option<Fingerprint>,
    place: OwnedSemaphorePermit,
) -> Result<Reply> {
    let state = Arc::clone(state);
    let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
    let answer = tokio::spawn(async move {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let _alone = if route.is_alone() {
            Some(state.writing.lock().await)
        } else {
            None
        };
        let answering = route.answer(&state, &request, &path);
        let answer = match request.key().zip(fingerprint) {
            Some((key, fingerprint)) => {
                store::on_call(key, fingerprint, state.now(), answering).await
            }
            None => answering.await,
        };
        drop(place);
        // What was answered so is on disk.
        if let Ok(reply) = &answer
            && reply.status().is_success()
        {
            for kind in Kind::changed_by(&route.method, route.path) {
                if *kind == Kind::Watchlists {
                    follow_lists(&state).await;
                }
                state.hub.announce(&frames::changed(*kind));
            }
        }
        answer
    });
    answer.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a write failed");
        Err(ApiError::internal())
    })
}

/// Has alerts over lists follow what was changed. What cannot be read now is followed with the next change, or after a start.
async fn follow_lists(state: &AppState) {
    if let Err(error) = state.alerts.follow_lists(state.now()).await {
        tracing::warn!(%error, "alerts over lists could not follow a change of these");
    }
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
