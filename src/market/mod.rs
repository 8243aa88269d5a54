//! The market in memory, read by every request and every tick.
//!
//! `ingest` is the only writer. Readers take a short read lock, copy what they need and release it; no lock is held
//! across an await or a disk read.

mod bar_filter;
mod extended;
mod holdings;
mod live_prices;
mod news;
mod price_review;
mod rates;
mod recent_closes;
mod reports;
mod search;
mod state;
mod symbol_lookup;

use std::sync::{
    Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
    atomic::{AtomicU8, AtomicU64, Ordering},
};

use tokio::sync::Notify;

use crate::domain::search::SearchIndex;

pub use extended::ExtendedHours;
pub(crate) use holdings::{HeldPosition, HoldingsTotals};
pub(crate) use live_prices::LivePrices;
pub(crate) use news::NewsList;
pub(crate) use price_review::{DoubtedPrice, PriceReview};
pub(crate) use rates::{Rate, RateBasis};
pub use recent_closes::{RecentCloses, session_week_ago};
use search::SearchCache;
pub(crate) use state::{Listing, MarketState, OVERVIEW_SYMBOLS, overlay};

/// A part of the market with its own version. Cached responses are valid until the version of their topic changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    /// Profiles, quotes and sparklines.
    Tickers,
    /// Bars of any ticker.
    Bars,
    /// Dividends and splits of any ticker.
    Dividends,
    /// Articles.
    News,
    /// Token offerings.
    Icos,
    /// Earnings reports.
    Earnings,
    /// Economic calendar.
    Economy,
    /// Fund facts.
    Funds,
    /// Fear and greed.
    FearGreed,
    /// Fundamentals and filings of any ticker.
    Reports,
    /// Currency rates and yields that an authority publishes daily.
    Fixings,
}

/// Number of [`Topic`]s.
const TOPICS: usize = 11;

/// The data that is still missing while the market is loaded for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loading {
    /// The market is complete.
    Nothing = 0,
    /// Bars of some tickers are missing.
    Histories = 1,
    /// Tickers, prices and all other data are missing.
    Market = 2,
}

/// The market, shared by all tasks.
#[derive(Debug, Default)]
pub struct Market {
    state: RwLock<MarketState>,
    versions: [AtomicU64; TOPICS],
    /// A [`Loading`] as a number.
    loading: AtomicU8,
    /// Wakes tasks in [`Market::wait_loaded`].
    loading_progress: Notify,
    search: SearchCache,
}

impl Market {
    /// Creates a market with the stored state.
    pub fn new(state: MarketState) -> Self {
        Self {
            state: RwLock::new(state),
            versions: Default::default(),
            loading: AtomicU8::new(Loading::Nothing as u8),
            loading_progress: Notify::new(),
            search: SearchCache::default(),
        }
    }

    /// Takes the read lock. Release it before awaiting.
    pub fn read(&self) -> RwLockReadGuard<'_, MarketState> {
        // A poisoned lock is used all the same: a panic during a write leaves at most single values half merged.
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the write lock; for `ingest` only. Call [`Market::invalidate`] afterwards.
    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, MarketState> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks the market as incomplete, as on a first start: requests that need the `missing` part wait for
    /// [`Market::finish_loading`].
    pub(crate) fn begin_loading(&self, missing: Loading) {
        self.loading.store(missing as u8, Ordering::Release);
    }

    /// Marks the market as complete except for the `missing` part. A complete part stays complete.
    pub(crate) fn finish_loading(&self, missing: Loading) {
        self.loading.fetch_min(missing as u8, Ordering::AcqRel);
        self.loading_progress.notify_waiters();
    }

    /// Returns true while the first market is being loaded.
    pub(crate) fn is_loading(&self) -> bool {
        self.loading.load(Ordering::Acquire) >= Loading::Market as u8
    }

    /// Returns true while some price histories of the first market may be missing.
    pub(crate) fn is_loading_histories(&self) -> bool {
        self.loading.load(Ordering::Acquire) >= Loading::Histories as u8
    }

    /// Waits until the market is loaded; histories may still be missing.
    pub(crate) async fn wait_loaded(&self) {
        let progress = self.loading_progress.notified();
        if self.is_loading() {
            progress.await;
        }
    }

    /// Invalidates cached responses for `topic`, because its data has changed.
    pub(crate) fn invalidate(&self, topic: Topic) {
        self.versions[topic as usize].fetch_add(1, Ordering::Release);
    }

    /// Returns the version of `topic`, which increases with every change.
    pub(crate) fn version(&self, topic: Topic) -> u64 {
        self.versions[topic as usize].load(Ordering::Acquire)
    }

    /// Returns the search index of `state`, which must be the state of this market. Builds it if [`Market::refresh_search_index`] has not
    /// seen the latest profiles, so that a search always finds a ticker that was just added.
    pub(crate) fn search_index(&self, state: &MarketState) -> Arc<SearchIndex> {
        self.search.index(state)
    }

    /// Builds the search index if profiles have changed since the last one. Locks the market only while the names are copied.
    pub(crate) fn refresh_search_index(&self) {
        if self.is_search_index_current() {
            return;
        }
        let (version, texts) = {
            let state = self.read();
            (state.profiles_version(), state.search_texts())
        };
        self.search.build(version, texts);
    }

    /// Returns true if the search index contains the latest profiles.
    pub(crate) fn is_search_index_current(&self) -> bool {
        self.search.version() == Some(self.read().profiles_version())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::{Profile, Ticker, TickerId, TickerKind};

    fn add(market: &Market, id: u32, symbol: &str, name: &str) {
        let profile = Profile::new(symbol, name, TickerKind::Stock);
        market.write().put(Ticker::new(TickerId(id), profile));
    }

    fn found_ids(market: &Market, query: &str) -> Vec<u32> {
        let state = market.read();
        let ids = state.search(&market.search_index(&state), query, 10);
        ids.into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn a_search_finds_what_was_added_before_and_after_the_refresh() {
        let market = Market::default();
        add(&market, 1, "ORAN", "Orange");
        assert_eq!(found_ids(&market, "orange"), [1]);
        add(&market, 2, "LEMN", "Lemon");
        market.refresh_search_index();
        assert_eq!(found_ids(&market, "lemon"), [2]);
        add(&market, 3, "PLUM", "Plum");
        assert_eq!(found_ids(&market, "plum"), [3]);
        market.write().remove(TickerId(3));
        assert!(found_ids(&market, "plum").is_empty());
    }

    #[test]
    fn the_index_is_built_once_for_the_same_profiles() {
        let market = Market::default();
        add(&market, 1, "ORAN", "Orange");
        market.refresh_search_index();
        let index = market.search_index(&market.read());
        market.refresh_search_index();
        assert!(Arc::ptr_eq(&index, &market.search_index(&market.read())));
        add(&market, 1, "ORAN", "Orange");
        market.refresh_search_index();
        assert!(Arc::ptr_eq(&index, &market.search_index(&market.read())));
        add(&market, 1, "ORAN", "Orange SA");
        market.refresh_search_index();
        assert!(!Arc::ptr_eq(&index, &market.search_index(&market.read())));
    }
}
