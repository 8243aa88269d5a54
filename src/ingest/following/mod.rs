//! Following tickers outside of the catalogue, and unfollowing unused ones.

mod imported_bars;

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Mutex as AsyncMutex, Notify, mpsc};

use super::{Ingest, WriteBuffer};
use crate::{
    domain::{
        Clock,
        symbol::{self, ConfiguredSymbol},
        ticker::{FollowInfo, Ticker, TickerId},
    },
    live::hub::Hub,
    market::{Market, MarketState},
    source::{
        Envelope, Update,
        lookup::{
            ExportedBars, FollowError, Following, FoundPrice, Lookup, LookupError, LookupFuture,
            SymbolHit,
        },
    },
    store::Store,
};

/// Maximum number of followed tickers.
const MAX_FOLLOWED: usize = 2_000;
/// How often unused tickers are unfollowed.
const SWEEP_INTERVAL: Duration = Duration::from_secs(3_600);
/// How often opened tickers are stored as used: the program may be stopped before the next sweep.
const NOTE_INTERVAL: Duration = Duration::from_secs(60);
/// Minimum time between two notes of a ticker's use: its page may be opened all day.
const MIN_NOTE_AGE: SignedDuration = SignedDuration::from_hours(1);
/// Delay before a failed lookup of a configured symbol is retried.
const LOOKUP_RETRY_DELAY: Duration = Duration::from_secs(60);

/// Settings of [`Follower`].
pub struct FollowerSettings {
    /// Looks up symbols; `None` in the sample market.
    pub lookup: Option<Arc<dyn Lookup>>,
    /// Symbols of the configuration, as typed.
    pub configured: Vec<ConfiguredSymbol>,
    /// A ticker unused for this long is unfollowed.
    pub unused_for: SignedDuration,
}

/// Follows tickers: looks them up, sends the result to `ingest`, and waits until it is on disk.
pub struct Follower {
    settings: FollowerSettings,
    market: Arc<Market>,
    hub: Arc<Hub>,
    /// The queue of `ingest`. Weak, so that `ingest` stops when all other senders are gone.
    queue: mpsc::WeakSender<Envelope>,
    unsaved: WriteBuffer,
    store: Store,
    clock: Arc<dyn Clock>,
    /// Locked by every write request, so that a ticker is not added to a list while it is unfollowed.
    writing: Arc<AsyncMutex<()>>,
    /// Locked while following, so that a symbol is looked up once.
    one_at_a_time: AsyncMutex<()>,
    /// When tickers were opened, since the last note.
    opened: Mutex<HashMap<TickerId, Timestamp>>,
    /// Symbols of tickers that the configuration names.
    named: Mutex<HashSet<String>>,
}

impl Ingest {
    /// Creates a follower that sends updates to `queue`.
    pub fn follower(
        &self,
        settings: FollowerSettings,
        store: &Store,
        queue: &mpsc::Sender<Envelope>,
    ) -> Follower {
        Follower {
            settings,
            market: Arc::clone(&self.market),
            hub: Arc::clone(&self.hub),
            queue: queue.downgrade(),
            unsaved: self.unsaved.clone(),
            store: store.clone(),
            clock: Arc::clone(&self.clock),
            writing: Arc::default(),
            one_at_a_time: AsyncMutex::default(),
            opened: Mutex::default(),
            named: Mutex::default(),
        }
    }
}

impl Follower {
    /// The lock that every write request holds.
    pub fn writing(&self) -> Arc<AsyncMutex<()>> {
        Arc::clone(&self.writing)
    }

    /// Follows the configured symbols, and then unfollows unused tickers at intervals.
    pub(crate) async fn run(self: Arc<Self>) {
        let named = self.settings.configured.iter();
        self.named()
            .extend(named.filter_map(|one| symbol::normalize(&one.symbol)));
        for one in &self.settings.configured {
            self.follow_configured(one).await;
        }
        let mut sweep = tokio::time::interval(SWEEP_INTERVAL);
        sweep.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut note = tokio::time::interval(NOTE_INTERVAL);
        note.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = sweep.tick() => self.sweep().await,
                _ = note.tick() => self.note_opened().await,
            }
        }
    }

    /// Follows a configured symbol; retries while its provider fails.
    async fn follow_configured(&self, configured: &ConfiguredSymbol) {
        let ConfiguredSymbol { setting, symbol } = configured;
        loop {
            match self.follow(symbol).await {
                Ok(_) => tracing::info!(setting, symbol, "following a configured symbol"),
                Err(FollowError::Followed(_)) => {}
                Err(error @ FollowError::NotSavedYet(_)) => {
                    tracing::warn!(setting, "{error}");
                }
                Err(FollowError::Lookup(LookupError::Unavailable(error))) => {
                    tracing::warn!(setting, symbol, %error, "a configured symbol could not be looked up; retrying in a minute");
                    tokio::time::sleep(LOOKUP_RETRY_DELAY).await;
                    continue;
                }
                Err(error) => {
                    tracing::warn!(setting, symbol, %error, "unknown symbol in the configuration");
                }
            }
            let market = self.market.read();
            let known = find(&market, symbol).map(|ticker| ticker.profile.symbol.clone());
            self.named().extend(known);
            return;
        }
    }

    fn named(&self) -> MutexGuard<'_, HashSet<String>> {
        self.named.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn opens(&self) -> MutexGuard<'_, HashMap<TickerId, Timestamp>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn follow_symbol(&self, typed: &str) -> Result<TickerId, FollowError> {
        let symbol =
            symbol::normalize(typed).ok_or_else(|| FollowError::InvalidSymbol(typed.to_owned()))?;
        self.refuse_known(typed)?;
        let Some(lookup) = &self.settings.lookup else {
            return Err(LookupError::Unknown(format!(
                "There is no ticker called {symbol}. New tickers can only be followed in the live market."
            ))
            .into());
        };
        let _alone = self.one_at_a_time.lock().await;
        self.refuse_known(typed)?;
        if self.followed().len() >= MAX_FOLLOWED {
            return Err(FollowError::Kept(format!(
                "{MAX_FOLLOWED} tickers are followed already; stop following some first."
            )));
        }
        let found = match lookup.find(&symbol).await {
            Err(LookupError::Unknown(why)) => return Err(self.by_code(typed, why)),
            found => found?,
        };
        self.refuse_known(&found.profile.symbol)?;
        let now = self.clock.now();
        let symbol = found.profile.symbol.clone();
        let followed = FollowInfo {
            symbol: found.symbol,
            at: now,
            used_at: now,
        };
        let mut updates = vec![Update::Follow(Box::new(found.profile), followed)];
        updates.extend(found.updates);
        self.merge(found.source, updates).await?;
        self.saved(|| format!("{symbol} is followed")).await?;
        let id = self.market.read().id_of(&symbol);
        id.ok_or(FollowError::NotSaved)
    }

    /// Returns an error if the symbol is known already.
    fn refuse_known(&self, symbol: &str) -> Result<(), FollowError> {
        let market = self.market.read();
        match find(&market, symbol) {
            Some(known) => Err(FollowError::Followed(known.profile.symbol.clone())),
            None => Ok(()),
        }
    }

    /// The error for a symbol that no provider knows. It may be a code of a followed ticker at another exchange.
    fn by_code(&self, typed: &str, unknown: String) -> FollowError {
        let market = self.market.read();
        match market.by_code(typed) {
            Some(known) => FollowError::Followed(known.ticker.profile.symbol.clone()),
            None => LookupError::Unknown(unknown).into(),
        }
    }

    async fn unfollow_ticker(&self, id: TickerId) -> Result<(), FollowError> {
        let ticker = {
            let market = self.market.read();
            let listing = market.get(id).ok_or(FollowError::NoTicker(id))?;
            listing.ticker.clone()
        };
        let symbol = &ticker.profile.symbol;
        if ticker.followed.is_none() {
            return Err(FollowError::Kept(format!(
                "{symbol} is one of the tickers that Marketdeck comes with; it cannot be unfollowed."
            )));
        }
        if self.named().contains(symbol) {
            return Err(FollowError::Kept(format!(
                "{symbol} is followed because the configuration names it or its currency; change 'symbols' or 'display_currency' there."
            )));
        }
        let usages = self.usages(&ticker).await?;
        if !usages.is_empty() {
            return Err(FollowError::Kept(format!(
                "{symbol} is still needed: {}.",
                usages.join(", and ")
            )));
        }
        self.forget(id, symbol).await
    }

    async fn usages(&self, ticker: &Ticker) -> Result<Vec<String>, FollowError> {
        let ticker = ticker.clone();
        let usages = self
            .store
            .run(move |store| store.ticker_uses(&ticker))
            .await;
        usages.map_err(|_| FollowError::NotSaved)
    }

    /// Removes a ticker from memory, and then from the disk.
    async fn forget(&self, id: TickerId, symbol: &str) -> Result<(), FollowError> {
        self.merge("following", vec![Update::Unfollow(id)]).await?;
        self.saved(|| format!("{symbol} is no longer followed"))
            .await
    }

    /// Sends updates to `ingest` and waits until they are merged.
    async fn merge(&self, source: &'static str, updates: Vec<Update>) -> Result<(), FollowError> {
        let queue = self.queue.upgrade().ok_or(FollowError::NotSaved)?;
        let merged = Arc::new(Notify::new());
        let mark = Update::Barrier(Arc::clone(&merged));
        for update in updates.into_iter().chain([mark]) {
            let sent = queue.send(Envelope { source, update }).await;
            sent.map_err(|_| FollowError::NotSaved)?;
        }
        merged.notified().await;
        Ok(())
    }

    /// Commits merged updates; if that fails, `done` describes what is true in memory.
    async fn saved(&self, done: impl FnOnce() -> String) -> Result<(), FollowError> {
        if self.unsaved.flush().await {
            return Ok(());
        }
        Err(FollowError::NotSavedYet(done()))
    }

    fn followed(&self) -> Vec<Ticker> {
        let market = self.market.read();
        let tickers = market.listings().iter().map(|listing| &listing.ticker);
        tickers
            .filter(|ticker| ticker.followed.is_some())
            .cloned()
            .collect()
    }

    /// Stores which tickers were opened.
    async fn note_opened(&self) {
        let opened = std::mem::take(&mut *self.opens());
        if opened.is_empty() {
            return;
        }
        let followed = self.followed();
        let used = followed.iter().filter_map(|ticker| {
            let at = *opened.get(&ticker.id)?;
            let used_at = ticker.followed.as_ref()?.used_at;
            // If the clock was set back, the note is in the future.
            let is_noted = at.duration_since(used_at).abs() < MIN_NOTE_AGE;
            (!is_noted).then_some((ticker.id, at))
        });
        let used: Vec<_> = used.collect();
        if !used.is_empty() {
            let _ = self.merge("following", vec![Update::Used(used)]).await;
        }
    }

    /// Stores which tickers are in use, and unfollows tickers unused for long.
    async fn sweep(&self) {
        self.note_opened().await;
        let _writing = self.writing.lock().await;
        let now = self.clock.now();
        let watched: HashSet<TickerId> = self.hub.watched().into_iter().collect();
        let named = self.named().clone();
        let (mut used, mut unused) = (Vec::new(), Vec::new());
        for ticker in self.followed() {
            let Ok(usages) = self.usages(&ticker).await else {
                continue;
            };
            let is_held = !usages.is_empty()
                || watched.contains(&ticker.id)
                || named.contains(&ticker.profile.symbol);
            let used_at = ticker.followed.as_ref().map_or(now, |one| one.used_at);
            if is_held {
                used.push((ticker.id, now));
            } else if now.duration_since(used_at) > self.settings.unused_for {
                unused.push(ticker);
            }
        }
        let _ = self.merge("following", vec![Update::Used(used)]).await;
        for ticker in unused {
            let symbol = &ticker.profile.symbol;
            match self.forget(ticker.id, symbol).await {
                Ok(()) => tracing::info!(symbol, "unfollowed an unused ticker"),
                Err(error) => tracing::warn!(symbol, %error, "could not unfollow an unused ticker"),
            }
        }
    }
}

/// Finds the ticker of a typed symbol.
fn find<'a>(market: &'a MarketState, typed: &str) -> Option<&'a Ticker> {
    market.by_spelling(typed).map(|listing| &listing.ticker)
}

impl Following for Follower {
    fn can_follow(&self) -> bool {
        self.settings.lookup.is_some()
    }

    fn follow<'a>(&'a self, typed: &'a str) -> LookupFuture<'a, TickerId, FollowError> {
        Box::pin(self.follow_symbol(typed))
    }

    fn unfollow(&self, id: TickerId) -> LookupFuture<'_, (), FollowError> {
        Box::pin(self.unfollow_ticker(id))
    }

    fn import_bars(&self, exported: Vec<ExportedBars>) -> LookupFuture<'_, (), FollowError> {
        Box::pin(async move {
            for bars in exported {
                self.import_ticker_bars(bars).await?;
            }
            Ok(())
        })
    }

    fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async move {
            match &self.settings.lookup {
                Some(lookup) => lookup.search(query).await,
                // The sample market has no other tickers.
                None => Ok(Vec::new()),
            }
        })
    }

    fn prices<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async move {
            match &self.settings.lookup {
                Some(lookup) => lookup.prices(query).await,
                None => Ok(Vec::new()),
            }
        })
    }

    fn opened(&self, id: TickerId) {
        self.opens().insert(id, self.clock.now());
    }
}

#[cfg(test)]
mod tests;
