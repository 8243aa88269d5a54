//! Request and response types for watchlists.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::holding::{ExportedHolding, HeldFields, HoldingChange};
use crate::{
    domain::{person::PersonId, sharing::Permission, watchlist::Watchlist},
    web::api::{shapes::TickerRow, sharing::PersonShare},
};

/// A watchlist without its entries.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchlistSummary {
    /// The list's id.
    pub(super) id: u32,
    /// The name chosen by the user.
    pub(super) name: String,
    /// Id of the list's owner.
    pub(super) user_id: u32,
    /// Name of the list's owner; null for an own list.
    pub(super) owner_name: Option<String>,
    /// own, write (another person's list, shared to change it) or read (shared to read it).
    pub(super) access: &'static str,
    /// The people who may use an own list; empty for a list of another person.
    pub(super) shares: Vec<PersonShare>,
    /// Version, which changes with every change of the list or its entries.
    pub(super) version: u32,
    /// Number of tickers in the list.
    pub(super) count: usize,
}

/// A watchlist with its tickers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchlistContents {
    /// The list's id.
    pub(super) id: u32,
    /// The name chosen by the user.
    pub(super) name: String,
    /// Version, which changes with every change of the list or its entries.
    pub(super) version: u32,
    /// Entries in the user's order.
    pub(super) tickers: Vec<WatchlistRow>,
}

/// An entry of a watchlist with its ticker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchlistRow {
    /// The ticker.
    #[serde(flatten)]
    pub(super) row: TickerRow,
    /// Lowest price of the session, or in 24 hours, in the ticker's currency.
    pub(super) day_low: Option<f64>,
    /// Highest price of the session, or in 24 hours.
    pub(super) day_high: Option<f64>,
    /// Previous close.
    pub(super) previous_close: Option<f64>,
    /// Id of the entry.
    pub(super) watchlist_item_id: u32,
    /// The user's note; empty without a note.
    pub(super) note: String,
    /// The holding in the ticker.
    #[serde(flatten)]
    pub(super) holding: HeldFields,
}

/// A new or changed entry of a watchlist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddedItem {
    /// Id of the entry.
    pub(super) watchlist_item_id: u32,
    /// Id of the ticker.
    pub(super) ticker_id: u32,
}

/// Request body for creating a watchlist.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewWatchlist {
    /// The name; must not be blank.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
    /// Id of the list's owner: the person who sends the request.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub(super) user_id: Option<u32>,
}

/// Request body for renaming a watchlist.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewName {
    /// The name; must not be blank.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub(super) name: String,
    /// The version that the request changes; null for any.
    #[serde(default)]
    pub(super) version: Option<u32>,
}

/// Request body for adding a ticker.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewItem {
    /// The ticker's id.
    pub(super) ticker_id: u32,
}

/// Request body for reordering a watchlist.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewOrder {
    /// Ids of all entries in the new order.
    pub(super) item_ids: Vec<u32>,
    /// The version that the request changes; null for any.
    #[serde(default)]
    pub(super) version: Option<u32>,
}

/// Request body for changing an entry. Fields that are missing stay as they are.
#[derive(Deserialize, ToSchema)]
pub(crate) struct EntryChange {
    /// The note; an empty note removes it.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub(super) note: Option<String>,
    /// The version of the list that the request changes; null for any.
    #[serde(default)]
    pub(super) version: Option<u32>,
    /// The holding in the ticker.
    #[serde(flatten)]
    pub(super) holding: HoldingChange,
}

/// An exported entry of a watchlist. It contains the symbol instead of the ticker's id, so that any server can import it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Entry {
    /// Symbol as exchanges write it.
    pub(crate) symbol: String,
    /// The user's note.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub(crate) note: String,
    /// The holding in the ticker.
    #[serde(flatten)]
    pub(crate) holding: ExportedHolding,
}

/// The result of importing entries into a watchlist.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportReport {
    /// Number of entries added.
    pub(super) added: usize,
    /// Symbols that were already in the list.
    pub(super) present: Vec<String>,
    /// Symbols that this market does not have.
    pub(super) unknown: Vec<String>,
    /// Symbols that the import followed, if `follow` is true.
    pub(super) followed: Vec<String>,
    /// Why other symbols could not be followed: one sentence each.
    pub(super) not_followed: Vec<String>,
}

impl WatchlistSummary {
    /// Creates the summary of a list for a person who may read it. `owner_name` returns the name of another person.
    pub(super) fn of(
        list: Watchlist,
        person: PersonId,
        owner_name: impl FnOnce(PersonId) -> Option<String>,
    ) -> Self {
        let is_own = list.user_id == person;
        let permission = list.permission(person).unwrap_or(Permission::Read);
        let shares = list.shares.into_iter().filter(|_| is_own);
        Self {
            id: list.id,
            count: list.items.len(),
            user_id: list.user_id.0,
            owner_name: if is_own {
                None
            } else {
                owner_name(list.user_id)
            },
            access: permission.name(),
            shares: shares.map(PersonShare::from).collect(),
            version: list.version,
            name: list.name,
        }
    }
}
