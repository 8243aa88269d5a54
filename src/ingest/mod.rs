//! The single writer of market data: receives [`Update`]s, merges them into the market in memory, publishes ticks at once, and
//! commits to disk at intervals.
//!
//! Publishing a tick never waits for the disk, and the number of ticks does not affect how often an SD card is written (a few
//! times a minute). Until a change is on disk, requests read it from memory.

mod bars;
mod cross_check;
mod earnings;
mod economy;
mod extended;
mod facts;
mod flush;
mod following;
mod load;
mod market_view;
mod merge;
mod outcome;
mod payouts;
mod pending;
mod prepare;
mod quotes;
mod replicated;
mod reports;
#[cfg(test)]
mod tests;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use tokio::{sync::mpsc, time::MissedTickBehavior};

pub(crate) use self::following::Follower;
pub use self::market_view::SharedMarketView;
use self::outcome::MergeOutcome;
pub use self::{
    flush::{Flusher, WriteBuffer},
    following::FollowerSettings,
    load::load,
    replicated::{apply_quotes, apply_records},
};
use crate::{
    alerts::AlertService,
    domain::{Clock, Timestamp, news::NewsItem, ticker::TickerId},
    live::hub::Hub,
    market::{Listing, Loading, Market, Topic},
    runtime::{health::Health, metrics::Counters, panics},
    source::{Envelope, Update},
};

/// Interval between evaluations of alert conditions that depend on time, such as closed bars and due summaries.
const ALERT_SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Encodes a ticker as the WebSocket frame for its subscribers.
pub type FrameEncoder = fn(&Listing, Timestamp) -> Bytes;

/// The task that merges updates into the market.
pub struct Ingest {
    /// The market in memory.
    pub market: Arc<Market>,
    /// Publishes ticks to live connections.
    pub hub: Arc<Hub>,
    /// Merged changes that wait for a commit.
    pub write_buffer: WriteBuffer,
    /// Current time.
    pub clock: Arc<dyn Clock>,
    /// Metric counters of merged and dropped data.
    pub counters: Arc<Counters>,
    /// Evaluates alerts on merged data.
    pub alerts: Arc<AlertService>,
    /// Encodes the frame of a tick, once for all subscribers.
    pub encode: FrameEncoder,
    /// Records the time of the last merge for the health check.
    pub health: Arc<Health>,
}

impl Ingest {
    /// Returns the view through which sources read the market.
    pub fn market_view(&self) -> SharedMarketView {
        SharedMarketView {
            market: Arc::clone(&self.market),
            hub: Arc::clone(&self.hub),
            alerts: Arc::clone(&self.alerts),
        }
    }

    /// Merges updates until all senders of the queue are dropped. [`Flusher`] commits the changes.
    pub async fn run(self, mut queue: mpsc::Receiver<Envelope>) {
        let mut alert_sweep = tokio::time::interval(ALERT_SWEEP_INTERVAL);
        alert_sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                envelope = queue.recv() => match envelope {
                    Some(envelope) => self.handle(envelope).await,
                    None => return,
                },
                _ = alert_sweep.tick() => {
                    let now = self.clock.now();
                    self.apply_due_splits(now).await;
                    self.alerts.sweep(now);
                }
            }
            self.write_buffer.wait_for_capacity().await;
        }
    }

    /// Adjusts the dividends, quotes and alerts of tickers whose announced split has taken effect.
    async fn apply_due_splits(&self, now: Timestamp) {
        let due = payouts::due_splits(&self.market.read(), now);
        for id in due {
            let mut merged = MergeOutcome::default();
            payouts::apply_splits(
                &mut self.market.write(),
                id,
                now,
                &mut self.write_buffer.pending(),
                &mut merged,
            );
            self.market.invalidate(Topic::Dividends);
        }
        let due = quotes::due_splits(&self.market.read(), now);
        for (id, symbol, splits) in due {
            let quote = quotes::apply_splits(&mut self.market.write(), id, now);
            let Some(quote) = quote else { continue };
            self.write_buffer.pending().quotes.insert(id, quote);
            for split in &splits {
                self.alerts.observe_split(&symbol, split, now);
            }
            self.market.invalidate(Topic::Tickers);
            self.publish(&[id], now).await;
        }
    }

    /// Merges an update and publishes the changes, or handles a control message such as [`Update::Save`].
    async fn handle(&self, envelope: Envelope) {
        panics::inject_panic("ingest");
        self.health.report_merged(Instant::now());
        match &envelope.update {
            Update::Barrier(barrier) => return barrier.notify_one(),
            Update::Save(reply) => return self.save(envelope.source, reply.clone()),
            Update::MarketComplete => return self.market.finish_loading(Loading::Histories),
            Update::HistoriesComplete => return self.market.finish_loading(Loading::Nothing),
            _ => {}
        }
        let names = prepare::names_for(&envelope, &self.market.read());
        for mut piece in prepare::split_large(envelope) {
            // The search for mentions is slow, so it runs before the market is locked.
            if let Some(names) = &names {
                prepare::add_mentions(&mut piece.update, names);
            }
            self.merge_piece(piece).await;
            // Requests may run between the pieces of a large update.
            tokio::task::yield_now().await;
        }
    }

    /// Flushes in the background, so that merging continues. Sends true to `reply` if all data of `source` so far is on disk.
    fn save(&self, source: &'static str, reply: mpsc::Sender<bool>) {
        let was_refused = self.write_buffer.pending().take_refused_source(source);
        let write_buffer = self.write_buffer.clone();
        tokio::spawn(async move {
            let is_saved = write_buffer.flush().await && !was_refused;
            // An error means that the receiver was dropped and needs no reply.
            let _ = reply.send(is_saved).await;
        });
    }

    async fn merge_piece(&self, envelope: Envelope) {
        let now = self.clock.now();
        let merged = merge::merge(
            &mut self.market.write(),
            envelope,
            now,
            &mut self.write_buffer.pending(),
        );
        self.counters.dropped.add(merged.dropped);
        self.counters.bars.add(merged.bars);
        for topic in merged.topics {
            self.market.invalidate(topic);
        }
        if let Some((symbol, interval, bars)) = &merged.new_bars {
            self.alerts.observe_bars(symbol, *interval, bars, now);
        }
        // Split first: alert thresholds must be adjusted before a price in new units is compared with them.
        if let Some((symbol, splits)) = &merged.splits {
            for split in splits {
                self.alerts.observe_split(symbol, split, now);
            }
        }
        self.evaluate_news(&merged.articles);
        if let Some((symbol, filings)) = &merged.filings {
            let price = self.price(symbol);
            self.alerts.observe_filings(symbol, filings, price, now);
        }
        self.publish(&merged.ticked, now).await;
    }

    fn evaluate_news(&self, articles: &[Arc<NewsItem>]) {
        for article in articles {
            for symbol in &article.update.symbols {
                let price = self.price(symbol);
                self.alerts.observe_news(symbol, &article.update, price);
            }
        }
    }

    fn price(&self, symbol: &str) -> Option<f64> {
        let market = self.market.read();
        let quote = market.by_symbol(symbol)?.quote.as_ref();
        quote.map(|quote| quote.price)
    }

    /// Evaluates alerts on the new prices and sends the encoded frames to live connections.
    async fn publish(&self, ticked: &[TickerId], now: Timestamp) {
        if ticked.is_empty() {
            return;
        }
        self.counters.ticks.add(ticked.len() as u64);
        let frames: Vec<_> = {
            let market = self.market.read();
            let listings = ticked.iter().filter_map(|id| market.get(*id));
            let observe_and_encode = |listing: &Listing| {
                if let Some(quote) = &listing.quote {
                    self.alerts
                        .observe_quote(&listing.ticker.profile.symbol, quote);
                }
                (listing.ticker.id, (self.encode)(listing, now))
            };
            listings.map(observe_and_encode).collect()
        };
        self.hub.publish(frames).await;
    }
}
