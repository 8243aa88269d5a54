//! The one file everything is kept in. Nothing else in the program knows redb.
//!
//! [`Store`] is a cheap handle. Its methods block on disk; async callers go through [`Store::run`].

use std::{ops::Range, path::Path};

use crate::domain::{
    Timestamp,
    bar::{Bar, Interval},
    dividend::Dividend,
    earnings::EarningsEvent,
    fear_greed::FearGreed,
    fund::FundFacts,
    ico::Ico,
    news::NewsItem,
    quote::Quote,
    ticker::{Ticker, TickerId},
    watchlist::{Watchlist, WatchlistItem},
};

/// Why the store could not do what it was asked. Every message is one sentence for a person.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has the file open.
    #[error("{0} is in use by another Marketdeck; stop that one first")]
    Locked(String),
    /// An empty file, or not one of ours.
    #[error("{0} is not a Marketdeck database; it was left as it is")]
    Foreign(String),
    /// Written by a newer version.
    #[error(
        "this database has schema {found}, and this version of Marketdeck knows up to {known}; use a newer Marketdeck"
    )]
    Newer {
        /// Version in the file.
        found: u32,
        /// Newest version this program knows.
        known: u32,
    },
    /// Pages that fail their checksum, or records that do not decode.
    #[error(
        "the database is damaged ({0}); restore a backup, or move the file away to start afresh"
    )]
    Damaged(String),
    /// No record of that number.
    #[error("no {0} with that number")]
    NotFound(&'static str),
    /// It is there already.
    #[error("{0}")]
    Duplicate(String),
    /// Disk full, permissions and the like.
    #[error("the database could not be read or written: {0}")]
    Io(String),
}

/// What the floor returns.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Market data that goes to disk in one transaction. Upserts throughout.
#[derive(Debug, Default, Clone)]
pub struct MarketBatch {
    /// By id.
    pub tickers: Vec<Ticker>,
    /// By ticker id.
    pub quotes: Vec<Quote>,
    /// Merged into what is stored, by start; the newer bar wins.
    pub bars: Vec<(TickerId, Interval, Vec<Bar>)>,
    /// Replaces all dividends of a ticker.
    pub dividends: Vec<(TickerId, Vec<Dividend>)>,
    /// By id.
    pub news: Vec<NewsItem>,
    /// By id.
    pub icos: Vec<Ico>,
    /// By (symbol, date).
    pub earnings: Vec<EarningsEvent>,
    /// By symbol.
    pub funds: Vec<FundFacts>,
    /// Appended to the readings of their market; by (market, `as_of`).
    pub fear_greed: Vec<FearGreed>,
}

/// Everything but bars and what people wrote: read once at start.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Ascending by id.
    pub tickers: Vec<Ticker>,
    /// The newest of each ticker.
    pub quotes: Vec<Quote>,
    /// Newest first.
    pub dividends: Vec<(TickerId, Vec<Dividend>)>,
    /// Newest first.
    pub news: Vec<NewsItem>,
    /// Ascending by id.
    pub icos: Vec<Ico>,
    /// Ascending by date.
    pub earnings: Vec<EarningsEvent>,
    /// All of them.
    pub funds: Vec<FundFacts>,
    /// The newest reading of each market.
    pub fear_greed: Vec<FearGreed>,
}

/// A cheap handle on the open database.
#[derive(Clone)]
pub struct Store {}

impl Store {
    /// Opens the database at `path`, creating it when there is no file. Migrates an older schema.
    /// Checks its integrity when the last process did not stop cleanly.
    pub fn open(path: &Path) -> Result<Self> {
        let _ = path;
        Ok(Self {})
    }

    /// Marks a clean stop; the next open then needs no check.
    pub fn close(&self) -> Result<()> {
        Ok(())
    }

    /// Runs blocking work on a thread where it may block: the one door for async callers.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let store = self.clone();
        tokio::task::spawn_blocking(move || work(&store))
            .await
            .unwrap_or_else(|panic| Err(StoreError::Damaged(panic.to_string())))
    }

    /// Commits market data in one transaction; bars older than their retention at `now` go.
    pub fn commit(&self, batch: &MarketBatch, now: Timestamp) -> Result<()> {
        let _ = (batch, now);
        Ok(())
    }

    /// Everything but bars, watchlists and alerts.
    pub fn snapshot(&self) -> Result<Snapshot> {
        Ok(Snapshot::default())
    }

    /// The bars of a ticker that start within `range` (Unix seconds), ascending.
    pub fn bars(&self, id: TickerId, interval: Interval, range: Range<i64>) -> Result<Vec<Bar>> {
        let _ = (id, interval, range);
        Ok(vec![])
    }

    /// The newest bar of a ticker.
    pub fn last_bar(&self, id: TickerId, interval: Interval) -> Result<Option<Bar>> {
        let _ = (id, interval);
        Ok(None)
    }

    /// Replaces every bar of a ticker with those of a file, and records the file: all or nothing.
    pub fn import_bars(&self, ticker: &Ticker, interval: Interval, bars: &[Bar]) -> Result<()> {
        let _ = (ticker, interval, bars);
        Ok(())
    }

    /// A person's lists, oldest first.
    pub fn watchlists(&self, user_id: u32) -> Result<Vec<Watchlist>> {
        let _ = user_id;
        Ok(vec![])
    }

    /// One list.
    pub fn watchlist(&self, id: u32) -> Result<Watchlist> {
        let _ = id;
        Err(StoreError::NotFound("watchlist"))
    }

    /// Makes an empty list. Durable when it returns, like every write of a person.
    pub fn create_watchlist(&self, user_id: u32, name: &str) -> Result<Watchlist> {
        let _ = (user_id, name);
        Err(StoreError::NotFound("watchlist"))
    }

    /// Renames a list.
    pub fn rename_watchlist(&self, id: u32, name: &str) -> Result<Watchlist> {
        let _ = (id, name);
        Err(StoreError::NotFound("watchlist"))
    }

    /// Deletes a list with its entries.
    pub fn delete_watchlist(&self, id: u32) -> Result<()> {
        let _ = id;
        Err(StoreError::NotFound("watchlist"))
    }

    /// Puts the entries into the order of `item_ids`, which must name each exactly once.
    pub fn order_watchlist(&self, id: u32, item_ids: &[u32]) -> Result<()> {
        let _ = (id, item_ids);
        Err(StoreError::NotFound("watchlist"))
    }

    /// Adds a ticker at the end; [`StoreError::Duplicate`] when it is in the list already.
    pub fn add_watchlist_item(&self, list: u32, ticker: TickerId) -> Result<WatchlistItem> {
        let _ = (list, ticker);
        Err(StoreError::NotFound("watchlist"))
    }

    /// Changes the note of an entry.
    pub fn note_watchlist_item(&self, item: u32, note: &str) -> Result<WatchlistItem> {
        let _ = (item, note);
        Err(StoreError::NotFound("watchlist entry"))
    }

    /// Removes an entry.
    pub fn remove_watchlist_item(&self, item: u32) -> Result<()> {
        let _ = item;
        Err(StoreError::NotFound("watchlist entry"))
    }
}
