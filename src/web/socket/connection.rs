//! One live connection.
//!
//! tungstenite reads, answers pings and closes; prepared frames are written past it, straight to
//! the TCP stream, many in one write, mostly by the hub and without this task. While such a write is
//! unfinished nothing else touches the connection, or a pong could land inside a frame.

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
            access::entry::Entry,
            connections::{Permit, SocketPermit},
            stream::Stream,
            tcp,
        },
    },
};

/// Bytes of a live connection's read buffer: messages are tiny, connections many.
const READ_BUFFER: usize = 256;
/// The highest ticker number that may be watched before the first market is loaded.
const MAX_EARLY_ID: u32 = 10_000;
/// Kernel bytes that may wait unsent before a connection counts as full, so that a slow reader
/// gets fresh prices instead of minutes of stale ones.
const UNSENT: u32 = 32 * 1_024;
/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// Serves a live connection to its end.
pub(super) async fn serve(
    state: Arc<AppState>,
    mut entry: Entry,
    upgraded: OnUpgrade,
    permit: SocketPermit,
    mut stopped: watch::Receiver<bool>,
) {
    let Some((stream, _place, early)) = take_over(upgraded).await else {
        return;
    };
    tcp::limit_unsent(&stream, UNSENT);
    let most = Some(state.settings.limits.message_bytes);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
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
    connection.run(&mut entry, &mut stopped).await;
    drop(permit);
}

/// The connection itself, its right to be open, and what the client has said already. What it was read into, 8 KiB, goes here:
/// a live connection lasts for days.
async fn take_over(upgraded: OnUpgrade) -> Option<(TcpStream, Arc<Permit>, Vec<u8>)> {
    let parts = upgraded.await.ok()?.downcast::<TokioIo<Stream>>().ok()?;
    let (stream, place) = parts.io.into_inner().into_parts();
    Some((stream, place, parts.read_buf.to_vec()))
}

/// Resolves when the server stops.
async fn stop(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// Resolves when the client may no longer be here. In a box where that can happen at all: it would be part of every
/// connection otherwise.
async fn over(entry: &mut Entry) {
    if entry.may_end() {
        Box::pin(entry.over()).await;
    } else {
        pending::<()>().await;
    }
}

/// The stream and what was read of it.
struct Incoming {
    socket: WebSocketStream<Wire>,
    /// Something that was read may not be told yet.
    has_more: bool,
}

impl Incoming {
    /// The next message. tungstenite is asked only when something has come: it clears its buffer whenever it is.
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
    /// How much the client may still say.
    allowance: Allowance,
    /// Something is new and waits until the window has passed.
    is_waiting: bool,
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
                // What came with the handshake.
                has_more: true,
            },
            subscription,
            allowance: Allowance::new(now),
            is_waiting: false,
            heard: now,
            pinged: false,
        }
    }

    async fn run(&mut self, entry: &mut Entry, stopped: &mut watch::Receiver<bool>) {
        let end = match self.serve(entry, stopped).await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        if let End::Close(code, reason) = end {
            // A client that does not take it is left behind.
            // In a box, for its buffer would be part of every connection from the start.
            let _ = timeout(GOODBYE, Box::pin(self.close(code, reason))).await;
        }
    }

    /// Waits for one thing after the other to happen and deals with it. What the client said comes first: after a write
    /// that took long its pong is there, and the time limit has passed too.
    ///
    /// What ends a connection is waited for once, and one timer does for all: ten thousand connections do this at every tick.
    async fn serve(
        &mut self,
        entry: &mut Entry,
        stopped: &mut watch::Receiver<bool>,
    ) -> Result<Infallible, End> {
        let mut stop = pin!(stop(stopped));
        let mut over = pin!(over(entry));
        let mut timer = pin!(sleep_until(self.silent()));
        loop {
            tokio::select! {
                biased;
                message = self.incoming.next() => self.receive(message).await?,
                () = &mut stop => return Err(End::Close(CloseCode::Away, "the server is stopping")),
                () = &mut over => return Err(End::Close(CloseCode::Policy, "sign in again")),
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

    /// When the client has said nothing for too long.
    fn silent(&self) -> Instant {
        let ping_after = self.state.settings.limits.ping_after;
        self.heard + ping_after * if self.pinged { 2 } else { 1 }
    }

    /// Does what is to be done by `now`. The timer may be early: it is not set anew whenever the client says something.
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

    /// Says goodbye, and reads on until the client is gone: closing a connection with unread bytes
    /// would take the goodbye back.
    async fn close(&mut self, code: CloseCode, reason: &'static str) -> io::Result<()> {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // For good: nothing follows a goodbye.
        let _ = self.hold().await;
        let _ = self.incoming.socket.close(Some(frame)).await;
        let stream = self.incoming.socket.get_mut();
        stream.shutdown().await?;
        let mut unread = [0; READ_BUFFER];
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
            Message::Text(text) => self.obey(&text).await,
            // Its pong is flushed before any frame is written past tungstenite.
            Message::Ping(_) => self.flush().await,
            Message::Close(_) => {
                let _ = timeout(GOODBYE, self.flush()).await;
                Err(End::Gone)
            }
            _ => Ok(()),
        }
    }

    async fn obey(&mut self, text: &str) -> Outcome {
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
                tracing::debug!("a live message could not be understood and is ignored");
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

    /// Keeps the hub from writing, as soon as no frame is half written.
    async fn hold(&mut self) -> Outcome {
        while self.subscription.pause()? == WriteStatus::Blocked {
            self.writable().await?;
        }
        Ok(())
    }

    /// Writes the newest frame of everything that is new: one system call, if the kernel takes it.
    async fn write(&mut self) -> Outcome {
        while self.subscription.write()? == WriteStatus::Blocked {
            self.writable().await?;
        }
        Ok(())
    }

    /// Waits until the kernel takes more.
    async fn writable(&self) -> Outcome {
        let limit = self.state.settings.limits.stalled_after;
        let writable = self.incoming.socket.get_ref().writable();
        timeout(limit, writable).await.map_err(|_| End::Gone)??;
        Ok(())
    }
}
