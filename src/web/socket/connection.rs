//! A live connection (WebSocket).
//!
//! tungstenite reads messages, answers pings and closes. Prepared frames bypass it: they are written straight to the TCP stream, many
//! in one write, mostly by the hub and without waking this task. While such a write is incomplete nothing else may write, or a pong could
//! land inside a frame.

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
    allowance::Allowance,
    protocol::{ClientMessage, ServerMessage},
    wire::Wire,
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
    },
};

/// Size of a live connection's read buffer in bytes: messages are tiny, connections many.
const READ_BUFFER_BYTES: usize = 256;
/// The highest ticker id that may be subscribed to before the first market is loaded.
const MAX_EARLY_ID: u32 = 10_000;
/// Unsent bytes in the kernel from which a connection counts as full, so that a slow reader gets fresh prices instead of minutes of
/// stale ones.
const MAX_UNSENT_BYTES: u32 = 32 * 1_024;
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
    let Some((stream, _permit, early)) = take_over(upgraded).await else {
        return;
    };
    stream::limit_unsent(&stream, MAX_UNSENT_BYTES);
    let most = Some(state.settings.limits.message_bytes);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_message_size(most)
        .max_frame_size(most);
    let wire = Wire::new(stream, Arc::clone(&state.counters));
    let outlet = Box::new(wire.clone());
    let socket =
        WebSocketStream::from_partially_read(wire, early, Role::Server, Some(config)).await;
    state.counters.sockets.add(1);
    let subscription = state.hub.subscribe();
    subscription.connect(outlet, state.settings.limits.window);
    let mut connection = Connection::new(state, socket, subscription);
    connection.run(&mut session, &mut stopped).await;
    drop(permit);
}

/// Takes the TCP stream, its permit and the bytes that were already read out of hyper. hyper's 8 KiB read buffer is freed: a live
/// connection lasts for days.
async fn take_over(upgraded: OnUpgrade) -> Option<(TcpStream, Arc<Permit>, Vec<u8>)> {
    let parts = upgraded.await.ok()?.downcast::<TokioIo<Stream>>().ok()?;
    let (stream, permit) = parts.io.into_inner().into_parts();
    Some((stream, permit, parts.read_buf.to_vec()))
}

/// Resolves when the server shuts down.
async fn stop(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// Resolves when the client's access was revoked. Boxed only where that can happen, as it would otherwise enlarge every
/// connection.
async fn revoked(session: &mut SessionWatch) {
    if session.can_be_revoked() {
        Box::pin(session.revoked()).await;
    } else {
        pending::<()>().await;
    }
}

/// The WebSocket, and whether it has unread bytes.
struct Incoming {
    socket: WebSocketStream<Wire>,
    /// tungstenite's buffer may hold another message.
    has_more: bool,
}

impl Incoming {
    /// Returns the next message. Polls tungstenite only when bytes have arrived, as it clears its buffer on every poll.
    async fn next(&mut self) -> Option<Result<Message, Error>> {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Message, Error>>> {
        if !self.has_more {
            ready!(self.socket.get_ref().poll_read_ready(context))?;
        }
        let next = self.socket.poll_next_unpin(context);
        self.has_more = next.is_ready();
        next
    }
}

struct Connection {
    state: Arc<AppState>,
    incoming: Incoming,
    subscription: Subscription,
    /// Rate limit on the client's messages.
    allowance: Allowance,
    /// A new frame waits for the end of the write window.
    is_waiting: bool,
    /// When the last message arrived.
    heard: Instant,
    pinged: bool,
}

/// Why a connection ends.
enum End {
    /// The client or the network is gone.
    Gone,
    /// The server closes the connection.
    Close(CloseCode, &'static str),
}

type Outcome = Result<(), End>;

impl From<io::Error> for End {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

impl From<Error> for End {
    fn from(error: Error) -> Self {
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
        socket: WebSocketStream<Wire>,
        subscription: Subscription,
    ) -> Self {
        let now = Instant::now();
        Self {
            state,
            incoming: Incoming {
                socket,
                // Bytes that arrived with the handshake.
                has_more: true,
            },
            subscription,
            allowance: Allowance::new(now),
            is_waiting: false,
            heard: now,
            pinged: false,
        }
    }

    async fn run(&mut self, session: &mut SessionWatch, stopped: &mut watch::Receiver<bool>) {
        let end = match self.serve(session, stopped).await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        if let End::Close(code, reason) = end {
            // A client that does not read the close frame is dropped.
            // Boxed, as the buffer would otherwise be part of every connection from the start.
            let _ = timeout(CLOSE_TIMEOUT, Box::pin(self.close(code, reason))).await;
        }
    }

    /// Handles one event after another. Messages from the client come first: after a slow write its pong may already be there although the
    /// timeout has passed.
    ///
    /// The futures that end a connection are created once, and one timer serves all timeouts: ten thousand connections do this on every tick.
    async fn serve(
        &mut self,
        session: &mut SessionWatch,
        stopped: &mut watch::Receiver<bool>,
    ) -> Result<Infallible, End> {
        let mut stop = pin!(stop(stopped));
        let mut revoked = pin!(revoked(session));
        let mut timer = pin!(sleep_until(self.silent()));
        loop {
            tokio::select! {
                biased;
                message = self.incoming.next() => self.receive(message).await?,
                () = &mut stop => return Err(End::Close(CloseCode::Away, "the server is stopping")),
                () = &mut revoked => return Err(End::Close(CloseCode::Policy, "sign in again")),
                () = self.subscription.changed(), if !self.is_waiting => {
                    let due = self.subscription.due();
                    if Instant::now() < due {
                        self.is_waiting = true;
                        timer.as_mut().reset(due);
                    } else {
                        self.write().await?;
                    }
                }
                () = &mut timer => {
                    self.pass(Instant::now()).await?;
                    let next = if self.is_waiting { self.subscription.due() } else { self.silent() };
                    timer.as_mut().reset(next);
                }
            }
        }
    }

    /// The time at which the client has been silent for too long.
    fn silent(&self) -> Instant {
        let ping_after = self.state.settings.limits.ping_after;
        self.heard + ping_after * if self.pinged { 2 } else { 1 }
    }

    /// Does what is due at `now`. The timer may fire early, as it is not reset on every message.
    async fn pass(&mut self, now: Instant) -> Outcome {
        if self.is_waiting && now >= self.subscription.due() {
            self.is_waiting = false;
            self.write().await?;
        }
        if now >= self.silent() {
            self.ping().await?;
        }
        Ok(())
    }

    /// Sends a close frame and reads until the client is gone: closing a socket with unread bytes would discard the close
    /// frame.
    async fn close(&mut self, code: CloseCode, reason: &'static str) -> io::Result<()> {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // Never released: nothing follows a close frame.
        let _ = self.hold().await;
        let _ = self.incoming.socket.close(Some(frame)).await;
        let stream = self.incoming.socket.get_mut();
        stream.shutdown().await?;
        let mut unread = [0; READ_BUFFER_BYTES];
        while stream.read(&mut unread).await? > 0 {}
        Ok(())
    }

    async fn receive(&mut self, message: Option<Result<Message, Error>>) -> Outcome {
        let message = message.ok_or(End::Gone)??;
        self.heard = Instant::now();
        self.pinged = false;
        if !self.allowance.take(self.heard) {
            return Err(End::Close(CloseCode::Policy, "messages came too fast"));
        }
        match message {
            Message::Text(text) => self.handle(&text).await,
            // The pong is flushed before any prepared frame is written.
            Message::Ping(_) => self.flush().await,
            Message::Close(_) => {
                let _ = timeout(CLOSE_TIMEOUT, self.flush()).await;
                Err(End::Gone)
            }
            _ => Ok(()),
        }
    }

    async fn handle(&mut self, text: &str) -> Outcome {
        match ClientMessage::parse(text) {
            Some(ClientMessage::Subscribe { ticker_id }) => self.subscribe(ticker_id).await,
            Some(ClientMessage::Unsubscribe { ticker_id }) => {
                self.subscription.unwatch(ticker_id);
                Ok(())
            }
            Some(ClientMessage::Batch) => {
                self.subscription.combine();
                Ok(())
            }
            Some(ClientMessage::Ping) => self.send(&ServerMessage::Pong).await,
            None => {
                self.state.counters.unparseable.add(1);
                tracing::debug!("invalid live message ignored");
                Ok(())
            }
        }
    }

    async fn subscribe(&mut self, ticker_id: TickerId) -> Outcome {
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

    async fn ping(&mut self) -> Outcome {
        if self.pinged {
            return Err(End::Gone);
        }
        self.pinged = true;
        self.deliver(Message::Ping(Vec::new().into())).await
    }

    async fn send(&mut self, message: &ServerMessage) -> Outcome {
        self.deliver(Message::text(message.to_json())).await
    }

    async fn deliver(&mut self, message: Message) -> Outcome {
        self.hold().await?;
        let limit = self.state.settings.limits.stalled_after;
        timeout(limit, self.incoming.socket.send(message))
            .await
            .map_err(|_| End::Gone)?
            .map_err(End::from)?;
        self.subscription.resume();
        Ok(())
    }

    async fn flush(&mut self) -> Outcome {
        self.hold().await?;
        let limit = self.state.settings.limits.stalled_after;
        timeout(limit, self.incoming.socket.flush())
            .await
            .map_err(|_| End::Gone)?
            .map_err(End::from)?;
        self.subscription.resume();
        Ok(())
    }

    /// Stops the hub from writing, once no frame is partially written.
    async fn hold(&mut self) -> Outcome {
        while self.subscription.pause()? == WriteStatus::Blocked {
            self.writable().await?;
        }
        Ok(())
    }

    /// Writes the newest frame of every changed ticker, in one system call if the kernel accepts it.
    async fn write(&mut self) -> Outcome {
        while self.subscription.write()? == WriteStatus::Blocked {
            self.writable().await?;
        }
        Ok(())
    }

    /// Waits until the socket is writable.
    async fn writable(&self) -> Outcome {
        let limit = self.state.settings.limits.stalled_after;
        let writable = self.incoming.socket.get_ref().writable();
        timeout(limit, writable).await.map_err(|_| End::Gone)??;
        Ok(())
    }
}
