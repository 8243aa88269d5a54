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

use std::sync::{
    PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
    atomic::{AtomicU64, Ordering},
};

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

/// The whole market, shared by everybody.
#[derive(Debug, Default)]
pub struct Market {
    state: RwLock<MarketState>,
    versions: [AtomicU64; TOPICS],
}

impl Market {
    /// A market filled from what was stored.
    pub fn new(state: MarketState) -> Self {
        Self {
            state: RwLock::new(state),
            versions: Default::default(),
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

    /// Tells cached answers that `topic` is new.
    pub(crate) fn changed(&self, topic: Topic) {
        self.versions[topic as usize].fetch_add(1, Ordering::Release);
    }

    /// A number that grows with every change of `topic`.
    pub(crate) fn version(&self, topic: Topic) -> u64 {
        self.versions[topic as usize].load(Ordering::Acquire)
    }
}
