//! Watchlists in requests and responses.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{domain::watchlist::Watchlist, web::api::shapes::TickerRow};

/// A watchlist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchlistSummary {
    /// The list's number.
    pub(super) id: u32,
    /// The name chosen by the user.
    pub(super) name: String,
    /// The user that owns it.
    pub(super) user_id: u32,
    /// Number of tickers in the list.
    pub(super) count: usize,
}

/// A watchlist with its tickers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchlistContents {
    /// The list's number.
    pub(super) id: u32,
    /// The name chosen by the user.
    pub(super) name: String,
    /// Entries in the user's order.
    pub(super) tickers: Vec<WatchlistRow>,
}

/// An entry of a watchlist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchlistRow {
    /// The ticker.
    #[serde(flatten)]
    pub(super) row: TickerRow,
    /// Lowest price of the session or 24 hours, in the ticker's currency.
    pub(super) day_low: Option<f64>,
    /// Highest price of the session or 24 hours.
    pub(super) day_high: Option<f64>,
    /// Previous close.
    pub(super) previous_close: Option<f64>,
    /// Number of the entry.
    pub(super) watchlist_item_id: u32,
    /// The user's note.
    pub(super) note: String,
}

/// A new entry of a watchlist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddedItem {
    /// Number of the entry.
    pub(super) watchlist_item_id: u32,
    /// Number of the ticker.
    pub(super) ticker_id: u32,
}

/// Request body for creating a watchlist.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewWatchlist {
    /// The name; must not be blank.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
    /// 1, the only user.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1)]
    pub(super) user_id: Option<u32>,
}

/// Request body for renaming a watchlist.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewName {
    /// The name; must not be blank.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
}

/// Request body for adding a ticker.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewItem {
    /// The ticker's number.
    pub(super) ticker_id: u32,
}

/// Request body for reordering a watchlist.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewOrder {
    /// Numbers of all entries in the new order.
    pub(super) item_ids: Vec<u32>,
}

/// Request body for changing a note.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewNote {
    /// The note; empty to remove it.
    #[schema(max_length = 500)]
    pub(super) note: String,
}

/// An exported entry, identified by symbol so that it fits any database.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Entry {
    /// Symbol as exchanges write it.
    pub(crate) symbol: String,
    /// The user's note.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub(crate) note: String,
}

/// The result of an import.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportReport {
    /// Number of entries added.
    pub(super) added: usize,
    /// Symbols that were already in the list.
    pub(super) present: Vec<String>,
    /// Symbols that this market does not know.
    pub(super) unknown: Vec<String>,
    /// Symbols that are followed from now on, if `follow` was set.
    pub(super) followed: Vec<String>,
    /// Why other symbols could not be followed, in one sentence each.
    pub(super) not_followed: Vec<String>,
}

impl From<Watchlist> for WatchlistSummary {
    fn from(list: Watchlist) -> Self {
        Self {
            id: list.id,
            count: list.items.len(),
            user_id: list.user_id,
            name: list.name,
        }
    }
}
