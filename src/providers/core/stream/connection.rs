//! One connection from its opening to its end.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use jiff::{SignedDuration, Timestamp};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::watch,
    time::{Instant, MissedTickBehavior, interval, timeout},
};
use tokio_tungstenite::{WebSocketStream, tungstenite};

use super::{
    connect::{explain, open},
    protocol::{Event, Frame, Protocol, Target},
};
use crate::{
    domain::{
        quote::{ExtendedUpdate, QuoteUpdate, is_from_the_future},
        session::Phase,
        ticker::TickerKind,
    },
    providers::core::{
        access::StreamAccess,
        capability::{Registry, Tick},
    },
    source::{Context, SourceError, Update},
};

/// How often a connection is looked after.
const PULSE: Duration = Duration::from_secs(1);
/// Pause between two pings.
const PING: Duration = Duration::from_secs(30);
/// A connection without an answer to pings for so long is dead, whatever the hour.
const DEAD: Duration = Duration::from_secs(100);
/// How long an acknowledgement may take.
const ACKNOWLEDGED: Duration = Duration::from_secs(15);
/// So many messages in a row that are not understood, and the connection is given up.
const MOST_GARBLED: u32 = 5;
/// A connection that brought prices for so long is well: failures before it are forgotten.
const STEADY: Duration = Duration::from_secs(60);
/// How long a symbol that was rejected is left out.
const REJECTED: SignedDuration = SignedDuration::from_hours(24);
/// Older prices are what was known at the subscription, and no sign that a ticker is traded.
const LIVE: SignedDuration = SignedDuration::from_mins(20);

/// What the connections of a stream have in common.
pub(super) struct Shared<P> {
    pub(super) protocol: Arc<P>,
    pub(super) access: StreamAccess,
    pub(super) registry: Registry,
    pub(super) context: Context,
    pub(super) rejected: Arc<Rejected>,
}

/// Symbols that the provider does not have, and until when they are left out.
#[derive(Debug, Default)]
pub(super) struct Rejected(Mutex<HashMap<String, Timestamp>>);

impl Rejected {
    /// The symbols that are left out at `now`.
    pub(super) fn at(&self, now: Timestamp) -> HashSet<String> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A date that lies further off was reckoned before the clock was set back.
        all.retain(|_, until| *until > now && until.duration_since(now) <= REJECTED);
        all.keys().cloned().collect()
    }

    fn insert(&self, symbol: &str, until: Timestamp) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(symbol.to_owned(), until);
    }
}

/// Opens a connection and serves it until nobody wants it any more, or it fails. `wanted` says what
/// it is to be subscribed to, and `opened` hears that it is there.
pub(super) async fn run<P: Protocol>(
    shared: Arc<Shared<P>>,
    mut wanted: watch::Receiver<Vec<Target>>,
    opened: Arc<AtomicBool>,
) -> Result<(), SourceError> {
    shared.context.health.requested();
    let socket = open(&shared.access).await?;
    opened.store(true, Ordering::Relaxed);
    let mut connection = Connection::new(shared, socket);
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
    /// What it is subscribed to, by the provider's names.
    targets: HashMap<String, Target>,
    /// What was not acknowledged yet, and since when.
    unacknowledged: HashMap<String, Instant>,
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
        for target in self.targets.values() {
            self.shared.registry.forget_ticks(P::NAME, &target.symbol);
        }
    }
}

impl<P: Protocol, S: AsyncRead + AsyncWrite + Unpin> Connection<P, S> {
    fn new(shared: Arc<Shared<P>>, socket: WebSocketStream<S>) -> Self {
        let now = Instant::now();
        Self {
            shared,
            socket,
            targets: HashMap::new(),
            unacknowledged: HashMap::new(),
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
            self.targets.insert(target.name.clone(), target);
        }
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

    async fn read(&mut self, text: &str) -> Result<(), SourceError> {
        self.heard = self.alive;
        let now = self.now();
        let frame = Frame {
            text,
            targets: &self.targets,
            known: &*self.shared.context.known,
            now,
        };
        let events = match self.shared.protocol.read(&frame) {
            Ok(events) => events,
            Err(error @ SourceError::Shape(_)) => return self.not_understood(error),
            Err(error) => return Err(error),
        };
        self.garbled = 0;
        let (mut quotes, mut extended) = (Vec::new(), Vec::new());
        let mut ahead = None;
        let mut brought = false;
        for event in events {
            match event {
                Event::Quote(quote) if is_from_the_future(quote.as_of, now) => {
                    ahead = Some(quote.as_of);
                }
                Event::Quote(quote) => {
                    brought = true;
                    quotes.extend(self.preferred(quote, now));
                }
                Event::Extended(update) => {
                    brought = true;
                    extended.extend(self.preferred_extended(update, now));
                }
                Event::Heartbeat => brought = true,
                Event::Subscribed(name) => self.acknowledged(&name),
                Event::Rejected { name, reason } => self.reject(&name, &reason),
            }
        }
        if let Some(as_of) = ahead {
            self.report_clock(as_of);
        }
        if brought {
            self.report_well();
        }
        let sink = &self.shared.context.sink;
        if !quotes.is_empty() {
            sink.send(Update::Quotes(quotes)).await?;
        }
        if !extended.is_empty() {
            sink.send(Update::Extended(extended)).await?;
        }
        Ok(())
    }

    /// The quote, unless a stream that is preferred to this one prices the ticker at present.
    fn preferred(&self, quote: QuoteUpdate, now: Timestamp) -> Option<QuoteUpdate> {
        let tick = Tick {
            symbol: &quote.symbol,
            is_extended: false,
            is_live: now.duration_since(quote.as_of) < LIVE,
        };
        let registry = &self.shared.registry;
        registry.takes_tick(P::NAME, &tick, now).then_some(quote)
    }

    fn preferred_extended(&self, update: ExtendedUpdate, now: Timestamp) -> Option<ExtendedUpdate> {
        let tick = Tick {
            symbol: &update.symbol,
            is_extended: true,
            is_live: now.duration_since(update.as_of) < LIVE,
        };
        let registry = &self.shared.registry;
        registry.takes_tick(P::NAME, &tick, now).then_some(update)
    }

    fn not_understood(&mut self, error: SourceError) -> Result<(), SourceError> {
        self.garbled += 1;
        if self.garbled >= MOST_GARBLED {
            return Err(error);
        }
        let health = &self.shared.context.health;
        health.failed_in_part(self.now(), &error);
        Ok(())
    }

    fn acknowledged(&mut self, name: &str) {
        self.unacknowledged.remove(name);
        if let Some(target) = self.targets.get(name) {
            self.shared.context.health.symbol_answered(&target.symbol);
        }
    }

    /// Leaves a symbol out that the provider does not have.
    fn reject(&mut self, name: &str, reason: &str) {
        self.unacknowledged.remove(name);
        let Some(target) = self.targets.remove(name) else {
            return;
        };
        let now = self.now();
        let until = now.saturating_add(REJECTED).unwrap_or(Timestamp::MAX);
        self.shared.rejected.insert(&target.symbol, until);
        let error = SourceError::Refused(format!("{}: {reason}", target.symbol));
        let health = &self.shared.context.health;
        health.symbol_failed(&target.symbol, now, &error, Some(until));
    }

    /// Prices come: told once a second at most.
    fn report_well(&mut self) {
        let due = self.reported.is_none_or(|told| told.elapsed() >= PULSE);
        if due {
            self.reported = Some(Instant::now());
            let is_steady = self.opened.elapsed() >= STEADY;
            let health = &self.shared.context.health;
            health.streaming(self.now(), is_steady);
        }
    }

    /// Every price is dated in our future: told once a minute.
    fn report_clock(&mut self, as_of: Timestamp) {
        let due = self.reported.is_none_or(|told| told.elapsed() >= STEADY);
        if due {
            self.reported = Some(Instant::now());
            let error = SourceError::ClockBehind(as_of);
            let health = &self.shared.context.health;
            health.failed_in_part(self.now(), &error);
        }
    }

    /// Pings, and gives the connection up when it is dead, or silent while it should speak.
    async fn look_after(&mut self) -> Result<(), SourceError> {
        let quiet = self.alive.elapsed();
        if quiet >= DEAD {
            return Err(SourceError::Silent(quiet));
        }
        if self.pinged.elapsed() >= PING {
            self.pinged = Instant::now();
            let protocol = Arc::clone(&self.shared.protocol);
            self.send(protocol.keep_alive().into_iter().collect())
                .await?;
            let ping = tungstenite::Message::Ping(tungstenite::Bytes::new());
            self.write(ping).await?;
        }
        let late: Vec<String> = self
            .unacknowledged
            .iter()
            .filter(|(_, since)| since.elapsed() >= ACKNOWLEDGED)
            .map(|(name, _)| name.clone())
            .collect();
        for name in late {
            self.reject(&name, "its subscription was not acknowledged");
        }
        match self.patience() {
            None => self.heard = Instant::now(),
            Some(patience) if self.heard.elapsed() >= patience => {
                return Err(SourceError::Silent(self.heard.elapsed()));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// How long it may be silent now; `None` while it need not speak. Of a few symbols less is heard
    /// than of many.
    fn patience(&self) -> Option<Duration> {
        let silence = self.shared.access.silence;
        if P::HAS_HEARTBEAT {
            return (!self.targets.is_empty()).then_some(silence);
        }
        let now = self.now();
        let open = self
            .targets
            .values()
            .filter(|target| is_traded(target.kind, now));
        match open.count() {
            0 => None,
            open => Some(silence.mul_f64(1.0 + 4.0 / open as f64)),
        }
    }
}

fn names_of(targets: &[Target]) -> Vec<&str> {
    targets.iter().map(|target| target.name.as_str()).collect()
}

/// Whether prices are made now: those of mutual funds are made once a day.
fn is_traded(kind: TickerKind, now: Timestamp) -> bool {
    kind != TickerKind::Fund && matches!(kind.calendar().phase(now), Phase::Regular | Phase::Always)
}
