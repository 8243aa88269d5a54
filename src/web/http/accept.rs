//! The accept loop, and the way of one request through it.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use hyper::{
    Method, Request,
    body::Incoming,
    header::{HeaderValue, SERVER},
    service::service_fn,
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto, graceful::GracefulShutdown},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};

use crate::web::{
    AppState,
    http::{
        error::{ApiError, Result},
        files as ui,
        reply::{self, Reply},
        request::{ApiRequest, decode},
        security,
    },
    routes,
    socket::connection as socket,
};

/// Serves until `stop` resolves; then finishes open requests, tells live connections goodbye, and
/// returns.
pub async fn serve(listener: TcpListener, state: Arc<AppState>, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let (stopping, stopped) = watch::channel(false);
    let open = Arc::new(AtomicUsize::new(0));
    tokio::pin!(stop);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // Out of file descriptors, most likely: let some close before trying again.
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        if open.load(Ordering::Relaxed) >= state.settings.limits.connections {
            continue;
        }
        let guard = Open::new(&open);
        let connection = connection(stream, &state, &stopped);
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that goes away in the middle is no news.
            let _ = watched.await;
            drop(guard);
        });
    }
    drop(listener);
    let _ = stopping.send(true);
    let closed = socket::all_closed(&state);
    let goodbye = async { tokio::join!(graceful.shutdown(), closed) };
    let _ = tokio::time::timeout(state.settings.limits.grace, goodbye).await;
}

/// Counts open connections, whichever way they end.
struct Open(Arc<AtomicUsize>);

impl Open {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn connection(
    stream: TcpStream,
    state: &Arc<AppState>,
    stopped: &watch::Receiver<bool>,
) -> impl hyper_util::server::graceful::GracefulConnection + 'static {
    let _ = stream.set_nodelay(true);
    let limits = &state.settings.limits;
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request_time)
        .max_buf_size(limits.header_bytes.max(8_192))
        .half_close(false);
    let (state, stopped) = (Arc::clone(state), stopped.clone());
    let service = service_fn(move |request| {
        let (state, stopped) = (Arc::clone(&state), stopped.clone());
        async move { Ok::<_, Infallible>(answer(&state, request, stopped).await) }
    });
    builder
        .serve_connection_with_upgrades(TokioIo::new(stream), service)
        .into_owned()
}

/// Answers one request, and counts it.
async fn answer(
    state: &Arc<AppState>,
    request: Request<Incoming>,
    stopped: watch::Receiver<bool>,
) -> Reply {
    let mut reply = dispatch(state, request, stopped)
        .await
        .unwrap_or_else(|error| reply::error(&error));
    let counters = &state.counters;
    counters.requests.add(1);
    match reply.status().as_u16() {
        304 => counters.not_modified.add(1),
        400..=499 => counters.client_errors.add(1),
        500..=599 => counters.server_errors.add(1),
        _ => {}
    }
    security::harden(reply.headers_mut());
    reply
        .headers_mut()
        .insert(SERVER, HeaderValue::from_static("marketdeck"));
    reply
}

async fn dispatch(
    state: &Arc<AppState>,
    request: Request<Incoming>,
    stopped: watch::Receiver<bool>,
) -> Result<Reply> {
    let settings = &state.settings;
    security::check_host(request.uri(), request.headers(), &settings.allowed_hosts)?;
    let full = request.uri().path().to_owned();
    let Some(path) = below_base(&full, &settings.base_path) else {
        return Ok(state.shell.page(hyper::StatusCode::NOT_FOUND));
    };
    let parts: Vec<String> = path
        .split('/')
        .filter(|part| !part.is_empty())
        .map(|part| decode(part, false))
        .collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["ws"] => {
            security::check_origin(request.headers())?;
            socket::upgrade(state, request, stopped)
        }
        ["api", rest @ ..] => {
            let limits = &settings.limits;
            let most = match rest {
                ["watchlists", _, "import"] => limits.import_bytes,
                _ => limits.body_bytes,
            };
            let read = ApiRequest::read(request, most);
            let request = tokio::time::timeout(limits.request_time, read)
                .await
                .map_err(|_| {
                    ApiError::new(
                        hyper::StatusCode::REQUEST_TIMEOUT,
                        "The request took too long to arrive.",
                    )
                })??;
            if routes::is_write(&request.method) {
                carry_through(state, rest, request).await
            } else {
                routes::route(state, rest, &request).await
            }
        }
        _ if !matches!(*request.method(), Method::GET | Method::HEAD) => {
            Err(ApiError::method_not_allowed("GET"))
        }
        pages => Ok(ui::file(path, request.headers())
            .unwrap_or_else(|| state.shell.page(routes::page_status(pages)))),
    }
}

/// Answers a call that writes, one at a time and to its end even when its client goes away in the
/// middle: what is on disk and what is in memory would part.
async fn carry_through(state: &Arc<AppState>, path: &[&str], request: ApiRequest) -> Result<Reply> {
    let state = Arc::clone(state);
    let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
    let answer = tokio::spawn(async move {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let _alone = state.writing.lock().await;
        routes::route(&state, &path, &request).await
    });
    answer.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a write failed");
        Err(ApiError::new(
            hyper::StatusCode::INTERNAL_SERVER_ERROR,
            "The server failed.",
        ))
    })
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
