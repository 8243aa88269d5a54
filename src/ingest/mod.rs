//! The single writer of market data: receives [`Update`]s, merges them into the market in memory, publishes ticks at once, and
//! commits to disk at intervals.
//!
//! The disk is not on the path of a tick: an SD card is written a few times a minute however many ticks arrive. Unsaved changes
//! are readable in memory meanwhile.

mod bars;
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

/// How often time-based alert conditions are evaluated: closed bars, due summaries.
const ALERT_SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Encodes a listing as the frame for its subscribers.
pub type Encode = fn(&Listing, Timestamp) -> Bytes;

/// The task that merges updates.
pub struct Ingest {
    /// The market in memory.
    pub market: Arc<Market>,
    /// Publishes ticks to subscribers.
    pub hub: Arc<Hub>,
    /// Changes that wait for a commit.
    pub unsaved: WriteBuffer,
    /// Current time.
    pub clock: Arc<dyn Clock>,
    /// Counters of updates.
    pub counters: Arc<Counters>,
    /// Evaluates alerts on merged data.
    pub alerts: Arc<AlertService>,
    /// Encodes a frame, once per tick.
    pub encode: Encode,
    /// Is notified when updates are merged.
    pub health: Arc<Health>,
}

impl Ingest {
    /// Merges updates until the queue closes. [`Flusher`] commits them.
    pub async fn run(self, mut queue: mpsc::Receiver<Envelope>) {
        let mut alert_sweep = tokio::time::interval(ALERT_SWEEP_INTERVAL);
        alert_sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                envelope = queue.recv() => match envelope {
                    Some(envelope) => self.take(envelope).await,
                    None => return,
                },
                _ = alert_sweep.tick() => {
                    let now = self.clock.now();
                    self.restate(now).await;
                    self.alerts.sweep(now);
                }
            }
            self.unsaved.room().await;
        }
    }

    /// Restates the quotes of tickers whose announced split has taken effect.
    async fn restate(&self, now: Timestamp) {
        let due = quotes::due_splits(&self.market.read(), now);
        for (id, symbol, splits) in due {
            let quote = quotes::restate(&mut self.market.write(), id, now);
            let Some(quote) = quote else { continue };
            self.unsaved.pending().quotes.insert(id, quote);
            for split in &splits {
                self.alerts.observe_split(&symbol, split, now);
            }
            self.market.changed(Topic::Tickers);
            self.publish(&[id], now).await;
        }
    }

    /// Merges one update and publishes the changes.
    async fn take(&self, envelope: Envelope) {
        panics::inject_panic("ingest");
        self.health.merged(Instant::now());
        match &envelope.update {
            Update::Barrier(reached) => return reached.notify_one(),
            Update::Save(saved) => return self.save(envelope.source, saved.clone()),
            Update::MarketComplete => return self.market.finish_loading(Loading::Histories),
            Update::HistoriesComplete => return self.market.finish_loading(Loading::Nothing),
            _ => {}
        }
        let names = prepare::names_for(&envelope, &self.market.read());
        for mut piece in prepare::split_large(envelope) {
            // Runs before the market is locked, because readers wait for the lock.
            if let Some(names) = &names {
                prepare::add_mentions(&mut piece.update, names);
            }
            self.take_piece(piece).await;
            // Lets requests run between the pieces of a large update.
            tokio::task::yield_now().await;
        }
    }

    /// Sends to `saved` whether everything merged from `source` so far is on disk. Other updates are merged meanwhile.
    fn save(&self, source: &'static str, saved: mpsc::Sender<bool>) {
        let was_refused = self.unsaved.pending().take_refused_source(source);
        let unsaved = self.unsaved.clone();
        tokio::spawn(async move {
            let is_saved = unsaved.flush().await && !was_refused;
            // Fails if the receiver is gone.
            let _ = saved.send(is_saved).await;
        });
    }

    async fn take_piece(&self, envelope: Envelope) {
        let now = self.clock.now();
        let merged = merge::merge(
            &mut self.market.write(),
            envelope,
            now,
            &mut self.unsaved.pending(),
        );
        self.counters.dropped.add(merged.dropped);
        self.counters.bars.add(merged.bars);
        for topic in merged.topics {
            self.market.changed(topic);
        }
        if let Some((symbol, interval, bars)) = &merged.new_bars {
            self.alerts.observe_bars(symbol, *interval, bars, now);
        }
        // Alert thresholds are restated before alerts see a price in new units.
        if let Some((symbol, splits)) = &merged.splits {
            for split in splits {
                self.alerts.observe_split(symbol, split, now);
            }
        }
        self.evaluate_news(&merged.articles);
        self.publish(&merged.ticked, now).await;
    }

    fn evaluate_news(&self, articles: &[Arc<NewsItem>]) {
        for article in articles {
            for symbol in &article.update.symbols {
                let price = {
                    let market = self.market.read();
                    let quote = market
                        .by_symbol(symbol)
                        .and_then(|known| known.quote.as_ref());
                    quote.map(|quote| quote.price)
                };
                self.alerts.observe_news(symbol, &article.update, price);
            }
        }
    }

    async fn publish(&self, ticked: &[TickerId], now: Timestamp) {
        if ticked.is_empty() {
            return;
        }
        self.counters.ticks.add(ticked.len() as u64);
        let frames: Vec<_> = {
            let market = self.market.read();
            let listings = ticked.iter().filter_map(|id| market.get(*id));
            let frame = |listing: &Listing| {
                if let Some(quote) = &listing.quote {
                    self.alerts
                        .observe_quote(&listing.ticker.profile.symbol, quote);
                }
                (listing.ticker.id, (self.encode)(listing, now))
            };
            listings.map(frame).collect()
        };
        self.hub.publish(frames).await;
    }
}
