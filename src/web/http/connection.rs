//! Serves one HTTP/1.1 connection, with its timeouts.

use std::{convert::Infallible, net::IpAddr, sync::Arc};

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{net::TcpStream, sync::watch, time::timeout};

use super::{connections::Permit, context::Context, dispatch, stream::Stream};
use crate::web::AppState;

/// Serves a connection until the client closes it, it is evicted, or the server stops. A server that stops answers the current request
/// first.
pub(super) async fn serve(
    tcp: TcpStream,
    peer: IpAddr,
    permit: Permit,
    state: Arc<AppState>,
    mut stopped: watch::Receiver<bool>,
) {
    let mut first_byte = [0];
    let has_request = tokio::select! {
        biased;
        peeked = timeout(state.settings.limits.request_timeout, tcp.peek(&mut first_byte)) => {
            matches!(peeked, Ok(Ok(1)))
        }
        () = permit.evicted() => false,
        () = server_stopped(&mut stopped) => false,
    };
    if has_request {
        // Buffers are allocated only now, so that a connection without a request needs no memory for them.
        Box::pin(serve_requests(tcp, peer, permit, state, stopped)).await;
    }
}

/// Resolves when the server stops.
async fn server_stopped(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

async fn serve_requests(
    tcp: TcpStream,
    peer: IpAddr,
    permit: Permit,
    state: Arc<AppState>,
    mut stopped: watch::Receiver<bool>,
) {
    let permit = Arc::new(permit);
    let limits = &state.settings.limits;
    let stream = Stream::new(tcp, Arc::clone(&permit), limits.stall_timeout);
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        // Applies from the first byte, and between two requests.
        .header_read_timeout(limits.request_timeout)
        .max_buf_size(limits.header_bytes.max(8_192))
        .half_close(false);
    let service = {
        let context = Arc::new(Context {
            state: Arc::clone(&state),
            peer,
            permit: Arc::clone(&permit),
            stopped: stopped.clone(),
        });
        service_fn(move |request| {
            let response = dispatch::answer(Arc::clone(&context), request);
            async move { Ok::<_, Infallible>(response.await) }
        })
    };
    let connection = builder
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let is_closed = tokio::select! {
        biased;
        // A client that disconnects is not an error.
        _ = connection.as_mut() => true,
        () = permit.evicted() => true,
        () = server_stopped(&mut stopped) => false,
    };
    if !is_closed {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}
