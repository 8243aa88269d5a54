//! Watchlists.

use serde::{Deserialize, Serialize};

use super::{holding::Holding, person::PersonId, ticker::TickerId};

/// A named, ordered list of tickers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Watchlist {
    /// Id in this store.
    pub id: u32,
    /// The person to whom the list belongs.
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

/// Permission of other people to use a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The person with whom the list is shared; `None` for all people of the household.
    pub with: Option<PersonId>,
    /// True if the person may also change the list.
    pub may_write: bool,
}

/// What a person may do with a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ListAccess {
    /// Read it.
    Read,
    /// Also change its name and entries.
    Write,
    /// Also delete and share it.
    Own,
}

impl Watchlist {
    /// Returns true if the list contains a ticker.
    pub fn contains(&self, ticker: TickerId) -> bool {
        self.items.iter().any(|item| item.ticker_id == ticker)
    }

    /// Returns what a person may do with the list; `None` if they may not see it.
    pub fn access(&self, person: PersonId) -> Option<ListAccess> {
        if self.user_id == person {
            return Some(ListAccess::Own);
        }
        let applies = |share: &&Share| share.with.is_none_or(|with| with == person);
        let granted = self.shares.iter().filter(applies).map(|share| {
            if share.may_write {
                ListAccess::Write
            } else {
                ListAccess::Read
            }
        });
        granted.max()
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
