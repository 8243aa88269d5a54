//! One live connection.
//!
//! tungstenite reads, answers pings and closes; prepared frames are written past it, straight to
//! the TCP stream, many in one write. While such a write is unfinished nothing else touches the
//! connection, or a pong could land inside a frame.

use std::{io, sync::Arc, time::Duration};

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
};
use crate::{
    domain::ticker::TickerId,
    live::hub::{Subscription, TooMany},
    web::{
        AppState,
        http::{
            access::entry::Entry,
            connections::{Permit, SocketPermit},
            stream::Stream,
        },
    },
};

/// Bytes of a live connection's read buffer: messages are tiny, connections many.
const READ_BUFFER: usize = 1_024;
/// Kernel bytes that may wait unsent before a connection counts as full, so that a slow reader
/// gets fresh prices instead of minutes of stale ones.
const UNSENT: u32 = 32 * 1_024;
/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// Serves a live connection to its end.
pub(super) async fn serve(
    state: Arc<AppState>,
    entry: Entry,
    upgraded: OnUpgrade,
    permit: SocketPermit,
    mut stopped: watch::Receiver<bool>,
) {
    let Some((stream, _place, early)) = take_over(upgraded).await else {
        return;
    };
    let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(UNSENT);
    let most = Some(state.settings.limits.message_bytes);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(most)
        .max_frame_size(most);
    let socket =
        WebSocketStream::from_partially_read(stream, early, Role::Server, Some(config)).await;
    state.counters.sockets.add(1);
    let subscription = state.hub.subscribe();
    let mut connection = Connection::new(state, entry, socket, subscription);
    connection.run(&mut stopped).await;
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

struct Connection {
    state: Arc<AppState>,
    entry: Entry,
    socket: WebSocketStream<TcpStream>,
    subscription: Subscription,
    /// How much the client may still say.
    allowance: Allowance,
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
        entry: Entry,
        socket: WebSocketStream<TcpStream>,
        subscription: Subscription,
    ) -> Self {
        let now = Instant::now();
        let long_ago = now.checked_sub(Duration::from_secs(1)).unwrap_or(now);
        Self {
            state,
            entry,
            socket,
            subscription,
            allowance: Allowance::new(now),
            written: long_ago,
            heard: now,
            pinged: false,
        }
    }

    async fn run(&mut self, stopped: &mut watch::Receiver<bool>) {
        let end = loop {
            if let Err(end) = self.turn(stopped).await {
                break end;
            }
        };
        if let End::Close(code, reason) = end {
            // A client that does not take it is left behind.
            // In a box, for its buffer would be part of every connection from the start.
            let _ = timeout(GOODBYE, Box::pin(self.close(code, reason))).await;
        }
    }

    /// Says goodbye, and reads on until the client is gone: closing a connection with unread bytes
    /// would take the goodbye back.
    async fn close(&mut self, code: CloseCode, reason: &'static str) -> io::Result<()> {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        let _ = self.socket.close(Some(frame)).await;
        let stream = self.socket.get_mut();
        stream.shutdown().await?;
        let mut unread = [0; READ_BUFFER];
        while stream.read(&mut unread).await? > 0 {}
        Ok(())
    }

    /// Waits for one thing to happen and deals with it. What the client said comes first: after a write
    /// that took long its pong is there, and the time limit has passed too.
    async fn turn(&mut self, stopped: &mut watch::Receiver<bool>) -> Outcome {
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
            biased;
            message = self.socket.next() => self.receive(message).await,
            () = stop(stopped) => Err(End::Close(CloseCode::Away, "the server is stopping")),
            () = self.entry.over() => Err(End::Close(CloseCode::Policy, "sign in again")),
            () = async { self.subscription.changed().await; sleep_until(due).await } => self.write().await,
            () = sleep_until(silent) => self.ping().await,
        }
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
                let _ = timeout(GOODBYE, self.socket.flush()).await;
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
            Some(ClientMessage::Ping) => self.send(&ServerMessage::Pong).await,
            None => {
                self.state.counters.unparseable.add(1);
                tracing::debug!("a live message could not be understood and is ignored");
                Ok(())
            }
        }
    }

    async fn subscribe(&mut self, ticker_id: TickerId) -> Outcome {
        if self.state.market.read().get(ticker_id).is_none() {
            return Ok(());
        }
        let limit = self.state.settings.limits.subscriptions;
        if let Err(TooMany) = self.subscription.watch(ticker_id, limit) {
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
        let limit = self.state.settings.limits.stalled_after;
        timeout(limit, self.socket.send(message))
            .await
            .map_err(|_| End::Gone)?
            .map_err(End::from)
    }

    async fn flush(&mut self) -> Outcome {
        let limit = self.state.settings.limits.stalled_after;
        timeout(limit, self.socket.flush())
            .await
            .map_err(|_| End::Gone)?
            .map_err(End::from)
    }

    /// Writes the newest frame of everything that is new: one system call, if the kernel takes it.
    async fn write(&mut self) -> Outcome {
        // Made for each write: most connections have nothing to write most of the time.
        let mut buffer = Vec::new();
        let frames = self.subscription.drain(&mut buffer);
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
        Ok(())
    }
}
