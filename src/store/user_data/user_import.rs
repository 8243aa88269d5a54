//! Applies an import of user data in a single transaction.

use std::collections::HashMap;

use redb::WriteTransaction;

use super::{alerts, settings};
use crate::{
    domain::{
        alert::Alert,
        board::{Board, TileContent},
        settings::Settings,
        ticker::TickerId,
        watchlist::{Watchlist, WatchlistItem},
    },
    store::{
        Result, Store, counters,
        record::BoardRecord,
        schema::{ALERTS, BOARDS, SETTINGS, WATCHLISTS},
    },
};

/// A watchlist as it will be after an import.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ImportedList {
    /// The number by which boards and settings of the import refer to the list.
    pub(crate) number: u32,
    /// Id of the stored list to replace; `None` creates a new list.
    pub(crate) here: Option<u32>,
    /// Name of the list.
    pub(crate) name: String,
    /// Its tickers with their notes, each once, in order.
    pub(crate) entries: Vec<(TickerId, String)>,
}

/// The changes of an import of user data.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct UserImport {
    /// Owner of the lists.
    pub(crate) user_id: u32,
    /// Every list that the import refers to, changed or not.
    pub(crate) lists: Vec<ImportedList>,
    /// Ids of lists to remove.
    pub(crate) removed_lists: Vec<u32>,
    /// New alerts; their ids are ignored.
    pub(crate) alerts: Vec<Alert>,
    /// Ids of alerts to remove. Their reports stay.
    pub(crate) removed_alerts: Vec<u32>,
    /// Boards by name, which refer to lists by [`ImportedList::number`]; `None` deletes a preset board.
    pub(crate) boards: Vec<(String, Option<Board>)>,
    /// Names of boards to remove; a preset board is reset.
    pub(crate) removed_boards: Vec<String>,
    /// Settings of all devices, if they change.
    pub(crate) settings: Option<Settings>,
    /// The [`ImportedList::number`] of the list on the home page, if it is in `lists`.
    pub(crate) home_list: Option<u32>,
}

impl Store {
    /// Returns stored boards in order of creation; `None` for deleted preset boards.
    pub(crate) fn changed_boards(&self) -> Result<Vec<(String, Option<Board>)>> {
        let mut stored = self.handle.read(|txn| {
            let mut stored = vec![];
            BOARDS.read(txn)?.each(|name, record| {
                stored.push((name, record));
                Ok(())
            })?;
            Ok(stored)
        })?;
        stored.sort_by_key(|(_, record)| record.number);
        let boards = stored.into_iter();
        Ok(boards.map(|(name, record)| (name, record.board)).collect())
    }

    /// Applies an import and returns the new alerts with their ids. Durable when it returns.
    pub(crate) fn apply_import(&self, import: &UserImport) -> Result<Vec<Alert>> {
        self.handle.write(|txn| {
            let numbers = import_lists(txn, import)?;
            import_boards(txn, import, &numbers)?;
            if let Some(settings) = &import.settings {
                let mut settings = settings.clone();
                if let Some(number) = import.home_list {
                    settings.home_list = numbers.get(&number).copied();
                }
                SETTINGS.write(txn)?.put(&settings::ONLY, &settings)?;
            }
            for id in &import.removed_alerts {
                ALERTS.write(txn)?.remove(id)?;
            }
            let alerts = import.alerts.iter();
            let alerts = alerts.map(|alert| with_stored_list(alert, &numbers));
            alerts.map(|alert| alerts::create(txn, &alert)).collect()
        })
    }
}

/// Replaces an alert's list number by the stored id.
fn with_stored_list(alert: &Alert, numbers: &HashMap<u32, u32>) -> Alert {
    let mut alert = alert.clone();
    if let Some(list) = &mut alert.list {
        list.id = numbers.get(&list.id).copied().unwrap_or_default();
    }
    alert
}

/// Writes the lists. Returns their stored ids by [`ImportedList::number`].
fn import_lists(txn: &WriteTransaction, import: &UserImport) -> Result<HashMap<u32, u32>> {
    let mut lists = WATCHLISTS.write(txn)?;
    for id in &import.removed_lists {
        lists.remove(id)?;
    }
    let mut numbers = HashMap::new();
    for list in &import.lists {
        let known = match list.here {
            Some(id) => lists.get(&id)?,
            None => None,
        };
        let id = match &known {
            Some(known) => known.id,
            None => counters::next_id(txn, "last_watchlist")?,
        };
        // Existing entries keep their ids.
        let mut held: HashMap<TickerId, u32> = known
            .into_iter()
            .flat_map(|known| known.items)
            .map(|item| (item.ticker_id, item.id))
            .collect();
        let mut items = Vec::with_capacity(list.entries.len());
        for (ticker_id, note) in &list.entries {
            let id = match held.remove(ticker_id) {
                Some(id) => id,
                None => counters::next_id(txn, "last_watchlist_item")?,
            };
            items.push(WatchlistItem {
                id,
                ticker_id: *ticker_id,
                note: note.clone(),
            });
        }
        let list_after = Watchlist {
            id,
            user_id: import.user_id,
            name: list.name.clone(),
            items,
        };
        lists.put(&id, &list_after)?;
        numbers.insert(list.number, id);
    }
    Ok(numbers)
}

fn import_boards(
    txn: &WriteTransaction,
    import: &UserImport,
    numbers: &HashMap<u32, u32>,
) -> Result<()> {
    let mut boards = BOARDS.write(txn)?;
    for name in &import.removed_boards {
        boards.remove(name)?;
    }
    for (name, board) in &import.boards {
        let number = match boards.get(name)? {
            Some(record) => record.number,
            None if board.is_none() => 0,
            None => counters::next_id(txn, "last_board")?,
        };
        let board = board.clone().map(|board| with_stored_lists(board, numbers));
        boards.put(name, &BoardRecord { number, board })?;
    }
    Ok(())
}

/// Replaces a board's list numbers by stored ids.
fn with_stored_lists(mut board: Board, numbers: &HashMap<u32, u32>) -> Board {
    for tile in &mut board.tiles {
        if let TileContent::List { watchlist, .. } = &mut tile.content {
            *watchlist = watchlist.and_then(|number| numbers.get(&number).copied());
        }
    }
    board
}
