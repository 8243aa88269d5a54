//! The market in memory: what every request and every tick reads.
//!
//! `ingest` is the only writer. Readers take a short read lock, copy what they need and let go;
//! nobody holds it over an await or a disk read.

mod doubts;
mod extended;
mod news;
mod rates;
mod recent;
mod search;
mod spelled;
mod state;
mod true_bars;

use std::sync::{
    PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
    atomic::{AtomicU8, AtomicU64, Ordering},
};

use tokio::sync::Notify;

pub(crate) use doubts::{Doubts, UnbelievedPrice};
pub use extended::ExtendedHours;
pub(crate) use news::NewsList;
pub(crate) use rates::Rate;
pub use recent::{Recent, session_week_ago};
pub(crate) use state::{Listing, MarketState, OVERVIEW_SYMBOLS, overlay};

/// Parts of the market that change together. Shared answers are cached until their topic changes.
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
    /// Offerings.
    Icos,
    /// Announcements.
    Earnings,
    /// Dates of the economy.
    Economy,
    /// Fund facts.
    Funds,
    /// Fear and greed.
    FearGreed,
}

const TOPICS: usize = 9;

/// Which part of the first market is not there yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loading {
    /// Everything is there.
    Nothing = 0,
    /// Bars of some tickers.
    Histories = 1,
    /// Tickers, their prices and all else.
    Market = 2,
}

/// The whole market, shared by everybody.
#[derive(Debug, Default)]
pub struct Market {
    state: RwLock<MarketState>,
    versions: [AtomicU64; TOPICS],
    /// A [`Loading`].
    loading: AtomicU8,
    loaded: Notify,
}

impl Market {
    /// A market filled from what was stored.
    pub fn new(state: MarketState) -> Self {
        Self {
            state: RwLock::new(state),
            versions: Default::default(),
            loading: AtomicU8::new(Loading::Nothing as u8),
            loaded: Notify::new(),
        }
    }

    /// Reads the market. Let go before awaiting anything.
    pub fn read(&self) -> RwLockReadGuard<'_, MarketState> {
        // A panic while writing leaves single values half merged at worst; serving goes on.
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the market: for `ingest` only. Follow with [`Market::changed`].
    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, MarketState> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks the market as incomplete, as on a first start: what depends on the missing part is answered only
    /// after [`Market::finish_loading`].
    pub(crate) fn begin_loading(&self, part: Loading) {
        self.loading.store(part as u8, Ordering::Release);
    }

    /// Marks the market as complete but for `left`. A part that is complete stays so.
    pub(crate) fn finish_loading(&self, left: Loading) {
        self.loading.fetch_min(left as u8, Ordering::AcqRel);
        self.loaded.notify_waiters();
    }

    /// Returns true while the first market is being loaded.
    pub(crate) fn is_loading(&self) -> bool {
        self.loading.load(Ordering::Acquire) >= Loading::Market as u8
    }

    /// Returns true while some price histories of the first market may be missing.
    pub(crate) fn is_loading_histories(&self) -> bool {
        self.loading.load(Ordering::Acquire) >= Loading::Histories as u8
    }

    /// Resolves once there is a market, if not all histories.
    pub(crate) async fn loaded(&self) {
        let loaded = self.loaded.notified();
        if self.is_loading() {
            loaded.await;
        }
    }

    /// Tells cached answers that `topic` is new.
    pub(crate) fn changed(&self, topic: Topic) {
        self.versions[topic as usize].fetch_add(1, Ordering::Release);
    }

    /// A number that grows with every change of `topic`.
    pub(crate) fn version(&self, topic: Topic) -> u64 {
        self.versions[topic as usize].load(Ordering::Acquire)
    }
}
