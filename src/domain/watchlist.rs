//! Watchlists.

use serde::{Deserialize, Serialize};

use super::{
    holding::Holding,
    person::PersonId,
    sharing::{Permission, Share},
    ticker::TickerId,
};

/// A named, ordered list of tickers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Watchlist {
    /// Id in this store.
    pub id: u32,
    /// The list's owner.
    pub user_id: PersonId,
    /// Number of changes since the list was created.
    #[serde(default)]
    pub version: u32,
    /// Name chosen by the user; never blank.
    pub name: String,
    /// Entries in the user's order; each ticker occurs at most once.
    #[serde(default)]
    pub items: Vec<WatchlistItem>,
    /// The other people who may use the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
}

impl Watchlist {
    /// Returns true if the list contains a ticker.
    pub fn contains(&self, ticker: TickerId) -> bool {
        self.items.iter().any(|item| item.ticker_id == ticker)
    }

    /// Returns what a person may do with the list; `None` if they may not see it.
    pub fn permission(&self, person: PersonId) -> Option<Permission> {
        Permission::of(person, self.user_id, &self.shares)
    }
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
