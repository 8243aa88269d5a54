//! Watchlists.

use serde::{Deserialize, Serialize};

use super::{holding::Holding, ticker::TickerId};

/// Id of the owner of all lists, because there are no user accounts.
pub(crate) const USER: u32 = 1;

/// A named, ordered list of tickers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Watchlist {
    /// Id in this store.
    pub id: u32,
    /// Id of the owner; always 1, because there are no user accounts.
    pub user_id: u32,
    /// Number of changes since the list was created.
    #[serde(default)]
    pub version: u32,
    /// Name chosen by the user; never blank.
    pub name: String,
    /// Entries in the user's order; each ticker occurs at most once.
    #[serde(default)]
    pub items: Vec<WatchlistItem>,
}

/// One entry of a watchlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WatchlistItem {
    /// Id of the entry, unique across all lists.
    pub id: u32,
    /// Ticker of the entry.
    pub ticker_id: TickerId,
    /// The user's note; empty if there is none.
    #[serde(default)]
    pub note: String,
    /// The holding in the ticker; `None` if there is none.
    #[serde(default)]
    pub holding: Option<Holding>,
}

/// The note and the holding that a user enters for a ticker in a list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EntryContent {
    /// The note; empty if there is none.
    pub note: String,
    /// The holding in the ticker; `None` if there is none.
    pub holding: Option<Holding>,
}
