//! Live connections: `/ws`.
//!
//! tungstenite reads, answers pings and closes; prepared frames are written past it, straight to
//! the TCP stream, many in one write. While such a write is unfinished nothing else touches the
//! connection, or a pong could land inside a frame.

use std::{io, sync::Arc, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use http_body_util::Full;
use hyper::{
    Request, Response, StatusCode,
    body::Incoming,
    header::{
        CONNECTION, HeaderName, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
        SEC_WEBSOCKET_VERSION, UPGRADE,
    },
};
use hyper_util::{rt::TokioIo, server::conn::auto::upgrade};
use tokio::{
    net::TcpStream,
    sync::watch,
    time::{Instant, sleep_until, timeout},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Message,
        handshake::derive_accept_key,
        protocol::{CloseFrame, Role, WebSocketConfig, frame::coding::CloseCode},
    },
};

use crate::{
    live::hub::Subscription,
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::Reply,
        },
        socket::protocol::ClientMessage,
    },
};

/// Bytes of a live connection's read buffer: messages are tiny, connections many.
const READ_BUFFER: usize = 1_024;
/// Kernel bytes that may wait unsent before a connection counts as full, so that a slow reader
/// gets fresh prices instead of minutes of stale ones.
const UNSENT: u32 = 32 * 1_024;

/// Answers the handshake (RFC 6455, section 4.2) and starts the connection's task.
pub(crate) fn upgrade(
    state: &Arc<AppState>,
    mut request: Request<Incoming>,
    stopped: watch::Receiver<bool>,
) -> Result<Reply> {
    let has = |name: HeaderName, word: &str| {
        let value = request
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        value
            .split(',')
            .any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    if request.method() != hyper::Method::GET {
        return Err(ApiError::method_not_allowed("GET"));
    }
    let asked = has(UPGRADE, "websocket") && has(CONNECTION, "upgrade");
    let key = request.headers().get(SEC_WEBSOCKET_KEY).filter(|_| asked);
    let Some(key) = key.map(|key| derive_accept_key(key.as_bytes())) else {
        return Err(ApiError::new(
            StatusCode::UPGRADE_REQUIRED,
            "Connect to this address with a WebSocket.",
        ));
    };
    if !has(SEC_WEBSOCKET_VERSION, "13") {
        return Err(ApiError::bad_request(
            "Only version 13 of the WebSocket protocol is possible.",
        ));
    }
    if state.hub.readers() >= state.settings.limits.sockets {
        return Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "There are too many live connections; try again later.",
        ));
    }
    // Counted from here on, so that a burst of handshakes cannot pass the limit.
    let subscription = state.hub.subscribe();
    let pending = hyper::upgrade::on(&mut request);
    let shared = Arc::clone(state);
    tokio::spawn(async move {
        let Ok(upgraded) = pending.await else { return };
        // The auto builder wraps the stream it was given; only its own downcast sees through.
        let Ok(parts) = upgrade::downcast::<TokioIo<TcpStream>>(upgraded) else {
            return;
        };
        let stream = parts.io.into_inner();
        let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(UNSENT);
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(shared.settings.limits.message_bytes))
            .max_frame_size(Some(shared.settings.limits.message_bytes));
        let socket = WebSocketStream::from_partially_read(
            stream,
            parts.read_buf.to_vec(),
            Role::Server,
            Some(config),
        )
        .await;
        shared.counters.sockets.add(1);
        Connection::new(shared, socket, subscription)
            .run(stopped)
            .await;
    });
    let mut reply = Response::new(Full::default());
    *reply.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = reply.headers_mut();
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(
        SEC_WEBSOCKET_ACCEPT,
        HeaderValue::from_str(&key).map_err(|_| ApiError::bad_request("The key is broken."))?,
    );
    Ok(reply)
}

/// Resolves when no live connection is left.
pub(crate) async fn all_closed(state: &AppState) {
    while state.hub.readers() > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

struct Connection {
    state: Arc<AppState>,
    socket: WebSocketStream<TcpStream>,
    subscription: Subscription,
    /// When frames were last written.
    written: Instant,
    /// When the client was last heard.
    heard: Instant,
    pinged: bool,
}

/// Why a connection ends.
enum End {
    /// The client left, or the network did.
    Gone,
    /// We say goodbye.
    Close(CloseCode, &'static str),
}

impl From<io::Error> for End {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

impl From<tokio_tungstenite::tungstenite::Error> for End {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        use tokio_tungstenite::tungstenite::Error;
        match error {
            Error::Capacity(_) => Self::Close(CloseCode::Size, "messages must be short"),
            Error::Utf8(_) => Self::Close(CloseCode::Invalid, "text must be UTF-8"),
            Error::Protocol(_) => Self::Close(CloseCode::Protocol, "the protocol was broken"),
            _ => Self::Gone,
        }
    }
}

impl Connection {
    fn new(
        state: Arc<AppState>,
        socket: WebSocketStream<TcpStream>,
        subscription: Subscription,
    ) -> Self {
        let now = Instant::now();
        let long_ago = now.checked_sub(Duration::from_secs(1)).unwrap_or(now);
        Self {
            state,
            socket,
            subscription,
            written: long_ago,
            heard: now,
            pinged: false,
        }
    }

    async fn run(mut self, mut stopped: watch::Receiver<bool>) {
        let mut buffer = Vec::new();
        let end = loop {
            if let Err(end) = self.turn(&mut buffer, &mut stopped).await {
                break end;
            }
        };
        if let End::Close(code, reason) = end {
            let goodbye = self.socket.close(Some(CloseFrame {
                code,
                reason: reason.into(),
            }));
            // A client that does not take it is left behind.
            let _ = timeout(Duration::from_secs(2), goodbye).await;
        }
    }

    /// Waits for one thing to happen and deals with it.
    async fn turn(
        &mut self,
        buffer: &mut Vec<u8>,
        stopped: &mut watch::Receiver<bool>,
    ) -> std::result::Result<(), End> {
        let limits = &self.state.settings.limits;
        let (window, ping_after) = (limits.window, limits.ping_after);
        let due = self.written + window;
        let silent = self.heard
            + if self.pinged {
                ping_after * 2
            } else {
                ping_after
            };
        tokio::select! {
            message = self.socket.next() => self.hear(message).await,
            () = async { self.subscription.changed().await; sleep_until(due).await } => self.write(buffer).await,
            () = sleep_until(silent) => self.ask().await,
            () = async { let _ = stopped.wait_for(|stopped| *stopped).await; } => Err(End::Close(CloseCode::Away, "the server is stopping")),
        }
    }

    async fn hear(
        &mut self,
        message: Option<std::result::Result<Message, tokio_tungstenite::tungstenite::Error>>,
    ) -> std::result::Result<(), End> {
        let message = message.ok_or(End::Gone)??;
        self.heard = Instant::now();
        self.pinged = false;
        match message {
            Message::Text(text) => {
                self.obey(&text);
                Ok(())
            }
            // Its pong is flushed before any frame is written past tungstenite.
            Message::Ping(_) => self.flush().await,
            Message::Close(_) => {
                let _ = timeout(Duration::from_secs(2), self.socket.flush()).await;
                Err(End::Gone)
            }
            _ => Ok(()),
        }
    }

    fn obey(&self, text: &str) {
        match ClientMessage::parse(text) {
            Some(ClientMessage::Subscribe { ticker_id }) => {
                let known = self.state.market.read().get(ticker_id).is_some();
                if known && self.subscription.watched() < self.state.settings.limits.subscriptions {
                    self.subscription.watch(ticker_id);
                }
            }
            Some(ClientMessage::Unsubscribe { ticker_id }) => self.subscription.unwatch(ticker_id),
            None => {
                self.state.counters.unparseable.add(1);
                tracing::debug!("a live message could not be understood and is ignored");
            }
        }
    }

    async fn ask(&mut self) -> std::result::Result<(), End> {
        if self.pinged {
            return Err(End::Gone);
        }
        self.pinged = true;
        let ping = self.socket.send(Message::Ping(Vec::new().into()));
        timeout(self.state.settings.limits.stalled_after, ping)
            .await
            .map_err(|_| End::Gone)?
            .map_err(End::from)
    }

    async fn flush(&mut self) -> std::result::Result<(), End> {
        let limit = self.state.settings.limits.stalled_after;
        timeout(limit, self.socket.flush())
            .await
            .map_err(|_| End::Gone)?
            .map_err(End::from)
    }

    /// Writes the newest frame of everything that is new: one system call, if the kernel takes it.
    async fn write(&mut self, buffer: &mut Vec<u8>) -> std::result::Result<(), End> {
        buffer.clear();
        let frames = self.subscription.drain(buffer);
        self.written = Instant::now();
        let counters = &self.state.counters;
        counters.frames.add(frames as u64);
        counters.frame_bytes.add(buffer.len() as u64);
        let stream = self.socket.get_ref();
        let mut rest = &buffer[..];
        while !rest.is_empty() {
            match stream.try_write(rest) {
                Ok(0) => return Err(End::Gone),
                Ok(n) => {
                    counters.writes.add(1);
                    rest = &rest[n..];
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let limit = self.state.settings.limits.stalled_after;
                    timeout(limit, stream.writable())
                        .await
                        .map_err(|_| End::Gone)??;
                }
                Err(error) => return Err(error.into()),
            }
        }
        // A burst's buffer is not kept for ever.
        if buffer.capacity() > 16 * 1_024 {
            *buffer = Vec::new();
        }
        Ok(())
    }
}
