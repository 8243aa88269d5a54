//! Watchlists: what a person keeps an eye on.

use serde::{Deserialize, Serialize};

use super::ticker::TickerId;

/// A named, ordered list of tickers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Watchlist {
    /// Its number in this store.
    pub id: u32,
    /// Whose it is; always 1 until there are accounts.
    pub user_id: u32,
    /// Chosen by the person; never blank.
    pub name: String,
    /// In the person's order; a ticker is at most once in a list.
    #[serde(default)]
    pub items: Vec<WatchlistItem>,
}

/// One entry of a watchlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WatchlistItem {
    /// Number of the entry, unique over all lists.
    pub id: u32,
    /// The ticker.
    pub ticker_id: TickerId,
    /// The person's own words; empty when there are none.
    #[serde(default)]
    pub note: String,
}
