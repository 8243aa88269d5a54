//! A stream: manages all connections to a provider, as one source.

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

/// The maximum number of symbols per connection if the provider has no limit. They fit into one subscribe message.
const DEFAULT_MAX_SYMBOLS: usize = 500;
/// The interval between two assignments of symbols to connections.
const ASSIGN_INTERVAL: Duration = Duration::from_millis(500);
/// The maximum time between two assignments if the market has not changed, so that symbols still rotate and rejected ones
/// are retried.
const IDLE_ASSIGN_INTERVAL: Duration = Duration::from_secs(5);
/// The first retry delay of a connection that failed while others are open.
const FIRST_RETRY_DELAY: Duration = Duration::from_secs(5);
/// The maximum retry delay.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(15 * 60);
/// The minimum retry delay.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(1);
/// While a connection fails repeatedly, the stream still counts as working if its newest price is at most this old.
const MAX_WORKING_AGE: SignedDuration = SignedDuration::from_secs(60);
/// The time after which a connection counts as stable, so that the retry delay starts over.
const STABLE_AFTER: Duration = Duration::from_secs(60);

/// A provider's stream. A refresh runs until no connection is left, or until one fails repeatedly while no prices arrive; the
/// schedule of the source then retries after a delay.
pub struct Stream<P> {
    protocol: Arc<P>,
    options: StreamOptions,
    registry: Registry,
    rejected: Arc<RejectedSymbols>,
    confirmed: Arc<ConfirmedSymbols>,
    assignment: SymbolAssignment,
    /// The version of the market and the time of the last assignment.
    last_assignment: Option<(Option<(u64, u64)>, Instant)>,
    random: fastrand::Rng,
}

/// One connection, open or closed.
struct ConnectionSlot {
    /// The symbols to subscribe to; `None` while the connection is closed.
    subscriptions: Option<watch::Sender<Vec<Target>>>,
    /// The entry on the status page; `None` while the connection is not needed.
    record: Option<Arc<ConnectionRecord>>,
    /// True once the connection is open.
    is_open: Arc<AtomicBool>,
    started_at: Instant,
    failures: u32,
    /// The earliest time to open the connection.
    due: Instant,
}

impl ConnectionSlot {
    fn new() -> Self {
        Self {
            subscriptions: None,
            record: None,
            is_open: Arc::default(),
            started_at: Instant::now(),
            failures: 0,
            due: Instant::now(),
        }
    }

    fn is_opening(&self) -> bool {
        self.subscriptions.is_some() && !self.is_open.load(Ordering::Relaxed)
    }
}

type ConnectionEnd = (usize, Result<(), SourceError>);

impl<P: Protocol> Stream<P> {
    /// Creates a provider's stream. `registry` contains the order of preference of all streams.
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
            .connections()
            .iter()
            .map(|_| ConnectionSlot::new())
            .collect();
        loop {
            self.assign_symbols(context);
            self.update_subscriptions(&mut slots);
            self.open_next(&mut slots, &shared, &mut connections);
            tokio::select! {
                Some(ended) = connections.join_next() => match ended {
                    Ok((index, outcome)) => {
                        self.on_connection_end(context, &mut slots, index, outcome)?;
                    }
                    Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
                    Err(_) => return Err(SourceError::Stopping),
                },
                () = sleep(ASSIGN_INTERVAL) => {}
            }
        }
    }

    /// Assigns the current tickers to connections, unless the market has not changed since a recent assignment.
    fn assign_symbols(&mut self, context: &Context) {
        let version = context.market.version();
        let is_current = |(assigned, at): &(Option<(u64, u64)>, Instant)| {
            version.is_some() && *assigned == version && at.elapsed() < IDLE_ASSIGN_INTERVAL
        };
        if self.last_assignment.as_ref().is_some_and(is_current) {
            return;
        }
        self.last_assignment = Some((version, Instant::now()));
        let now = context.clock.now();
        let rejected = self.rejected.at(now);
        let watched: HashSet<String> = context.market.watched().into_iter().collect();
        // If two tickers have the same symbol at the provider, the first one is used. Tickers of the catalogue come first,
        // because their symbols are not derived.
        let mut names = HashSet::new();
        let tickers = context.market.tickers();
        let symbols: HashSet<&str> = tickers.iter().map(|one| &*one.symbol).collect();
        self.confirmed.retain(|symbol| symbols.contains(symbol));
        drop(symbols);
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
                    is_derived: P::DERIVES_SYMBOLS && ticker.followed.is_some(),
                })
            })
            .filter(|target| names.insert(target.name.clone()))
            .partition(|target| watched.contains(&target.symbol));
        self.assignment.assign(watched, others, now);
    }

    /// Passes changed subscriptions to the open connections, and closes connections without any.
    fn update_subscriptions(&self, slots: &mut [ConnectionSlot]) {
        for (slot, targets) in slots.iter_mut().zip(self.assignment.connections()) {
            if targets.is_empty() {
                (slot.subscriptions, slot.record) = (None, None);
            } else if let Some(subscriptions) = &slot.subscriptions {
                subscriptions.send_if_modified(|subscriptions| {
                    let is_changed = subscriptions != targets;
                    if is_changed {
                        subscriptions.clone_from(targets);
                    }
                    is_changed
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
            .zip(self.assignment.connections())
            .enumerate()
            .find(|(_, (slot, targets))| {
                slot.subscriptions.is_none() && slot.due <= now && !targets.is_empty()
            });
        let Some((index, (slot, targets))) = needed else {
            return;
        };
        let (sender, subscriptions) = watch::channel(targets.clone());
        let record = slot.record.take().unwrap_or_else(|| {
            let health = &shared.context.health;
            Arc::new(health.add_connection(index + 1, P::MAX_SYMBOLS))
        });
        *slot = ConnectionSlot {
            subscriptions: Some(sender),
            record: Some(Arc::clone(&record)),
            is_open: Arc::default(),
            started_at: now,
            ..*slot
        };
        let (shared, is_open) = (Arc::clone(shared), Arc::clone(&slot.is_open));
        connections.spawn(async move {
            (
                index,
                connection::run(shared, subscriptions, is_open, record).await,
            )
        });
    }

    /// Handles the end of a connection and schedules a retry. Returns an error, which ends the refresh, if no other
    /// connection is open, or if the connection failed repeatedly and no prices are received.
    fn on_connection_end(
        &mut self,
        context: &Context,
        slots: &mut [ConnectionSlot],
        index: usize,
        outcome: Result<(), SourceError>,
    ) -> Result<(), SourceError> {
        let Err(error) = outcome else { return Ok(()) };
        let now = Instant::now();
        let slot = &mut slots[index];
        slot.subscriptions = None;
        if slot.started_at.elapsed() >= STABLE_AFTER {
            slot.failures = 0;
        }
        let delay = full_jitter(
            FIRST_RETRY_DELAY,
            MAX_RETRY_DELAY,
            slot.failures,
            &mut self.random,
        );
        slot.due = now + delay.max(MIN_RETRY_DELAY);
        slot.failures = slot.failures.saturating_add(1);
        let has_failed_before = slot.failures > 1;
        let is_last = slots.iter().all(|slot| slot.subscriptions.is_none());
        let now = context.clock.now();
        let last_success = context.health.read().last_success;
        let is_working = last_success.is_some_and(|at| now.duration_since(at) < MAX_WORKING_AGE);
        if is_last || (has_failed_before && !is_working) || matches!(error, SourceError::Stopping) {
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
