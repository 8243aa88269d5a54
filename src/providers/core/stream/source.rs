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
    StreamOptions,
    assignment::SymbolAssignment,
    connection,
    protocol::{Protocol, Target},
    shared::{ConfirmedSymbols, RejectedSymbols, Shared},
};
use crate::{
    providers::core::capability::{Offer, Provider, Registry},
    runtime::backoff::full_jitter,
    source::{Context, Refresh, Source, SourceError, streams::ConnectionRecord},
};

/// Symbols per connection if the provider names no limit: as many as fit into one subscribe
/// message.
const DEFAULT_MAX_SYMBOLS: usize = 500;
/// Interval between two assignments of symbols to connections.
const ASSIGN_INTERVAL: Duration = Duration::from_millis(500);
/// Longest time between two assignments if nothing is known to have changed: symbols rotate, and rejected ones are
/// tried again.
const IDLE_ASSIGN_INTERVAL: Duration = Duration::from_secs(5);
/// First retry delay of a connection that failed while others are open.
const FIRST_RETRY_DELAY: Duration = Duration::from_secs(5);
/// Longest retry delay.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(15 * 60);
/// Shortest retry delay.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(1);
/// Age of the newest price up to which the stream counts as working in spite of a failing
/// connection.
const RECENT: SignedDuration = SignedDuration::from_secs(60);
/// Time after which a connection counts as stable, so that its retry delay starts over.
const STEADY_AFTER: Duration = Duration::from_secs(60);

/// A provider's stream. A refresh lasts as long as its connections; it fails with the last of them,
/// and the schedule then retries after a delay.
pub struct Stream<P> {
    protocol: Arc<P>,
    options: StreamOptions,
    registry: Registry,
    rejected: Arc<RejectedSymbols>,
    confirmed: Arc<ConfirmedSymbols>,
    assignment: SymbolAssignment,
    /// Market version and time of the last assignment.
    last_assignment: Option<(Option<(u64, u64)>, Instant)>,
    random: fastrand::Rng,
}

/// One connection, open or closed.
struct ConnectionSlot {
    /// Symbols to subscribe to; `None` while the connection is closed.
    wanted: Option<watch::Sender<Vec<Target>>>,
    /// Entry on the status page, while the connection is needed.
    record: Option<Arc<ConnectionRecord>>,
    /// True once the connection is open.
    opened: Arc<AtomicBool>,
    began: Instant,
    failures: u32,
    /// Earliest time to open the connection.
    due: Instant,
}

impl ConnectionSlot {
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

type ConnectionEnd = (usize, Result<(), SourceError>);

impl<P: Protocol> Stream<P> {
    /// Creates a provider's stream. `registry` knows the preferred streams.
    pub fn new(protocol: P, options: StreamOptions, registry: Registry) -> Self {
        let assignment = SymbolAssignment::new(
            options.connections.max(1),
            P::MAX_SYMBOLS.unwrap_or(DEFAULT_MAX_SYMBOLS),
        );
        Self {
            protocol: Arc::new(protocol),
            options,
            registry,
            rejected: Arc::default(),
            confirmed: Arc::default(),
            assignment,
            last_assignment: None,
            random: fastrand::Rng::new(),
        }
    }

    async fn run(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let shared = Arc::new(Shared {
            protocol: Arc::clone(&self.protocol),
            options: self.options.clone(),
            registry: self.registry.clone(),
            context: context.clone(),
            rejected: Arc::clone(&self.rejected),
            confirmed: Arc::clone(&self.confirmed),
        });
        // Dropped with this future, which closes all connections.
        let mut connections: JoinSet<ConnectionEnd> = JoinSet::new();
        let mut slots: Vec<ConnectionSlot> = self
            .assignment
            .held()
            .iter()
            .map(|_| ConnectionSlot::new())
            .collect();
        loop {
            self.assign_symbols(context);
            self.tell(&mut slots);
            self.open_next(&mut slots, &shared, &mut connections);
            tokio::select! {
                Some(ended) = connections.join_next() => match ended {
                    Ok((at, outcome)) => self.connection_ended(context, &mut slots, at, outcome)?,
                    Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
                    Err(_) => return Err(SourceError::Stopping),
                },
                () = sleep(ASSIGN_INTERVAL) => {}
            }
        }
    }

    /// Assigns the current tickers to connections, unless nothing changed recently.
    fn assign_symbols(&mut self, context: &Context) {
        let version = context.market.version();
        let is_current = |(of, at): &(Option<(u64, u64)>, Instant)| {
            version.is_some() && *of == version && at.elapsed() < IDLE_ASSIGN_INTERVAL
        };
        if self.last_assignment.as_ref().is_some_and(is_current) {
            return;
        }
        self.last_assignment = Some((version, Instant::now()));
        let now = context.clock.now();
        let rejected = self.rejected.at(now);
        let watched: HashSet<String> = context.market.watched().into_iter().collect();
        // If two tickers have one name at the provider, the older one gets it: a ticker of the catalogue, whose name is
        // certain.
        let mut names = HashSet::new();
        let tickers = context.market.tickers();
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
        self.assignment.assign(watched, others, now);
    }

    /// Passes changed subscriptions to the open connections, and closes those without any.
    fn tell(&self, slots: &mut [ConnectionSlot]) {
        for (line, held) in slots.iter_mut().zip(self.assignment.held()) {
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

    /// Opens the next connection that is needed, unless another one is still opening.
    fn open_next(
        &self,
        slots: &mut [ConnectionSlot],
        shared: &Arc<Shared<P>>,
        connections: &mut JoinSet<ConnectionEnd>,
    ) {
        if slots.iter().any(ConnectionSlot::is_opening) {
            return;
        }
        let now = Instant::now();
        let needed = slots
            .iter_mut()
            .zip(self.assignment.held())
            .enumerate()
            .find(|(_, (line, held))| line.wanted.is_none() && line.due <= now && !held.is_empty());
        let Some((at, (line, held))) = needed else {
            return;
        };
        let (sender, wanted) = watch::channel(held.clone());
        let record = line.record.take().unwrap_or_else(|| {
            let health = &shared.context.health;
            Arc::new(health.connection(at + 1, P::MAX_SYMBOLS))
        });
        *line = ConnectionSlot {
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

    /// Handles the end of a connection, which is reopened while others are open. Fails the stream if it was the last
    /// one, or if it failed repeatedly and no prices are arriving.
    fn connection_ended(
        &mut self,
        context: &Context,
        slots: &mut [ConnectionSlot],
        at: usize,
        outcome: Result<(), SourceError>,
    ) -> Result<(), SourceError> {
        let Err(error) = outcome else { return Ok(()) };
        let now = Instant::now();
        let line = &mut slots[at];
        line.wanted = None;
        if line.began.elapsed() >= STEADY_AFTER {
            line.failures = 0;
        }
        let pause = full_jitter(
            FIRST_RETRY_DELAY,
            MAX_RETRY_DELAY,
            line.failures,
            &mut self.random,
        );
        line.due = now + pause.max(MIN_RETRY_DELAY);
        line.failures = line.failures.saturating_add(1);
        let fails_again = line.failures > 1;
        let is_last = slots.iter().all(|line| line.wanted.is_none());
        let now = context.clock.now();
        let last_success = context.health.read().last_success;
        let is_working = last_success.is_some_and(|at| now.duration_since(at) < RECENT);
        if is_last || (fails_again && !is_working) || matches!(error, SourceError::Stopping) {
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
