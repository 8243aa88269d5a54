//! One connection from opening to close.

mod read;
mod unconfirmed;
mod watchdog;

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use jiff::Timestamp;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::watch,
    time::{Instant, MissedTickBehavior, interval, timeout},
};
use tokio_tungstenite::{WebSocketStream, tungstenite};

use self::unconfirmed::UnconfirmedSymbols;
use super::{
    connect::{explain, open},
    protocol::{Protocol, Target},
    shared::Shared,
};
use crate::source::{SourceError, streams::ConnectionRecord};

/// Interval between two checks of a connection.
const WATCHDOG_INTERVAL: Duration = Duration::from_secs(1);

/// Opens a connection and serves it until it fails or `wanted` is closed. `wanted` has the symbols
/// to subscribe to; `opened` is set once the connection is open; `record` counts its messages.
pub(super) async fn run<P: Protocol>(
    shared: Arc<Shared<P>>,
    mut wanted: watch::Receiver<Vec<Target>>,
    opened: Arc<AtomicBool>,
    record: Arc<ConnectionRecord>,
) -> Result<(), SourceError> {
    let address = &shared.options.url;
    shared.context.health.requested(address, &[]);
    let socket = open(&shared.options).await?;
    opened.store(true, Ordering::Relaxed);
    let mut connection = Connection::new(shared, socket, record);
    let targets = wanted.borrow_and_update().clone();
    connection.subscribe_to(targets).await?;
    let mut pulse = interval(WATCHDOG_INTERVAL);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            message = connection.socket.next() => connection.take(message).await?,
            _ = pulse.tick() => connection.check_health().await?,
            changed = wanted.changed() => {
                if changed.is_err() {
                    let _ = timeout(WATCHDOG_INTERVAL, connection.socket.close(None)).await;
                    return Ok(());
                }
                let targets = wanted.borrow_and_update().clone();
                connection.subscribe_to(targets).await?;
            }
        }
    }
}

struct Connection<P: Protocol, S> {
    shared: Arc<Shared<P>>,
    socket: WebSocketStream<S>,
    record: Arc<ConnectionRecord>,
    /// Subscriptions, by the provider's symbol.
    targets: HashMap<String, Target>,
    /// Unacknowledged subscriptions, with the time of each.
    unacknowledged: HashMap<String, Instant>,
    unconfirmed: UnconfirmedSymbols,
    opened: Instant,
    /// Time of the last frame of any kind.
    alive: Instant,
    /// Time of the last message, or since when one is expected.
    last_received: Instant,
    pinged: Instant,
    reported: Option<Instant>,
    unreadable: u32,
}

/// A closed connection no longer prices anything.
impl<P: Protocol, S> Drop for Connection<P, S> {
    fn drop(&mut self) {
        self.record.closed();
        for target in self.targets.values() {
            self.shared.registry.forget_ticks(P::NAME, &target.symbol);
        }
    }
}

impl<P: Protocol, S: AsyncRead + AsyncWrite + Unpin> Connection<P, S> {
    fn new(
        shared: Arc<Shared<P>>,
        socket: WebSocketStream<S>,
        record: Arc<ConnectionRecord>,
    ) -> Self {
        let now = Instant::now();
        record.opened(now);
        Self {
            shared,
            socket,
            record,
            targets: HashMap::new(),
            unacknowledged: HashMap::new(),
            unconfirmed: UnconfirmedSymbols::default(),
            opened: now,
            alive: now,
            last_received: now,
            pinged: now,
            reported: None,
            unreadable: 0,
        }
    }

    fn now(&self) -> Timestamp {
        self.shared.context.clock.now()
    }

    /// Subscribes to the new symbols among `wanted` and unsubscribes from the missing ones. Never
    /// subscribes to a symbol twice.
    async fn subscribe_to(&mut self, wanted: Vec<Target>) -> Result<(), SourceError> {
        let names: HashSet<&str> = wanted.iter().map(|target| target.name.as_str()).collect();
        let gone: Vec<Target> = self
            .targets
            .extract_if(|name, _| !names.contains(name.as_str()))
            .map(|(_, target)| target)
            .collect();
        let new: Vec<Target> = wanted
            .into_iter()
            .filter(|target| !self.targets.contains_key(&target.name))
            .collect();
        for target in &gone {
            self.unacknowledged.remove(&target.name);
            self.unconfirmed.forget(&target.symbol);
            self.shared.registry.forget_ticks(P::NAME, &target.symbol);
        }
        let protocol = Arc::clone(&self.shared.protocol);
        let (ended, begun) = (names_of(&gone), names_of(&new));
        if !ended.is_empty() {
            self.send(protocol.unsubscribe(&ended)).await?;
        }
        if !begun.is_empty() {
            self.send(protocol.subscribe(&begun)).await?;
        }
        let now = Instant::now();
        for target in new {
            if P::ACKNOWLEDGES {
                self.unacknowledged.insert(target.name.clone(), now);
            }
            if target.is_guessed && !self.shared.confirmed.contains(&target.symbol) {
                self.unconfirmed.begin(&target.symbol, &target.name);
            }
            self.targets.insert(target.name.clone(), target);
        }
        self.record.set_symbols(self.targets.len());
        Ok(())
    }

    async fn send(&mut self, messages: Vec<String>) -> Result<(), SourceError> {
        for text in messages {
            self.write(tungstenite::Message::text(text)).await?;
        }
        Ok(())
    }

    async fn write(&mut self, message: tungstenite::Message) -> Result<(), SourceError> {
        let (limit, most) = (self.shared.options.timeout, self.shared.options.max_bytes);
        timeout(limit, self.socket.send(message))
            .await
            .map_err(|_| SourceError::Timeout(limit))?
            .map_err(|error| explain(error, most))
    }

    async fn take(
        &mut self,
        message: Option<tungstenite::Result<tungstenite::Message>>,
    ) -> Result<(), SourceError> {
        let message = message
            .ok_or(SourceError::Closed)?
            .map_err(|error| explain(error, self.shared.options.max_bytes))?;
        self.alive = Instant::now();
        if message.is_text() || message.is_binary() {
            self.record.message_received(self.alive);
        }
        match message {
            tungstenite::Message::Text(text) => self.read(text.as_str()).await,
            tungstenite::Message::Binary(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => self.read(text).await,
                Err(_) => {
                    self.count_unreadable(SourceError::Shape("the message is not text".to_owned()))
                }
            },
            tungstenite::Message::Close(_) => Err(SourceError::Closed),
            _ => Ok(()),
        }
    }
}

fn names_of(targets: &[Target]) -> Vec<&str> {
    targets.iter().map(|target| target.name.as_str()).collect()
}
