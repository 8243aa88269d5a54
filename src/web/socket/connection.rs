//! A live connection (WebSocket).
//!
//! tungstenite reads messages, and writes pongs, close frames and the few messages for a single client. Prepared frames with prices bypass
//! tungstenite: the hub writes many of them at once to the TCP stream, usually without waking this task. While such a write is incomplete,
//! nothing else may write, as a pong could end up inside a frame.

use std::{
    convert::Infallible,
    future::{pending, poll_fn},
    io,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::watch,
    time::{Instant, sleep_until, timeout},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error, Message,
        protocol::{CloseFrame, Role, WebSocketConfig, frame::coding::CloseCode},
    },
};

use super::{
    protocol::{ClientMessage, ServerMessage},
    shared_stream::SharedStream,
};
use crate::{
    domain::ticker::TickerId,
    live::hub::{Subscription, WatchLimitReached, WriteStatus},
    web::{
        AppState,
        http::{
            access::session_watch::SessionWatch,
            connections::{Permit, SocketPermit},
            stream,
            stream::Stream,
        },
        token_bucket::TokenBucket,
    },
};

/// Size of a live connection's read buffer in bytes. Small, as messages are short and there may be thousands of connections.
const READ_BUFFER_BYTES: usize = 256;
/// The highest ticker id that a client may subscribe to before the market is loaded, when ids cannot be checked yet.
const MAX_EARLY_ID: u32 = 10_000;
/// Maximum number of unsent bytes per connection in the kernel. A slow client then receives the newest prices instead of minutes of
/// old ones.
const MAX_UNSENT_BYTES: u32 = 32 * 1_024;
/// Maximum burst of messages. A page that switches between two long lists sends thousands of subscriptions at once.
const MESSAGE_BURST: f64 = 4_096.0;
/// Maximum number of messages per second on average.
const MESSAGES_PER_SECOND: f64 = 100.0;
/// Timeout for the close handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves a live connection until it ends.
pub(super) async fn serve(
    state: Arc<AppState>,
    mut session: SessionWatch,
    upgraded: OnUpgrade,
    permit: SocketPermit,
    mut stopped: watch::Receiver<bool>,
) {
    let Some((stream, _permit, buffered)) = take_over(upgraded).await else {
        return;
    };
    stream::limit_unsent(&stream, MAX_UNSENT_BYTES);
    let max_message_bytes = Some(state.settings.limits.message_bytes);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_message_size(max_message_bytes)
        .max_frame_size(max_message_bytes);
    let shared_stream = SharedStream::new(stream, Arc::clone(&state.counters));
    let frame_sink = Box::new(shared_stream.clone());
    let websocket =
        WebSocketStream::from_partially_read(shared_stream, buffered, Role::Server, Some(config))
            .await;
    state.counters.sockets.add(1);
    let subscription = state.hub.subscribe(session.person());
    subscription.connect(frame_sink, state.settings.limits.window);
    let mut connection = Connection::new(state, websocket, subscription);
    connection.run(&mut session, &mut stopped).await;
    drop(permit);
}

/// Returns the TCP stream, its permit, and the bytes that hyper has already read. Frees hyper's read buffer of 8 KiB, as a live connection
/// may last for days.
async fn take_over(upgraded: OnUpgrade) -> Option<(TcpStream, Arc<Permit>, Vec<u8>)> {
    let parts = upgraded.await.ok()?.downcast::<TokioIo<Stream>>().ok()?;
    let (stream, permit) = parts.io.into_inner().into_parts();
    Some((stream, permit, parts.read_buf.to_vec()))
}

/// Resolves when the server shuts down.
async fn server_stopped(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// Resolves when the client's access is revoked. The future is boxed, and only on a server with a password, to keep connections small.
async fn revoked(session: &mut SessionWatch) {
    if session.can_be_revoked() {
        Box::pin(session.revoked()).await;
    } else {
        pending::<()>().await;
    }
}

/// The WebSocket of a live connection.
struct LiveSocket {
    websocket: WebSocketStream<SharedStream>,
    /// Whether tungstenite's buffer may contain another message.
    has_more: bool,
}

impl LiveSocket {
    /// Returns the next message. Polls tungstenite only after bytes have arrived, as each poll clears its whole read buffer.
    async fn next(&mut self) -> Option<Result<Message, Error>> {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Message, Error>>> {
        if !self.has_more {
            ready!(self.websocket.get_ref().poll_read_ready(context))?;
        }
        let next = self.websocket.poll_next_unpin(context);
        self.has_more = next.is_ready();
        next
    }
}

struct Connection {
    state: Arc<AppState>,
    socket: LiveSocket,
    subscription: Subscription,
    /// Rate limit on the client's messages.
    message_rate: TokenBucket,
    /// Whether a new frame waits for the end of the write window.
    has_pending_frame: bool,
    /// Time of the last message from the client.
    last_message_at: Instant,
    /// Whether the client has not responded to the last ping yet.
    is_ping_pending: bool,
}

/// Why a connection ends.
enum ConnectionEnd {
    /// The client has disconnected, or the network has failed.
    Disconnected,
    /// The server closes the connection.
    Close(CloseCode, &'static str),
}

type ConnectionResult = Result<(), ConnectionEnd>;

impl From<io::Error> for ConnectionEnd {
    fn from(_: io::Error) -> Self {
        Self::Disconnected
    }
}

impl From<Error> for ConnectionEnd {
    fn from(error: Error) -> Self {
        match error {
            Error::Capacity(_) => Self::Close(CloseCode::Size, "message too long"),
            Error::Utf8(_) => Self::Close(CloseCode::Invalid, "invalid UTF-8"),
            Error::Protocol(_) => Self::Close(CloseCode::Protocol, "protocol error"),
            _ => Self::Disconnected,
        }
    }
}

impl Connection {
    fn new(
        state: Arc<AppState>,
        websocket: WebSocketStream<SharedStream>,
        subscription: Subscription,
    ) -> Self {
        let now = Instant::now();
        Self {
            state,
            socket: LiveSocket {
                websocket,
                // Bytes may have arrived together with the handshake.
                has_more: true,
            },
            subscription,
            message_rate: TokenBucket::new(MESSAGE_BURST, MESSAGES_PER_SECOND, now),
            has_pending_frame: false,
            last_message_at: now,
            is_ping_pending: false,
        }
    }

    async fn run(&mut self, session: &mut SessionWatch, stopped: &mut watch::Receiver<bool>) {
        let end = match self.serve(session, stopped).await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        if let ConnectionEnd::Close(code, reason) = end {
            // After the timeout, the connection of a client that does not read is dropped. The future is boxed, as its buffer would
            // otherwise be part of every open connection.
            let _ = timeout(CLOSE_TIMEOUT, Box::pin(self.close(code, reason))).await;
        }
    }

    /// Handles events one after another until the connection ends. Messages from the client have priority over the timer: after a slow
    /// write, the timeout may have passed although the client's pong has arrived.
    ///
    /// The futures that end a connection are created only once, and one timer serves all timeouts, as this loop runs on every tick for
    /// thousands of connections.
    async fn serve(
        &mut self,
        session: &mut SessionWatch,
        stopped: &mut watch::Receiver<bool>,
    ) -> Result<Infallible, ConnectionEnd> {
        let mut server_stopped = pin!(server_stopped(stopped));
        let mut revoked = pin!(revoked(session));
        let mut timer = pin!(sleep_until(self.silence_deadline()));
        loop {
            tokio::select! {
                biased;
                message = self.socket.next() => self.receive(message).await?,
                () = &mut server_stopped => return Err(ConnectionEnd::Close(CloseCode::Away, "the server is stopping")),
                () = &mut revoked => return Err(ConnectionEnd::Close(CloseCode::Policy, "sign in again")),
                () = self.subscription.changed(), if !self.has_pending_frame => {
                    let due = self.subscription.due();
                    if Instant::now() < due {
                        self.has_pending_frame = true;
                        timer.as_mut().reset(due);
                    } else {
                        self.write_frames().await?;
                    }
                }
                () = &mut timer => {
                    self.handle_timer(Instant::now()).await?;
                    let next = if self.has_pending_frame { self.subscription.due() } else { self.silence_deadline() };
                    timer.as_mut().reset(next);
                }
            }
        }
    }

    /// Returns the time of the next ping, or after a ping the time at which the connection ends.
    fn silence_deadline(&self) -> Instant {
        let ping_after = self.state.settings.limits.ping_after;
        self.last_message_at + ping_after * if self.is_ping_pending { 2 } else { 1 }
    }

    /// Writes pending frames and sends a ping, if they are due. The timer may fire too early, as messages do not reset it.
    async fn handle_timer(&mut self, now: Instant) -> ConnectionResult {
        if self.has_pending_frame && now >= self.subscription.due() {
            self.has_pending_frame = false;
            self.write_frames().await?;
        }
        if now >= self.silence_deadline() {
            self.ping().await?;
        }
        Ok(())
    }

    /// Sends a close frame, then reads until the client disconnects: closing a socket with unread bytes would discard the close frame.
    async fn close(&mut self, code: CloseCode, reason: &'static str) -> io::Result<()> {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // The hub is not resumed, as nothing may follow a close frame.
        let _ = self.pause_hub().await;
        let _ = self.socket.websocket.close(Some(frame)).await;
        let stream = self.socket.websocket.get_mut();
        stream.shutdown().await?;
        let mut unread = [0; READ_BUFFER_BYTES];
        while stream.read(&mut unread).await? > 0 {}
        Ok(())
    }

    async fn receive(&mut self, message: Option<Result<Message, Error>>) -> ConnectionResult {
        let message = message.ok_or(ConnectionEnd::Disconnected)??;
        self.last_message_at = Instant::now();
        self.is_ping_pending = false;
        if !self.message_rate.take(self.last_message_at) {
            return Err(ConnectionEnd::Close(CloseCode::Policy, "too many messages"));
        }
        match message {
            Message::Text(text) => self.handle(&text).await,
            // tungstenite has queued the pong, which must be written before the next prepared frame.
            Message::Ping(_) => self.flush().await,
            Message::Close(_) => {
                let _ = timeout(CLOSE_TIMEOUT, self.flush()).await;
                Err(ConnectionEnd::Disconnected)
            }
            _ => Ok(()),
        }
    }

    async fn handle(&mut self, text: &str) -> ConnectionResult {
        match ClientMessage::parse(text) {
            Some(ClientMessage::Subscribe { ticker_id }) => self.subscribe(ticker_id).await,
            Some(ClientMessage::Unsubscribe { ticker_id }) => {
                self.subscription.unwatch(ticker_id);
                Ok(())
            }
            Some(ClientMessage::Batch) => {
                self.subscription.combine_frames();
                Ok(())
            }
            Some(ClientMessage::Ping) => self.send(&ServerMessage::Pong).await,
            None => {
                self.state.counters.unparseable.add(1);
                tracing::debug!("live: invalid message ignored");
                Ok(())
            }
        }
    }

    async fn subscribe(&mut self, ticker_id: TickerId) -> ConnectionResult {
        let market = &self.state.market;
        let is_early = market.is_loading() && ticker_id.0 <= MAX_EARLY_ID;
        if !is_early && market.read().get(ticker_id).is_none() {
            return Ok(());
        }
        let limit = self.state.settings.limits.subscriptions;
        if let Err(WatchLimitReached) = self.subscription.watch(ticker_id, limit) {
            let error = ServerMessage::SubscriptionLimit { ticker_id, limit };
            self.send(&error).await?;
        }
        Ok(())
    }

    /// Sends a ping. Ends the connection if the client has not responded to the previous ping.
    async fn ping(&mut self) -> ConnectionResult {
        if self.is_ping_pending {
            return Err(ConnectionEnd::Disconnected);
        }
        self.is_ping_pending = true;
        self.deliver(Message::Ping(Vec::new().into())).await
    }

    async fn send(&mut self, message: &ServerMessage) -> ConnectionResult {
        self.deliver(Message::text(message.to_json())).await
    }

    async fn deliver(&mut self, message: Message) -> ConnectionResult {
        self.pause_hub().await?;
        let limit = self.state.settings.limits.stall_timeout;
        timeout(limit, self.socket.websocket.send(message))
            .await
            .map_err(|_| ConnectionEnd::Disconnected)?
            .map_err(ConnectionEnd::from)?;
        self.subscription.resume();
        Ok(())
    }

    async fn flush(&mut self) -> ConnectionResult {
        self.pause_hub().await?;
        let limit = self.state.settings.limits.stall_timeout;
        timeout(limit, self.socket.websocket.flush())
            .await
            .map_err(|_| ConnectionEnd::Disconnected)?
            .map_err(ConnectionEnd::from)?;
        self.subscription.resume();
        Ok(())
    }

    /// Finishes a partially written frame, then stops the hub from writing.
    async fn pause_hub(&mut self) -> ConnectionResult {
        while self.subscription.pause()? == WriteStatus::Blocked {
            self.wait_writable().await?;
        }
        Ok(())
    }

    /// Writes the newest frame of every changed ticker, usually in one system call.
    async fn write_frames(&mut self) -> ConnectionResult {
        while self.subscription.write()? == WriteStatus::Blocked {
            self.wait_writable().await?;
        }
        Ok(())
    }

    /// Waits until the socket is writable.
    async fn wait_writable(&self) -> ConnectionResult {
        let limit = self.state.settings.limits.stall_timeout;
        let writable = self.socket.websocket.get_ref().writable();
        timeout(limit, writable)
            .await
            .map_err(|_| ConnectionEnd::Disconnected)??;
        Ok(())
    }
}
