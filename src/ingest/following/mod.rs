//! Follows tickers outside of the catalogue, and unfollows unused tickers.

mod imported_bars;
mod starter_list;

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
        facts::TickerFacts,
        identity::{self, Identifier},
        symbol::{self, ConfiguredSymbol},
        ticker::{FollowInfo, Profile, Ticker, TickerId},
    },
    live::hub::Hub,
    market::{Market, MarketState},
    source::{
        Envelope, Update,
        lookup::{
            ExportedBars, FollowError, Following, FoundPrice, InstrumentListing, Lookup,
            LookupError, LookupFuture, SymbolHit,
        },
    },
    store::Store,
};

/// Maximum number of followed tickers.
const MAX_FOLLOWED: usize = 2_000;
/// Interval at which unused tickers are unfollowed.
const SWEEP_INTERVAL: Duration = Duration::from_secs(3_600);
/// Interval at which the use of opened tickers is stored. It is short because the program may be stopped before the next sweep.
const RECORD_USE_INTERVAL: Duration = Duration::from_secs(60);
/// Minimum time between two stored uses of a ticker, because its page may be open all day.
const MIN_USE_AGE: SignedDuration = SignedDuration::from_hours(1);
/// Delay before a failed lookup of a configured symbol is retried.
const LOOKUP_RETRY_DELAY: Duration = Duration::from_secs(60);

/// Settings of [`Follower`].
pub struct FollowerSettings {
    /// Looks up symbols; `None` in the sample market.
    pub lookup: Option<Arc<dyn Lookup>>,
    /// Symbols in the configuration, as the user typed them.
    pub configured: Vec<ConfiguredSymbol>,
    /// A ticker unused for this long is unfollowed.
    pub unused_for: SignedDuration,
    /// The setting whose symbols become the first watchlist of a new database; `None` for no list.
    pub starter_list: Option<&'static str>,
}

/// Follows tickers: looks up a symbol at the providers, sends the result to `ingest`, and waits until it is on disk.
pub struct Follower {
    settings: FollowerSettings,
    market: Arc<Market>,
    hub: Arc<Hub>,
    /// The queue of `ingest`. Weak, so that `ingest` stops when all other senders are gone.
    queue: mpsc::WeakSender<Envelope>,
    write_buffer: WriteBuffer,
    store: Store,
    clock: Arc<dyn Clock>,
    /// Locked by every write request, so that a ticker is not added to a list while it is unfollowed.
    write_lock: Arc<AsyncMutex<()>>,
    /// Locked while a ticker is followed, so that concurrent requests look up a symbol only once.
    follow_lock: AsyncMutex<()>,
    /// Times at which tickers were opened and that are not stored yet.
    opened_at: Mutex<HashMap<TickerId, Timestamp>>,
    /// Symbols of the tickers in the configuration, which are never unfollowed.
    configured_symbols: Mutex<HashSet<String>>,
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
            write_buffer: self.write_buffer.clone(),
            store: store.clone(),
            clock: Arc::clone(&self.clock),
            write_lock: Arc::default(),
            follow_lock: AsyncMutex::default(),
            opened_at: Mutex::default(),
            configured_symbols: Mutex::default(),
        }
    }
}

impl Follower {
    /// Returns the lock that every write request holds while it runs.
    pub fn write_lock(&self) -> Arc<AsyncMutex<()>> {
        Arc::clone(&self.write_lock)
    }

    /// Follows the configured symbols, and then unfollows unused tickers at intervals.
    pub(crate) async fn run(self: Arc<Self>) {
        let configured = &self.settings.configured;
        self.configured_symbols().extend(
            configured
                .iter()
                .filter_map(|configured| symbol::normalize(&configured.symbol)),
        );
        for symbol in configured {
            self.follow_configured(symbol).await;
        }
        self.create_starter_list().await;
        let mut sweep = tokio::time::interval(SWEEP_INTERVAL);
        sweep.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut record_use = tokio::time::interval(RECORD_USE_INTERVAL);
        record_use.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = sweep.tick() => self.sweep().await,
                _ = record_use.tick() => self.record_opened().await,
            }
        }
    }

    /// Follows a configured symbol. Retries while its provider is unavailable.
    async fn follow_configured(&self, configured: &ConfiguredSymbol) {
        let ConfiguredSymbol { setting, symbol } = configured;
        loop {
            match self.follow(symbol).await {
                Ok(_) => tracing::info!(setting, symbol, "follow: added a configured symbol"),
                Err(FollowError::AlreadyFollowed(_)) => {}
                Err(error @ FollowError::NotSavedYet(_)) => {
                    tracing::warn!(setting, symbol, %error, "follow: added a configured symbol, but could not save it yet; saving will be retried");
                }
                Err(FollowError::Lookup(LookupError::Unavailable(error))) => {
                    tracing::warn!(setting, symbol, %error, "follow: could not look up a configured symbol; retrying in a minute");
                    tokio::time::sleep(LOOKUP_RETRY_DELAY).await;
                    continue;
                }
                Err(error) => {
                    tracing::warn!(setting, symbol, %error, "follow: could not follow a configured symbol");
                }
            }
            let market = self.market.read();
            let known = find_ticker(&market, symbol).map(|ticker| ticker.profile.symbol.clone());
            self.configured_symbols().extend(known);
            return;
        }
    }

    fn configured_symbols(&self) -> MutexGuard<'_, HashSet<String>> {
        self.configured_symbols
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn opened_at(&self) -> MutexGuard<'_, HashMap<TickerId, Timestamp>> {
        self.opened_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    async fn follow_symbol(&self, typed: &str) -> Result<TickerId, FollowError> {
        self.check_not_known(typed)?;
        let (symbol, label) = lookup_text(typed)?;
        let Some(lookup) = &self.settings.lookup else {
            return Err(LookupError::Unknown(format!(
                "There is no ticker {label}. New tickers can only be followed in the live market."
            ))
            .into());
        };
        let _guard = self.follow_lock.lock().await;
        // Another request may have followed the ticker in the meantime.
        self.check_not_known(typed)?;
        if self.followed().len() >= MAX_FOLLOWED {
            return Err(FollowError::Rejected(format!(
                "{MAX_FOLLOWED} tickers are followed already; stop following some first."
            )));
        }
        let found = match lookup.find(&symbol).await {
            Err(LookupError::Unknown(message)) => return Err(self.unknown_symbol(typed, message)),
            found => found?,
        };
        if let Err(known) = self.check_not_known(&found.profile.symbol) {
            self.store_identifiers(&found.profile).await?;
            return Err(known);
        }
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
        self.commit(|| format!("{symbol} is followed")).await?;
        let id = self.market.read().id_of(&symbol);
        id.ok_or(FollowError::NotSaved)
    }

    /// Stores the identifiers in a profile for a ticker that is known already.
    async fn store_identifiers(&self, found: &Profile) -> Result<(), FollowError> {
        let symbol = {
            let market = self.market.read();
            let known = find_ticker(&market, &found.symbol);
            let Some(known) = known.filter(|known| {
                known.profile.isin.is_none() && found.isin.is_some()
                    || known.profile.figi.is_none() && found.figi.is_some()
            }) else {
                return Ok(());
            };
            known.profile.symbol.clone()
        };
        let facts = TickerFacts {
            symbol,
            isin: found.isin,
            figi: found.figi,
            ..TickerFacts::default()
        };
        self.merge("following", vec![Update::Facts(vec![facts])])
            .await
    }

    /// Looks up the listings of a ticker's instrument.
    async fn find_listings(&self, id: TickerId) -> Result<Vec<InstrumentListing>, LookupError> {
        let profile = {
            let market = self.market.read();
            let listing = market.get(id);
            listing.map(|listing| listing.ticker.profile.clone())
        };
        let (Some(profile), Some(lookup)) = (profile, &self.settings.lookup) else {
            return Ok(Vec::new());
        };
        let isin = profile.isin.map(Identifier::Isin);
        let Some(identifier) = isin.or(profile.figi.map(Identifier::Figi)) else {
            return Ok(Vec::new());
        };
        let Some(instrument) = lookup.listings(&identifier).await? else {
            return Ok(Vec::new());
        };
        let mut listings = instrument.listings.iter();
        let own = listings.find(|listing| symbol::may_mean(&listing.hit.symbol, &profile.symbol));
        let found = Profile {
            isin: instrument.isin,
            figi: own.and_then(|listing| listing.figi),
            ..profile
        };
        // A failure is ignored: the identifiers are stored when the page is opened again.
        let _ = self.store_identifiers(&found).await;
        Ok(instrument.listings)
    }

    /// Returns [`FollowError::AlreadyFollowed`] if the symbol is known already.
    fn check_not_known(&self, symbol: &str) -> Result<(), FollowError> {
        let market = self.market.read();
        match find_ticker(&market, symbol) {
            Some(known) => Err(FollowError::AlreadyFollowed(known.profile.symbol.clone())),
            None => Ok(()),
        }
    }

    /// Returns the error for a symbol that no provider knows: the symbol may be another vendor's code of a known ticker.
    fn unknown_symbol(&self, typed: &str, message: String) -> FollowError {
        let market = self.market.read();
        match market.find_by_code(typed) {
            Some(known) => FollowError::AlreadyFollowed(known.ticker.profile.symbol.clone()),
            None => LookupError::Unknown(message).into(),
        }
    }

    async fn unfollow_ticker(&self, id: TickerId) -> Result<(), FollowError> {
        let ticker = {
            let market = self.market.read();
            let listing = market.get(id).ok_or(FollowError::UnknownTicker(id))?;
            listing.ticker.clone()
        };
        let symbol = &ticker.profile.symbol;
        if ticker.followed.is_none() {
            return Err(FollowError::Rejected(format!(
                "{symbol} is one of the tickers that Marketdeck comes with; it cannot be unfollowed."
            )));
        }
        if self.configured_symbols().contains(symbol) {
            return Err(FollowError::Rejected(format!(
                "{symbol} is followed because the configuration names it or its currency; change 'symbols' or 'display_currency' there."
            )));
        }
        let usages = self.usages(&ticker).await?;
        if !usages.is_empty() {
            return Err(FollowError::Rejected(format!(
                "{symbol} is still needed: {}.",
                usages.join(", and ")
            )));
        }
        self.remove(id, symbol).await
    }

    /// Returns descriptions of the lists, alerts and other user data that contain the ticker.
    async fn usages(&self, ticker: &Ticker) -> Result<Vec<String>, FollowError> {
        let ticker = ticker.clone();
        let usages = self
            .store
            .run(move |store| store.ticker_uses(&ticker))
            .await;
        usages.map_err(|_| FollowError::NotSaved)
    }

    /// Removes a ticker from memory, and then from disk.
    async fn remove(&self, id: TickerId, symbol: &str) -> Result<(), FollowError> {
        self.merge("following", vec![Update::Unfollow(id)]).await?;
        self.commit(|| format!("{symbol} is no longer followed"))
            .await
    }

    /// Sends updates to `ingest` and waits until they are merged.
    async fn merge(&self, source: &'static str, updates: Vec<Update>) -> Result<(), FollowError> {
        let queue = self.queue.upgrade().ok_or(FollowError::NotSaved)?;
        let merged = Arc::new(Notify::new());
        let barrier = Update::Barrier(Arc::clone(&merged));
        for update in updates.into_iter().chain([barrier]) {
            let sent = queue.send(Envelope { source, update }).await;
            sent.map_err(|_| FollowError::NotSaved)?;
        }
        merged.notified().await;
        Ok(())
    }

    /// Commits merged updates. If the commit fails, the error contains `description`, a clause such as "AAPL is followed".
    async fn commit(&self, description: impl FnOnce() -> String) -> Result<(), FollowError> {
        if self.write_buffer.flush().await {
            return Ok(());
        }
        Err(FollowError::NotSavedYet(description()))
    }

    /// Returns the followed tickers.
    fn followed(&self) -> Vec<Ticker> {
        let market = self.market.read();
        let tickers = market.listings().iter().map(|listing| &listing.ticker);
        tickers
            .filter(|ticker| ticker.followed.is_some())
            .cloned()
            .collect()
    }

    /// Stores when tickers were opened.
    async fn record_opened(&self) {
        let opened_at = std::mem::take(&mut *self.opened_at());
        if opened_at.is_empty() {
            return;
        }
        let used: Vec<_> = {
            let market = self.market.read();
            let unrecorded = opened_at.into_iter().filter(|(id, at)| {
                let followed = market
                    .get(*id)
                    .and_then(|listing| listing.ticker.followed.as_ref());
                // After the clock was set back, `used_at` is in the future, so the absolute distance counts.
                followed.is_some_and(|info| at.duration_since(info.used_at).abs() >= MIN_USE_AGE)
            });
            unrecorded.collect()
        };
        if !used.is_empty() {
            let _ = self.merge("following", vec![Update::Used(used)]).await;
        }
    }

    /// Stores which tickers are in use, and unfollows tickers that were unused for too long.
    async fn sweep(&self) {
        self.record_opened().await;
        let _guard = self.write_lock.lock().await;
        let now = self.clock.now();
        let watched: HashSet<TickerId> = self.hub.watched().into_iter().collect();
        let configured = self.configured_symbols().clone();
        let (mut used, mut unused) = (Vec::new(), Vec::new());
        for ticker in self.followed() {
            let Ok(usages) = self.usages(&ticker).await else {
                continue;
            };
            let is_in_use = !usages.is_empty()
                || watched.contains(&ticker.id)
                || configured.contains(&ticker.profile.symbol);
            let used_at = ticker
                .followed
                .as_ref()
                .map_or(now, |followed| followed.used_at);
            if is_in_use {
                used.push((ticker.id, now));
            } else if now.duration_since(used_at) > self.settings.unused_for {
                unused.push(ticker);
            }
        }
        let _ = self.merge("following", vec![Update::Used(used)]).await;
        for ticker in unused {
            let symbol = &ticker.profile.symbol;
            match self.remove(ticker.id, symbol).await {
                Ok(()) => tracing::info!(symbol, "follow: unfollowed an unused ticker"),
                Err(error) => {
                    tracing::warn!(symbol, %error, "follow: could not unfollow an unused ticker");
                }
            }
        }
    }
}

/// Returns the symbol or identifier to look up for a typed text, and a phrase for messages: `called AAPL`.
fn lookup_text(typed: &str) -> Result<(String, String), FollowError> {
    if let Some(identifier) = identity::recognize(typed).transpose()? {
        let label = format!("with the {} {identifier}", identifier.kind());
        return Ok((identifier.to_string(), label));
    }
    let symbol =
        symbol::normalize(typed).ok_or_else(|| FollowError::InvalidSymbol(typed.to_owned()))?;
    let label = format!("called {symbol}");
    Ok((symbol, label))
}

/// Returns the ticker that a typed symbol means.
fn find_ticker<'a>(market: &'a MarketState, typed: &str) -> Option<&'a Ticker> {
    market
        .find_by_spelling(typed)
        .map(|listing| &listing.ticker)
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

    fn listings(&self, id: TickerId) -> LookupFuture<'_, Vec<InstrumentListing>, LookupError> {
        Box::pin(self.find_listings(id))
    }

    fn opened(&self, id: TickerId) {
        self.opened_at().insert(id, self.clock.now());
    }
}

#[cfg(test)]
mod tests;
