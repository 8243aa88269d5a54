//! All connections of a stream, as one source.

use std::{
    collections::HashSet,
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use jiff::SignedDuration;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, sleep},
};

use super::{
    StreamAccess, connection,
    protocol::{Protocol, Target},
    shared::{Confirmed, Rejected, Shared},
    slots::Slots,
};
use crate::{
    providers::core::capability::{Offer, Provider, Registry},
    runtime::backoff::full_jitter,
    source::{Context, Refresh, Source, SourceError, streams::ConnectionRecord},
};

/// Symbols of one connection where its provider names no limit: what a message can subscribe to.
const UNLIMITED: usize = 500;
/// How often symbols are shared out anew.
const SHARE_OUT: Duration = Duration::from_millis(500);
/// How often they are at least, where nothing is known to have changed: turns pass, and rejected symbols come back.
const SHARE_OUT_UNCHANGED: Duration = Duration::from_secs(5);
/// Pause after the first failure of one connection among several.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
/// Longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(15 * 60);
/// Shortest such pause.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);
/// A price is so recent when the stream counts as well in spite of a connection that fails.
const RECENT: SignedDuration = SignedDuration::from_secs(60);
/// A connection that lasted so long before it failed comes back after the first pause.
const STEADY: Duration = Duration::from_secs(60);

/// A provider's stream. Its refresh lasts as long as its connections do; it fails when the last of
/// them did, and the schedule begins anew after a pause.
pub struct Stream<P> {
    protocol: Arc<P>,
    access: StreamAccess,
    registry: Registry,
    rejected: Arc<Rejected>,
    confirmed: Arc<Confirmed>,
    slots: Slots,
    /// What the places were last shared out by, and when.
    shared_out: Option<(Option<(u64, u64)>, Instant)>,
    random: fastrand::Rng,
}

/// One connection, or the place of one.
struct Line {
    /// What it is to be subscribed to; `None` while it is closed.
    wanted: Option<watch::Sender<Vec<Target>>>,
    /// What is told of it, from the time it is needed until it is not.
    record: Option<Arc<ConnectionRecord>>,
    /// Whether it is there.
    opened: Arc<AtomicBool>,
    began: Instant,
    failures: u32,
    /// When it may be opened.
    due: Instant,
}

impl Line {
    fn new() -> Self {
        Self {
            wanted: None,
            record: None,
            opened: Arc::default(),
            began: Instant::now(),
            failures: 0,
            due: Instant::now(),
        }
    }

    fn is_opening(&self) -> bool {
        self.wanted.is_some() && !self.opened.load(Ordering::Relaxed)
    }
}

type Ended = (usize, Result<(), SourceError>);

impl<P: Protocol> Stream<P> {
    /// The stream of a provider. `registry` knows who is preferred to it.
    pub fn new(protocol: P, access: StreamAccess, registry: Registry) -> Self {
        let slots = Slots::new(
            access.connections.max(1),
            P::MOST_SYMBOLS.unwrap_or(UNLIMITED),
        );
        Self {
            protocol: Arc::new(protocol),
            access,
            registry,
            rejected: Arc::default(),
            confirmed: Arc::default(),
            slots,
            shared_out: None,
            random: fastrand::Rng::new(),
        }
    }

    async fn run(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let shared = Arc::new(Shared {
            protocol: Arc::clone(&self.protocol),
            access: self.access.clone(),
            registry: self.registry.clone(),
            context: context.clone(),
            rejected: Arc::clone(&self.rejected),
            confirmed: Arc::clone(&self.confirmed),
        });
        // Dropped with this future, and all connections with it.
        let mut connections: JoinSet<Ended> = JoinSet::new();
        let mut lines: Vec<Line> = self.slots.held().iter().map(|_| Line::new()).collect();
        loop {
            self.share_out(context);
            self.tell(&mut lines);
            self.open_next(&mut lines, &shared, &mut connections);
            tokio::select! {
                Some(ended) = connections.join_next() => match ended {
                    Ok((at, outcome)) => self.ended(context, &mut lines, at, outcome)?,
                    Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
                    Err(_) => return Err(SourceError::Stopping),
                },
                () = sleep(SHARE_OUT) => {}
            }
        }
    }

    /// Gives the tickers that there are now their places, unless nothing has changed since a moment ago.
    fn share_out(&mut self, context: &Context) {
        let version = context.known.version();
        let is_current = |(of, at): &(Option<(u64, u64)>, Instant)| {
            version.is_some() && *of == version && at.elapsed() < SHARE_OUT_UNCHANGED
        };
        if self.shared_out.as_ref().is_some_and(is_current) {
            return;
        }
        self.shared_out = Some((version, Instant::now()));
        let now = context.clock.now();
        let rejected = self.rejected.at(now);
        let watched: HashSet<String> = context.known.watched().into_iter().collect();
        // Of two with one name the older ticker has it: those of the catalogue, whose names are certain.
        let mut names = HashSet::new();
        let tickers = context.known.tickers();
        let known: HashSet<&str> = tickers.iter().map(|one| &*one.symbol).collect();
        self.confirmed.retain(|symbol| known.contains(symbol));
        drop(known);
        let (watched, others) = tickers
            .into_iter()
            .filter(|ticker| !ticker.imported && !rejected.contains(&ticker.symbol))
            .filter_map(|ticker| {
                Some(Target {
                    name: self.protocol.name_of(&ticker)?,
                    symbol: ticker.symbol,
                    kind: ticker.kind,
                    currency: ticker.currency,
                    calendar: ticker.calendar,
                    is_guessed: P::GUESSES_NAMES && ticker.followed.is_some(),
                })
            })
            .filter(|target| names.insert(target.name.clone()))
            .partition(|target| watched.contains(&target.symbol));
        self.slots.assign(watched, others, now);
    }

    /// Tells open connections what they are to be subscribed to; one without anything is closed.
    fn tell(&self, lines: &mut [Line]) {
        for (line, held) in lines.iter_mut().zip(self.slots.held()) {
            if held.is_empty() {
                (line.wanted, line.record) = (None, None);
            } else if let Some(wanted) = &line.wanted {
                wanted.send_if_modified(|wanted| {
                    let is_new = wanted != held;
                    if is_new {
                        wanted.clone_from(held);
                    }
                    is_new
                });
            }
        }
    }

    /// Opens the next connection that is needed, when no other is being opened.
    fn open_next(
        &self,
        lines: &mut [Line],
        shared: &Arc<Shared<P>>,
        connections: &mut JoinSet<Ended>,
    ) {
        if lines.iter().any(Line::is_opening) {
            return;
        }
        let now = Instant::now();
        let needed = lines
            .iter_mut()
            .zip(self.slots.held())
            .enumerate()
            .find(|(_, (line, held))| line.wanted.is_none() && line.due <= now && !held.is_empty());
        let Some((at, (line, held))) = needed else {
            return;
        };
        let (sender, wanted) = watch::channel(held.clone());
        let record = line.record.take().unwrap_or_else(|| {
            let health = &shared.context.health;
            Arc::new(health.connection(at + 1, P::MOST_SYMBOLS))
        });
        *line = Line {
            wanted: Some(sender),
            record: Some(Arc::clone(&record)),
            opened: Arc::default(),
            began: now,
            ..*line
        };
        let (shared, opened) = (Arc::clone(shared), Arc::clone(&line.opened));
        connections
            .spawn(async move { (at, connection::run(shared, wanted, opened, record).await) });
    }

    /// A connection ended. It comes back by itself while others are there. Without any, or where one
    /// fails again and none brings prices, the stream as a whole has failed.
    fn ended(
        &mut self,
        context: &Context,
        lines: &mut [Line],
        at: usize,
        outcome: Result<(), SourceError>,
    ) -> Result<(), SourceError> {
        let Err(error) = outcome else { return Ok(()) };
        let now = Instant::now();
        let line = &mut lines[at];
        line.wanted = None;
        if line.began.elapsed() >= STEADY {
            line.failures = 0;
        }
        let pause = full_jitter(FIRST_PAUSE, LONGEST_PAUSE, line.failures, &mut self.random);
        line.due = now + pause.max(SHORTEST_PAUSE);
        line.failures = line.failures.saturating_add(1);
        let fails_again = line.failures > 1;
        let is_last = lines.iter().all(|line| line.wanted.is_none());
        let now = context.clock.now();
        let last_success = context.health.read().last_success;
        let is_well = last_success.is_some_and(|at| now.duration_since(at) < RECENT);
        if is_last || (fails_again && !is_well) || matches!(error, SourceError::Stopping) {
            return Err(error);
        }
        context.health.failed_in_part(now, &error);
        Ok(())
    }
}

impl<P: Protocol> Provider for Stream<P> {
    const NAME: &'static str = P::NAME;
    const OFFERS: &'static [Offer] = P::OFFERS;
    const LIMIT: Option<&'static str> = P::LIMIT;
}

impl<P: Protocol> Source for Stream<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.run(context))
    }
}

#[cfg(test)]
mod tests;
