//! The one writer of market data: takes [`Update`]s, merges them into the market in memory,
//! publishes ticks at once, and commits to disk on its own clock.
//!
//! Disk is beside the tick's path, not on it: an SD card is written a few times a minute however
//! many ticks arrive, and what waits for it is readable in memory meanwhile.

mod announce;
mod known;
mod load;
mod merge;
mod pending;
mod resume;
#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use tokio::{sync::mpsc, task::JoinHandle, time::MissedTickBehavior};

use self::pending::Pending;
pub use self::{
    announce::announce,
    load::load,
    resume::{resume, seed_alerts},
};
use crate::{
    alerts::AlertService,
    counters::Counters,
    domain::{Timestamp, clock::Clock, news::NewsItem, ticker::TickerId},
    importer::{Envelope, Update},
    live::hub::Hub,
    market::{Listing, Market, Topic},
    store::{MarketBatch, Store, StoreError},
};

/// Bars that may wait before they are written without waiting for the clock: a first start's
/// history goes to disk in pieces of this size.
const BARS_AT_ONCE: usize = 20_000;

/// Every so many commits, quotes go to disk too: each commit rewrites them all, the next tick
/// supersedes them, and their source brings them again after a kill. Sparing them keeps an SD card
/// below 6 MB an hour.
const QUOTES_EVERY: u32 = 8;

/// How often alerts are judged on the passing of time: bars that are over, summaries that are due.
const SWEEP_EVERY: Duration = Duration::from_secs(5);

/// Turns a listing into the frame its subscribers get.
pub type Encode = fn(&Listing, Timestamp) -> Bytes;

/// What `ingest` works with.
pub struct Ingest {
    /// Where ticks are merged.
    pub market: Arc<Market>,
    /// Who hears of them.
    pub hub: Arc<Hub>,
    /// Where they are kept.
    pub store: Store,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Counts what passes.
    pub counters: Arc<Counters>,
    /// Judges alerts on what was merged.
    pub alerts: Arc<AlertService>,
    /// Encodes a frame, once per tick.
    pub encode: Encode,
    /// How often market data is committed.
    pub flush_every: Duration,
}

impl Ingest {
    /// Takes updates until the queue closes, then commits what is left.
    pub async fn run(self, mut queue: mpsc::Receiver<Envelope>) {
        let mut flusher = Flusher::new(
            self.store.clone(),
            Arc::clone(&self.market),
            Arc::clone(&self.clock),
        );
        let mut flush_interval = tokio::time::interval(self.flush_every);
        flush_interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut alert_sweep = tokio::time::interval(SWEEP_EVERY);
        alert_sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = flusher.settled() => {}
                envelope = queue.recv() => match envelope {
                    Some(envelope) => self.take(envelope, &mut flusher.pending),
                    None => break,
                },
                _ = flush_interval.tick() => flusher.start(),
                _ = alert_sweep.tick() => self.alerts.sweep(self.clock.now()),
            }
            if flusher.overflows() {
                flusher.finish().await;
                flusher.start();
            }
        }
        flusher.finish().await;
        flusher.start_all();
        flusher.finish().await;
    }

    /// Merges one update and tells everybody whom it concerns.
    fn take(&self, envelope: Envelope, pending: &mut Pending) {
        if let Update::Mark(reached) = &envelope.update {
            reached.notify_one();
            return;
        }
        let now = self.clock.now();
        let merged = merge::merge(&mut self.market.write(), envelope, now, pending);
        self.counters.dropped.add(merged.dropped);
        self.counters.bars.add(merged.bars);
        for topic in merged.topics {
            self.market.changed(topic);
        }
        if let Some((symbol, interval, bars)) = &merged.taken {
            self.alerts.observe_bars(symbol, *interval, bars, now);
        }
        self.judge_news(&merged.articles);
        self.publish(&merged.ticked, now);
    }

    fn judge_news(&self, articles: &[Arc<NewsItem>]) {
        for article in articles {
            for symbol in &article.update.symbols {
                let price = {
                    let book = self.market.read();
                    let quote = book
                        .by_symbol(symbol)
                        .and_then(|known| known.quote.as_ref());
                    quote.map(|quote| quote.price)
                };
                self.alerts.observe_news(symbol, &article.update, price);
            }
        }
    }

    fn publish(&self, ticked: &[TickerId], now: Timestamp) {
        if ticked.is_empty() {
            return;
        }
        self.counters.ticks.add(ticked.len() as u64);
        let frames: Vec<_> = {
            let book = self.market.read();
            let listings = ticked.iter().filter_map(|id| book.get(*id));
            let frame = |listing: &Listing| {
                if let Some(quote) = &listing.quote {
                    self.alerts
                        .observe_quote(&listing.ticker.profile.symbol, quote);
                }
                (listing.ticker.id, (self.encode)(listing, now))
            };
            listings.map(frame).collect()
        };
        self.hub.publish(frames);
    }
}

/// Commits what is pending, one commit at a time, and keeps a failed one for the next.
struct Flusher {
    store: Store,
    market: Arc<Market>,
    clock: Arc<dyn Clock>,
    pending: Pending,
    running: Option<JoinHandle<(MarketBatch, Result<(), StoreError>)>>,
    commits: u32,
    ill: bool,
}

impl Flusher {
    fn new(store: Store, market: Arc<Market>, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            market,
            clock,
            pending: Pending::default(),
            running: None,
            commits: 0,
            ill: false,
        }
    }

    /// Whether so much waits that it is written without waiting for the clock. While nothing can be
    /// written it is not: each attempt opens the file anew, and the market would wait for it.
    fn overflows(&self) -> bool {
        self.pending.bars() >= BARS_AT_ONCE && !self.ill
    }

    /// Starts a commit, if it is time for one of everything, or of everything but quotes.
    fn start(&mut self) {
        if self.running.is_none() {
            let with_quotes = self.commits.is_multiple_of(QUOTES_EVERY);
            self.commits = self.commits.wrapping_add(1);
            self.commit(with_quotes);
        }
    }

    /// Starts a commit of everything.
    fn start_all(&mut self) {
        if self.running.is_none() {
            self.commit(true);
        }
    }

    fn commit(&mut self, with_quotes: bool) {
        let quotes = if with_quotes {
            None
        } else {
            Some(std::mem::take(&mut self.pending.quotes))
        };
        let batch = (!self.pending.is_empty()).then(|| self.pending.take());
        self.pending.quotes.extend(quotes.into_iter().flatten());
        let Some(batch) = batch else { return };
        let (store, now) = (self.store.clone(), self.clock.now());
        self.running = Some(tokio::task::spawn_blocking(move || {
            let result = store.commit(&batch, now);
            (batch, result)
        }));
    }

    /// Resolves when the running commit is over, and never while there is none.
    async fn settled(&mut self) {
        let Some(running) = self.running.as_mut() else {
            return std::future::pending().await;
        };
        let done = running.await;
        self.running = None;
        match done {
            Ok((batch, result)) => self.settle(batch, result),
            Err(error) => {
                tracing::error!(%error, "a commit of market data panicked; it will come again from its sources");
            }
        }
    }

    /// Waits for the running commit, if there is one.
    async fn finish(&mut self) {
        if self.running.is_some() {
            self.settled().await;
        }
    }

    fn settle(&mut self, batch: MarketBatch, result: Result<(), StoreError>) {
        match result {
            Ok(()) => {
                if std::mem::take(&mut self.ill) {
                    tracing::info!("the database can be written again");
                }
                self.market.write().saved(&batch.bars);
                if !batch.bars.is_empty() {
                    self.market.changed(Topic::Bars);
                }
            }
            Err(error) => {
                if !std::mem::replace(&mut self.ill, true) {
                    tracing::error!(%error, "market data could not be saved; it is kept in memory and tried again");
                }
                self.pending.put_back(batch);
            }
        }
    }
}
