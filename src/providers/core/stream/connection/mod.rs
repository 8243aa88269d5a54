//! One connection of a stream, from opening to closing.

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
    connect::{open, to_source_error},
    protocol::{Protocol, Target},
    shared::Shared,
};
use crate::source::{SourceError, streams::ConnectionRecord};

/// The interval between two health checks of a connection.
const WATCHDOG_INTERVAL: Duration = Duration::from_secs(1);

/// Opens a connection and reads its messages until it fails or `subscriptions` is closed. `subscriptions` contains the symbols
/// to subscribe to, `is_open` is set to true once the connection is open, and `record` counts the messages.
pub(super) async fn run<P: Protocol>(
    shared: Arc<Shared<P>>,
    mut subscriptions: watch::Receiver<Vec<Target>>,
    is_open: Arc<AtomicBool>,
    record: Arc<ConnectionRecord>,
) -> Result<(), SourceError> {
    let address = &shared.options.url;
    shared.context.health.requested(address, &[]);
    let socket = open(&shared.options).await?;
    is_open.store(true, Ordering::Relaxed);
    let mut connection = Connection::new(shared, socket, record);
    let targets = subscriptions.borrow_and_update().clone();
    connection.subscribe_to(targets).await?;
    let mut watchdog = interval(WATCHDOG_INTERVAL);
    watchdog.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            message = connection.socket.next() => connection.receive(message).await?,
            _ = watchdog.tick() => connection.check_health().await?,
            changed = subscriptions.changed() => {
                if changed.is_err() {
                    let _ = timeout(WATCHDOG_INTERVAL, connection.socket.close(None)).await;
                    return Ok(());
                }
                let targets = subscriptions.borrow_and_update().clone();
                connection.subscribe_to(targets).await?;
            }
        }
    }
}

struct Connection<P: Protocol, S> {
    shared: Arc<Shared<P>>,
    socket: WebSocketStream<S>,
    record: Arc<ConnectionRecord>,
    /// The subscriptions, by the provider's symbol.
    targets: HashMap<String, Target>,
    /// The times of unacknowledged subscriptions, by the provider's symbol.
    unacknowledged: HashMap<String, Instant>,
    unconfirmed: UnconfirmedSymbols,
    opened_at: Instant,
    /// The time of the last frame of any kind.
    last_frame: Instant,
    /// The time of the last message with known content, or the time since which messages are expected.
    last_received: Instant,
    /// Why the content of the last message since then is unknown, for example because its format has changed; `None` if there was no
    /// such message.
    unknown_content: Option<String>,
    last_ping: Instant,
    /// The time of the last report to the health record.
    last_report: Option<Instant>,
    /// The number of consecutive unreadable messages.
    unreadable: u32,
}

/// A closed connection no longer prices its tickers.
impl<P: Protocol, S> Drop for Connection<P, S> {
    fn drop(&mut self) {
        self.record.closed();
        for target in self.targets.values() {
            self.shared.registry.remove_ticks(P::NAME, &target.symbol);
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
            opened_at: now,
            last_frame: now,
            last_received: now,
            unknown_content: None,
            last_ping: now,
            last_report: None,
            unreadable: 0,
        }
    }

    fn now(&self) -> Timestamp {
        self.shared.context.clock.now()
    }

    /// Changes the subscriptions to `targets`: subscribes to new symbols and unsubscribes from the others.
    async fn subscribe_to(&mut self, targets: Vec<Target>) -> Result<(), SourceError> {
        let names: HashSet<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        let removed: Vec<Target> = self
            .targets
            .extract_if(|name, _| !names.contains(name.as_str()))
            .map(|(_, target)| target)
            .collect();
        let new: Vec<Target> = targets
            .into_iter()
            .filter(|target| !self.targets.contains_key(&target.name))
            .collect();
        for target in &removed {
            self.unacknowledged.remove(&target.name);
            self.unconfirmed.remove(&target.symbol);
            self.shared.registry.remove_ticks(P::NAME, &target.symbol);
        }
        let protocol = Arc::clone(&self.shared.protocol);
        let (removed_names, new_names) = (provider_names(&removed), provider_names(&new));
        if !removed_names.is_empty() {
            self.send(protocol.unsubscribe(&removed_names)).await?;
        }
        if !new_names.is_empty() {
            self.send(protocol.subscribe(&new_names)).await?;
        }
        let now = Instant::now();
        for target in new {
            if P::ACKNOWLEDGES {
                self.unacknowledged.insert(target.name.clone(), now);
            }
            if target.is_derived && !self.shared.confirmed.contains(&target.symbol) {
                self.unconfirmed.insert(&target.symbol, &target.name);
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
        let (time_limit, max_bytes) = (self.shared.options.timeout, self.shared.options.max_bytes);
        timeout(time_limit, self.socket.send(message))
            .await
            .map_err(|_| SourceError::Timeout(time_limit))?
            .map_err(|error| to_source_error(error, max_bytes))
    }

    async fn receive(
        &mut self,
        message: Option<tungstenite::Result<tungstenite::Message>>,
    ) -> Result<(), SourceError> {
        let message = message
            .ok_or(SourceError::Closed)?
            .map_err(|error| to_source_error(error, self.shared.options.max_bytes))?;
        self.last_frame = Instant::now();
        if message.is_text() || message.is_binary() {
            self.record.message_received(self.last_frame);
        }
        match message {
            tungstenite::Message::Text(text) => self.read(text.as_str()).await,
            tungstenite::Message::Binary(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => self.read(text).await,
                Err(_) => self.count_unreadable(SourceError::InvalidResponse(
                    "the message is not text".to_owned(),
                )),
            },
            tungstenite::Message::Close(_) => Err(SourceError::Closed),
            _ => Ok(()),
        }
    }
}

fn provider_names(targets: &[Target]) -> Vec<&str> {
    targets.iter().map(|target| target.name.as_str()).collect()
}
