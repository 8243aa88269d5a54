//! One connection from its opening to its end.

mod doubts;
mod read;
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

use self::doubts::Doubts;
use super::{
    connect::{explain, open},
    protocol::{Protocol, Target},
    shared::Shared,
};
use crate::source::{SourceError, streams::ConnectionRecord};

/// How often a connection is looked after.
const PULSE: Duration = Duration::from_secs(1);

/// Opens a connection and serves it until nobody wants it any more, or it fails. `wanted` says what
/// it is to be subscribed to, `opened` hears that it is there, and `record` what comes over it.
pub(super) async fn run<P: Protocol>(
    shared: Arc<Shared<P>>,
    mut wanted: watch::Receiver<Vec<Target>>,
    opened: Arc<AtomicBool>,
    record: Arc<ConnectionRecord>,
) -> Result<(), SourceError> {
    let address = &shared.access.url;
    shared.context.health.requested(address, &[]);
    let socket = open(&shared.access).await?;
    opened.store(true, Ordering::Relaxed);
    let mut connection = Connection::new(shared, socket, record);
    let targets = wanted.borrow_and_update().clone();
    connection.subscribe_to(targets).await?;
    let mut pulse = interval(PULSE);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            message = connection.socket.next() => connection.take(message).await?,
            _ = pulse.tick() => connection.look_after().await?,
            changed = wanted.changed() => {
                if changed.is_err() {
                    let _ = timeout(PULSE, connection.socket.close(None)).await;
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
    /// What it is subscribed to, by the provider's names.
    targets: HashMap<String, Target>,
    /// What was not acknowledged yet, and since when.
    unacknowledged: HashMap<String, Instant>,
    doubts: Doubts,
    opened: Instant,
    /// When anything came.
    alive: Instant,
    /// When a message came, or since when one is expected.
    heard: Instant,
    pinged: Instant,
    reported: Option<Instant>,
    garbled: u32,
}

/// A connection that ends, however it does, prices nothing any more.
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
            doubts: Doubts::default(),
            opened: now,
            alive: now,
            heard: now,
            pinged: now,
            reported: None,
            garbled: 0,
        }
    }

    fn now(&self) -> Timestamp {
        self.shared.context.clock.now()
    }

    /// Subscribes to what is new among `wanted`, and ends what is not among it. What is subscribed to
    /// already is never subscribed to again.
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
            self.doubts.forget(&target.symbol);
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
                self.doubts.begin(&target.symbol, &target.name);
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
        let (limit, most) = (self.shared.access.timeout, self.shared.access.max_bytes);
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
            .map_err(|error| explain(error, self.shared.access.max_bytes))?;
        self.alive = Instant::now();
        if message.is_text() || message.is_binary() {
            self.record.message_received(self.alive);
        }
        match message {
            tungstenite::Message::Text(text) => self.read(text.as_str()).await,
            tungstenite::Message::Binary(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => self.read(text).await,
                Err(_) => self.not_understood(SourceError::Shape("it is no text".to_owned())),
            },
            tungstenite::Message::Close(_) => Err(SourceError::Closed),
            _ => Ok(()),
        }
    }
}

fn names_of(targets: &[Target]) -> Vec<&str> {
    targets.iter().map(|target| target.name.as_str()).collect()
}
