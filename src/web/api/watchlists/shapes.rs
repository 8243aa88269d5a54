//! Watchlists as they travel.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{domain::watchlist::Watchlist, web::api::shapes::TickerRow};

/// A list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchlistSummary {
    /// Number.
    pub(super) id: u32,
    /// Chosen by the person.
    pub(super) name: String,
    /// Whose it is.
    pub(super) user_id: u32,
    /// How many tickers it holds.
    pub(super) count: usize,
}

/// A list with its tickers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchlistContents {
    /// Number.
    pub(super) id: u32,
    /// Chosen by the person.
    pub(super) name: String,
    /// In the person's order.
    pub(super) tickers: Vec<WatchlistRow>,
}

/// One entry.
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
    /// Of the session before.
    pub(super) previous_close: Option<f64>,
    /// Number of the entry.
    pub(super) watchlist_item_id: u32,
    /// The person's own words.
    pub(super) note: String,
}

/// A new entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddedItem {
    /// Number of the entry.
    pub(super) watchlist_item_id: u32,
    /// Number of the ticker.
    pub(super) ticker_id: u32,
}

/// A new list.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewWatchlist {
    /// Not blank.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
    /// 1, the only user.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1)]
    pub(super) user_id: Option<u32>,
}

/// A new name.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewName {
    /// Not blank.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
}

/// A ticker to add.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewItem {
    /// Its number.
    pub(super) ticker_id: u32,
}

/// A new order.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewOrder {
    /// Every entry of the list, once.
    pub(super) item_ids: Vec<u32>,
}

/// A new note.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewNote {
    /// Empty to remove it.
    #[schema(max_length = 500)]
    pub(super) note: String,
}

/// An entry as it is exported and imported: by symbol, so that it fits any database.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Entry {
    /// As exchanges write it.
    pub(crate) symbol: String,
    /// The person's own words.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub(crate) note: String,
}

/// What an import did.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportReport {
    /// Entries that were added.
    pub(super) added: usize,
    /// Symbols that were in the list already.
    pub(super) present: Vec<String>,
    /// Symbols that this market does not know.
    pub(super) unknown: Vec<String>,
    /// Symbols that are followed from now on, as `follow` asks for.
    pub(super) followed: Vec<String>,
    /// Why each other symbol that was looked up is not followed, in a sentence.
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
